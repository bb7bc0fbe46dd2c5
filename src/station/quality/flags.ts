import { type ColumnName, HEARD_SIGNALS, type HeardSignal, type NarrowValues } from '../../quantities/names.ts';

/** Bits of a quality flag. A value keeps all that apply. */
export const FLAG = {
  range: 1,
  step: 2,
  spike: 4,
  stuck: 8,
  internal: 16,
  /** Set by a hub that knows the neighbours; advisory. */
  spatial: 32,
  handBad: 64,
  /** A person's word wins over every test. */
  handGood: 128,
} as const;

/**
 * Bits of a value that is skipped. A step alone may be a gust front or an opened window, and two values that contradict each other do not
 * tell which of them is wrong: those are suspect, and stay in use.
 */
export const SKIPPED = FLAG.range | FLAG.spike | FLAG.stuck | FLAG.handBad;
/** Bits that tests set. The others are a person's. */
export const BY_TEST = FLAG.range | FLAG.step | FLAG.spike | FLAG.stuck | FLAG.internal;
export const BY_HAND = FLAG.handBad | FLAG.handGood;

export const isBad = (bits: number): boolean => (bits & SKIPPED) !== 0 && (bits & FLAG.handGood) === 0;

/** Signals: all quantities that follow from one sensor's raw value are flagged together. `raw`: the column that the tests read. */
export interface Signal {
  readonly number: number;
  readonly name: BoardSignal;
  readonly raw: ColumnName;
  /** Columns that are skipped with it. `cpu_excess` is computed from the raw temperature. */
  readonly columns: readonly (ColumnName | 'cpu_excess')[];
}

export type BoardSignal = 'temperature' | 'humidity' | 'pressure' | 'outdoor' | 'light';
export type SignalName = BoardSignal | HeardSignal;

/** Signals of the board. A number is never given twice: it is stored. */
export const SIGNALS: readonly Signal[] = [
  {
    number: 1,
    name: 'temperature',
    raw: 'temp_raw',
    columns: ['temp_raw', 'temp_hum_chip', 'temp_press_chip', 'temp', 'temp_smooth', 'temp_rate', 'dew', 'cpu_excess'],
  },
  { number: 2, name: 'humidity', raw: 'hum_raw', columns: ['hum_raw', 'hum', 'hum_smooth', 'hum_rate', 'dew'] },
  {
    number: 3,
    name: 'pressure',
    raw: 'press_raw',
    columns: ['press_raw', 'press_smooth', 'press_slp', 'press_rate'],
  },
  { number: 4, name: 'outdoor', raw: 'outdoor_c', columns: ['outdoor_c'] },
  { number: 5, name: 'light', raw: 'lux', columns: ['lux', 'clear', 'red', 'green', 'blue', 'cct', 'cloud_index'] },
];

/** Numbers of heard signals stand behind those of the board: the number of their quantity, and this. */
const HEARD_FROM = 1000;
/** Signals of what bought stations tell, and all else in the narrow tables. */
export const HEARD = HEARD_SIGNALS.map((signal) => ({ ...signal, number: HEARD_FROM + signal.narrow }));
export type HeardRow = (typeof HEARD)[number];
export const isHeard = (number: number): boolean => number >= HEARD_FROM;

const ALL: readonly { number: number; name: SignalName }[] = [...SIGNALS, ...HEARD];
export const NUMBER_OF: ReadonlyMap<string, number> = new Map(ALL.map(({ name, number }) => [name, number]));
export const NAME_OF: ReadonlyMap<number, SignalName> = new Map(ALL.map(({ name, number }) => [number, name]));
/** Signal of each narrow quantity, by the number of the quantity. */
export const SIGNAL_OF_NARROW: ReadonlyMap<number, number> = new Map(
  HEARD.flatMap(({ number, together }) => together.map(({ narrow }) => [narrow, number] as const)),
);
/** Numbers of the narrow quantities that bear a heard signal's flags. */
export const quantitiesOf = (signal: number): number[] =>
  [...SIGNAL_OF_NARROW].flatMap(([quantity, of]) => (of === signal ? [quantity] : []));

/** Heard signal of each narrow quantity, by its name. */
export const HEARD_BY_NAME = new Map<string, HeardRow>(
  HEARD.flatMap((row) => row.together.map(({ name }) => [name, row])),
);
/** Heard signals that have a value here. */
export const signalsIn = (narrow: NarrowValues | undefined): Set<number> =>
  new Set(Object.keys(narrow ?? {}).flatMap((name) => HEARD_BY_NAME.get(name)?.number ?? []));

/** Flags of one sample; a signal without any is left out. */
export type Flags = Readonly<Partial<Record<SignalName, number>>>;
/** Flags with the numbers of their signals. */
export const numbered = (flags: Flags): [signal: number, bits: number][] =>
  Object.entries(flags).flatMap(([name, bits]) => {
    const number = NUMBER_OF.get(name);
    return bits && number !== undefined ? [[number, bits]] : [];
  });

/** Flags of the newest value of each heard signal, with those of the values that have come. */
export function newestOf(before: Flags, narrow: NarrowValues | undefined, flags: Flags): Flags {
  const come = signalsIn(narrow);
  if (come.size === 0) return before;
  const named = [...come].map((number) => NAME_OF.get(number)!);
  return { ...before, ...Object.fromEntries(named.map((name) => [name, flags[name] ?? 0])) };
}
