import type { Daily, Day } from '../../../contract/history.ts';
import type { Steps } from '../../steps.ts';
import { dayText, type LocalDay, type Zone } from '../../zone.ts';
import type { Database } from '../database.ts';
import { ofEach } from '../rows/tier.ts';
import { type Segment, type Standing, segments } from './segments.ts';

/** What the wire calls it, and the column that holds it. */
const SPANNED = [
  ['temp', 'temp_smooth'],
  ['hum', 'hum_smooth'],
  ['press', 'press_slp'],
] as const;
const MEANS = [...SPANNED, ['dew', 'dew']] as const;
const COLUMNS = [...MEANS.map(([, column]) => column), 'lux'].join(', ');

// A piece of a day as the statements give it: n, lux, then (sum, count) per mean, then (lo, hi) per spanned series.
const SUM = 2;
const LO = SUM + 2 * MEANS.length;
type Piece = (number | null)[];

const sampleParts = [
  'count(*), max(lux)',
  ...MEANS.map(([, c]) => `sum(${c}), count(${c})`),
  ...SPANNED.map(([, c]) => `min(${c}), max(${c})`),
].join(', ');
const foldedParts = [
  'sum(n), max(lux_hi)',
  ...MEANS.map(([, c]) => `sum(${c} * (n - ${c}_gaps)), sum(n - ${c}_gaps)`),
  ...SPANNED.map(([, c]) => `min(${c}_lo), max(${c}_hi)`),
].join(', ');

interface Span {
  fromS: number;
  untilS: number;
}

const smaller = (values: (number | null)[]) =>
  values.reduce((a, b) => (a === null ? b : b === null ? a : Math.min(a, b)));
const larger = (values: (number | null)[]) =>
  values.reduce((a, b) => (a === null ? b : b === null ? a : Math.max(a, b)));

/**
 * One row per local day. A day of 23 or 25 hours is as long as it was. In the folded tiers a row belongs to the day it starts in:
 * where midnight does not fall on a full hour UTC and only hourly rows are left, that is at most one hour off.
 */
export class DailySummary {
  readonly #standing: Standing;
  readonly #zone: Zone;
  readonly #samples;
  readonly #folded;
  readonly #sampleMoment;
  readonly #foldedMoment;
  readonly #sampleEnds;
  readonly #foldedEnds;

  constructor(db: Database, standing: Standing, zone: Zone) {
    this.#standing = standing;
    this.#zone = zone;
    this.#samples = db
      .prepare<[number, number], Piece>(
        `SELECT ${sampleParts} FROM (SELECT ts_ms, ${COLUMNS} FROM main.sample
         UNION ALL SELECT ts_ms, ${COLUMNS} FROM temp.queued) WHERE ts_ms >= ? AND ts_ms < ?`,
      )
      .raw();
    // When the temperature was at its lowest, or highest. The folded rows hold the moment of the sample itself.
    this.#sampleMoment = db
      .prepare<[number, number, number], number>(
        `SELECT min(ts_ms) FROM (SELECT ts_ms, temp_smooth FROM main.sample
         UNION ALL SELECT ts_ms, temp_smooth FROM temp.queued) WHERE ts_ms >= ? AND ts_ms < ? AND temp_smooth = ?`,
      )
      .pluck();
    const moment = (table: string, end: 'lo' | 'hi') =>
      db
        .prepare<[number, number, number], number>(
          `SELECT min(ts * 1000 + temp_smooth_${end}_at) FROM ${table} WHERE ts >= ? AND ts < ? AND temp_smooth_${end} = ?`,
        )
        .pluck();
    this.#foldedMoment = ofEach(({ table }) => ({ lo: moment(table, 'lo'), hi: moment(table, 'hi') }));
    const ends = (key: string, from: string) => {
      const end = (which: 'min' | 'max', table: string) =>
        `(SELECT ${which}(${key}) FROM ${table} WHERE ${key} >= @from AND ${key} < @until)`;
      const columns = from.split(' ').flatMap((table) => [end('min', table), end('max', table)]);
      return db.prepare<[{ from: number; until: number }], (number | null)[]>(`SELECT ${columns.join(', ')}`).raw();
    };
    this.#sampleEnds = ends('ts_ms', 'main.sample temp.queued');
    this.#foldedEnds = ofEach(({ table }) => ends('ts', table));
    this.#folded = ofEach(({ table }) =>
      db.prepare<[number, number], Piece>(`SELECT ${foldedParts} FROM ${table} WHERE ts >= ? AND ts < ?`).raw(),
    );
  }

  /** Times of the first and the last row of a window, each at its finest tier. */
  #ends(window: Span): { firstS: number; lastS: number } {
    const found = segments({ ...window, bucketS: null, ends: 'starting' }, this.#standing)
      .flatMap(({ tier, fromS, untilS }) =>
        tier.folded
          ? this.#foldedEnds[tier.table].get({ from: fromS, until: untilS })!
          : this.#sampleEnds
              .get({ from: Math.ceil(fromS * 1000), until: Math.ceil(untilS * 1000) })!
              .map((ms) => (ms === null ? null : ms / 1000)),
      )
      .filter((tS) => tS !== null);
    return { firstS: Math.min(...found), lastS: Math.max(...found) };
  }

  /** Every day that [fromS, now] touches, newest first, each over its part of it; days nothing is known of are left out. */
  *read(fromS: number, nowS: number): Steps<Daily> {
    return { days: yield* this.#days(fromS, this.#zone.dayOf(nowS)) };
  }

  /** Both days and all between, newest first. */
  between(first: LocalDay, last: LocalDay): Steps<Day[]> {
    return this.#days(this.#zone.startOf(first), last);
  }

  *#days(fromS: number, last: LocalDay): Steps<Day[]> {
    const found: Day[] = [];
    const oldest = this.#zone.dayOf(fromS);
    for (let day = last; day >= oldest; day -= 1) {
      const window = { fromS: Math.max(fromS, this.#zone.startOf(day)), untilS: this.#zone.startOf(day + 1) };
      yield;
      const parts = segments({ ...window, bucketS: 0, ends: 'starting' }, this.#standing);
      const pieces = parts.map((segment) => this.#piece(segment)).filter((piece) => piece[0]! > 0);
      if (pieces.length === 0) continue;
      const summary = toDay(dayText(day), this.#ends(window), pieces);
      found.push({
        ...summary,
        temp_max_ts: this.#moment(parts, 'hi', summary.temp_max),
        temp_min_ts: this.#moment(parts, 'lo', summary.temp_min),
      });
    }
    return found;
  }

  /** The first moment at which the temperature was at that extreme. */
  #moment(parts: readonly Segment[], end: 'lo' | 'hi', value: number | null): number | null {
    if (value === null) return null;
    for (const { tier, fromS, untilS } of parts) {
      const ms = tier.folded
        ? this.#foldedMoment[tier.table][end].get(fromS, untilS, value)
        : this.#sampleMoment.get(Math.ceil(fromS * 1000), Math.ceil(untilS * 1000), value);
      if (typeof ms === 'number') return ms / 1000;
    }
    return null;
  }

  #piece({ tier, fromS, untilS }: Segment): Piece {
    return tier.folded
      ? this.#folded[tier.table].get(fromS, untilS)!
      : this.#samples.get(Math.ceil(fromS * 1000), Math.ceil(untilS * 1000))!;
  }
}

function toDay(
  day: string,
  { firstS, lastS }: { firstS: number; lastS: number },
  pieces: Piece[],
): Omit<Day, 'temp_max_ts' | 'temp_min_ts'> {
  const column = (i: number) => pieces.map((piece) => piece[i]!);
  const total = (i: number) => column(i).reduce<number>((sum, value) => sum + (value ?? 0), 0);
  const mean = (i: number) => (total(SUM + 2 * i + 1) > 0 ? total(SUM + 2 * i) / total(SUM + 2 * i + 1) : null);
  const lo = (i: number) => smaller(column(LO + 2 * i));
  const hi = (i: number) => larger(column(LO + 2 * i + 1));
  return {
    day,
    first_ts: firstS,
    last_ts: lastS,
    n: total(0),
    temp_min: lo(0),
    temp_max: hi(0),
    temp_mean: mean(0),
    hum_min: lo(1),
    hum_max: hi(1),
    hum_mean: mean(1),
    press_min: lo(2),
    press_max: hi(2),
    press_mean: mean(2),
    dew_mean: mean(3),
    lux_max: larger(column(1)),
  };
}
