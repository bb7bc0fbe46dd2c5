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
  temperature_anomaly: 'temperature against what is usual',
  dew_point_anomaly: 'dew point against what is usual',
  pressure_anomaly: 'pressure against what is usual',
  temperature_change_1h: 'temperature within an hour',
  humidity_change_1h: 'humidity within an hour',
  pressure_change_3h: 'pressure within three hours',
  dryness: 'dryness',
  cloud: 'light',
  temperature_change_15m: 'temperature within a quarter of an hour',
  humidity_change_15m: 'humidity within a quarter of an hour',
};

export interface Part {
  name: Strange;
  value: number;
  unit: string;
}
const signed = (value: number): string => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(1)}`;
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
  'health.never': ({ signal }: Of) => `${SIGNALS[signal]}: no reading since the start`,
  'health.outside': ({
    signal,
    value,
    unit,
    min,
    max,
  }: Of & { value: number; unit: string; min: number; max: number }) =>
    `${SIGNALS[signal]}: ${value.toFixed(1)} ${unit} is outside ${min} to ${max} ${unit}`,
  'health.same': ({ signal, minutes }: Of & { minutes: number }) =>
    `${SIGNALS[signal]}: bit for bit the same for ${minutes} minutes`,
  'health.quiet': ({ signal }: Of) =>
    `${SIGNALS[signal]}: much quieter than its norm for half an hour: stuck or sheltered?`,
  'health.noisy': ({ signal, times }: Of & { times: number }) =>
    `${SIGNALS[signal]}: noise is ${times} times what the chip should show`,
  'health.wilder': ({ signal }: Of) => `${SIGNALS[signal]}: readings have been far wilder than their norm for hours`,
  'health.tamer': ({ signal }: Of) => `${SIGNALS[signal]}: readings have been far tamer than their norm for hours`,
  'health.healed': ({ signal }: Of) => `${SIGNALS[signal]} is back to normal`,

  'novelty.sudden': ({ parts }: { parts: readonly Part[] }) => `something sudden: ${listed(parts)}`,
  'novelty.unusual': ({ parts }: { parts: readonly Part[] }) => `unusual conditions: ${listed(parts)}`,

  'drift.worse': ({ target }: { target: 'temperature' | 'humidity' | 'pressure' }) =>
    `${target} forecasts have become worse than they were for weeks`,
  'drift.easier': ({ target }: { target: 'temperature' | 'humidity' | 'pressure' }) =>
    `${target} has become easier to foretell than it was for weeks: is the sensor sheltered or stuck?`,
};
