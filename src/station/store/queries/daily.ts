import type { Steps } from '../../../base/steps.ts';
import { dayText, type LocalDay, type Zone } from '../../../base/zone.ts';
import type { Daily, Day } from '../../../contract/history.ts';
import { type DayName, quantitiesWith } from '../../../quantities/names.ts';
import { larger, smaller } from '../../../quantities/roll-up.ts';
import { Screened } from '../tiers/quality.ts';
import { ofEach } from '../tiers/tier.ts';
import type { Tiers } from '../tiers/tiers.ts';
import { narrowDay } from './narrow.ts';
import { type Segment, segments } from './segments.ts';

const added = (a: number | null, b: number | null) => (a ?? 0) + (b ?? 0);

/** Aggregate over the rows of a piece of a day, and how two pieces of one day become one. */
interface Part {
  ofSamples: string;
  ofFolded: string;
  join: typeof smaller;
}
const COUNT: Part = { ofSamples: 'count(*)', ofFolded: 'sum(n)', join: added };
const PARTS_OF = {
  min: (c: string): Part[] => [{ ofSamples: `min(${c})`, ofFolded: `min(${c}_lo)`, join: smaller }],
  max: (c: string): Part[] => [{ ofSamples: `max(${c})`, ofFolded: `max(${c}_hi)`, join: larger }],
  mean: (c: string): Part[] => [
    { ofSamples: `sum(${c})`, ofFolded: `sum(${c} * (n - ${c}_gaps))`, join: added },
    { ofSamples: `count(${c})`, ofFolded: `sum(n - ${c}_gaps)`, join: added },
  ],
};

const SUMMED = quantitiesWith('day', 'column');
const COLUMNS = SUMMED.map(({ column }) => column).join(', ');
const VALUES = SUMMED.flatMap(({ column, day }) =>
  day.of.map((value) => ({ name: `${day.as}_${value}` as DayName, parts: PARTS_OF[value](column) })),
);
const PARTS = [COUNT, ...VALUES.flatMap(({ parts }) => parts)];

/** Values of `PARTS` over one piece of a day. */
type Piece = (number | null)[];

const sampleParts = PARTS.map(({ ofSamples }) => ofSamples).join(', ');
const foldedParts = PARTS.map(({ ofFolded }) => ofFolded).join(', ');

interface Span {
  fromS: number;
  untilS: number;
}

/**
 * Daily summary, a row per local day. A day of 23 or 25 hours is as long as it was. In the folded tiers a row belongs to the day it starts
 * in: if midnight is not on a full hour UTC and only hourly rows are left, that is at most one hour off.
 */
export class DailySummary {
  readonly #sql;
  readonly #ofSamples;

  constructor(
    private readonly tiers: Tiers,
    private readonly zone: Zone,
  ) {
    const { db } = tiers;
    // When the temperature was at its lowest, or highest. The folded rows hold the moment of the sample itself.
    this.#ofSamples = new Screened(tiers.rollUps.quality, ({ both }) => ({
      moment: db
        .prepare<[number, number, number], number>(
          `SELECT min(ts_ms) FROM ${both('temp_smooth')} WHERE ts_ms >= ? AND ts_ms < ? AND temp_smooth = ?`,
        )
        .pluck(),
      parts: db
        .prepare<[number, number], Piece>(`SELECT ${sampleParts} FROM ${both(COLUMNS)} WHERE ts_ms >= ? AND ts_ms < ?`)
        .raw(),
    }));
    const moment = (table: string, end: 'lo' | 'hi') =>
      db
        .prepare<[number, number, number], number>(
          `SELECT min(ts * 1000 + temp_smooth_${end}_at) FROM ${table} WHERE ts >= ? AND ts < ? AND temp_smooth_${end} = ?`,
        )
        .pluck();
    const ends = (key: string, from: string) => {
      const end = (which: 'min' | 'max', table: string) =>
        `(SELECT ${which}(${key}) FROM ${table} WHERE ${key} >= @from AND ${key} < @until)`;
      const columns = from.split(' ').flatMap((table) => [end('min', table), end('max', table)]);
      return db.prepare<[{ from: number; until: number }], (number | null)[]>(`SELECT ${columns.join(', ')}`).raw();
    };
    this.#sql = {
      foldedMoment: ofEach(({ table }) => ({ lo: moment(table, 'lo'), hi: moment(table, 'hi') })),
      sampleEnds: ends('ts_ms', 'main.sample temp.queued'),
      foldedEnds: ofEach(({ table }) => ends('ts', table)),
      folded: ofEach(({ table }) =>
        db.prepare<[number, number], Piece>(`SELECT ${foldedParts} FROM ${table} WHERE ts >= ? AND ts < ?`).raw(),
      ),
    };
  }

  /** Times of the first and the last row of a window, each at its finest tier. */
  #ends(window: Span): { firstS: number; lastS: number } {
    const found = segments({ ...window, bucketS: null, ends: 'starting' }, this.tiers)
      .flatMap(({ tier, fromS, untilS }) =>
        tier.folded
          ? this.#sql.foldedEnds[tier.table].get({ from: fromS, until: untilS })!
          : this.#sql.sampleEnds
              .get({ from: Math.ceil(fromS * 1000), until: Math.ceil(untilS * 1000) })!
              .map((ms) => (ms === null ? null : ms / 1000)),
      )
      .filter((tS) => tS !== null);
    return { firstS: Math.min(...found), lastS: Math.max(...found) };
  }

  /** Every day that [fromS, now] touches, newest first, each over its part of it; days nothing is known of are left out. */
  *read(fromS: number, nowS: number): Steps<Daily> {
    return { days: yield* this.#days(fromS, this.zone.dayOf(nowS)) };
  }

  between(first: LocalDay, last: LocalDay): Steps<Day[]> {
    return this.#days(this.zone.startOf(first), last);
  }

  *#days(fromS: number, last: LocalDay): Steps<Day[]> {
    const found: Day[] = [];
    const oldest = this.zone.dayOf(fromS);
    const { present } = this.tiers.rollUps.narrow;
    for (let day = last; day >= oldest; day -= 1) {
      const window = { fromS: Math.max(fromS, this.zone.startOf(day)), untilS: this.zone.startOf(day + 1) };
      yield;
      const parts = segments({ ...window, bucketS: 0, ends: 'starting' }, this.tiers);
      const pieces = parts.map((segment) => this.#piece(segment)).filter((piece) => piece[0]! > 0);
      if (pieces.length === 0) continue;
      const summary = toDay(dayText(day), this.#ends(window), pieces);
      found.push({
        ...summary,
        ...narrowDay(this.tiers, window, present),
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
        ? this.#sql.foldedMoment[tier.table][end].get(fromS, untilS, value)
        : this.#samplesOf(fromS, untilS).moment.get(Math.ceil(fromS * 1000), Math.ceil(untilS * 1000), value);
      if (typeof ms === 'number') return ms / 1000;
    }
    return null;
  }

  #piece({ tier, fromS, untilS }: Segment): Piece {
    return tier.folded
      ? this.#sql.folded[tier.table].get(fromS, untilS)!
      : this.#samplesOf(fromS, untilS).parts.get(Math.ceil(fromS * 1000), Math.ceil(untilS * 1000))!;
  }

  #samplesOf(fromS: number, untilS: number) {
    return this.#ofSamples.over(fromS * 1000, untilS * 1000);
  }
}

function toDay(
  day: string,
  { firstS, lastS }: { firstS: number; lastS: number },
  pieces: Piece[],
): Omit<Day, 'temp_max_ts' | 'temp_min_ts'> {
  const whole = pieces.reduce((a, b) => PARTS.map(({ join }, i) => join(a[i]!, b[i]!)));
  const values = {} as Record<DayName, number | null>;
  let at = 1;
  for (const { name, parts } of VALUES) {
    const [value, count] = whole.slice(at, at + parts.length);
    values[name] = parts.length === 1 ? value! : count! > 0 ? value! / count! : null;
    at += parts.length;
  }
  return { day, first_ts: firstS, last_ts: lastS, n: whole[0]!, ...values };
}
