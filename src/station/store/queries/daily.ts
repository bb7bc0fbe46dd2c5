import type { Steps } from '../../../base/steps.ts';
import { dayText, type LocalDay, type Zone } from '../../../base/zone.ts';
import type { Day } from '../../../contract/history.ts';
import { type DayName, quantitiesWith } from '../../../quantities/names.ts';
import type { DayValue } from '../../../quantities/quantity.ts';
import { Screened } from '../tiers/quality.ts';
import { ofAll, ofEach } from '../tiers/tier.ts';
import type { Tiers } from '../tiers/tiers.ts';
import { type Bucket, Buckets, inMs } from './buckets.ts';
import { narrowDay } from './narrow.ts';
import { type Segment, segments } from './segments.ts';

const SUMMED = quantitiesWith('day', 'column');
const columnsWith = (test: (value: DayValue) => boolean): string[] =>
  SUMMED.filter(({ day: { of } }) => of.some(test)).map(({ column }) => column);

type Values = Record<DayName, number | null>;

/**
 * Daily summary, a row per local day. A day of 23 or 25 hours is as long as it was. In the folded tiers a row belongs to the day it starts
 * in: if midnight is not on a full hour UTC and only hourly rows are left, that is at most one hour off.
 */
export class DailySummary {
  readonly #buckets: Buckets;
  readonly #values: readonly { name: DayName; of: (bucket: Bucket) => number | null }[];
  readonly #momentOfSample;
  readonly #sql;

  constructor(
    private readonly tiers: Tiers,
    private readonly zone: Zone,
  ) {
    const { db } = tiers;
    this.#buckets = new Buckets(tiers, {
      means: columnsWith((value) => value === 'mean'),
      spans: columnsWith((value) => value !== 'mean'),
    });
    this.#values = SUMMED.flatMap(({ column, day }) =>
      day.of.map((value) => ({ name: `${day.as}_${value}` as DayName, of: this.#buckets.reader(column, value) })),
    );
    // When the temperature was at its lowest, or highest. The folded rows hold the moment of the sample itself.
    this.#momentOfSample = new Screened(tiers.rollUps.quality, ({ both }) =>
      db
        .prepare<[number, number, number], number>(
          `SELECT min(ts_ms) FROM ${both('temp_smooth')} WHERE ts_ms >= ? AND ts_ms < ? AND temp_smooth = ?`,
        )
        .pluck(),
    );
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
      ends: ofAll(({ folded, table, key }) => ends(key, folded ? table : 'main.sample temp.queued')),
    };
  }

  /** Times of the first and the last row of a window, each at its finest tier. */
  #ends(window: { fromS: number; untilS: number }): { firstS: number; lastS: number } {
    const found = segments({ ...window, bucketS: null, ends: 'starting' }, this.tiers)
      .flatMap(({ tier: { table, perS }, fromS, untilS }) =>
        this.#sql.ends[table].get({ from: fromS * perS, until: untilS * perS })!.map((at) => at && at / perS),
      )
      .filter((tS) => tS !== null);
    return { firstS: Math.min(...found), lastS: Math.max(...found) };
  }

  /** Every day from a moment on, newest first, the oldest over its part behind that moment; days nothing is known of are left out. */
  *days(fromS: number, last: LocalDay): Steps<Day[]> {
    const found: Day[] = [];
    const oldest = this.zone.dayOf(fromS);
    const { present } = this.tiers.rollUps.narrow;
    for (let day = last; day >= oldest; day -= 1) {
      const window = { fromS: Math.max(fromS, this.zone.startOf(day)), untilS: this.zone.startOf(day + 1) };
      yield;
      const parts = segments({ ...window, bucketS: 0, ends: 'starting' }, this.tiers);
      const [whole, ...others] = parts
        .map((part) => this.#buckets.within(part)(part.fromS, part.untilS))
        .filter(([n]) => n! > 0);
      if (!whole) continue;
      for (const other of others) this.#buckets.merge(whole, other);
      const values = Object.fromEntries(this.#values.map(({ name, of }) => [name, of(whole)])) as Values;
      const { firstS, lastS } = this.#ends(window);
      found.push({
        day: dayText(day),
        first_ts: firstS,
        last_ts: lastS,
        n: whole[0]!,
        ...values,
        ...narrowDay(this.tiers, window, present),
        temp_max_ts: this.#moment(parts, 'hi', values.temp_max),
        temp_min_ts: this.#moment(parts, 'lo', values.temp_min),
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
        : this.#momentOfSample.over(inMs(fromS), inMs(untilS)).get(inMs(fromS), inMs(untilS), value);
      if (typeof ms === 'number') return ms / 1000;
    }
    return null;
  }
}
