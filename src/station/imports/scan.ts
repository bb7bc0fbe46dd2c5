import { DAY_S, HOUR_S } from '../../base/durations.ts';
import { floorTo } from '../store/tiers/tier.ts';
import type { Format } from './formats/decoder.ts';
import { type PastName, type Read, type ReadRow, type Refusal, unitOf } from './past-row.ts';
import { outside, sensible } from './sensible.ts';
import { dimensionOf, toSi } from './units.ts';

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

/** Whether a value can be true in its unit or in the one that is hinted at; another says nothing of units. */
const mayBe = (name: PastName, value: number): boolean =>
  !outside(name, value) ||
  ['°F', 'inHg'].some((unit) => {
    const si = toSi(dimensionOf(name), unit);
    return si !== null && !outside(name, si(value));
  });

/** Scanner of a file: counts its content line by line. */
export class Scanner {
  /** Starts of the hours that have lines. */
  readonly hours = new Set<number>();
  readonly #steps = new Map<number, number>();
  readonly #ends = new Map<PastName, { least: number; most: number; outside: number; likely: number }>();
  readonly #before = new Map<PastName, number>();
  readonly #scan = {
    rows: 0,
    fromS: null as number | null,
    untilS: null as number | null,
    notTaken: { unreadable: 0, 'no-such-hour': 0, 'to-come': 0, duplicate: 0 },
    refusedLines: [] as number[],
    backwards: 0,
    jumps: 0,
    ambiguous: 0,
    shown: [] as ReadRow[],
  };
  #last: ReadRow | null = null;

  constructor(private readonly nowS: number) {}

  /** Duplicates are counted among neighbours. */
  add(read: Read): void {
    const scan = this.#scan;
    if ('refused' in read) {
      scan.notTaken[read.refused] += 1;
      if (scan.refusedLines.length < ROWS_SHOWN) scan.refusedLines.push(read.line);
      return;
    }
    if (!isTaken(read, this.nowS)) {
      scan.notTaken['to-come'] += 1;
      return;
    }
    const { tS, widthS, values } = read;
    const last = this.#last;
    this.#last = read;
    if (last?.tS === tS) scan.notTaken.duplicate += (widthS === 0) === (last.widthS === 0) ? 1 : 0;
    else if (last) this.#step(tS - last.tS);
    if (!last || Math.abs(tS - last.tS) > JUMP_WITHIN_S) this.#before.clear();
    scan.rows += 1;
    if (read.ambiguous) scan.ambiguous += 1;
    scan.fromS = Math.min(scan.fromS ?? tS, tS - (widthS ?? 0));
    scan.untilS = Math.max(scan.untilS ?? tS, tS);
    // A line that does not say how long it is tells at least of the moment before it.
    this.hours.add(floorTo(tS - (widthS ?? 1), HOUR_S));
    for (const name in values) this.#take(name as PastName, values[name as PastName]!);
    if (scan.shown.length < ROWS_SHOWN) scan.shown.push({ tS, widthS, values: sensible(values) });
  }

  #step(seconds: number): void {
    if (seconds < 0) this.#scan.backwards += 1;
    if (seconds < -GAP_BACK_S) return; // the next file, which begins earlier
    const by = Math.abs(Math.round(seconds));
    if (this.#steps.size < 5000 || this.#steps.has(by)) this.#steps.set(by, (this.#steps.get(by) ?? 0) + 1);
  }

  #take(name: PastName, value: number): void {
    const ends = this.#ends.get(name) ?? { least: value, most: value, outside: 0, likely: 0 };
    if (!this.#ends.has(name)) this.#ends.set(name, ends);
    if (value < ends.least) ends.least = value;
    if (value > ends.most) ends.most = value;
    if (outside(name, value)) ends.outside += 1;
    if (value > ends.likely && mayBe(name, value)) ends.likely = value;
    const before = this.#before.get(name);
    if (before !== undefined && Math.abs(value - before) > JUMP && JUMPING.has(unitOf(name))) this.#scan.jumps += 1;
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
      ...this.#scan,
      steps: steps.slice(0, STEPS_TOLD),
      gaps: {
        count: gaps.reduce((sum, { count }) => sum + count, 0),
        longestS: Math.max(0, ...gaps.map(({ seconds }) => seconds)),
      },
      names: [...this.#ends.keys()],
      doubts: this.#doubts(),
      digest,
    };
  }

  #doubts(): Doubt[] {
    return [...this.#ends].flatMap(([name, { least, most, outside: count, likely }]) => {
      const isWarm = unitOf(name) === '°C' && likely > TOO_WARM_C && !name.startsWith('probe');
      const isThin = name === 'seaLevelHpa' && (least < SEA_LEVEL_HPA[0] || most > SEA_LEVEL_HPA[1]);
      const isLow = unitOf(name) === 'hPa' && likely > 0 && likely < 100;
      const hint = isWarm ? ('°F' as const) : isLow ? ('inHg' as const) : null;
      return count > 0 || isWarm || isThin ? [{ name, least, most, outside: count, hint }] : [];
    });
  }
}
