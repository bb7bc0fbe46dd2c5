import { statSync } from 'node:fs';
import type { Records as RecordsWire, Storage } from '../../../contract/history.ts';
import type { Database } from '../sqlite/database.ts';
import { FIVE_MIN, type FoldedTier, HOURLY, RAW, type Retention } from '../tiers/tier.ts';
import type { Tiers } from '../tiers/tiers.ts';

const NOTE =
  'Nothing is deleted, only downsampled. Raw rows older than the raw window fold into 5-minute means, then into hourly means.';

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

/** Rows of a folded table, counted along its index: ten years of them take some milliseconds, so they are counted once per change. */
class RowCount {
  readonly #known = new Map<number, number>();
  #knownAsOf = '';
  readonly #changes;
  readonly #count;

  constructor(
    private readonly db: Database,
    { table }: FoldedTier,
  ) {
    this.#changes = db.prepare<[], number>('SELECT total_changes()').pluck();
    this.#count = db
      .prepare<[number], number>(`SELECT count(*) FROM ${table} INDEXED BY ${table}_ts WHERE ts < ?`)
      .pluck();
  }

  before(ts: number): number {
    const asOf = `${this.db.pragma('data_version', { simple: true })} ${this.#changes.get()}`; // of others, and of ours
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
  readonly #countedSince;
  readonly #firstSample;

  constructor(
    private readonly tiers: Tiers,
    private readonly retention: Retention,
  ) {
    const { db } = tiers;
    this.#fives = new RowCount(db, FIVE_MIN);
    this.#hours = new RowCount(db, HOURLY);
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
    const { rollUps, samples, watermarks } = this.tiers;
    const { rawFrom } = watermarks;
    const closedUntil = Math.max(rollUps.closedUntil(FIVE_MIN), rawFrom);
    return (
      rollUps.countIn(FIVE_MIN, rawFrom, closedUntil) + this.#countedSince.get(closedUntil * 1000)! + samples.queued
    );
  }

  /** The last is the station's own: another program may have left one that is still to come. */
  #sampleEnds(): [number | null, number | null] {
    const { samples, watermarks } = this.tiers;
    return [this.#firstSample.get(watermarks.rawFrom * 1000) ?? null, samples.newestTs()];
  }

  /** First and last row from `fromS` on: earlier ones were folded, though they may not be deleted yet. */
  #ends(tier: FoldedTier, fromS: number): [number | null, number | null] {
    const { rollUps } = this.tiers;
    const untilS = rollUps.closedUntil(tier);
    return [rollUps.firstOf(tier, fromS), untilS === 0 ? null : untilS - tier.widthS];
  }

  storage(): Storage {
    const { fiveFrom } = this.tiers.watermarks;
    const [rawFirst, rawLast] = this.#sampleEnds();
    const [fiveFirst, fiveLast] = this.#ends(FIVE_MIN, fiveFrom);
    const [hourFirst, hourLast] = this.#ends(HOURLY, 0);
    const { name } = this.tiers.db;
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
      bytes: sizeOf(name) + sizeOf(`${name}-wal`),
      policy: {
        raw_retention_days: this.retention.rawRetentionDays,
        five_min_retention_days: this.retention.fiveMinRetentionDays,
        note: NOTE,
      },
    };
  }

  /** The first moment anything is known of. An open hour starts before its first sample; where samples are left they are the truth. */
  firstS(): number | null {
    const { rawFrom, fiveFrom } = this.tiers.watermarks;
    const [rawFirst] = this.#sampleEnds();
    if (rawFrom === 0) return rawFirst;
    const firsts = [rawFirst, this.#ends(FIVE_MIN, fiveFrom)[0], this.#ends(HOURLY, 0)[0]].filter((ts) => ts !== null);
    return firsts.length > 0 ? Math.min(...firsts) : null;
  }

  /** From the first to the last moment anything is known of; every stretch of time is counted at its finest tier. */
  coverage(): RecordsWire['coverage'] {
    const { rawFrom, fiveFrom } = this.tiers.watermarks;
    const [, rawLast] = this.#sampleEnds();
    const lasts = [this.#ends(FIVE_MIN, 0)[1], this.#ends(HOURLY, 0)[1]].filter((ts) => ts !== null);
    const foldedFives = this.#fives.before(rawFrom) - this.#fives.before(fiveFrom);
    return {
      first_ts: this.firstS(),
      last_ts: rawLast ?? (lasts.length > 0 ? Math.max(...lasts) : null),
      rows: this.#rawRows() + foldedFives + this.#hours.before(fiveFrom),
    };
  }
}
