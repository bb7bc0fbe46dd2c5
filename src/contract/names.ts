import { DAY_S } from '../base/durations.ts';

// Names and limits of the API as plain values: the dashboard needs them, and must not carry the schemas' library to a browser.

/** Forecast quantities, in the order of the API. */
export const TARGETS = ['temperature', 'humidity', 'pressure'] as const;
export type Target = (typeof TARGETS)[number];

/** The same of each forecast quantity. */
export const perTarget = <T>(make: (target: Target) => T): Record<Target, T> => ({
  temperature: make('temperature'),
  humidity: make('humidity'),
  pressure: make('pressure'),
});

/** Lead times of the forecasts. */
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

/** What one kind of event is used for. Each trait is required, so that a new kind does not compile before somebody decides. */
interface EventTraits {
  /** Speaks of the machine and may stand in a support file; the others speak of the weather or of people. */
  shared: boolean;
  marked: boolean;
}

const traits = (shared: boolean, marked: boolean): EventTraits => ({ shared, marked });

/** Every kind of event once: shared, marked. */
const KINDS = {
  startup: traits(true, true),
  shutdown: traits(true, true),
  state: traits(true, false),
  sample: traits(false, false),
  sensor: traits(true, true),
  novelty: traits(false, true),
  drift: traits(true, true),
  health: traits(true, true),
  train: traits(true, true),
  verify: traits(false, false),
  label: traits(false, true),
  calibration: traits(false, true),
  discontinuity: traits(false, true),
  recompute: traits(true, true),
  compact: traits(true, false),
  storage: traits(true, false),
  clock: traits(true, true),
  throttled: traits(true, true),
  probe: traits(true, true),
  display: traits(true, false),
  settings: traits(true, false),
  backup: traits(true, true),
  import: traits(true, true),
  alarm: traits(false, true),
};

export type EventKind = keyof typeof KINDS;
export const EVENT_KINDS = Object.keys(KINDS) as [EventKind, ...EventKind[]];
export const kindsThat = (trait: keyof EventTraits): readonly EventKind[] =>
  EVENT_KINDS.filter((kind) => KINDS[kind][trait]);

/** Families of senders that a station can hear beside its own board. */
export const INPUT_KINDS = [
  'ecowitt',
  'ambient',
  'wunderground',
  'rtl433',
  'tempest',
  'davis',
  'kernel',
  'mqtt',
] as const;
export type InputKind = (typeof INPUT_KINDS)[number];

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
/** Channels by which alarms leave the station, as the settings name them. */
export const AWAY_CHANNELS = ['webhook', 'ntfy', 'email', 'mqtt'] as const;
export type AwayChannel = (typeof AWAY_CHANNELS)[number];
/** All receivers of readings, and the channels of the alarms. */
export type Receiver = 'mqtt' | 'push' | 'fleet' | Upload | `alarm_${AwayChannel}`;

/** Limits of the interface specification, and of what is ours alone. */
export const LIMITS = {
  /** Moments whose year has four digits in every time zone, as calendars and names of files need it; outside of them nothing is stored. */
  firstS: -62_135_510_400, // 0001-01-02
  lastS: 253_402_214_400, // 9999-12-31
  rangeS: 366 * DAY_S,
  bucketLeastS: 30,
  bucketMostS: 7 * DAY_S,
  dailyDays: 400,
  events: 500,
  labels: 200,
  notes: 500,
  noteLetters: 280,
  importFiles: 500,
} as const;

/** Formulas that `derived.feels_like` may be of; `air`: calm cold air feels as it is. */
export const FEELS_LIKE_BY = ['wind_chill', 'heat_index', 'apparent_temperature', 'air'] as const;
export type FeelsLikeBy = (typeof FEELS_LIKE_BY)[number];

/** `wide`: a line for each stored row. `long`: a line for each value. */
export const CSV_LAYOUTS = ['wide', 'long'] as const;
/** Quality flags of a CSV: none, a column for each signal, or one column for all. */
export const FLAG_COLUMNS = ['none', 'each', 'one'] as const;
export interface CsvShape {
  layout: (typeof CSV_LAYOUTS)[number];
  flags: (typeof FLAG_COLUMNS)[number];
  /** Adds whether a row was measured or came with an import. */
  provenance: boolean;
  /** Units, named in the columns; null: metric, and columns are called as they always were. */
  units: 'metric' | 'imperial' | null;
}
export const PLAIN_CSV: CsvShape = { layout: 'wide', flags: 'none', provenance: false, units: null };

/** Fields of a station that an operator may publish. */
export const PUBLIC_FIELDS = ['temperature', 'humidity', 'pressure', 'place'] as const;
export type PublicField = (typeof PUBLIC_FIELDS)[number];
