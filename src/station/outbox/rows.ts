import { DAY_S, HOUR_S } from '../../base/durations.ts';
import type { Steps } from '../../base/steps.ts';
import type { Zone } from '../../base/zone.ts';
import { SENT_NARROW, type SentNarrow } from '../../quantities/names.ts';
import type { Store } from '../store/store.ts';
import type { MeansRow } from '../store/tables/outbox.ts';
import { type OutboxRow, type OutsideRow, rowOf } from './row.ts';

/** Rows at a time of which the samples hear nothing: some milliseconds on a slow machine. */
const PAGE = 24;
const FIVE_MIN_S = 300;

/** Reader of history for receivers: means of five minutes, of an hour where those are gone, with the air outdoors, wind and rain of their time. */
export class OutboxRows {
  constructor(private readonly parts: { store: Store; zone: Zone }) {}

  row(means: MeansRow, widthS: number): OutboxRow {
    const row = rowOf(means, widthS);
    const { history } = this.parts.store;
    if (!history.hasNarrow()) return row;
    const narrow = () => history.sums(SENT_NARROW, row.startS, row.tS) as SentNarrow;
    const dayS = row.tS - DAY_S;
    const rainDayMm = () =>
      history.sum('rainMm', dayS, dayS + HOUR_S) === null ? null : history.sum('rainMm', dayS, row.tS);
    return { ...row, narrow, rainDayMm, outside: () => ({ ...narrow(), ...this.#rain(row) }) };
  }

  /** Networks read a row by its end: one that ends at midnight is of the day that begins then, and nothing has fallen of it yet. */
  #rain({ tS }: OutboxRow): Pick<OutsideRow, 'rainHourMm' | 'rainTodayMm'> {
    const { store, zone } = this.parts;
    const since = (fromS: number) => store.history.sum('rainMm', fromS, tS);
    const rainHourMm = since(tS - HOUR_S);
    const midnightS = zone.startOf(zone.dayOf(tS));
    return { rainHourMm, rainTodayMm: midnightS < tS ? since(midnightS) : rainHourMm === null ? null : 0 };
  }

  *between(fromS: number, untilS: number, mostRows: number): Steps<OutboxRow[]> {
    const rows: OutboxRow[] = [];
    for (let afterS = fromS; rows.length < mostRows && afterS < untilS; ) {
      const limit = Math.min(PAGE, mostRows - rows.length);
      const page = this.parts.store.outbox.rows(afterS, untilS, limit);
      for (const means of page.rows) rows.push(this.row(means, page.widthS));
      if (page.rows.length < limit && page.widthS === FIVE_MIN_S) break; // after the last hour come five minutes
      afterS = page.rows.at(-1)!.ts + page.widthS;
      yield;
    }
    return rows;
  }

  /** The newest row there is, however old. */
  newest(): OutboxRow | null {
    const means = this.parts.store.outbox.newest();
    return means && this.row(means, FIVE_MIN_S);
  }
}
