import { statSync } from 'node:fs';
import type { Records as RecordsWire, Storage } from '../../../contract/history.ts';
import type { Database } from '../sqlite/database.ts';
import { FIVE_MIN, type FoldedTier, floorTo, HOURLY, RAW, type Retention } from '../tiers/tier.ts';
import type { Tiers } from '../tiers/tiers.ts';

const NOTE =
  'Nothing is deleted, only downsampled. Raw rows older than the raw window fold into 5-minute means, then into hourly means.';

/** Bytes of a file; 0 where it is gone. */
export const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

/**
 * Rows of a folded table before a moment, counted along its index: ten years of them take some milliseconds, so they are counted once per
 * change.
 */
function rowCount(db: Database, { table }: FoldedTier): (beforeTs?: number) => number {
  const changes = db.prepare<[], number>('SELECT total_changes()').pluck();
  const count = db
    .prepare<[number], number>(`SELECT count(*) FROM ${table} INDEXED BY ${table}_ts WHERE ts < ?`)
    .pluck();
  const known = new Map<number, number>();
  let knownAsOf = '';
  return (beforeTs = Number.MAX_SAFE_INTEGER) => {
    const asOf = `${db.pragma('data_version', { simple: true })} ${changes.get()}`; // of others, and of ours
    if (asOf !== knownAsOf) known.clear();
    knownAsOf = asOf;
    const rows = known.get(beforeTs) ?? count.get(beforeTs)!;
    known.set(beforeTs, rows);
    return rows;
  };
}

/** Extent of the record: rows and bytes per tier. */
export function extentReads({ db, rollUps, samples, watermarks }: Tiers, retention: Retention) {
  const fives = rowCount(db, FIVE_MIN);
  const hours = rowCount(db, HOURLY);
  const countedSince = (fromS: number): number => rollUps.rowsIn(RAW, fromS, Number.POSITIVE_INFINITY);
  /** First moment that an unfinished move of the clock leaves or enters. */
  const movingFromS = db
    .prepare<[], number | null>(
      'SELECT min(min(from_ms, from_ms + moving_by_ms)) / 1000.0 FROM clock_segment WHERE moving_by_ms IS NOT NULL',
    )
    .pluck();

  /** Samples from a moment on that a move is under way in: a whole segment is counted once per commit, and not with each slice. */
  let known = { asOf: '', rows: 0 };
  function movingRows(fromS: number): number {
    const asOf = `${fromS} ${rollUps.ownEnd.newestMs()} ${db.pragma('data_version', { simple: true })}`;
    if (asOf !== known.asOf) known = { asOf, rows: countedSince(fromS) };
    return known.rows;
  }

  /** Samples at the raw tier, by the counts of their closed five-minute rows. While a move is under way, those of its time are made anew. */
  function rawRows(): number {
    const { rawFrom } = watermarks;
    const closedUntil = rollUps.closedUntil(FIVE_MIN);
    const movedS = movingFromS.get() ?? null;
    const isMoving = movedS !== null;
    const unmovedUntil = isMoving ? floorTo(movedS, FIVE_MIN.widthS) : closedUntil;
    const standUntil = Math.max(Math.min(closedUntil, unmovedUntil), rawFrom);
    const open = isMoving ? movingRows(standUntil) : countedSince(standUntil);
    return rollUps.countIn(FIVE_MIN, rawFrom, standUntil) + open + samples.queued;
  }

  /** First and last row from `fromS` on: earlier ones were folded, though they may not be deleted yet. */
  function ends(tier: FoldedTier, fromS: number) {
    const untilS = rollUps.closedUntil(tier);
    return { first_ts: rollUps.firstOf(tier, fromS), last_ts: untilS === 0 ? null : untilS - tier.widthS };
  }

  /** The first moment anything is known of. An open hour starts before its first sample; where samples are left they are the truth. */
  function firstS(): number | null {
    const { rawFrom, fiveFrom } = watermarks;
    const rawFirst = samples.firstFrom(rawFrom);
    if (rawFrom === 0) return rawFirst;
    const folded = [rollUps.firstOf(FIVE_MIN, fiveFrom), rollUps.firstOf(HOURLY, 0)];
    const firsts = [rawFirst, ...folded].filter((ts) => ts !== null);
    return firsts.length > 0 ? Math.min(...firsts) : null;
  }

  return {
    storage(): Storage {
      const { rawFrom, fiveFrom } = watermarks;
      // The last is the station's own: another program may have left one that is still to come.
      const ofSamples = { first_ts: samples.firstFrom(rawFrom), last_ts: samples.newestTs() };
      return {
        tiers: [
          { tier: RAW.number, label: 'raw', rows: rawRows(), ...ofSamples },
          { tier: FIVE_MIN.number, label: '5 minute', rows: fives() - fives(fiveFrom), ...ends(FIVE_MIN, fiveFrom) },
          { tier: HOURLY.number, label: 'hourly', rows: hours(), ...ends(HOURLY, 0) },
        ],
        bytes: sizeOf(db.name) + sizeOf(`${db.name}-wal`),
        policy: {
          raw_retention_days: retention.rawRetentionDays,
          five_min_retention_days: retention.fiveMinRetentionDays,
          note: NOTE,
        },
      };
    },

    firstS,

    /** From the first to the last moment anything is known of; every stretch of time is counted at its finest tier. */
    coverage(): RecordsWire['coverage'] {
      const { rawFrom, fiveFrom } = watermarks;
      const lasts = [ends(FIVE_MIN, 0).last_ts, ends(HOURLY, 0).last_ts].filter((ts) => ts !== null);
      return {
        first_ts: firstS(),
        last_ts: samples.newestTs() ?? (lasts.length > 0 ? Math.max(...lasts) : null),
        rows: rawRows() + fives(rawFrom) - fives(fiveFrom) + hours(fiveFrom),
      };
    },
  };
}
