import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { SCHEMA_VERSION } from '../../../src/station/store/sqlite/migrations/migrate.ts';
import type { Store } from '../../../src/station/store/store.ts';
import { START } from '../support.ts';
import { anotherStation, BACKED_UP, HOURS, ROWS } from './places.ts';
import { copied, count, openTransaction, type Place, type State, sh, sql, theirs, tried } from './shell.ts';

export interface Case {
  name: string;
  /** To a stopped, a killed and a running station, unless it says otherwise. */
  states?: readonly State[];
  act: (place: Place, state: State) => void | Promise<void>;
  /** Samples more or fewer than before. */
  rows?: number;
  /** Samples that a killed station had in the log alone, where that was left behind. */
  leaves?: 30;
  /** The log of another database is kept in a folder. */
  keepsLog?: true;
  told?: Partial<Record<State, RegExp | null | undefined>>;
  /** The station does not start, and says why. */
  refused?: RegExp;
  /** Where it starts instead. */
  elsewhere?: (place: Place) => string;
  /** What else must hold. */
  after?: (store: Store, place: Place) => void;
}

const notes = (store: Store): string[] => store.labels.recent(9).map(({ note }) => note);

export const INSERTED = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 12)
  INSERT INTO sample (ts_ms, temp, temp_smooth) SELECT ${(START - 30 * 86_400) * 1000} + i * 10000, 20, 20 FROM n`;

const ALWAYS = {
  stopped: /^Another program (?:added|removed|changed)/,
  killed: /^Another program used the database/,
  running: null,
};

/** After a kill the first reader brings the log in. */
const READ = { stopped: null, killed: /^Another program used the database/, running: null };

/** DB Browser with changes that are not written yet, for a second more: a start waits for five. */
const unwritten = (db: string, end: string): Promise<void> =>
  openTransaction(db, `SAVEPOINT RESTOREPOINT; ${INSERTED}`, `.shell sleep 1\n${end};\n.quit`).ready;

export const cases: Case[] = [
  { name: 'SELECT', act: sql('SELECT count(*) FROM sample'), told: READ },
  {
    name: 'SELECT, read-only',
    act: ({ db }) => void execFileSync('sqlite3', ['-readonly', db, 'SELECT count(*) FROM sample']),
    told: { killed: null },
  },
  { name: '.dump', act: sql('.dump'), told: READ },
  {
    name: '.backup',
    act: ({ db, folder }) => sql(`.backup ${join(folder, 'theirs.copy')}`)({ db }),
    told: READ,
  },
  { name: 'VACUUM INTO', act: (place) => sql(`VACUUM INTO '${join(place.folder, 'theirs.copy')}'`)(place), told: READ },
  { name: 'integrity_check', act: sql('PRAGMA integrity_check'), told: READ },
  { name: 'ANALYZE', act: sql('ANALYZE'), told: ALWAYS },
  { name: 'VACUUM', act: tried('VACUUM'), told: ALWAYS },
  { name: 'REINDEX', act: sql('REINDEX'), told: ALWAYS },
  { name: 'PRAGMA optimize', act: sql('PRAGMA optimize'), told: READ },
  { name: 'a checkpoint, the log truncated', act: sql('PRAGMA wal_checkpoint(TRUNCATE)'), told: READ },
  { name: 'journal_mode = DELETE', act: tried('PRAGMA journal_mode = DELETE'), told: ALWAYS },
  {
    name: 'another page size',
    act: tried('PRAGMA journal_mode = DELETE', 'PRAGMA page_size = 4096', 'VACUUM'),
    told: ALWAYS,
  },
  { name: 'auto_vacuum', act: tried('PRAGMA auto_vacuum = FULL', 'VACUUM'), told: ALWAYS },
  { name: 'an index of their own', act: sql('CREATE INDEX theirs ON sample (temp)'), told: ALWAYS },
  {
    name: 'a table of their own',
    act: sql('CREATE TABLE theirs (a, b)', 'INSERT INTO theirs VALUES (1, 2)'),
    told: ALWAYS,
    after: (_, { db }) => expect(theirs(db)).toContain('CREATE TABLE theirs (a, b);'),
  },
  {
    name: 'a view and a trigger of their own',
    act: sql(
      'CREATE TABLE theirs (a)',
      'CREATE VIEW their_view AS SELECT * FROM sample',
      'CREATE TRIGGER their_trigger AFTER INSERT ON sample BEGIN INSERT INTO theirs VALUES (new.ts_ms); END',
    ),
    told: ALWAYS,
    after: (_, { db }) => expect(theirs(db).filter((text) => text.includes('their'))).toHaveLength(3),
  },
  { name: 'a column of their own', act: sql('ALTER TABLE sample ADD COLUMN theirs REAL'), told: ALWAYS },
  {
    name: 'INSERT of 12 samples',
    act: sql(INSERTED),
    rows: 12,
    told: { ...ALWAYS, stopped: /^Another program added 12 rows\.$/ },
  },
  {
    name: 'INSERT of a label',
    act: sql(
      `INSERT INTO label (ts, given_ts, kind, value, note, learned) VALUES (${START}, ${START}, 'note', 0, 'theirs', 1)`,
    ),
    told: { ...ALWAYS, stopped: /^Another program added 1 row\.$/ },
    after: (store) => expect(notes(store)).toContain('theirs'),
  },
  {
    name: 'DELETE of a label that a backup has',
    act: sql('DELETE FROM label'),
    told: { ...ALWAYS, stopped: /^Another program removed 1 row\.$/ },
    after: (store) => expect(notes(store)).toEqual([]),
  },
  {
    name: 'DELETE of samples that a backup has',
    act: sql(`DELETE FROM sample WHERE ts_ms < ${(START - (HOURS - 1) * 3600) * 1000}`),
    rows: -360,
    told: { ...ALWAYS, stopped: /removed 360 rows/ },
  },
  {
    name: 'UPDATE of a sample',
    act: sql(`UPDATE sample SET temp = 21 WHERE ts_ms = ${(START - 600) * 1000}`),
    told: ALWAYS,
  },
  {
    name: 'DROP INDEX of ours',
    act: sql('DROP INDEX five_min_ts'),
    told: { stopped: /five_min_ts/, killed: /five_min_ts/ },
  },
  {
    name: 'DROP TRIGGER of ours',
    act: sql('DROP TRIGGER five_min_gone'),
    told: { stopped: /five_min_gone/, killed: /five_min_gone/, running: /five_min_gone/ },
  },
  {
    name: 'DROP TABLE of ours',
    act: sql('DROP TABLE calibration'),
    told: { stopped: /calibration/, killed: /calibration/, running: /calibration/ },
    after: (store) => expect(store.calibrations.count()).toBe(1),
  },
  {
    name: 'user_version = 0, as after a dump',
    act: sql('PRAGMA user_version = 0'),
    told: { ...ALWAYS, running: undefined },
  },
  {
    name: 'user_version ahead of ours',
    act: sql(`PRAGMA user_version = ${SCHEMA_VERSION + 1}`),
    refused: /newer Weatherglass/,
  },
  {
    name: 'a dump, read into a new file in its place',
    states: ['stopped', 'killed'],
    act: sh('sqlite3 "$DB" .dump | sqlite3 "$FOLDER/new.db"; rm -f "$DB-wal" "$DB-shm"; mv "$FOLDER/new.db" "$DB"'),
    told: { stopped: /^Another program (?:added|removed|changed)/, killed: /^Another program used the database/ },
  },
  {
    name: 'the folder copied, with its log',
    act: () => {},
    elsewhere: ({ folder }) => copied(folder, () => true),
    told: { stopped: null, killed: null, running: null },
  },
  {
    name: 'the folder copied, without its log',
    states: ['stopped', 'killed'],
    act: () => {},
    elsewhere: ({ folder }) => copied(folder, (name) => !/-(wal|shm)$/.test(name)),
    leaves: 30,
    told: { stopped: null, killed: /newest database log is missing/ },
  },
  {
    name: 'only the file copied',
    states: ['stopped', 'killed'],
    act: sql('SELECT 1 FROM sample'),
    elsewhere: ({ folder }) => copied(folder, (name) => name === 'weatherglass.db'),
    told: { stopped: null, killed: null },
  },
  {
    name: 'a backup copied over it',
    states: ['stopped', 'killed'],
    act: sh('cp "$BACKUP" "$DB"'),
    rows: BACKED_UP - ROWS,
    leaves: 30,
    keepsLog: true,
    told: { stopped: /removed [\d , ]+ rows/, killed: /log of another database beside it is kept/ },
  },
  {
    name: 'a backup moved into its place',
    states: ['stopped', 'killed'],
    act: sh('cp "$BACKUP" "$FOLDER/b"; mv "$FOLDER/b" "$DB"'),
    rows: BACKED_UP - ROWS,
    leaves: 30,
    keepsLog: true,
    told: { stopped: /removed [\d , ]+ rows/, killed: /log of another database beside it is kept/ },
  },
  {
    name: 'a file of another station copied over it, beside a log that is left',
    states: ['killed'],
    act: ({ db }) => cpSync(anotherStation(), db),
    rows: 360 - ROWS,
    leaves: 30,
    keepsLog: true,
    told: { killed: /log of another database beside it is kept/ },
  },
  {
    name: 'a writer killed in its transaction',
    act: async ({ db }) => {
      const writer = openTransaction(db, `BEGIN IMMEDIATE; ${INSERTED}`);
      await writer.ready;
      await writer.kill();
    },
    told: { running: null },
  },
  {
    name: 'a writer killed in its transaction, with a rollback journal',
    states: ['stopped', 'killed'],
    act: async (place) => {
      sql('PRAGMA journal_mode = DELETE')(place);
      const writer = openTransaction(
        place.db,
        `PRAGMA cache_size = 1; PRAGMA cache_spill = 1; BEGIN IMMEDIATE; ${INSERTED}; UPDATE sample SET temp = 9`,
      );
      await writer.ready;
      await writer.kill();
    },
    told: ALWAYS,
    after: (_, { db }) => expect(count(db, 'SELECT count(*) FROM sample WHERE temp = 9')).toBe(0),
  },
  {
    // It keeps a reader open, so that nobody else restarts the log, and makes the checkpoints: https://litestream.io/how-it-works
    name: "Litestream's tables, open reader and checkpoints",
    act: async (place) => {
      sql(
        'CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER)',
        'CREATE TABLE _litestream_lock (id INTEGER)',
      )(place);
      for (const mode of ['PASSIVE', 'PASSIVE', 'RESTART', 'TRUNCATE']) {
        const reader = openTransaction(place.db, 'BEGIN; SELECT count(*) FROM _litestream_seq');
        await reader.ready;
        sql('INSERT INTO _litestream_seq VALUES (1, 1) ON CONFLICT (id) DO UPDATE SET seq = seq + 1')(place);
        await reader.release('ROLLBACK');
        sql(`PRAGMA wal_checkpoint(${mode})`)(place);
      }
    },
    told: ALWAYS,
    after: (_, { db }) => expect(count(db, 'SELECT seq FROM _litestream_seq')).toBe(4),
  },
  {
    name: "DB Browser's open transaction, over a start or commits, written",
    act: ({ db }) => unwritten(db, 'RELEASE RESTOREPOINT'),
    rows: 12,
    told: { running: null },
  },
  {
    name: "DB Browser's open transaction, over a start or commits, reverted",
    act: ({ db }) => unwritten(db, 'ROLLBACK TO RESTOREPOINT; RELEASE RESTOREPOINT'),
    told: { running: null },
  },
  {
    name: 'DB Browser killed in its open transaction',
    act: async ({ db }) => {
      const browser = openTransaction(db, `SAVEPOINT RESTOREPOINT; ${INSERTED}`);
      await browser.ready;
      await browser.kill();
    },
    told: { running: null },
  },
];
