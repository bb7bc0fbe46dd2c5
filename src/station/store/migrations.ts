import type { Database } from './database.ts';
import { isWhole, ROLLUP_COLUMNS } from './rows/rollup-columns.ts';
import { SAMPLE_COLUMNS } from './rows/sample-row.ts';

/** The last column names the table in every row: a page torn out of a damaged file can still be put where it belongs. */
const folded = (table: string, tier: number): string =>
  `CREATE TABLE ${table} (ts INTEGER PRIMARY KEY, n INTEGER NOT NULL, ${ROLLUP_COLUMNS.map((column) =>
    /_gaps$/.test(column) ? `${column} INTEGER NOT NULL` : `${column} ${isWhole(column) ? 'INTEGER' : 'REAL'}`,
  ).join(', ')}, tier INTEGER NOT NULL DEFAULT ${tier}) STRICT`;

/**
 * Append only: a step that has shipped is never edited, because somewhere it has already run. A column that is added to the
 * lists later also needs its `ALTER TABLE ... ADD COLUMN` here; a test holds the outcome of every step fixed.
 */
const steps: ReadonlyArray<(db: Database) => void> = [
  (db) =>
    db.exec(`
      CREATE TABLE sample (ts_ms INTEGER PRIMARY KEY, ${SAMPLE_COLUMNS.map((c) => `${c} REAL`).join(', ')}) STRICT;
      ${folded('five_min', 1)};
      ${folded('hourly', 2)};
      ${folded('half_day', 3)};
      -- To count rows and step over them without touching the wide rows themselves.
      CREATE INDEX five_min_ts ON five_min (ts);
      CREATE INDEX hourly_ts ON hourly (ts);
      -- Finer rows before this moment have been folded away; the coarser tier alone speaks for them.
      CREATE TABLE watermark (tier TEXT PRIMARY KEY, from_ts INTEGER NOT NULL) STRICT, WITHOUT ROWID;
      CREATE TABLE record (name TEXT PRIMARY KEY, ts_ms INTEGER NOT NULL, value REAL NOT NULL) STRICT, WITHOUT ROWID;
      CREATE TABLE event (id INTEGER PRIMARY KEY, ts REAL NOT NULL, kind TEXT NOT NULL, severity TEXT NOT NULL,
                          detail TEXT NOT NULL, data TEXT) STRICT;
      CREATE INDEX event_by_kind ON event (kind, id);
      CREATE TABLE label (id INTEGER PRIMARY KEY, ts REAL NOT NULL, given_ts REAL NOT NULL, kind TEXT NOT NULL,
                          value REAL NOT NULL, note TEXT NOT NULL, learned INTEGER NOT NULL) STRICT;
      CREATE INDEX label_by_ts ON label (ts);
      CREATE TABLE learned (name TEXT PRIMARY KEY, version INTEGER NOT NULL, saved_ts REAL NOT NULL,
                            state TEXT NOT NULL) STRICT, WITHOUT ROWID;
      CREATE TABLE calibration (id INTEGER PRIMARY KEY, ts REAL NOT NULL, signal TEXT NOT NULL, reference REAL,
                                before REAL, after REAL, state TEXT NOT NULL) STRICT;
      CREATE TABLE tick (ts INTEGER PRIMARY KEY, temp REAL, hum REAL, press REAL, dew REAL, cloud_index REAL, temp_rate REAL,
                         hum_rate REAL, press_rate REAL, sea_level_ratio REAL NOT NULL, temp_raw REAL, cpu_excess REAL,
                         hum_raw REAL) STRICT;
      CREATE TABLE pending (due_ts INTEGER NOT NULL, target TEXT NOT NULL, horizon_s INTEGER NOT NULL, issue_ts INTEGER NOT NULL,
                            epoch INTEGER NOT NULL, anchor REAL NOT NULL, forecast REAL NOT NULL, halfwidth REAL,
                            scale REAL NOT NULL, ratio REAL NOT NULL, payload BLOB NOT NULL,
                            PRIMARY KEY (due_ts, target, horizon_s)) STRICT, WITHOUT ROWID;
      CREATE TABLE score (day INTEGER NOT NULL, target TEXT NOT NULL, horizon_s INTEGER NOT NULL, state TEXT NOT NULL,
                          PRIMARY KEY (day, target, horizon_s)) STRICT, WITHOUT ROWID;
      CREATE TABLE job (name TEXT PRIMARY KEY, started_ts REAL NOT NULL, state TEXT NOT NULL) STRICT, WITHOUT ROWID;
    `),
];

export const SCHEMA_VERSION = steps.length;

export function migrate(db: Database): void {
  const done = db.pragma('user_version', { simple: true }) as number;
  if (done > steps.length) {
    throw new Error(`database schema ${done} is newer than this program's ${steps.length}`);
  }
  steps.slice(done).forEach((step, i) => {
    // The step and its number commit or roll back together.
    db.transaction(() => {
      step(db);
      db.pragma(`user_version = ${done + i + 1}`);
    })();
  });
}
