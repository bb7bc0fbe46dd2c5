import { DAY_S, HOUR_S } from '../../../base/durations.ts';
import { TARGETS, type Target } from '../../../contract/names.ts';
import { finite } from '../../../maths/check.ts';
import type { TickRow } from '../../tick.ts';
import { type RowSeries, VALUE_OF } from './series.ts';

/** Resolution of what is kept of an hour: finer than a sensor's. */
const STEP = {
  temperature: 0.01,
  humidity: 0.01,
  pressure: 0.05,
  cloud: 0.001,
  temperatureRate: 0.01,
  humidityRate: 0.01,
  pressureRate: 0.005,
} as const satisfies Partial<Record<RowSeries, number>>;
export type DiarySeries = keyof typeof STEP;
const DIARY_SERIES = Object.keys(STEP) as DiarySeries[];

export type DiaryState = ReturnType<Diary['toJSON']>;

const KEPT_HOURS = (3 * 365 + 1) * (DAY_S / HOUR_S);
const LARGEST = 32_767;
const MISSING = -LARGEST - 1;

/**
 * The row of each full hour of the last three years, in a third of a megabyte. The inputs of any forecast at these hours, and its outcome,
 * can be read from it again, so that no lessons need be stored.
 */
export class Diary {
  readonly #series: Record<DiarySeries, Int16Array>;
  #newest: number | null = null;
  #entries = 0;

  constructor(private readonly kept = KEPT_HOURS) {
    const column = (): Int16Array => new Int16Array(kept).fill(MISSING);
    this.#series = Object.fromEntries(DIARY_SERIES.map((name) => [name, column()])) as Record<DiarySeries, Int16Array>;
  }

  /** Number of hours ever entered. */
  get entries(): number {
    return this.#entries;
  }

  /** Full hours since 1970, of the newest entry; null before there was one. */
  get newest(): number | null {
    return this.#newest;
  }

  /** The oldest hour that can still be known. */
  get oldest(): number {
    return (this.#newest ?? 0) - this.kept + 1;
  }

  /** Spans up to a time that are still missing, `afterS` itself not: before the first entry, and after the last. */
  missingHours(untilS: number) {
    if (this.#newest === null) return [{ afterS: 0, untilS }];
    const before = { afterS: (this.oldest - 1) * HOUR_S, untilS: Math.min(untilS, this.#oldestKnown() * HOUR_S - 1) };
    const after = { afterS: this.#newest * HOUR_S, untilS };
    return [before, after].filter((span) => Math.floor(span.untilS / HOUR_S) > span.afterS / HOUR_S);
  }

  /** Enters an hourly row. Rows between the hours, of known hours and of hours too old to keep are skipped. */
  enter(row: TickRow): void {
    const hour = row.tS / HOUR_S;
    if (!Number.isInteger(hour) || this.#knows(hour)) return;
    if (this.#newest !== null && hour < this.oldest) return;
    this.#advanceTo(hour);
    for (const name of DIARY_SERIES) {
      this.#series[name][this.#slot(hour)] = whole(VALUE_OF[name](row), STEP[name]);
    }
    if (TARGETS.some((target) => VALUE_OF[target](row) !== null)) this.#entries += 1;
  }

  /** NaN where it is not known. */
  at(name: DiarySeries, hour: number): number {
    if (this.#newest === null || hour > this.#newest || hour < this.oldest) return Number.NaN;
    const value = this.#series[name][this.#slot(hour)]!;
    return value === MISSING ? Number.NaN : value * STEP[name];
  }

  /** Hours after a time that turned out to be still to come. */
  forgetAfter(tS: number): void {
    const last = Math.floor(tS / HOUR_S);
    if (this.#newest === null || last >= this.#newest) return;
    const oldest = this.oldest;
    for (let hour = Math.max(last + 1, oldest); hour <= this.#newest; hour++) {
      for (const name of DIARY_SERIES) this.#series[name][this.#slot(hour)] = MISSING;
    }
    this.#newest = last < oldest ? null : last;
  }

  /** Moves all entries to another scale by the difference of these newest rows, until the stored hours are derived again. */
  relevel(rows: readonly TickRow[]): void {
    const hours = rows.filter(({ tS }) => tS % HOUR_S === 0);
    const valuesOf = (target: Target) => hours.map((row) => [row.tS / HOUR_S, VALUE_OF[target](row)] as const);
    this.#moveBefore((this.#newest ?? 0) + 1, valuesOf);
  }

  /**
   * Adopts another diary, made from the whole record on the scale in force. Older hours move by the difference of the two, which is
   * nothing unless power failed before the step was saved.
   */
  adopt(other: Diary): void {
    if (other.#newest === null) return;
    const from = Math.max(other.#oldestKnown(), this.oldest);
    const hours = Array.from({ length: other.#newest - from + 1 }, (_, i) => from + i);
    this.#moveBefore(from, (target) => hours.map((hour) => [hour, other.at(target, hour)] as const));
    for (const hour of hours) {
      if (!other.#knows(hour)) continue;
      if (!this.#knows(hour)) this.#entries += 1;
      this.#advanceTo(hour);
      for (const name of DIARY_SERIES) this.#series[name][this.#slot(hour)] = other.#series[name][other.#slot(hour)]!;
    }
  }

  /** Saved series: oldest first, up to and with `newest`, as base64 of 16-bit whole numbers of `STEP`. */
  toJSON() {
    const series = {} as Record<DiarySeries, string>;
    const until = this.#newest ?? -1;
    const from = this.#newest === null ? 0 : this.#oldestKnown();
    for (const name of DIARY_SERIES) {
      const ordered = new Int16Array(until - from + 1);
      for (let hour = from; hour <= until; hour++) ordered[hour - from] = this.#series[name][this.#slot(hour)]!;
      series[name] = Buffer.from(ordered.buffer).toString('base64');
    }
    return { newest: this.#newest, entries: this.#entries, series };
  }

  static fromJSON(saved: DiaryState, kept = KEPT_HOURS): Diary {
    const diary = new Diary(kept);
    if (saved.newest === null) return diary;
    const newest = finite(saved.newest, 'newest hour of the diary');
    for (const name of DIARY_SERIES) {
      const bytes = Uint8Array.from(Buffer.from(saved.series[name] ?? '', 'base64'));
      if (bytes.length % 2 !== 0 || bytes.length > 2 * kept)
        throw new Error(`the saved diary of ${name} is damaged (${bytes.length} bytes, at most ${2 * kept} fit)`);
      const ordered = new Int16Array(bytes.buffer);
      for (let i = 0; i < ordered.length; i++)
        diary.#series[name][diary.#slot(newest - ordered.length + 1 + i)] = ordered[i]!;
    }
    diary.#newest = newest;
    diary.#entries = finite(saved.entries, 'entries of the diary');
    return diary;
  }

  /** Before it there was nothing yet. */
  #oldestKnown(): number {
    let hour = this.oldest;
    while (hour < this.#newest! && !this.#knows(hour)) hour++;
    return hour;
  }

  #knows(hour: number): boolean {
    if (this.#newest === null || hour > this.#newest || hour < this.oldest) return false;
    const at = this.#slot(hour);
    return DIARY_SERIES.some((name) => this.#series[name][at] !== MISSING);
  }

  /** Skips hours without data. */
  #advanceTo(hour: number): void {
    if (this.#newest !== null && hour <= this.#newest) return;
    const from = this.#newest === null ? hour - 1 : Math.max(this.#newest, hour - this.kept);
    for (const name of DIARY_SERIES)
      for (let empty = from + 1; empty <= hour; empty++) this.#series[name][this.#slot(empty)] = MISSING;
    this.#newest = hour;
  }

  /** Moves what is older than an hour by the mean difference of these values of hours to what is known of them. */
  #moveBefore(end: number, valuesOf: (target: Target) => readonly (readonly [number, number | null])[]): void {
    for (const target of TARGETS) {
      const apart = valuesOf(target)
        .map(([hour, value]) => (value ?? Number.NaN) - this.at(target, hour))
        .filter((difference) => !Number.isNaN(difference));
      if (apart.length === 0) continue;
      const steps = Math.round(apart.reduce((sum, difference) => sum + difference, 0) / apart.length / STEP[target]);
      const column = this.#series[target];
      for (let hour = this.oldest; hour < end; hour++) {
        const at = this.#slot(hour);
        if (column[at] !== MISSING) column[at] = bounded(column[at]! + steps);
      }
    }
  }

  #slot(hour: number): number {
    return ((hour % this.kept) + this.kept) % this.kept;
  }
}

const bounded = (steps: number): number => Math.max(-LARGEST, Math.min(LARGEST, steps));

const whole = (value: number | null, step: number): number =>
  value === null ? MISSING : bounded(Math.round(value / step));
