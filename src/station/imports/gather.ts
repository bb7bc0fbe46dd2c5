import { HOUR_S } from '../../base/durations.ts';
import { NARROW, type NarrowName, type NarrowValues } from '../../quantities/names.ts';
import { ROLL_UPS } from '../../quantities/roll-up.ts';
import { type BoardSignal, HEARD_BY_NAME, isBad, SIGNALS, type SignalName } from '../quality/flags.ts';
import type { QualityLimits } from '../quality/limits.ts';
import { RowTests } from '../quality/row-tests.ts';
import { lengthOf } from '../store/imports/covered-time.ts';
import type { PastBucket, RainReadings, Stretch } from '../store/imports/past.ts';
import { millionths } from '../store/imports/past-rain.ts';
import { PastRates, tickOf, writeRates } from '../store/imports/past-rates.ts';
import { Accumulator, type FoldedRow } from '../store/tiers/accumulator.ts';
import { type FoldedValues, takeIn } from '../store/tiers/narrow-values.ts';
import { QUANTITIES } from '../store/tiers/rollup-columns.ts';
import { floorTo } from '../store/tiers/tier.ts';
import { NO_RATES, type RawTick, TICK_S } from '../tick.ts';
import type { Format } from './formats/decoder.ts';
import { type Air, airOf, type Placing, rawOf } from './line-air.ts';
import type { ReadRow } from './past-row.ts';
import { type CounterReading, RainIncrements } from './rain-increments.ts';
import { sensible } from './sensible.ts';

type Values = ReadRow['values'];
/** Part of a line that comes into one bucket. */
interface Part extends Stretch {
  values: Values;
  /** Null where the part brings only what is counted. */
  air: Air | null;
}
/** Line with its quality flags, which the next line may add to. */
interface Line extends Pick<ReadRow, 'tS' | 'widthS'> {
  flags: Partial<Record<SignalName, number>>;
  /** Its new parts; all of it where nothing is new. */
  parts: readonly Part[];
  isNew: boolean;
  /** Null where a part of it is left out, too. */
  reading: CounterReading | null;
}

/** Bucket that lines come into. `isNew`: into the history; else only the rates behind them are made of it. */
const opened = (startS: number, isNew: boolean) => ({
  startS,
  isNew,
  lines: 0,
  fromS: Number.POSITIVE_INFINITY,
  firstS: Number.POSITIVE_INFINITY,
  lastS: startS,
  readings: null as RainReadings | null,
  flags: {} as Line['flags'],
  /** Air of its lines, as it was measured and without what the tests call wrong. */
  placed: [] as { momentMs: number; measured: Air; trusted: Air }[],
  narrow: new Map() as FoldedValues,
  /** With what the tests call wrong. */
  narrowMeasured: new Map() as FoldedValues,
});
type Open = ReturnType<typeof opened>;

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
  SIGNALS.map(({ name, columns }) => [name, new Set(columns.map((column) => QUANTITIES.indexOf(column)))]),
);
const IDS = new Map<string, (typeof NARROW)[number]>(NARROW.map((quantity) => [quantity.name, quantity]));

const isCounted = (name: string): boolean => IDS.get(name)?.kind === 'counter';

/** Values of a part of a line: of what is counted, that part. */
const inPart = (values: Values, share: number): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, isCounted(name) ? millionths(value * share) : value]),
  );

const bucketOf = (tS: number): number => floorTo(tS, TICK_S);

/**
 * Makes five-minute buckets of an import's lines, in order of time.
 * - Lines that begin in the same five minutes are averaged; a longer interval belongs to the bucket in which it begins.
 * - A line that begins before the bucket of the line before it is left out: it overlaps gathered lines, and their rain would count twice.
 * - Where something stored covers a part of a line, each part that is new comes into the bucket in which it begins, with its share of what
 * is counted; one shorter than five minutes has no means of its own.
 * - Each line waits for the next one, because a spike shows only by what follows. Values that fail a test are kept beside the row.
 * - A tick comes at the end of a bucket; its rates know of nothing later, and of all lines before, also those that are left out.
 */
export class Gather {
  readonly #bucket = new Accumulator();
  readonly #tests = new RowTests(LIMITS);
  #held: Line | null = null;
  #open: Open | null = null;
  readonly #rates: PastRates;
  /** Series of the air outdoors beside a board indoors, which the forecasts speak of. */
  readonly #series: Pick<RawTick, 'heard'>;
  readonly #rain = new RainIncrements();
  readonly #lineS: number;

  constructor(
    private readonly placing: Placing,
    private readonly uncovered: (startS: number, endS: number) => Stretch[],
    private readonly format: Format,
  ) {
    const { core, scale, stepS } = placing;
    const { air = null, barometer = null } = scale;
    const silent = { temperatureC: null, humidityPct: null, stationHpa: null, rates: NO_RATES };
    this.#lineS = Math.min(HOUR_S, stepS);
    this.#rates = new PastRates(stepS);
    this.#series = core === 'indoor' && air !== null ? { heard: { air, barometer, ...silent } } : {};
  }

  /** Takes a line; returns the buckets that the one before it ends. */
  add({ tS, widthS, values }: ReadRow): PastBucket[] {
    const held = this.#held;
    const startS = tS - (widthS ?? this.#lineS);
    if (held && bucketOf(startS) < bucketOf(held.parts.at(-1)!.startS)) return [];
    const { values: known, reading } = this.#rain.increments(sensible(values), tS);
    if (Object.keys(known).length === 0 && reading === null) return [];
    const air = airOf(this.placing, known, (startS + tS) / 2);
    const raw = rawOf(air, this.placing.scale);
    const { flags, earlier } = this.#tests.learn({ ts: tS, ...raw, narrow: this.#narrowOf(known) });
    for (const spike of earlier) if (spike.ts === held?.tS) flag(held.flags, spike.flags);
    const whole = { startS, endS: tS, values: known, air };
    const parts = this.#newParts(whole, reading?.sinceS || startS);
    const isNew = parts.length > 0;
    const isCut = isNew && parts[0] !== whole;
    this.#held = {
      tS,
      widthS,
      flags: { ...flags },
      parts: isNew ? parts : [whole],
      isNew,
      reading: isCut ? null : reading,
    };
    return held ? this.#place(held) : [];
  }

  /** The last buckets. */
  end(): PastBucket[] {
    const placed = this.#held ? this.#place(this.#held) : [];
    this.#held = null;
    return [...placed, ...this.#close()];
  }

  /** Parts of a line that nothing stored covers. Growth of a counter over a pause is that of the pause, too: the first part has what is new of it. */
  #newParts(whole: Part, sinceS: number): Part[] {
    const { startS, endS, values, air } = whole;
    return this.uncovered(startS, endS).flatMap((part, i) => {
      const lengthS = part.endS - part.startS;
      if (lengthS === endS - startS) return [whole];
      const its = inPart(values, lengthS / (endS - startS));
      if (sinceS < startS && values.rainMm !== undefined) {
        const newS = lengthS + (i === 0 ? lengthOf(this.uncovered(sinceS, startS)) : 0);
        Object.assign(its, inPart({ rainMm: values.rainMm }, newS / (endS - sinceS)));
      }
      if (bucketOf(part.startS) === bucketOf(startS) || lengthS >= TICK_S) return [{ ...part, values: its, air }];
      const counted = Object.fromEntries(Object.entries(its).filter(([name]) => isCounted(name)));
      return Object.keys(counted).length === 0 ? [] : [{ ...part, values: counted, air: null }];
    });
  }

  /** Puts a line into its buckets; returns those that are done. */
  #place(line: Line): PastBucket[] {
    const done: PastBucket[] = [];
    for (const [i, part] of line.parts.entries()) {
      const startS = bucketOf(part.startS);
      if (this.#open?.startS !== startS) done.push(...this.#close());
      if (line.isNew && this.#open?.isNew === false) this.#open = null;
      this.#open ??= opened(startS, line.isNew);
      if (this.#open.isNew === line.isNew) this.#takeIn(this.#open, line, part, i === 0);
    }
    return done;
  }

  #takeIn(open: Open, line: Line, { startS, endS, values, air }: Part, isFirst: boolean): void {
    const { tS, widthS, flags, reading } = line;
    open.lines += isFirst ? 1 : 0;
    open.fromS = Math.min(open.fromS, widthS === null ? tS : startS);
    open.firstS = Math.min(open.firstS, startS - (widthS === 0 ? Math.min(TICK_S, this.#lineS) : 0)); // a moment tells of the time before it
    open.lastS = endS;
    if (reading) {
      const { sinceS, mm } = reading;
      const name = `${this.format} ${reading.name}`;
      const first = open.readings ?? { name, sinceS, atS: tS, rainMm: values.rainMm ?? null, firstMm: mm };
      open.readings = { ...first, lastMm: mm };
    } else open.readings = null;
    this.#takeNarrow(open, values, flags);
    if (air === null) return;
    open.placed.push({ momentMs: startS * 1000, measured: air, trusted: trusted(air, flags) });
    flag(open.flags, flags);
  }

  /** Values that are kept as those of other sensors than the core. */
  #narrowOf(values: Values): NarrowValues {
    const isNarrow = (name: string) => IDS.has(name) && !(this.placing.core === 'outdoor' && isCore(name));
    return Object.fromEntries(Object.entries(values).filter(([name]) => isNarrow(name)));
  }

  /** Takes values in: as they were measured, and without what the tests call wrong. */
  #takeNarrow({ narrow, narrowMeasured }: Open, values: Values, flags: Line['flags']): void {
    for (const [name, value] of Object.entries(this.#narrowOf(values))) {
      const quantity = IDS.get(name)!;
      const weight = 'weighedBy' in quantity ? values[quantity.weighedBy as NarrowName] : undefined;
      const one = ROLL_UPS[quantity.kind].of(value as number, weight);
      takeIn(narrowMeasured, quantity.narrow, one);
      if (!isBad(flags[HEARD_BY_NAME.get(name)!.name] ?? 0)) takeIn(narrow, quantity.narrow, one);
    }
  }

  #row({ startS, placed }: Open, of: 'measured' | 'trusted'): FoldedRow {
    this.#bucket.clear();
    for (const line of placed) this.#bucket.add(line[of], line.momentMs);
    if (placed.length === 0) this.#bucket.add([], startS * 1000);
    return this.#bucket.row(startS);
  }

  /** The open bucket, where it comes into the history. */
  #close(): PastBucket[] {
    const open = this.#open;
    this.#open = null;
    if (open === null) return [];
    const { startS: ts, isNew, flags, narrow, lines, fromS, firstS, lastS, readings } = open;
    const { stepS } = this.placing;
    const isScreened = Object.values(flags).some((bits) => isBad(bits ?? 0));
    const row = this.#row(open, 'trusted');
    const measured = isScreened ? this.#row(open, 'measured') : null;
    const narrowMeasured = isScreened ? open.narrowMeasured : null;
    const bare = tickOf({ ts, row, narrow, lastS }, { rates: NO_RATES, ...this.#series });
    const tick = bare && this.#rates.learn(bare);
    if (!isNew) return [];
    if (tick) for (const one of [row, measured]) if (one) writeRates(one, tick.rates);
    const told = { lines, fromS, firstS, lastS, readings, isEnd: false, isLast: false, stepS };
    return [{ ts, row, measured, flags, narrow, narrowMeasured, tick, ...told }];
  }
}

/** Without what the tests call wrong. */
function trusted(air: Air, flags: Line['flags']): Air {
  let kept = air;
  for (const [name, bits] of Object.entries(flags) as [SignalName, number][]) {
    const out = OF_SIGNAL.get(name as BoardSignal);
    if (isBad(bits) && out !== undefined) kept = kept.map((value, i) => (out.has(i) ? null : value));
  }
  return kept;
}

/** Quantities that a station outdoors keeps as its own air, not as another sensor's. */
const isCore = (name: string): boolean => name === 'outdoorTemperatureC' || name === 'outdoorHumidityPct';
