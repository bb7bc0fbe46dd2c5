import { dewPointC } from '../src/station/air/physics/humidity.ts';
import { saturationHpa } from '../src/station/air/physics/saturation.ts';
import type { TickRow } from '../src/station/tick.ts';

export const INJECTIONS = ['window opened', 'heater on', 'sensor steps up', 'sensor steps down'] as const;
export type EventKind = (typeof INJECTIONS)[number];

const WINDOW = { coolingC: 8, humidityPct: 20, withinS: 600 };
const HEATER = { warmingC: 6, withinS: 1800 };
const STEP_C = 3;

/**
 * A real row with an event laid over it that began `sinceS` ago: a window opened to colder, damper air; a heater, which warms the
 * vapour that is there and so dries the air; a thermometer that jumps while the hygrometer does not.
 */
export function injected(row: TickRow, kind: EventKind, sinceS: number): TickRow {
  const { temperatureC, humidityPct } = row;
  if (temperatureC === null || humidityPct === null) return row;
  const laid = (tC: number, rh: number): TickRow => {
    const bounded = Math.min(100, Math.max(0, rh));
    return { ...row, temperatureC: tC, humidityPct: bounded, dewPointC: dewPointC(tC, bounded) };
  };
  switch (kind) {
    case 'window opened': {
      const part = Math.min(1, sinceS / WINDOW.withinS);
      return laid(temperatureC - WINDOW.coolingC * part, humidityPct + WINDOW.humidityPct * part);
    }
    case 'heater on': {
      const warmC = temperatureC + HEATER.warmingC * Math.min(1, sinceS / HEATER.withinS);
      return laid(warmC, (humidityPct * saturationHpa(temperatureC)) / saturationHpa(warmC));
    }
    case 'sensor steps up':
      return laid(temperatureC + STEP_C, humidityPct);
    case 'sensor steps down':
      return laid(temperatureC - STEP_C, humidityPct);
  }
}
