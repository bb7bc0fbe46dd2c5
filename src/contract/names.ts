import { DAY_S } from '../base/durations.ts';

/** The names and limits of the API as plain values: the dashboard needs them, and must not carry the schemas' library to a browser. */
export const TARGETS = ['temperature', 'humidity', 'pressure'] as const;
export type Target = (typeof TARGETS)[number];

export const HORIZONS_S = [900, 3600, 10800, 21600, 43200, 86400] as const;
export const HORIZON_LABELS: Record<number, string> = {
  900: '15m',
  3600: '1h',
  10800: '3h',
  21600: '6h',
  43200: '12h',
  86400: '1d',
};

export const MEMBERS = ['learned', 'climatology', 'persistence'] as const;

/** Public networks, as the settings name them. */
export type Upload =
  | 'wunderground'
  | 'pwsweather'
  | 'cwop'
  | 'windy'
  | 'wowbe'
  | 'openweathermap'
  | 'opensensemap'
  | 'sensorcommunity';
/** Everybody who may be sent what is measured. */
export type Receiver = 'mqtt' | 'push' | 'fleet' | Upload;

/** Limits of the interface specification, and of what is ours alone. */
export const LIMITS = {
  rangeS: 366 * DAY_S,
  bucketLeastS: 30,
  bucketMostS: 7 * DAY_S,
  dailyDays: 400,
  events: 500,
  labels: 200,
  notes: 500,
  noteLetters: 280,
} as const;
