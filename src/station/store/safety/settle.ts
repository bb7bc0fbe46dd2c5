import type { Database } from '../database.ts';
import { RECORD_NAMES, RECORD_RULES } from '../rows/records.ts';
import { floorTo, RollUps } from '../rows/rollup.ts';
import { FOLDED } from '../rows/rollup-columns.ts';
import type { Retention } from '../rows/tiers.ts';
import { Watermarks } from '../rows/watermarks.ts';

const DAY_S = 86_400;

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
        floorTo(first('sample', 'ts_ms') / 1000, 3600),
        floorTo(newestS - rawRetentionDays * DAY_S, 3600),
      );
      if (first('hourly', 'ts') < rawFrom) marks.advance('raw', rawFrom);
      const fiveFrom = floorTo(first('five_min', 'ts'), 3600);
      if (first('hourly', 'ts') < fiveFrom) marks.advance('five_min', Math.min(fiveFrom, rawFrom));
    }
    const rollUps = new RollUps(db, marks);
    const missing = [
      `SELECT bucket FROM (SELECT ts_ms / 300000 * 300 bucket, count(*) rows FROM sample GROUP BY 1)
       WHERE rows > coalesce((SELECT n FROM five_min WHERE ts = bucket), 0)`,
      ...FOLDED.slice(1).map(
        ({ table, widthS }, i) =>
          `SELECT bucket FROM (SELECT ts / ${widthS} * ${widthS} bucket, sum(n) rows FROM ${FOLDED[i]!.table} GROUP BY 1)
           WHERE rows > coalesce((SELECT n FROM ${table} WHERE ts = bucket), 0)`,
      ),
    ];
    missing.forEach((sql, level) => {
      const { widthS } = FOLDED[level]!;
      for (const ts of db.prepare<[], number>(sql).pluck().all()) {
        if (ts + widthS <= newestS) rollUps.roll(level, ts);
      }
    });
    db.prepare('DELETE FROM sample WHERE ts_ms < ?').run(marks.rawFrom * 1000);
    db.prepare('DELETE FROM five_min WHERE ts < ?').run(marks.fiveFrom);
    refindMissingRecords(db);
  })();
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
  for (const name of RECORD_NAMES) {
    const { column, sign } = RECORD_RULES[name];
    const [end, order] = sign === 1 ? ['hi', 'DESC'] : ['lo', 'ASC'];
    const extreme = `${column}_${end}`;
    const limits = column === 'press_rate' ? `AND abs(${extreme}) <= 10 AND ${extreme} * ${sign} > 0` : '';
    const row = db
      .prepare<[], { ts_ms: number; value: number }>(
        `SELECT ts * 1000 + ${extreme}_at ts_ms, ${extreme} value FROM (SELECT * FROM hourly UNION ALL SELECT * FROM five_min)
         WHERE ${extreme} IS NOT NULL ${limits} ORDER BY value ${order}, ts_ms LIMIT 1`,
      )
      .get();
    if (row) put.run(name, row.ts_ms, row.value);
  }
}
