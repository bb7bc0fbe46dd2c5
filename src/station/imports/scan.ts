import { DAY_S, HOUR_S } from '../../base/durations.ts';
import type { Format } from './formats/decoder.ts';
import { type PastName, type Read, type ReadRow, type Refusal, unitOf } from './past-row.ts';
import { outside, sensible } from './sensible.ts';

/** Steps that are told, the commonest first. */
const STEPS_TOLD = 6;
const ROWS_SHOWN = 5;
/** A pause of so many steps is a gap. */
const GAP_STEPS = 3;
/** A step back by more is none between lines of one file that has its newest first. */
const GAP_BACK_S = 7 * DAY_S;
/** A clock that is a little ahead is no reason to refuse a line. */
const AHEAD_S = 300;

export type Refused = Refusal | 'to-come' | 'duplicate';

/** A quantity whose values cannot be true in the unit that was taken. */
export interface Doubt {
  name: PastName;
  least: number;
  most: number;
  /** Lines whose value cannot be true. */
  outside: number;
  /** The unit that would explain it. */
  hint: '°F' | 'inHg' | null;
}

/** Result of the first pass over a file, before anything is written. */
export interface Scan {
  format: Format;
  rows: number;
  /** Start of the first row and end of the last; null without any. */
  fromS: number | null;
  untilS: number | null;
  steps: { seconds: number; count: number }[];
  gaps: { count: number; longestS: number };
  notTaken: Record<Refused, number>;
  /** Line numbers of the first that were not readable. */
  refusedLines: number[];
  /** Lines that stand before an earlier one. */
  backwards: number;
  /** Changes of temperature or pressure from one line to the next that weather hardly makes. */
  jumps: number;
  /** Lines of an hour that stands twice: their order decided. */
  ambiguous: number;
  doubtfulDates: boolean;
  needsUnits: boolean;
  /** Times of the files that have no offset: they are those of the zone that was asked for. */
  localTimes: boolean;
  names: PastName[];
  doubts: Doubt[];
  /** The first rows as they would be imported. */
  shown: ReadRow[];
  digest: string;
}

/** Values beyond which another unit is likelier than the weather. */
const TOO_WARM_C = 55;
const SEA_LEVEL_HPA = [850, 1100] as const;

/** Least change of a temperature or pressure from one row to the next that is told; rows further apart may differ so much. */
const JUMP = 10;
const JUMPING: ReadonlySet<string> = new Set(['°C', 'hPa']);
const JUMP_WITHIN_S = HOUR_S;

/** A row, and of no time to come. */
export const isTaken = (read: Read, nowS: number): read is ReadRow => !('refused' in read) && read.tS <= nowS + AHEAD_S;

/** Scanner of a file: counts its content line by line. */
export class Scanner {
  /** Lines that stand before an earlier one. */
  backwards = 0;
  /** Starts of the hours that have lines. */
  readonly hours = new Set<number>();
  readonly #steps = new Map<number, number>();
  readonly #ends = new Map<PastName, { least: number; most: number; outside: number }>();
  readonly #before = new Map<PastName, number>();
  readonly #shown: ReadRow[] = [];
  readonly #refused: Record<Refused, number> = { unreadable: 0, 'no-such-hour': 0, 'to-come': 0, duplicate: 0 };
  readonly #refusedLines: number[] = [];
  #rows = 0;
  #jumps = 0;
  #ambiguous = 0;
  #fromS: number | null = null;
  #untilS: number | null = null;
  #lastS: number | null = null;
  #lastWidthS: number | null = null;

  constructor(private readonly nowS: number) {}

  /** Duplicates are counted among neighbours. */
  add(read: Read): void {
    if ('refused' in read) {
      this.#refused[read.refused] += 1;
      if (this.#refusedLines.length < ROWS_SHOWN) this.#refusedLines.push(read.line);
      return;
    }
    const { tS, widthS, values } = read;
    if (!isTaken(read, this.nowS)) {
      this.#refused['to-come'] += 1;
      return;
    }
    if (this.#lastS === tS) this.#refused.duplicate += (widthS === 0) === (this.#lastWidthS === 0) ? 1 : 0;
    else if (this.#lastS !== null) this.#step(tS - this.#lastS);
    const isNear = this.#lastS !== null && Math.abs(tS - this.#lastS) <= JUMP_WITHIN_S;
    this.#lastS = tS;
    this.#lastWidthS = widthS;
    this.#rows += 1;
    if (read.ambiguous) this.#ambiguous += 1;
    // A line that does not say how long it is tells at least of the moment before it.
    const startS = tS - (widthS ?? 1);
    this.#fromS = Math.min(this.#fromS ?? tS, tS - (widthS ?? 0));
    this.#untilS = Math.max(this.#untilS ?? tS, tS);
    this.hours.add(Math.floor(startS / HOUR_S) * HOUR_S);
    if (!isNear) this.#before.clear();
    for (const name in values) this.#take(name as PastName, values[name as PastName]!);
    if (this.#shown.length < ROWS_SHOWN) this.#shown.push({ tS, widthS, values: sensible(values) });
  }

  #step(seconds: number): void {
    if (seconds < 0) this.backwards += 1;
    if (seconds < -GAP_BACK_S) return; // the next file, which begins earlier
    const by = Math.abs(Math.round(seconds));
    if (this.#steps.size < 5000 || this.#steps.has(by)) this.#steps.set(by, (this.#steps.get(by) ?? 0) + 1);
  }

  #take(name: PastName, value: number): void {
    const ends = this.#ends.get(name) ?? { least: value, most: value, outside: 0 };
    if (!this.#ends.has(name)) this.#ends.set(name, ends);
    if (value < ends.least) ends.least = value;
    if (value > ends.most) ends.most = value;
    if (outside(name, value)) ends.outside += 1;
    const before = this.#before.get(name);
    if (before !== undefined && Math.abs(value - before) > JUMP && JUMPING.has(unitOf(name))) this.#jumps += 1;
    this.#before.set(name, value);
  }

  get stepS(): number {
    return this.#sorted()[0]?.seconds ?? 300;
  }

  #sorted(): { seconds: number; count: number }[] {
    return [...this.#steps]
      .map(([seconds, count]) => ({ seconds, count }))
      .sort((a, b) => b.count - a.count || a.seconds - b.seconds);
  }

  result(source: Pick<Scan, 'format' | 'needsUnits' | 'doubtfulDates' | 'localTimes'>, digest: string): Scan {
    const steps = this.#sorted();
    const gaps = steps.filter(({ seconds }) => seconds > GAP_STEPS * this.stepS);
    return {
      ...source,
      rows: this.#rows,
      fromS: this.#fromS,
      untilS: this.#untilS,
      steps: steps.slice(0, STEPS_TOLD),
      gaps: {
        count: gaps.reduce((sum, { count }) => sum + count, 0),
        longestS: Math.max(0, ...gaps.map(({ seconds }) => seconds)),
      },
      notTaken: { ...this.#refused },
      refusedLines: [...this.#refusedLines],
      backwards: this.backwards,
      jumps: this.#jumps,
      ambiguous: this.#ambiguous,
      names: [...this.#ends.keys()],
      doubts: this.#doubts(),
      shown: [...this.#shown],
      digest,
    };
  }

  #doubts(): Doubt[] {
    return [...this.#ends].flatMap(([name, { least, most, outside: count }]) => {
      const isWarm = unitOf(name) === '°C' && most > TOO_WARM_C && !name.startsWith('probe');
      const isThin = name === 'seaLevelHpa' && (least < SEA_LEVEL_HPA[0] || most > SEA_LEVEL_HPA[1]);
      const hint = isWarm ? ('°F' as const) : unitOf(name) === 'hPa' && most < 100 ? ('inHg' as const) : null;
      return count > 0 || isWarm || isThin ? [{ name, least, most, outside: count, hint }] : [];
    });
  }
}
