import { count, number } from './figures.ts';

/** A signal that the station watches, as the API names it. */
export type Watched = 'temperature' | 'humidity' | 'pressure' | 'cpu' | 'light' | 'acceleration' | 'magnetic_field';

const SIGNALS: Record<Watched, string> = {
  temperature: 'temperature',
  humidity: 'humidity',
  pressure: 'pressure',
  cpu: 'CPU temperature',
  light: 'light',
  acceleration: 'acceleration',
  magnetic_field: 'magnetic field',
};

/** What a strange hour is measured by. */
export type Strange =
  | 'temperature_anomaly'
  | 'dew_point_anomaly'
  | 'pressure_anomaly'
  | 'temperature_change_1h'
  | 'humidity_change_1h'
  | 'pressure_change_3h'
  | 'dryness'
  | 'cloud'
  | 'temperature_change_15m'
  | 'humidity_change_15m';

const STRANGE: Record<Strange, string> = {
  temperature_anomaly: 'temperature compared with normal',
  dew_point_anomaly: 'dew point compared with normal',
  pressure_anomaly: 'pressure compared with normal',
  temperature_change_1h: 'temperature in one hour',
  humidity_change_1h: 'humidity in one hour',
  pressure_change_3h: 'pressure in three hours',
  dryness: 'dryness',
  cloud: 'light',
  temperature_change_15m: 'temperature in 15 minutes',
  humidity_change_15m: 'humidity in 15 minutes',
};

export interface Part {
  name: Strange;
  value: number;
  unit: string;
}
const signed = (value: number): string => `${value < 0 ? '' : '+'}${number(value, 1)}`;
const listed = (parts: readonly Part[]): string =>
  parts.map(({ name, value, unit }) => `${STRANGE[name]} ${signed(value)} ${unit}`.trim()).join(', ');

interface Of {
  signal: Watched;
}

/** Where the station notices that something is wrong: health of the sensors, novelty of the air, drift of the forecasts. */
export const watch = {
  'health.ok': () => 'as expected',
  'health.silent': ({ signal, silentS }: Of & { silentS: number }) =>
    `${SIGNALS[signal]}: no reading for ${Math.round(silentS)} s`,
  'health.never': ({ signal }: Of) => `${SIGNALS[signal]}: no reading since start`,
  'health.outside': ({
    signal,
    value,
    unit,
    min,
    max,
  }: Of & { value: number; unit: string; min: number; max: number }) =>
    `${SIGNALS[signal]}: ${value.toFixed(1)} ${unit} is outside ${min} to ${max} ${unit}`,
  'health.same': ({ signal, minutes }: Of & { minutes: number }) =>
    `${SIGNALS[signal]}: exactly the same for ${count(minutes, 'minute')}`,
  'health.quiet': ({ signal }: Of) =>
    `${SIGNALS[signal]}: unusually steady for half an hour. Is the sensor stuck or sheltered?`,
  'health.noisy': ({ signal, times }: Of & { times: number }) =>
    `${SIGNALS[signal]}: noise is ${times} times the chip’s normal`,
  'health.wilder': ({ signal }: Of) => `${SIGNALS[signal]}: readings far noisier than normal for hours`,
  'health.tamer': ({ signal }: Of) => `${SIGNALS[signal]}: readings far steadier than normal for hours`,
  'health.healed': ({ signal }: Of) => `${SIGNALS[signal]} is back to normal`,

  'novelty.sudden': ({ parts }: { parts: readonly Part[] }) => `Sudden change: ${listed(parts)}`,
  'novelty.unusual': ({ parts }: { parts: readonly Part[] }) => `Unusual conditions: ${listed(parts)}`,

  'drift.worse': ({ target }: { target: 'temperature' | 'humidity' | 'pressure' }) =>
    `${target} forecasts are worse than in recent weeks`,
  'drift.easier': ({ target }: { target: 'temperature' | 'humidity' | 'pressure' }) =>
    `${target} is easier to forecast than in recent weeks. Is the sensor sheltered or stuck?`,
};
