import { MM_PER_INCH, MS_PER_MPH } from '../../quantities/unit-factors.ts';
import { fahrenheit, inchesOfMercury } from '../../station/air/physics/units.ts';
import type { Observation } from './observation.ts';

/** Number for sending: never `-0.0`, and null for NaN and infinities. */
export function fixed(value: number | null, digits: number): string | null {
  if (value === null || !Number.isFinite(value)) return null;
  const text = value.toFixed(digits);
  return Number(text) === 0 ? text.replace('-', '') : text;
}

const fahrenheitText = (tC: number | null): string | null => fixed(tC === null ? null : fahrenheit(tC), 1);
export const inHgText = (hpa: number | null): string | null => fixed(hpa === null ? null : inchesOfMercury(hpa), 3);
export const pascals = (hpa: number | null): number | null => (hpa === null ? null : Math.round(hpa * 100));

/** `2026-06-01 12:05:00`, UTC. */
export const utcText = (tS: number): string =>
  new Date(Math.round(tS) * 1000).toISOString().slice(0, 19).replace('T', ' ');

/** Query string without null values: some receivers read an empty field as zero, others as text. */
export const query = (fields: Readonly<Record<string, string | number | null>>): string =>
  Object.entries(known(fields))
    .map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
    .join('&');

export const known = <T>(fields: Readonly<Record<string, T | null>>): Record<string, T> =>
  Object.fromEntries(Object.entries(fields).filter((field): field is [string, T] => field[1] !== null));

const mphText = (ms: number | null): string | null => fixed(ms === null ? null : ms / MS_PER_MPH, 1);
export const inchText = (mm: number | null): string | null => fixed(mm === null ? null : mm / MM_PER_INCH, 3);

/** The fields that Weather Underground named and others took over: °F, inches of mercury, miles an hour, inches of rain. */
export const imperialFields = (of: Omit<Observation, 'tS' | 'stationHpa'>): Record<string, string | null> => ({
  tempf: fahrenheitText(of.airC),
  humidity: fixed(of.humidityPct, 0),
  dewptf: fahrenheitText(of.dewPointC),
  baromin: inHgText(of.seaLevelHpa),
  windspeedmph: mphText(of.outside.windSpeedMs),
  windgustmph: mphText(of.outside.windGustMs),
  winddir: fixed(of.outside.windDirectionDeg, 0),
  rainin: inchText(of.outside.rainHourMm),
  dailyrainin: inchText(of.outside.rainTodayMm),
  solarradiation: fixed(of.outside.solarWm2, 1),
  UV: fixed(of.outside.uvIndex, 1),
});
