import { DAY_S } from '../../../base/durations.ts';
import { atOnce } from '../../../base/steps.ts';
import type { Database } from '../sqlite/database.ts';
import { Ageing } from '../tiers/ageing.ts';
import { findRecords } from '../tiers/find-records.ts';
import { RollUps } from '../tiers/rollup.ts';
import { FIVE_MIN, FOLDED, type FoldedTier, floorTo, HOURLY, RAW, type Retention, startIn } from '../tiers/tier.ts';
import { Watermarks } from '../tiers/watermarks.ts';

/**
 * Folds rows of another program into the coarser tier where the finer rows are gone. Before anything comes from a backup: its rows of
 * that time are known there.
 */
export function takeInLate(db: Database, retention: Retention): void {
  db.transaction(() => {
    const rollUps = new RollUps(db, withoutWrongMarks(db, retention));
    for (const tier of [RAW, FIVE_MIN]) while (rollUps.takeInLate(tier) > 0);
  })();
}

const endIn = (db: Database, which: 'min' | 'max', { table, key }: { table: string; key: string }): number | null =>
  db.prepare<[], number | null>(`SELECT ${which}(${key}) FROM ${table}`).pluck().get()!;

/** Time of the newest weather; 0 where there is none. */
export const newestIn = (db: Database): number =>
  Math.max(Math.floor((endIn(db, 'max', RAW) ?? 0) / 1000), endIn(db, 'max', FIVE_MIN) ?? 0);

/** Makes the tiers agree again: coarser rows for all finer ones, none where they were removed, records from what there is. */
export function settle(db: Database, retention: Retention): void {
  db.transaction(() => {
    const newestS = newestIn(db);
    const marks = withoutWrongMarks(db, retention);
    const rollUps = new RollUps(db, marks);
    const windowFrom = new Ageing(db, rollUps, marks, retention).oldestKept(retention.rawRetentionDays);
    if (marks.rawFrom === 0) guessMarks(db, marks, newestS, windowFrom);
    rollUps.quality.tidy();
    for (const tier of [RAW, FIVE_MIN]) rollUps.removeRows(tier, 0, marks.goneUntil(tier));
    for (const tier of FOLDED) {
      for (const ts of rollUps.behind(tier, 0, Number.MAX_SAFE_INTEGER))
        if (ts + tier.widthS <= newestS) rollUps.rows.make(tier, ts);
      for (const ts of narrowBehindFiner(db, tier)) if (ts + tier.widthS <= newestS) rollUps.rows.makeNarrow(tier, ts);
    }
    refindMissingRecords(db);
  })();
}

/** Starts of the rows of a tier whose narrow values are not there, or know of less than their finer ones. */
function narrowBehindFiner(db: Database, tier: FoldedTier): number[] {
  const { table, finer } = tier;
  const there = `SELECT quantity, ${startIn(tier)} bucket, ${finer.count} rows FROM narrow_${finer.table} GROUP BY quantity, bucket`;
  const behind = `SELECT DISTINCT bucket FROM (${there}) finer WHERE rows > coalesce((SELECT n FROM narrow_${table} coarse
    WHERE coarse.ts = bucket AND coarse.quantity = finer.quantity), 0)`;
  return db.prepare<[], number>(behind).pluck().all();
}

/** A mark far inside the window, with samples before it, was never made by ageing: believing it would fold them. */
function withoutWrongMarks(db: Database, { rawRetentionDays }: Retention): Watermarks {
  const marks = new Watermarks(db);
  const firstMs = endIn(db, 'min', RAW) ?? Number.POSITIVE_INFINITY;
  if (marks.rawFrom > newestIn(db) - rawRetentionDays * DAY_S + DAY_S && firstMs < marks.rawFrom * 1000)
    db.exec('DELETE FROM watermark');
  return marks;
}

/** Where the finer rows would begin after the last fold, but never before the first that is left. */
function guessMarks(db: Database, marks: Watermarks, newestS: number, windowFrom: number): void {
  const firstHour = endIn(db, 'min', HOURLY);
  if (firstHour === null) return;
  const sampleMs = endIn(db, 'min', RAW);
  const rawFrom = floorTo(Math.max(sampleMs === null ? newestS : sampleMs / 1000, windowFrom), HOURLY.widthS);
  if (firstHour < rawFrom) marks.advance(RAW, rawFrom);
  const fiveFrom = floorTo(endIn(db, 'min', FIVE_MIN) ?? newestS, HOURLY.widthS);
  if (firstHour < fiveFrom) marks.advance(FIVE_MIN, Math.min(fiveFrom, rawFrom));
}

function refindMissingRecords(db: Database): void {
  const put = db.prepare('INSERT OR IGNORE INTO record (name, ts_ms, value) VALUES (?, ?, ?)');
  const all = { hoursUntilS: Number.MAX_SAFE_INTEGER, fivesFromS: 0, fivesUntilS: Number.MAX_SAFE_INTEGER };
  for (const { name, tsMs, value } of atOnce(findRecords(db, all))) put.run(name, tsMs, value);
}
