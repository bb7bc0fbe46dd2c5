import { HOUR_S } from '../../base/durations.ts';
import type { Steps } from '../../base/steps.ts';
import type { Zone } from '../../base/zone.ts';
import { SENT_NARROW, type SentNarrow } from '../../quantities/names.ts';
import type { Reading } from '../sampling/reading.ts';
import type { Store } from '../store/store.ts';
import type { MeansRow } from '../store/tables/outbox.ts';
import type { Terms } from './portion.ts';
import { type OutboxRow, type OutsideRow, rowOf, rowOfReading } from './row.ts';

/** Rows at a time of which the samples hear nothing: some milliseconds on a slow machine. */
const PAGE = 24;
/** A reading that is older is no reading of this moment. */
const READING_STALE_S = 60;
const FIVE_MIN_S = 300;

/** Reader of history for receivers: means of five minutes, of an hour where those are gone, with the air outdoors, wind and rain of their time. */
export class OutboxRows {
  constructor(private readonly parts: { store: Store; zone: Zone; nowS(): number; reading(): Reading | null }) {}

  row(means: MeansRow, widthS: number): OutboxRow {
    const row = rowOf(means, widthS);
    const { history } = this.parts.store;
    if (!history.hasNarrow) return row;
    const narrow = () => history.sums(SENT_NARROW, row.startS, row.tS) as SentNarrow;
    return { ...row, narrow, outside: () => ({ ...narrow(), ...this.#rain(row) }) };
  }

  #rain({ startS, tS }: OutboxRow): Pick<OutsideRow, 'rainHourMm' | 'rainTodayMm'> {
    const { store, zone } = this.parts;
    const since = (fromS: number) => store.history.sum('rainMm', fromS, tS);
    return { rainHourMm: since(tS - HOUR_S), rainTodayMm: since(zone.startOf(zone.dayOf(startS))) };
  }

  *between(
    fromS: number,
    untilS: number,
    { mostRows, intervalS }: Pick<Terms, 'mostRows' | 'intervalS'>,
  ): Steps<OutboxRow[]> {
    const rows: OutboxRow[] = [];
    let nextS = fromS;
    for (let afterS = fromS; rows.length < mostRows && afterS < untilS; ) {
      const limit = Math.min(PAGE, mostRows - rows.length);
      const page = this.parts.store.outbox.rows(afterS, untilS, limit);
      for (const means of page.rows) {
        if (means.ts + page.widthS <= nextS) continue;
        rows.push(this.row(means, page.widthS));
        nextS = means.ts + Math.max(intervalS, page.widthS);
      }
      if (page.rows.length < limit && page.widthS === FIVE_MIN_S) break; // after the last hour come five minutes
      afterS = page.rows.at(-1)!.ts + page.widthS;
      yield;
    }
    return rows;
  }

  /** The reading of this moment; null where the newest is older. */
  now(): OutboxRow | null {
    const reading = this.parts.reading();
    if (reading === null || this.parts.nowS() - reading.tS > READING_STALE_S) return null;
    return rowOfReading(reading);
  }

  /** The newest row there is, however old. */
  newest(): OutboxRow | null {
    const means = this.parts.store.outbox.newest();
    return means && rowOf(means, FIVE_MIN_S);
  }
}
