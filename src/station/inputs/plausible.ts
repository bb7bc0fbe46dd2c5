/** Plausible range of a quantity, by the end of its path (reference: plausible ranges of bought sensors). */
const RANGES: readonly [end: RegExp, least: number, most: number][] = [
  [/^indoor\.temperature_c$/, -30, 60],
  [/^(soil|probe)\d*\.temperature_c$/, -40, 80],
  [/temperature_c$/, -60, 60],
  [/humidity_pct$/, 1, 103],
  [/^pressure\./, 500, 1100],
  [/^wind\.gust/, 0, 110],
  [/dir(_10min)?_deg$/, 0, 360],
  [/^wind\./, 0, 90],
  [/rate_mmh$/, 0, 2000],
  [/interval_mm$/, 0, 320],
  [/_mm$/, 0, 20_000],
  [/solar_wm2$/, 0, 1800],
  [/light_lx$/, 0, 200_000],
  [/uv_index$/, 0, 20],
  [/^lightning\.distance_km$/, 0, 63],
  [/^lightning\.count/, 0, 1_000_000],
  [/^lightning\.interval_count$/, 0, 500],
  [/moisture_cb$/, 0, 200],
  [/(moisture|wetness)_pct$/, 0, 100],
  [/^leaf\d*\.wetness$/, 0, 15],
  [/_ugm3$/, 0, 1000],
  [/co2.*_ppm$/, 250, 10_000],
];

/** The value when it can be true, else null. 100 to 103 % is a sensor at its end: 100; 360° is north: 0. */
export function plausible(path: string, value: number): number | null {
  if (!Number.isFinite(value)) return null;
  const range = RANGES.find(([end]) => end.test(path));
  if (range && (value < range[1] || value > range[2])) return null;
  if (path.endsWith('_deg') && value === 360) return 0;
  return path.endsWith('humidity_pct') ? Math.min(100, value) : value + 0;
}
