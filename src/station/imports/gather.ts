import { HOUR_S } from '../../base/durations.ts';
import { NARROW, type NarrowName, type NarrowValues } from '../../quantities/names.ts';
import { ROLL_UPS } from '../../quantities/roll-up.ts';
import { tickRow } from '../air/scale/levels.ts';
import { type BoardSignal, HEARD, isBad, SIGNALS, type SignalName } from '../quality/flags.ts';
import type { QualityLimits } from '../quality/limits.ts';
import { RowTests } from '../quality/row-tests.ts';
import type { PastBucket } from '../store/imports/past.ts';
import { PastRates, tickOf, writeRates } from '../store/imports/past-rates.ts';
import { Accumulator } from '../store/tiers/accumulator.ts';
import { type FoldedValues, takeIn } from '../store/tiers/narrow-values.ts';
import { QUANTITIES, type Quantity } from '../store/tiers/rollup-columns.ts';
import { NO_RATES, type RawTick, TICK_S } from '../tick.ts';
import { airOf, type Placing, rawOf } from './line-air.ts';
import type { ReadRow } from './past-row.ts';
import { RainIncrements } from './rain-increments.ts';
import { sensible } from './sensible.ts';

type Values = ReadRow['values'];
/** Line with its quality flags, which the next line may add to. */
interface Line {
  /** Start of its bucket. */
  startS: number;
  tS: number;
  widthS: number;
  values: Values;
  /** Pairs of a quantity's index and its value. */
  air: readonly number[];
  flags: Partial<Record<SignalName, number>>;
}

/** Bucket that lines come into. */
interface Open {
  readonly startS: number;
  lines: number;
  firstS: number;
  lastS: number;
  readonly flags: Line['flags'];
  /** Lines as they were measured. */
  readonly placed: { air: readonly number[]; momentMs: number }[];
  readonly narrow: FoldedValues;
  /** With what the tests call wrong. */
  readonly narrowMeasured: FoldedValues;
}

const noNarrow = () => ({ narrow: new Map(), narrowMeasured: new Map() });

/** Takes the bits of quality flags in. */
function flag(into: Line['flags'], flags: Line['flags']): void {
  for (const [name, bits] of Object.entries(flags) as [SignalName, number][]) into[name] = (into[name] ?? 0) | bits;
}

/** Limits of the quality tests. Means that a logger has rounded may rest for hours: they are not stuck. */
const LIMITS: QualityLimits = {
  temperatureCPerMin: 3,
  humidityPctPerMin: 15,
  pressureHpaPerMin: 1,
  stuckAfterMin: Number.POSITIVE_INFINITY,
};
/** Quantities that are left out with each signal. */
const OF_SIGNAL = new Map(
  SIGNALS.map(({ name, columns }) => [name, new Set(columns.map((column) => QUANTITIES.indexOf(column as Quantity)))]),
);
/** Names that are left out with each heard signal. */
const OF_HEARD = new Map<string, readonly string[]>(
  HEARD.map(({ name, together }) => [name, together.map((row) => row.name)]),
);
const IDS = new Map<string, (typeof NARROW)[number]>(NARROW.map((quantity) => [quantity.name, quantity]));

/** Values of a part of a line: of what is counted, that part. */
const inPart = (values: Values, share: number): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      IDS.get(name)?.kind === 'counter' ? Math.round(value * share * 1e6) / 1e6 : value,
    ]),
  );

/**
 * Five-minute buckets of an import, from its lines in order of time. Lines that begin in the same five minutes are averaged; an interval
 * longer than that belongs to the bucket in which it begins. One that begins before the bucket of the line before it overlaps lines that have
 * told of its time or of a part of it. It is left out, for the rain of that part would count twice. One that another import has told in part counts
 * where more than half of it is new, with that share of its rain. Each line waits for the next one, because a spike shows only by what follows. Values
 * that fail a test are not in the row, but kept beside it. A tick comes at the end of a bucket; its rates know of nothing later.
 */
export class Gather {
  readonly #bucket = new Accumulator();
  readonly #measured = new Accumulator();
  readonly #tests: RowTests;
  #held: Line | null = null;
  #open: Open | null = null;
  readonly #rates: PastRates;
  /** Series of the air outdoors beside a board indoors, which the forecasts speak of. */
  readonly #series: Pick<RawTick, 'heard'>;
  readonly #rain = new RainIncrements();
  readonly #lineS: number;

  constructor(
    private readonly placing: Placing,
    private readonly untold: (startS: number, endS: number) => number = () => 1,
  ) {
    const { core, scale, stepS } = placing;
    const { air = null, barometer = null } = scale;
    const silent = { temperatureC: null, humidityPct: null, stationHpa: null, rates: NO_RATES };
    this.#lineS = Math.min(HOUR_S, stepS);
    this.#tests = new RowTests({ ...LIMITS, ...placing.limits, stuckAfterMin: LIMITS.stuckAfterMin });
    this.#rates = new PastRates(stepS);
    this.#series = core === 'indoor' && air !== null ? { heard: { air, barometer, ...silent } } : {};
  }

  /** Takes a line; returns the bucket that the one before it ends. */
  add({ tS, widthS, values }: ReadRow): PastBucket | null {
    const held = this.#held;
    const width = widthS ?? this.#lineS;
    const startS = Math.floor((tS - width) / TICK_S) * TICK_S;
    if (held && startS < held.startS) return null;
    const share = this.untold(tS - width, tS);
    const all = this.#rain.increments(sensible(values), tS);
    const known = share === 1 ? all : inPart(all, share);
    if (Object.keys(known).length === 0 || share <= 0.5) return null;
    const air = airOf(this.placing, known, startS);
    const { flags, earlier } = this.#tests.learn({ ts: tS, ...rawOf(air), narrow: this.#narrowOf(known) });
    for (const spike of earlier) if (spike.ts === held?.tS) flag(held.flags, spike.flags);
    this.#held = { startS, tS, widthS: width, values: known, air, flags: { ...flags } };
    return held && this.#place(held);
  }

  /** The last buckets. */
  end(): PastBucket[] {
    const before = this.#held && this.#place(this.#held);
    this.#held = null;
    return [before, this.#open && this.#take(this.#open)].filter((bucket) => bucket !== null);
  }

  #place(line: Line): PastBucket | null {
    const { startS, tS, widthS, values, air, flags } = line;
    const done = this.#open && this.#open.startS !== startS ? this.#take(this.#open) : null;
    this.#open ??= { startS, lines: 0, firstS: tS, lastS: tS, flags: {}, placed: [], ...noNarrow() };
    const open = this.#open;
    open.lines += 1;
    open.firstS = Math.min(open.firstS, tS - (widthS || Math.min(TICK_S, this.#lineS))); // a moment tells of the time before it
    open.lastS = tS;
    const momentMs = Math.max(startS, tS - widthS) * 1000;
    open.placed.push({ air, momentMs });
    flag(open.flags, flags);
    this.#bucket.addSome(trusted(air, flags), momentMs);
    this.#takeNarrow(open, values, flags);
    return done;
  }

  /** Values that are kept as those of other sensors than the core. */
  #narrowOf(values: Values): NarrowValues {
    const isNarrow = (name: string) => IDS.has(name) && !(this.placing.core === 'outdoor' && isCore(name));
    return Object.fromEntries(Object.entries(values).filter(([name]) => isNarrow(name)));
  }

  /** Takes values in: as they were measured, and without what the tests call wrong. */
  #takeNarrow({ narrow, narrowMeasured }: Open, values: Values, flags: Line['flags']): void {
    const bad = Object.entries(flags).flatMap(([name, bits]) => (isBad(bits ?? 0) ? (OF_HEARD.get(name) ?? []) : []));
    for (const [name, value] of Object.entries(this.#narrowOf(values))) {
      const quantity = IDS.get(name)!;
      const weight = 'weighedBy' in quantity ? values[quantity.weighedBy as NarrowName] : undefined;
      const one = ROLL_UPS[quantity.kind].of(value as number, weight);
      takeIn(narrowMeasured, quantity.narrow, one);
      if (!bad.includes(name)) takeIn(narrow, quantity.narrow, one);
    }
  }

  #take(open: Open): PastBucket {
    const { startS: ts, flags, narrow, lines, firstS, lastS } = open;
    const { scale, stepS } = this.placing;
    const isScreened = Object.values(flags).some((bits) => isBad(bits ?? 0));
    if (isScreened) for (const { air, momentMs } of open.placed) this.#measured.addSome(air, momentMs);
    const row = this.#bucket.row(ts);
    const measured = isScreened ? this.#measured.row(ts) : null;
    const narrowMeasured = isScreened ? open.narrowMeasured : null;
    this.#bucket.clear();
    if (isScreened) this.#measured.clear();
    this.#open = null;
    const bare = tickOf({ ts, row, narrow, lastS }, { rates: NO_RATES, ...this.#series });
    const raw = bare && this.#rates.learn(bare);
    if (raw) for (const one of [row, measured]) if (one) writeRates(one, raw.rates);
    const tick = raw && { raw, shown: tickRow(raw, scale) };
    return { ts, row, measured, flags, narrow, narrowMeasured, tick, lines, firstS, lastS, stepS };
  }
}

/** Without what the tests call wrong. */
function trusted(air: readonly number[], flags: Line['flags']): readonly number[] {
  let kept = air;
  for (const [name, bits] of Object.entries(flags) as [SignalName, number][]) {
    const out = OF_SIGNAL.get(name as BoardSignal);
    if (isBad(bits) && out !== undefined) kept = kept.filter((_, i) => !out.has(kept[i - (i % 2)]!));
  }
  return kept;
}

/** Quantities that a station outdoors keeps as its own air, not as another sensor's. */
const isCore = (name: string): boolean => name === 'outdoorTemperatureC' || name === 'outdoorHumidityPct';
