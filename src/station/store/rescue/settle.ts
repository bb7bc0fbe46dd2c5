import { DAY_S } from '../../../base/durations.ts';
import { atOnce } from '../../../base/steps.ts';
import type { Database } from '../sqlite/database.ts';
import { findRecords } from '../tiers/find-records.ts';
import { RollUps } from '../tiers/rollup.ts';
import {
  FIVE_MIN,
  FIVE_MIN_OF_SAMPLE,
  FOLDED,
  type FoldedTier,
  floorTo,
  HOURLY,
  RAW,
  type Retention,
} from '../tiers/tier.ts';
import { Watermarks } from '../tiers/watermarks.ts';

/** Makes the tiers agree again: coarser rows for all finer ones, none finer than its window, records from what there is. */
export function settle(db: Database, { rawRetentionDays }: Retention): void {
  db.transaction(() => {
    const newestS = db
      .prepare<[], number>(
        `SELECT max(coalesce((SELECT max(ts_ms) / 1000 FROM sample), 0), coalesce((SELECT max(ts) FROM five_min), 0))`,
      )
      .pluck()
      .get()!;
    dropWrongMarks(db, newestS, rawRetentionDays);
    const marks = new Watermarks(db);
    if (marks.rawFrom === 0 && db.prepare('SELECT 1 FROM hourly LIMIT 1').get() !== undefined) {
      // Without its mark: where the finer rows would be after the last fold, but never before the first that is left.
      const first = (table: string, key: string) =>
        db.prepare<[], number | null>(`SELECT min(${key}) FROM ${table}`).pluck().get() ?? newestS;
      const rawFrom = Math.max(
        floorTo(first('sample', 'ts_ms') / 1000, HOURLY.widthS),
        floorTo(newestS - rawRetentionDays * DAY_S, HOURLY.widthS),
      );
      if (first('hourly', 'ts') < rawFrom) marks.advance(RAW, rawFrom);
      const fiveFrom = floorTo(first('five_min', 'ts'), HOURLY.widthS);
      if (first('hourly', 'ts') < fiveFrom) marks.advance(FIVE_MIN, Math.min(fiveFrom, rawFrom));
    }
    const rollUps = new RollUps(db, marks);
    for (const tier of FOLDED) {
      for (const ts of behindFiner(db, tier)) if (ts + tier.widthS <= newestS) rollUps.roll(tier, ts);
      for (const ts of narrowBehindFiner(db, tier)) if (ts + tier.widthS <= newestS) rollUps.narrow.roll(tier, ts);
    }
    for (const table of ['sample', 'narrow_sample']) {
      db.prepare(`DELETE FROM ${table} WHERE ts_ms < ?`).run(marks.rawFrom * 1000);
    }
    for (const table of ['five_min', 'narrow_five_min']) {
      db.prepare(`DELETE FROM ${table} WHERE ts < ?`).run(marks.fiveFrom);
    }
    refindMissingRecords(db);
  })();
}

/** In SQL: the start of the row that a finer one belongs to, and how many samples or values it speaks for. */
const bucketAndRows = ({ widthS, finer }: FoldedTier): string =>
  finer.folded ? `ts / ${widthS} * ${widthS} bucket, sum(n) rows` : `${FIVE_MIN_OF_SAMPLE} bucket, count(*) rows`;

/** Starts of the rows of a tier that are not there, or know of less than their finer ones. */
function behindFiner(db: Database, tier: FoldedTier): number[] {
  const { table, finer } = tier;
  const there = `SELECT ${bucketAndRows(tier)} FROM ${finer.table} GROUP BY 1`;
  return db
    .prepare<[], number>(
      `SELECT bucket FROM (${there}) WHERE rows > coalesce((SELECT n FROM ${table} WHERE ts = bucket), 0)`,
    )
    .pluck()
    .all();
}

function narrowBehindFiner(db: Database, tier: FoldedTier): number[] {
  const { table, finer } = tier;
  const there = `SELECT quantity, ${bucketAndRows(tier)} FROM narrow_${finer.table} GROUP BY quantity, bucket`;
  return db
    .prepare<[], number>(
      `SELECT DISTINCT bucket FROM (${there}) finer WHERE rows > coalesce((SELECT n FROM narrow_${table} coarse
         WHERE coarse.ts = bucket AND coarse.quantity = finer.quantity), 0)`,
    )
    .pluck()
    .all();
}

/** A mark far inside the window, with samples before it, was never made by ageing: believing it would delete them. */
function dropWrongMarks(db: Database, newestS: number, rawRetentionDays: number): void {
  const rawFrom = new Watermarks(db).rawFrom;
  const before = db.prepare<[number], number>('SELECT EXISTS (SELECT 1 FROM sample WHERE ts_ms < ?)').pluck();
  if (rawFrom > newestS - rawRetentionDays * DAY_S + DAY_S && before.get(rawFrom * 1000) === 1)
    db.exec('DELETE FROM watermark');
}

function refindMissingRecords(db: Database): void {
  const put = db.prepare('INSERT OR IGNORE INTO record (name, ts_ms, value) VALUES (?, ?, ?)');
  const all = { fromS: 0, untilS: Number.MAX_SAFE_INTEGER };
  const found = atOnce(
    findRecords(db, [
      { table: 'hourly', ...all },
      { table: 'five_min', ...all },
    ]),
  );
  for (const [name, { tsMs, value }] of found) put.run(name, tsMs, value);
}
