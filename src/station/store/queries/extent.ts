import { statSync } from 'node:fs';
import type { Records as RecordsWire, Storage } from '../../../contract/history.ts';
import { type Database, writtenSoFar } from '../sqlite/database.ts';
import type { Samples } from '../tiers/samples.ts';
import { FIVE_MIN, type FoldedTier, HOURLY, RAW, type Retention } from '../tiers/tier.ts';
import type { Standing } from './segments.ts';

const NOTE =
  'Nothing is deleted, only downsampled. Raw rows older than the raw window fold into 5-minute means, then into hourly means.';

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

/** Rows of a folded table, counted along its index: ten years of them take some milliseconds, so they are counted once per commit. */
class RowCount {
  readonly #db: Database;
  readonly #known = new Map<number, number>();
  #knownAsOf = '';
  readonly #count;
  readonly #ends;

  constructor(db: Database, { table }: FoldedTier) {
    this.#db = db;
    this.#count = db
      .prepare<[number], number>(`SELECT count(*) FROM ${table} INDEXED BY ${table}_ts WHERE ts < ?`)
      .pluck();
    this.#ends = db
      .prepare<[number], [number | null, number | null]>(
        `SELECT (SELECT min(ts) FROM ${table} WHERE ts >= ?), (SELECT max(ts) FROM ${table})`,
      )
      .raw();
  }

  /** First and last row from `fromS` on: earlier ones were folded, though they may not be deleted yet. */
  ends(fromS = 0): [number | null, number | null] {
    return this.#ends.get(fromS)!;
  }
  before(ts: number): number {
    const asOf = writtenSoFar(this.#db);
    if (asOf !== this.#knownAsOf) this.#known.clear();
    this.#knownAsOf = asOf;
    const rows = this.#known.get(ts) ?? this.#count.get(ts)!;
    this.#known.set(ts, rows);
    return rows;
  }
  all(): number {
    return this.before(Number.MAX_SAFE_INTEGER);
  }
}

/** Extent of the record: rows and bytes per tier. */
export class Extent {
  readonly #fives: RowCount;
  readonly #hours: RowCount;
  readonly #countedInFives;
  readonly #countedSince;
  readonly #firstSample;

  constructor(
    private readonly db: Database,
    private readonly samples: Samples,
    private readonly standing: Standing,
    private readonly retention: Retention,
  ) {
    this.#fives = new RowCount(db, FIVE_MIN);
    this.#hours = new RowCount(db, HOURLY);
    this.#countedInFives = db
      .prepare<[number, number], number>('SELECT coalesce(sum(n), 0) FROM five_min WHERE ts >= ? AND ts < ?')
      .pluck();
    this.#countedSince = db.prepare<[number], number>('SELECT count(*) FROM main.sample WHERE ts_ms >= ?').pluck();
    this.#firstSample = db
      .prepare<[number], number | null>(
        `SELECT min(ts_ms) / 1000.0 FROM (SELECT min(ts_ms) ts_ms FROM main.sample WHERE ts_ms >= ?
           UNION ALL SELECT min(ts_ms) FROM temp.queued)`,
      )
      .pluck();
  }

  /** Samples at the raw tier, by the counts of their closed five-minute rows. */
  #rawRows(): number {
    const { rawFrom } = this.standing;
    const closedUntil = Math.max(this.standing.closedUntil(FIVE_MIN), rawFrom);
    return (
      this.#countedInFives.get(rawFrom, closedUntil)! +
      this.#countedSince.get(closedUntil * 1000)! +
      this.samples.queued
    );
  }

  /** The last is the station's own: another program may have left one that is still to come. */
  #sampleEnds(rawFrom: number): [number | null, number | null] {
    return [this.#firstSample.get(rawFrom * 1000) ?? null, this.samples.newestTs()];
  }

  storage(): Storage {
    const { rawFrom, fiveFrom } = this.standing;
    const [rawFirst, rawLast] = this.#sampleEnds(rawFrom);
    const [fiveFirst, fiveLast] = this.#fives.ends(fiveFrom);
    const [hourFirst, hourLast] = this.#hours.ends();
    return {
      tiers: [
        { tier: RAW.number, label: 'raw', rows: this.#rawRows(), first_ts: rawFirst, last_ts: rawLast },
        {
          tier: FIVE_MIN.number,
          label: '5 minute',
          rows: this.#fives.all() - this.#fives.before(fiveFrom),
          first_ts: fiveFirst,
          last_ts: fiveLast,
        },
        { tier: HOURLY.number, label: 'hourly', rows: this.#hours.all(), first_ts: hourFirst, last_ts: hourLast },
      ],
      bytes: sizeOf(this.db.name) + sizeOf(`${this.db.name}-wal`),
      policy: {
        raw_retention_days: this.retention.rawRetentionDays,
        five_min_retention_days: this.retention.fiveMinRetentionDays,
        note: NOTE,
      },
    };
  }

  /** The first moment anything is known of. An open hour starts before its first sample; where samples are left they are the truth. */
  firstS(): number | null {
    const { rawFrom, fiveFrom } = this.standing;
    const [rawFirst] = this.#sampleEnds(rawFrom);
    if (rawFrom === 0) return rawFirst;
    const firsts = [rawFirst, this.#fives.ends(fiveFrom)[0], this.#hours.ends()[0]].filter((ts) => ts !== null);
    return firsts.length > 0 ? Math.min(...firsts) : null;
  }

  /** From the first to the last moment anything is known of; every stretch of time is counted at its finest tier. */
  coverage(): RecordsWire['coverage'] {
    const { rawFrom, fiveFrom } = this.standing;
    const [, rawLast] = this.#sampleEnds(rawFrom);
    const lasts = [rawLast, this.#fives.ends()[1], this.#hours.ends()[1]].filter((ts) => ts !== null);
    const foldedFives = this.#fives.before(rawFrom) - this.#fives.before(fiveFrom);
    const foldedHours = this.#hours.before(fiveFrom);
    return {
      first_ts: this.firstS(),
      last_ts: rawLast ?? (lasts.length > 0 ? Math.max(...lasts) : null),
      rows: this.#rawRows() + foldedFives + foldedHours,
    };
  }
}
