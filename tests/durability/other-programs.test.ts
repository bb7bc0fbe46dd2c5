import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { damageOf } from '../../src/station/store/rescue/integrity/check-database.ts';
import { patrol } from '../../src/station/store/rescue/integrity/patrol.ts';
import { openDatabase, openReadOnly } from '../../src/station/store/sqlite/database.ts';
import { SCHEMA_VERSION } from '../../src/station/store/sqlite/migrations/migrate.ts';
import { StoreRefusal } from '../../src/station/store/sqlite/store-refusal.ts';
import type { Store } from '../../src/station/store/store.ts';
import { describeSchema } from '../support/describe-schema.ts';
import { share } from '../support/share.ts';
import { bundled, spawnNode } from './processes.ts';
import { clearFolders, dbOf, fill, openIn, SetClock, START, tempFolder, walOf } from './support.ts';

const SHELL = spawnSync('sqlite3', ['--version']).error === undefined;
if (!SHELL)
  console.warn(
    '\nSKIPPED: what other programs may do to the database, because there is no sqlite3 (apt-get install sqlite3)\n',
  );

/** Where the table goes, as Markdown; nowhere unless asked for. */
const TABLE = process.env['WEATHERGLASS_TEST_TABLE'];
const HOURS = 3;
const ROWS = HOURS * 360;
const BACKED_UP = ROWS / 2;
const AT = START + 600;

type State = 'stopped' | 'killed' | 'running';
interface Place {
  folder: string;
  db: string;
  backup: string;
}
interface Case {
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

const sql =
  (...statements: string[]) =>
  ({ db }: Place): void => {
    execFileSync('sqlite3', ['-cmd', '.timeout 5000', db, statements.join(';\n')], {
      stdio: 'pipe',
      maxBuffer: 2 ** 28,
    });
  };
/** A running station keeps some of these out by its locks, which is as good. */
const tried =
  (...statements: string[]) =>
  (place: Place, state: State): void => {
    try {
      sql(...statements)(place);
    } catch (error) {
      if (state !== 'running' || !/locked/.test(String((error as { stderr: Buffer }).stderr))) throw error;
    }
  };
const notes = (store: Store): string[] => store.labels.recent(9).map(({ note }) => note);
const sh =
  (script: string) =>
  ({ folder, db, backup }: Place): void => {
    execFileSync('sh', ['-ec', script], {
      env: { ...process.env, FOLDER: folder, DB: db, BACKUP: backup },
      stdio: 'pipe',
    });
  };
/** A shell with an open transaction; it ends when `release` is called. */
function openTransaction(
  db: string,
  begin: string,
  then = '',
): { ready: Promise<void>; release: (how: string) => Promise<void>; kill: () => Promise<void> } {
  const shell = spawn('sqlite3', [db], { stdio: ['pipe', 'pipe', 'inherit'] });
  const gone = new Promise<void>((resolve) => shell.once('close', () => resolve()));
  const ready = new Promise<void>((resolve) => shell.stdout.once('data', () => resolve()));
  shell.stdin.write(`.timeout 5000\n${begin};\nSELECT 'ready';\n${then}\n`);
  return {
    ready,
    release: (how) => {
      shell.stdin.end(`${how};\n`);
      return gone;
    },
    kill: () => {
      shell.kill('SIGKILL');
      return gone;
    },
  };
}
const INSERTED = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 12)
  INSERT INTO sample (ts_ms, temp, temp_smooth) SELECT ${(START - 30 * 86_400) * 1000} + i * 10000, 20, 20 FROM n`;
const ALWAYS = {
  stopped: /^Another program (?:added|removed|changed)/,
  killed: /^Another program used the database/,
  running: null,
};
/** After a kill the first reader brings the log in. */
const READ = { stopped: null, killed: /^Another program used the database/, running: null };

const cases: Case[] = [
  { name: 'SELECT', act: sql('SELECT count(*) FROM sample'), told: READ },
  {
    name: 'SELECT, read-only',
    act: ({ db }) => void execFileSync('sqlite3', ['-readonly', db, 'SELECT count(*) FROM sample']),
    told: { killed: null },
  },
  { name: '.dump', act: sql('.dump'), told: READ },
  {
    name: '.backup',
    act: ({ db, folder }) => sql(`.backup ${join(folder, 'theirs.copy')}`)({ db } as Place),
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
    act: ({ db }) => cpSync(another, db),
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

/** DB Browser with changes that are not written yet, for two seconds more. */
const unwritten = (db: string, end: string): Promise<void> =>
  openTransaction(db, `SAVEPOINT RESTOREPOINT; ${INSERTED}`, `.shell sleep 2\n${end};\n.quit`).ready;

let base: string;
let another: string;
let script: string;
const cells = new Map<string, Partial<Record<State, string>>>();
const note = (name: string, state: State, said: string): void =>
  void cells.set(name, { ...cells.get(name), [state]: said });

beforeAll(async () => {
  if (!SHELL) return;
  script = await bundled('holder');
  base = tempFolder();
  const store = openIn(base);
  fill(store, START - HOURS * 3600, START - (HOURS * 3600) / 2, 10);
  store.labels.add({ ts: START - 9000, givenTs: START - 9000, kind: 'rain', value: 1, note: 'ours', learned: true });
  store.calibrations.add({
    ts: START - 9000,
    signal: 'temperature',
    reference: 20,
    before: 21,
    after: 20,
    state: { k: 0.5, P: 1, n: 1 },
  });
  await store.backup(7, { signal: new AbortController().signal, progress: () => {} });
  fill(store, START - (HOURS * 3600) / 2, START, 10);
  store.learned.saveAll([{ name: 'heads', version: 1, state: { n: 2 } }], START);
  store.close();
  const elsewhere = tempFolder();
  const other = openIn(elsewhere, new SetClock(START - 86_400));
  fill(other, START - 86_400 - 3600, START - 86_400, 10);
  other.close();
  another = dbOf(elsewhere);
  sql('PRAGMA journal_mode = WAL', 'PRAGMA user_version')({ db: another } as Place);
});
afterAll(() => {
  clearFolders();
  if (TABLE === undefined) return;
  const rows = [...cells].map(
    ([name, { stopped = '–', killed = '–', running = '–' }]) => `| ${name} | ${stopped} | ${killed} | ${running} |`,
  );
  writeFileSync(TABLE, ['| what | stopped | killed | running |', '|---|---|---|---|', ...rows, ''].join('\n'));
});

function count(db: string, statement: string): number {
  const file = openReadOnly(db);
  try {
    return file.prepare<[], number>(statement).pluck().get()!;
  } finally {
    file.close();
  }
}

function theirs(db: string): string[] {
  const file = openReadOnly(db);
  try {
    return describeSchema(file);
  } finally {
    file.close();
  }
}

function copied(folder: string, wanted: (name: string) => boolean): string {
  const copy = tempFolder();
  for (const name of readdirSync(folder))
    if (wanted(name)) cpSync(join(folder, name), join(copy, name), { recursive: true });
  return copy;
}

/** The folder on its own, so that the note of its last stop is its own, too. */
function placeOf(): Place {
  const folder = tempFolder();
  cpSync(base, folder, { recursive: true });
  openIn(folder).close();
  return placeIn(folder);
}

function placeIn(folder: string): Place {
  const backup = join(folder, 'backups', readdirSync(join(folder, 'backups'))[0]!);
  return { folder, db: dbOf(folder), backup };
}

let killedOnce: Promise<string> | null = null;
/** What a station leaves that is killed, with its log: killed once, and a copy with its times for each meeting. */
async function placeOfKilled(): Promise<Place> {
  killedOnce ??= killed();
  const folder = tempFolder();
  cpSync(await killedOnce, folder, { recursive: true, preserveTimestamps: true });
  return placeIn(folder);
}

async function killed(): Promise<string> {
  const { folder } = placeOf();
  const holder = spawnNode(script, [folder, String(START + 300)]);
  const gone = new Promise((resolve) => holder.once('close', resolve));
  const said = await new Promise((resolve) => holder.stdout.once('data', (text) => resolve(String(text))));
  expect(said).toBe('committed sound\n');
  holder.kill('SIGKILL');
  await gone;
  return folder;
}

const samplesIn = (store: Store): number => [...store.samples.pages(0, AT + 1000)].flat().length;
const toldBy = (store: Store): string[] => store.events.recentOf(['storage'], 9).map(({ detail }) => detail);

async function meanwhile(place: Place, { act }: Case, state: State): Promise<number> {
  if (state === 'stopped') {
    await act(place, state);
    return ROWS;
  }
  if (state === 'killed') {
    await act(place, state);
    return ROWS + 30;
  }
  const store = openIn(place.folder, new SetClock(AT));
  fill(store, START, START + 300, 10);
  await act(place, state);
  fill(store, START + 300, AT, 10);
  expect(store.finding).toBeNull();
  expect(store.trouble).toBeNull();
  expect(store.samples.queued).toBe(0);
  store.close();
  return ROWS + 60;
}

describe.skipIf(!SHELL)('a database that another program opens', () => {
  const all = cases.flatMap((one) =>
    (one.states ?? (['stopped', 'killed', 'running'] as const)).map((state) => ({
      one,
      state,
      title: `${one.name}, ${state}`,
    })),
  );

  /** Each thing that a program does, and each sentence, each loss and each log kept of each state, once at least. */
  const aspectsOf = ({ one, state }: (typeof all)[number]) => [
    one.name,
    `${state}: ${String(one.told?.[state])}`,
    ...(['rows', 'leaves', 'keepsLog', 'refused', 'elsewhere'] as const)
      .filter((name) => one[name] !== undefined)
      .map((name) => `${state}, ${name}`),
  ];

  it.each(share('meetings of another program and a station', all, aspectsOf))(
    'is taken as it is, and that is told: $title',
    async ({ one, state }) => {
      const place = state === 'killed' ? await placeOfKilled() : placeOf();
      const had = await meanwhile(place, one, state);
      const { folder } = place;
      if (one.refused) {
        expect(() => openIn(folder, new SetClock(AT))).toThrow(StoreRefusal);
        expect(() => openIn(folder, new SetClock(AT))).toThrow(one.refused);
        note(one.name, state, 'refused in one sentence: 0 lost');
        return;
      }
      const at = one.elsewhere?.(place) ?? folder;
      const store = openIn(at, new SetClock(AT));
      expect(store.finding?.severity).not.toBe('error');
      const told = toldBy(store);
      const meant = had + (one.rows ?? 0);
      const lost = meant - samplesIn(store);
      note(one.name, state, `${lost} lost; ${told.join(' ').replaceAll(/\S+(?=damaged-)/g, '') || 'nothing told'}`);
      const wanted = one.told?.[state];
      if (wanted === null) expect(told).toEqual([]);
      else if (wanted !== undefined) expect(told).toEqual([expect.stringMatching(wanted)]);
      expect(lost).toBe(state === 'killed' ? (one.leaves ?? 0) : 0);
      one.after?.(store, { ...place, db: dbOf(at) });
      if (!one.keepsLog) expect(store.learned.load('heads', 1).found).toBe(true);
      // And it is a working store again, about which there is nothing to tell.
      fill(store, AT, AT + 300, 10);
      store.close();
      expect(damageOf(dbOf(at))).toBeNull();
      const again = openIn(at, new SetClock(AT + 300));
      expect(toldBy(again)).toEqual(told);
      again.close();
      const kept = readdirSync(at).filter((name) => name.startsWith('damaged'));
      expect(kept).toHaveLength(one.keepsLog && state === 'killed' ? 1 : 0);
    },
  );
});

const EDITED_MS = (START - (HOURS - 1) * 3600) * 1000;
const edit = (table = 'sample'): string => `UPDATE ${table} SET temp = 99 WHERE ts_ms = ${EDITED_MS}`;
/** A dump, edited and read into a new file, which goes into its place. */
const DUMP_AND_EDIT = `sqlite3 "$DB" .dump | awk '/^CREATE TRIGGER/ && !n++ { print "${edit()};" } { print }' | sqlite3 "$FOLDER/new.db"
  rm -f "$DB-wal" "$DB-shm"; mv "$FOLDER/new.db" "$DB"`;

/** Ways to change a row of which none of our triggers hears. */
const UNHEARD: { name: string; act: (place: Place) => void; states?: readonly State[] }[] = [
  { name: 'a trigger dropped', act: sql('DROP TRIGGER sample_sum_remade', edit()) },
  {
    // As DB Browser does it: https://www.sqlite.org/lang_altertable.html#otheralter
    name: 'the table made anew under its name',
    act: (place) => {
      const parts = theirs(place.db);
      const [made] = parts.filter((text) => text.startsWith('CREATE TABLE sample '));
      const triggers = parts.filter((text) => /^CREATE TRIGGER sample_/.test(text));
      expect(triggers.length).toBeGreaterThan(2);
      sql(
        'PRAGMA foreign_keys = OFF; PRAGMA legacy_alter_table = ON; BEGIN',
        made!.replace('TABLE sample ', 'TABLE anew '),
        `INSERT INTO anew SELECT * FROM sample; ${edit('anew')}`,
        'DROP TABLE sample; ALTER TABLE anew RENAME TO sample',
        ...triggers,
        'COMMIT',
      )(place);
    },
  },
  {
    name: 'triggers switched off',
    act: ({ db }) => void execFileSync('sqlite3', ['-cmd', '.dbconfig enable_trigger off', db, edit()]),
    states: ['stopped'],
  },
  { name: 'a dump, edited', act: sh(DUMP_AND_EDIT), states: ['stopped', 'killed'] },
  {
    name: 'a dump, edited, of what was a dump before',
    act: (place) => {
      sh(DUMP_AND_EDIT.replace('temp = 99', 'temp = 98'))(place);
      openIn(place.folder, new SetClock(AT)).close();
      sh(DUMP_AND_EDIT)(place);
    },
    states: ['stopped'],
  },
];

it('what another program may do is a table, one row a thing', () => {
  const table = readFileSync('docs/evidence/other-programs.md', 'utf8');
  const rows = [...table.matchAll(/^\| ([^|]+) \|/gm)].map(([, name]) => name);
  expect(rows.slice(1)).toEqual(cases.map(({ name }) => name));
});

describe.skipIf(!SHELL)('a row that another program changed unheard', () => {
  const all = UNHEARD.flatMap(({ states = ['stopped', 'killed', 'running'], ...one }) =>
    states.map((state) => ({ ...one, state })),
  );

  it.each(all)('stays as it was changed, though a backup has it otherwise: $name, $state', async ({ act, state }) => {
    const place = state === 'killed' ? await placeOfKilled() : placeOf();
    const temp = () => count(place.db, `SELECT temp FROM sample WHERE ts_ms = ${EDITED_MS}`);
    const store = state === 'running' ? openIn(place.folder, new SetClock(AT)) : null;
    act(place);
    if (store !== null) {
      const beside = openDatabase(place.db);
      for (let i = 0; i < 3; i += 1) expect(patrol(beside, [place.backup], AT)).toEqual([]);
      beside.close();
      expect(temp()).toBe(99);
      store.close();
    }
    for (let start = 1; start <= 3; start += 1) {
      const again = openIn(place.folder, new SetClock(AT));
      expect(temp(), `after ${start} starts`).toBe(99);
      expect(toldBy(again).filter((text) => !/^Another program/.test(text))).toEqual([]);
      again.close();
    }
  });
});

describe.skipIf(!SHELL)('a running station beside another program', () => {
  it('keeps its samples in memory while that holds an open transaction, and writes them after it', async () => {
    const { folder, db } = placeOf();
    const store = openIn(folder, new SetClock(AT));
    store.samples.append({ ...store.samples.latest()!, ts: START + 1 });
    const writer = openTransaction(db, `BEGIN IMMEDIATE; ${INSERTED}`);
    await writer.ready;
    for (let ts = START + 10; ts < START + 610; ts += 10) store.samples.append({ ...store.samples.latest()!, ts });
    expect(store.flush()).toBe(false);
    expect(store.trouble).toBeNull();
    expect(store.samples.queued).toBe(61);
    expect(store.change(() => 1)).toMatchObject({
      unavailable: true,
      locked: true,
      error: expect.stringContaining('another program'),
    });
    await writer.release('COMMIT');
    expect(store.flush()).toBe(true);
    expect(store.samples.queued).toBe(0);
    expect(samplesIn(store)).toBe(ROWS + 61 + 12);
    store.close();
    expect(count(db, 'SELECT count(*) FROM sample')).toBe(ROWS + 61 + 12);
  });

  it('goes on beside its database when that drops a table in use, and loses no sample', () => {
    const { folder, db } = placeOf();
    const store = openIn(folder, new SetClock(AT));
    sql('ALTER TABLE label ADD COLUMN theirs TEXT', 'DROP TABLE five_min')({ db } as Place);
    fill(store, START, AT, 10);
    expect(store.finding?.text).toMatch(/no such table: five_min/);
    expect(store.samples.queued).toBe(0);
    store.close();
    const again = openIn(folder, new SetClock(AT));
    for (let i = 0; i < 5; i += 1) again.flush();
    expect(samplesIn(again)).toBe(ROWS + 60);
    expect(again.history.records().coverage.rows).toBe(ROWS + 60);
    expect(toldBy(again).some((text) => /Missing parts were recreated \(.*five_min/.test(text))).toBe(true);
    again.close();
    expect(damageOf(db)).toBeNull();
  });

  it('goes on while that reads for hours and makes checkpoints of its own, and its log stays its own', async () => {
    const { folder, db } = placeOf();
    const store = openIn(folder, new SetClock(AT));
    const reader = openTransaction(db, 'BEGIN; SELECT count(*) FROM sample');
    await reader.ready;
    for (let i = 0; i < 20; i += 1) {
      fill(store, START + i * 600, START + (i + 1) * 600, 10);
      sql('PRAGMA wal_checkpoint(PASSIVE)')({ db } as Place);
      expect(readFileSync(walOf(folder)).length).toBeGreaterThan(0);
    }
    await reader.release('COMMIT');
    sql('PRAGMA wal_checkpoint(TRUNCATE)')({ db } as Place);
    fill(store, START + 12_000, START + 12_300, 10);
    store.close();
    const again = openIn(folder, new SetClock(AT + 12_300));
    expect(again.finding).toBeNull();
    expect(count(db, 'SELECT count(*) FROM sample')).toBe(ROWS + 1230);
    again.close();
  });
});
