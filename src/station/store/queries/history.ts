import { HOUR_S } from '../../../base/durations.ts';
import type { Steps } from '../../../base/steps.ts';
import { fileStamp, type LocalDay, Zone } from '../../../base/zone.ts';
import type { Daily, Records as RecordsWire } from '../../../contract/history.ts';
import type { NarrowName } from '../../../quantities/names.ts';
import { QUANTITIES } from '../../../quantities/table.ts';
import type { Retention } from '../tiers/tier.ts';
import type { Tiers } from '../tiers/tiers.ts';
import { csvOf } from './csv.ts';
import { CsvRows } from './csv-rows.ts';
import { DailySummary } from './daily.ts';
import { Decimated } from './decimated.ts';
import { extentReads } from './extent.ts';
import { FlaggedReads } from './flagged.ts';
import { narrowOver, narrowRows } from './narrow.ts';
import { PastRows } from './past-rows.ts';
import { Range } from './range.ts';

export interface ReadOptions extends Retention {
  /** IANA name; days are cut at its midnights. */
  timeZone: string;
}

/** The reads over all tiers, in the shapes of the wire. Those that are steps leave no statement open between two of them. */
export function historyReads(tiers: Tiers, options: ReadOptions) {
  const zone = new Zone(options.timeZone);
  const range = new Range(tiers);
  const decimated = new Decimated(tiers);
  const daily = new DailySummary(tiers, zone);
  const extent = extentReads(tiers, options);
  const { narrow } = tiers.rollUps;
  /** Sums, means or peaks of narrow quantities over [fromS, untilS), by their kind; null where none was reported. */
  const sums = (of: readonly { name: NarrowName; narrow: number }[], fromS: number, untilS: number) => {
    const ids = of.map((quantity) => quantity.narrow);
    const read = narrowOver(tiers, fromS, untilS, ids);
    return Object.fromEntries(of.map((quantity) => [quantity.name, read.get(quantity.narrow)?.value ?? null]));
  };
  return {
    /** Flags, and the values they skip. */
    flagged: new FlaggedReads(tiers),
    /** Closed rows for other programs. */
    past: new PastRows(tiers),
    /** Whether anything that only some stations measure was ever stored. */
    hasNarrow: () => narrow.present.length > 0,
    sums,
    sum: (name: NarrowName, fromS: number, untilS: number): number | null =>
      sums([{ name, narrow: QUANTITIES[name].narrow }], fromS, untilS)[name] ?? null,
    /** Increments of rain above 0 over [fromS, untilS), ascending, as finely as they are kept. */
    showers(fromS: number, untilS: number): { tS: number; mm: number }[] {
      const rows = narrowRows(tiers, { fromS, untilS, bucketS: null }, [QUANTITIES.rainMm.narrow]);
      return rows.flatMap(({ tS, folded: { value } }) => (value !== null && value > 0 ? [{ tS, mm: value }] : []));
    },
    /** Every k-th row of the trailing hours up to and including now. */
    decimated: (hours: number, maxPoints: number, nowS: number) => decimated.read(hours, maxPoints, nowS),
    /** Buckets over [startS, endS); the bucket is chosen by the span unless pinned. */
    range: (startS: number, endS: number, bucketS?: number, columns?: readonly string[]) =>
      range.read(startS, endS, bucketS, columns),
    /** A row per local day that the trailing hours touch, as far back as anything is known. */
    *daily(hours: number, nowS: number): Steps<Daily> {
      const firstS = extent.firstS();
      if (firstS === null) return { days: [] };
      return { days: yield* daily.days(Math.max(firstS, nowS - hours * HOUR_S), zone.dayOf(nowS)) };
    },
    days: (first: LocalDay, last: LocalDay) => daily.days(zone.startOf(first), last),
    records: (): RecordsWire => ({
      ...tiers.records.all(tiers.samples.waitingExtremes()),
      coverage: extent.coverage(),
    }),
    ...extent,
    /** CSV text over [startS, endS) in pages, header first; nothing is held between two of them. */
    csv: csvOf(new CsvRows(tiers), zone),
    /** `YYYYMMDD-HHMM` in the station's zone. */
    localStamp: (tS: number) => fileStamp(zone, tS),
  };
}

export type HistoryReads = ReturnType<typeof historyReads>;
