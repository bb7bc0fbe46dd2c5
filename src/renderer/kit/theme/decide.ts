import type { ThemeChoice } from '../browser-choices.ts';

/** Which of the three sets of colours the screen wears. Pure, so that dusk can be tested at noon. */
export type Theme = 'day' | 'night' | 'dim';

export interface Surroundings {
  choice: ThemeChoice;
  kiosk: boolean;
  prefersDark: boolean;
  /** Undefined until the station has told; null where it has no place. */
  sunElevationDeg: number | null | undefined;
  lux: number | null;
}

const NIGHT_BELOW_DEG = -2;
const DAY_ABOVE_DEG = 1;
const DARK_ROOM_LUX = 4;
const LIT_ROOM_LUX = 12;

/** Colours by sun and light. Between two thresholds the previous answer stands, so that a cloud at dusk does not make the wall flicker. */
export function dayOrNight(s: Surroundings, previous: 'day' | 'night'): 'day' | 'night' {
  if (s.choice !== 'auto') return s.choice;
  if (!s.kiosk && s.prefersDark) return 'night';
  const sun = s.sunElevationDeg;
  if (sun === undefined) return previous;
  // The light around the station says nothing about another room.
  const lux = s.kiosk ? s.lux : null;
  if (sun !== null && sun < NIGHT_BELOW_DEG) return 'night';
  if (lux !== null && lux < DARK_ROOM_LUX && (sun === null || sun < 6)) return 'night';
  if (sun !== null && sun > DAY_ABOVE_DEG && (lux === null || lux > LIT_ROOM_LUX || sun > 6)) return 'day';
  if (sun === null && lux !== null && lux > LIT_ROOM_LUX) return 'day';
  if (sun === null && lux === null) return s.kiosk ? previous : 'day';
  return previous;
}
