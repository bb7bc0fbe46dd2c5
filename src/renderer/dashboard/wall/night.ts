/** Settings of the wall's night, `kiosk.dim`, `kiosk.off` and the times of both. */
export interface NightPlan {
  dim: When;
  off: When;
  /** Minutes of the local day. */
  fromMin: number;
  untilMin: number;
}
type When = 'dark' | 'times' | 'never';

export interface Hour {
  /** By the station's clock. */
  minuteOfDay: number;
  sunElevationDeg: number | null;
  lux: number | null;
}

/** Wall of a station that has not answered yet. */
export const USUAL: NightPlan = { dim: 'dark', off: 'never', fromMin: 22 * 60, untilMin: 6 * 60 + 30 };

const DARK_BELOW_DEG = -6;
const DARK_ROOM_LUX = 4;
/** Somebody reads under a lamp. */
const LAMP_LUX = 60;

/** State of the untouched wall: everything, the dim set, or a black screen. */
export function nightOf(plan: NightPlan, hour: Hour): 'lit' | 'dim' | 'off' {
  const holds = { dark: isDark(hour), times: isBetween(plan, hour.minuteOfDay), never: false };
  if (holds[plan.off]) return 'off';
  return holds[plan.dim] ? 'dim' : 'lit';
}

function isDark({ sunElevationDeg, lux }: Hour): boolean {
  if ((lux ?? 0) > LAMP_LUX) return false;
  return sunElevationDeg !== null ? sunElevationDeg < DARK_BELOW_DEG : lux !== null && lux < DARK_ROOM_LUX;
}

/** A night may pass midnight. Equal times are no night. */
function isBetween({ fromMin, untilMin }: NightPlan, minute: number): boolean {
  return fromMin <= untilMin ? minute >= fromMin && minute < untilMin : minute >= fromMin || minute < untilMin;
}

/** Plan in the settings as `GET /api/settings` has them. */
export function planOf(settingOf: (key: string) => unknown): NightPlan {
  const minutes = (key: string, usual: number): number => {
    const [hour, minute] = String(settingOf(key)).split(':').map(Number);
    return Number.isInteger(hour) && Number.isInteger(minute) ? hour! * 60 + minute! : usual;
  };
  return {
    dim: (settingOf('kiosk.dim') ?? USUAL.dim) as When,
    off: (settingOf('kiosk.off') ?? USUAL.off) as When,
    fromMin: minutes('kiosk.night_from', USUAL.fromMin),
    untilMin: minutes('kiosk.night_until', USUAL.untilMin),
  };
}
