import { chownSync, lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runtimeFolder } from '../../src/main/machine/data-disk.ts';
import { STANDBY_FILE } from '../../src/station/store/rescue/folder/waiting.ts';
import { openReadOnly, using } from '../../src/station/store/sqlite/database.ts';
import { Store } from '../../src/station/store/store.ts';
import type { StoreOptions } from '../../src/station/store/tables.ts';
import { command } from '../support/command.ts';
import { AT_HOME, leftWaiting, WAITING } from '../support/left-waiting.ts';
import { share } from '../support/share.ts';
import { bundled, spawnNode } from './processes.ts';
import {
  clearFolders,
  copyFolder,
  copyOf,
  dbOf,
  isThere,
  openIn,
  SetClock,
  START,
  tempFolder,
  walOf,
} from './support.ts';

afterAll(clearFolders);

const run = (env: NodeJS.ProcessEnv, ...args: string[]) => command(args, env);

/** What the next start finds: samples and notes, once all has come home. */
function atNextStart(folder: string, more: Partial<StoreOptions> = {}): { samples: number; notes: (string | null)[] } {
  const store = openIn(folder, new SetClock(START + 90), more);
  for (let i = 0; i < 3; i += 1) store.flush();
  const samples = [...store.samples.pages(0, START + 99)].flat().length;
  const notes = store.labels.recent(9).map(({ note }) => note);
  store.close();
  return { samples, notes };
}
const ALL = { samples: AT_HOME + WAITING, notes: ['newer'] };
const AS_SAVED = { samples: AT_HOME, notes: [] };

const samplesIn = (path: string): number =>
  using(openReadOnly(path), (db) => db.prepare<[], number>('SELECT count(*) FROM sample').pluck().get()!);
const keptIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => /\.before-restore-[\d-]+$/.test(name))
    .sort();

let left: string;
let killed: string;
let saved: string;
beforeAll(async () => {
  left = tempFolder();
  saved = join(tempFolder(), 'saved.db');
  killed = tempFolder();
  leftWaiting(left, killed);
  // The same history without what waits beside it.
  expect((await run({}, 'backup', saved, '--data', left)).code).toBe(0);
});
const folderWithWaiting = (from = left) => copyOf(from);

it('samples that wait beside the history come home with the next start', () => {
  for (const one of [left, killed]) expect(atNextStart(folderWithWaiting(one))).toEqual(ALL);
});

describe('samples that wait beside the history are told, because no copy has them: ', () => {
  const told = `weatherglass: this copy lacks what waits beside the history (${WAITING} samples since 2025-06-15T12:00Z): the next start of the station brings it in, so copy again after that.\n`;

  it.each([
    ['a backup', ['backup', 'FILE']],
    ['a table', ['export', 'FILE']],
    ['a table on standard output', ['export', '-']],
    ['a copy for SQL, in JSON', ['export', 'FILE', '--to', 'sqlite', '--json']],
    ['a database of WeeWX', ['export', 'FILE', '--to', 'weewx']],
  ])('%s', async (_, args) => {
    const folder = folderWithWaiting();
    const file = join(tempFolder(), 'copy');
    const made = await run({}, ...args.map((word) => (word === 'FILE' ? file : word)), '--data', folder);
    expect(made).toMatchObject({ code: 0, err: told });
    expect(atNextStart(folder)).toEqual(ALL);
    const again = await run({}, 'backup', `${file}.again`, '--data', folder);
    expect(again).toMatchObject({ code: 0, err: '' });
    expect(samplesIn(`${file}.again`)).toBe(ALL.samples);
  });

  it('without a number where their file cannot be read', async () => {
    const folder = folderWithWaiting();
    writeFileSync(join(folder, STANDBY_FILE), 'no database');
    const { err } = await run({}, 'backup', join(tempFolder(), 'copy'), '--data', folder);
    expect(err).toBe(told.replace(/ \(6 samples since \S+\):/, ':'));
  });

  it('and those that are home already are not counted again', async () => {
    const folder = folderWithWaiting();
    const store = openIn(folder, new SetClock(START + 90));
    const away = readFileSync(join(folder, STANDBY_FILE));
    for (let i = 0; i < 3; i += 1) store.flush();
    store.close();
    writeFileSync(join(folder, STANDBY_FILE), away); // a kill between their commit and the end of their file
    const { err } = await run({}, 'backup', join(tempFolder(), 'copy'), '--data', folder);
    expect(err).toMatch(/beside the history: the next/);
  });
});

describe('a restore beside samples that wait for the history it replaces', () => {
  it('sets them aside with it, says so, and brings the backup back as it was made', async () => {
    const folder = folderWithWaiting();
    const { code, out } = await run({}, 'restore', saved, '--data', folder);
    expect(code).toBe(0);
    const kept = keptIn(folder);
    expect(kept.map((name) => name.replace(/\d{8}-\d{6}$/, 'TIME'))).toEqual([
      `${STANDBY_FILE}.before-restore-TIME`,
      'weatherglass.db.before-restore-TIME',
    ]);
    const [away, before] = kept.map((name) => join(folder, name)) as [string, string];
    expect(out).toBe(
      `restored 60 samples until 2025-06-15T11:59Z into ${folder}; the database before is kept as ${before}, and what waited beside it is kept as ${away}\n`,
    );
    expect(samplesIn(away)).toBe(WAITING);
    expect(atNextStart(folder)).toEqual(AS_SAVED);
  });

  it('can be taken back with them', async () => {
    const folder = folderWithWaiting();
    await run({}, 'restore', saved, '--data', folder);
    const [away, before] = keptIn(folder).map((name) => join(folder, name)) as [string, string];
    expect((await run({}, 'restore', before, '--data', folder)).code).toBe(0);
    renameSync(away, join(folder, STANDBY_FILE));
    expect(atNextStart(folder)).toEqual(ALL);
  });

  it('keeps them also where the history itself is gone', async () => {
    const folder = folderWithWaiting();
    renameSync(dbOf(folder), join(tempFolder(), 'elsewhere.db'));
    const { out } = await run({}, 'restore', saved, '--data', folder);
    const [away] = keptIn(folder).map((name) => join(folder, name)) as [string];
    expect(out).toBe(
      `restored 60 samples until 2025-06-15T11:59Z into ${folder}; what waited beside it is kept as ${away}\n`,
    );
    expect(atNextStart(folder)).toEqual(AS_SAVED);
  });

  it('keeps the log of a history of which nothing else is left', async () => {
    const folder = folderWithWaiting();
    renameSync(dbOf(folder), join(tempFolder(), 'elsewhere.db'));
    const log = Buffer.concat([Buffer.from('377f0682', 'hex'), Buffer.alloc(28)]);
    writeFileSync(walOf(folder), log);
    const { out } = await run({}, 'restore', saved, '--data', folder);
    const kept = /the database before is kept as (\S+-wal), and/.exec(out)![1]!;
    expect(readFileSync(kept).equals(log)).toBe(true);
    expect(atNextStart(folder)).toEqual(AS_SAVED);
  });

  it('finds them in the runtime folder, too, and keeps them on the disk', async () => {
    const folder = folderWithWaiting();
    const env = { RUNTIME_DIRECTORY: tempFolder() };
    const runtime = runtimeFolder(folder, env)!;
    renameSync(join(folder, STANDBY_FILE), join(runtime, STANDBY_FILE));
    const copied = await run(env, 'backup', join(tempFolder(), 'copy'), '--data', folder);
    expect(copied.err).toContain('6 samples since');
    const { out } = await run(env, 'restore', saved, '--data', folder);
    const [away] = keptIn(folder).map((name) => join(folder, name)) as [string];
    expect([basename(away).startsWith(STANDBY_FILE), samplesIn(away)]).toEqual([true, WAITING]);
    expect(out).toContain(`what waited beside it is kept as ${away}\n`);
    expect(readdirSync(runtime).filter((name) => name.includes('away'))).toEqual([]);
    expect(atNextStart(folder, { runtimeFolder: runtime })).toEqual(AS_SAVED);
  });
});

it.skipIf(process.getuid?.() !== 0)(
  'root’s backup and restore leave what waits to the owner of the folder',
  async () => {
    const folder = folderWithWaiting();
    const base = tempFolder();
    const env = { RUNTIME_DIRECTORY: base };
    const runtime = runtimeFolder(folder, env)!;
    copyFolder(killed, runtime);
    for (const end of ['', '-wal', '-shm']) rmSync(dbOf(runtime) + end, { force: true });
    const places = [base, folder, runtime];
    const within = () => places.flatMap((place) => [place, ...readdirSync(place).map((name) => join(place, name))]);
    for (const path of within()) chownSync(path, 1234, 1234);
    expect((await run(env, 'backup', join(tempFolder(), 'copy'), '--data', folder)).err).toContain('waits beside');
    const { out } = await run(env, 'restore', saved, '--data', folder);
    expect(out.match(/what waited beside it is kept as/g)).toHaveLength(2);
    expect(keptIn(folder)).toHaveLength(2 + 1);
    expect(within().filter((path) => lstatSync(path).uid !== 1234)).toEqual([]);
  },
);

it('a restore is refused while a station that began over a full disk measures into the runtime folder', async () => {
  const folder = folderWithWaiting();
  const env = { RUNTIME_DIRECTORY: tempFolder() };
  const options = { folder, clock: new SetClock(), rawRetentionDays: 7, fiveMinRetentionDays: 90, timeZone: 'UTC' };
  const where = { ...options, runtimeFolder: runtimeFolder(folder, env) };
  const station = new Store({ kind: 'simulator', trouble: 'is full' }, where);
  const { code, err } = await run(env, 'restore', saved, '--data', folder);
  expect([code, err]).toEqual([1, expect.stringContaining(`Process ${process.pid} already runs a station`)]);
  station.close();
  expect((await run(env, 'restore', saved, '--data', folder)).code).toBe(0);
});

describe('a restore that is killed at any step', () => {
  const folders = ['the data folder', 'the runtime folder'];
  it.each(share('folders with samples that wait for a killed restore', folders, () => ['one']))(
    'leaves the old history with all that waits in %s, or the backup with both kept aside',
    async (where) => {
      const script = await bundled('restorer');
      const outcomes: string[] = [];
      for (let step = 1; outcomes.at(-1) !== 'done'; step += 1) {
        const folder = folderWithWaiting(killed);
        const runtime = join(folder, 'runtime');
        mkdirSync(runtime, { mode: 0o700 });
        const ends = ['', '-wal'].filter(() => where === 'the runtime folder');
        for (const end of ends) renameSync(join(folder, STANDBY_FILE) + end, join(runtime, STANDBY_FILE) + end);
        const child = spawnNode(script, [saved, folder, runtime, String(step)]);
        const said: string[] = [];
        for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => said.push(String(piece)));
        const [code, signal] = await new Promise<[number | null, string | null]>((resolve) =>
          child.once('close', (...ended) => resolve(ended)),
        );
        expect([code ?? signal, said]).toEqual(said.length > 0 ? [0, ['restored\n']] : ['SIGKILL', []]);
        const found = atNextStart(folder, { runtimeFolder: runtime });
        const kept = [folder, runtime].flatMap((one) => keptIn(one).map((name) => join(one, name)));
        if (found.samples === ALL.samples) {
          expect(found, `step ${step}`).toEqual(ALL);
          expect(kept, `step ${step}`).toEqual([]);
        } else {
          expect(found, `step ${step}`).toEqual(AS_SAVED);
          expect([...new Set(kept.map(samplesIn))].sort(), `step ${step}`).toEqual([WAITING, AT_HOME]);
        }
        expect([folder, runtime].map((one) => isThere(join(one, STANDBY_FILE)))).toEqual([false, false]);
        outcomes.push(said.length > 0 ? 'done' : found.samples === ALL.samples ? 'before' : 'after');
      }
      expect([...new Set(outcomes)]).toEqual(['before', 'after', 'done']);
    },
  );
});
