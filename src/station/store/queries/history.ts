import { HOUR_S } from '../../../base/durations.ts';
import type { Steps } from '../../../base/steps.ts';
import { fileStamp, type LocalDay, Zone } from '../../../base/zone.ts';
import type { Daily, Day, History, HistoryRange, Records as RecordsWire, Storage } from '../../../contract/history.ts';
import type { CsvShape } from '../../../contract/names.ts';
import type { NarrowName } from '../../../quantities/names.ts';
import { QUANTITIES } from '../../../quantities/table.ts';
import type { Retention } from '../tiers/tier.ts';
import type { Tiers } from '../tiers/tiers.ts';
import { CsvExport } from './csv.ts';
import { CsvRows } from './csv-rows.ts';
import { DailySummary } from './daily.ts';
import { Decimated } from './decimated.ts';
import { Extent } from './extent.ts';
import { FlaggedReads } from './flagged.ts';
import { narrowOver, narrowRows } from './narrow.ts';
import { PastRows } from './past-rows.ts';
import { Range } from './range.ts';

export interface ReadOptions extends Retention {
  /** IANA name; days are cut at its midnights. */
  timeZone: string;
}

/** The reads over all tiers, in the shapes of the wire. */
export class HistoryReads {
  readonly #range: Range;
  readonly #decimated: Decimated;
  readonly #daily: DailySummary;
  readonly #csv: CsvExport;
  readonly #extent: Extent;
  readonly #zone: Zone;
  /** Flags, and the values they skip. */
  readonly flagged: FlaggedReads;
  /** Closed rows for other programs. */
  readonly past: PastRows;

  constructor(
    private readonly tiers: Tiers,
    options: ReadOptions,
  ) {
    this.#zone = new Zone(options.timeZone);
    this.#range = new Range(tiers);
    this.#decimated = new Decimated(tiers);
    this.#daily = new DailySummary(tiers, this.#zone);
    this.#csv = new CsvExport(new CsvRows(tiers), this.#zone);
    this.past = new PastRows(tiers);
    this.flagged = new FlaggedReads(tiers);
    this.#extent = new Extent(tiers, options);
  }

  /** Whether anything that only some stations measure was ever stored. */
  get hasNarrow(): boolean {
    return this.tiers.rollUps.narrow.present.length > 0;
  }

  /** Sum, mean or peak of a narrow quantity over [fromS, untilS), by its kind; null where none was reported. */
  sum(name: NarrowName, fromS: number, untilS: number): number | null {
    const { narrow } = QUANTITIES[name];
    return narrowOver(this.tiers, fromS, untilS, [narrow]).get(narrow)?.value ?? null;
  }

  /** Increments of rain above 0 over [fromS, untilS), ascending, as finely as they are kept. */
  showers(fromS: number, untilS: number): { tS: number; mm: number }[] {
    const rows = narrowRows(this.tiers, { fromS, untilS, bucketS: null }, [QUANTITIES.rainMm.narrow]);
    return rows.flatMap(({ tS, folded: { value } }) => (value !== null && value > 0 ? [{ tS, mm: value }] : []));
  }

  /** The same of many, in one read. */
  sums(of: readonly { name: NarrowName; narrow: number }[], fromS: number, untilS: number) {
    const ids = of.map(({ narrow }) => narrow);
    const read = narrowOver(this.tiers, fromS, untilS, ids);
    return Object.fromEntries(of.map(({ name, narrow }) => [name, read.get(narrow)?.value ?? null]));
  }

  /** Every k-th row of the trailing hours up to and including now. In steps, as the two below: no statement is open between two of them. */
  decimated(hours: number, maxPoints: number, nowS: number): Steps<History> {
    return this.#decimated.read(hours, maxPoints, nowS);
  }
  /** Buckets over [startS, endS); the bucket is chosen by the span unless pinned. */
  range(startS: number, endS: number, bucketS?: number, columns?: readonly string[]): Steps<HistoryRange> {
    return this.#range.read(startS, endS, bucketS, columns);
  }
  /** A row per local day that the trailing hours touch, as far back as anything is known. */
  *daily(hours: number, nowS: number): Steps<Daily> {
    const firstS = this.#extent.firstS();
    return firstS === null ? { days: [] } : yield* this.#daily.read(Math.max(firstS, nowS - hours * HOUR_S), nowS);
  }
  days(first: LocalDay, last: LocalDay): Steps<Day[]> {
    return this.#daily.between(first, last);
  }
  records(): RecordsWire {
    const { records, samples } = this.tiers;
    return { ...records.all(samples.waitingExtremes()), coverage: this.#extent.coverage() };
  }
  /** The first moment anything is known of. */
  firstS(): number | null {
    return this.#extent.firstS();
  }
  coverage(): RecordsWire['coverage'] {
    return this.#extent.coverage();
  }
  storage(): Storage {
    return this.#extent.storage();
  }
  /** CSV text over [startS, endS) in pages, header first; nothing is held between two of them. */
  csv(startS: number, endS: number, shape?: CsvShape): Generator<string> {
    return this.#csv.pages(startS, endS, shape);
  }
  /** `YYYYMMDD-HHMM` in the station's zone. */
  localStamp(tS: number): string {
    return fileStamp(this.#zone, tS);
  }
}
