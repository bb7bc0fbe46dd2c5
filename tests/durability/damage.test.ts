import {
  closeSync,
  cpSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/main/clock.ts';
import { damageOf } from '../../src/station/store/rescue/integrity/check-database.ts';
import { openBare, using } from '../../src/station/store/sqlite/database.ts';
import { promised } from '../support/promised.ts';
import { share } from '../support/share.ts';
import { backup, rangeOf } from '../support/store-work.ts';
import {
  clearFolders,
  copyFolder,
  dbOf,
  fill,
  isThere,
  openIn,
  past,
  rowsUntil,
  SetClock,
  START,
  tempFolder,
  walOf,
} from './support.ts';

const SEEDS = 100;
/** Few rows beside the schema, the roll-ups and the log: what is hit is as often one of those as a sample. */
const STEP = 120;
const HALF = 20 * 3600;
const FROM = START - 2 * HALF;
const ALL = (2 * HALF) / STEP;

/** A station's folder after a clean stop, and as a power cut leaves it. Both have a backup of half its life. */
let stopped: string;
let cut: string;

beforeAll(async () => {
  stopped = tempFolder();
  cut = tempFolder();
  const clock = new SetClock(START);
  const store = openIn(stopped, clock);
  fill(store, FROM, START - HALF, STEP);
  store.learned.saveAll([{ name: 'heads', version: 1, state: { n: 1 } }], clock.now);
  store.labels.add({ ts: FROM, givenTs: FROM, kind: 'rain', value: 1, note: 'first', learned: true });
  await backup(store, 7, clock.now);
  fill(store, START - HALF, START, STEP);
  copyFolder(stopped, cut);
  store.close();
});
afterAll(clearFolders);

const random = (seed: number) => () => {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
  return seed / 0x7fffffff;
};

const flipBytes = (path: string, bytes: number, next: () => number): void => {
  const file = openSync(path, 'r+');
  const { size } = statSync(path);
  const at = Math.floor(next() * size);
  // Half the time one spot, as a bad block does it, half the time scattered.
  const spot = next() < 0.5;
  for (let i = 0; i < bytes; i += 1) {
    const position = spot ? Math.min(size - 1, at + i) : Math.floor(next() * size);
    writeSync(file, Uint8Array.of(Math.floor(next() * 256)), 0, 1, position);
  }
  closeSync(file);
};

/** Damage that draws nothing is the same for every seed: one of them shows it. */
type Damage = [name: string, base: () => string, inflict: (folder: string, next: () => number) => void];
const kinds: Damage[] = [
  [
    'bytes flipped after a clean stop',
    () => stopped,
    (folder, next) => flipBytes(dbOf(folder), 3 ** Math.ceil(9 * next()), next),
  ],
  [
    'bytes flipped after a power cut',
    () => cut,
    (folder, next) => flipBytes(dbOf(folder), 3 ** Math.ceil(9 * next()), next),
  ],
  [
    'the first page destroyed',
    () => stopped,
    (folder, next) => {
      const bytes = readFileSync(dbOf(folder));
      for (let i = 0; i < 4096; i += 1) bytes[i] = Math.floor(next() * 256);
      writeFileSync(dbOf(folder), bytes);
    },
  ],
  [
    'the file cut',
    () => stopped,
    (folder, next) => truncateSync(dbOf(folder), Math.floor(next() * statSync(dbOf(folder)).size)),
  ],
  ['the file emptied', () => stopped, (folder) => truncateSync(dbOf(folder), 0)],
  [
    'the file deleted',
    () => cut,
    (folder) => {
      rmSync(dbOf(folder));
      rmSync(walOf(folder), { force: true });
    },
  ],
  ['the log deleted', () => cut, (folder) => rmSync(walOf(folder))],
  ['the log zeroed', () => cut, (folder) => writeFileSync(walOf(folder), Buffer.alloc(statSync(walOf(folder)).size))],
  [
    'the log and the file flipped',
    () => cut,
    (folder, next) => {
      flipBytes(walOf(folder), 500, next);
      flipBytes(dbOf(folder), 500, next);
    },
  ],
];

describe('a damaged database', () => {
  const all = kinds.flatMap((kind, number) => {
    const ofKind = Array.from({ length: SEEDS }, (_, i) => i).filter((seed) => seed % kinds.length === number);
    return (kind[2].length > 1 ? ofKind : ofKind.slice(0, 1)).map((seed) => ({ kind, seed }));
  });
  const drawn = share('damaged databases', all, ({ kind: [name] }) => [name]);
  for (const kind of kinds) {
    const [name, base, inflict] = kind;
    const seeds = drawn.filter((one) => one.kind === kind).map(({ seed }) => seed);
    it(`is brought back, and the user told: ${name}, ${seeds.length} seeds`, () => {
      for (const seed of seeds) {
        const folder = tempFolder();
        copyFolder(base(), folder);
        cpSync(join(stopped, 'backups'), join(folder, 'backups'), { recursive: true });
        inflict(folder, random(seed * 7919 + 1));
        const beganMs = systemClock.computedMs!();
        const store = openIn(folder, new SetClock(START + 60));
        promised(`a start on a damaged database: ${name}`, systemClock.computedMs!() - beganMs, 30_000);
        const where = `${name}, seed ${seed}`;

        const { finding } = store;
        const rows = rowsUntil(store, START + 100);
        const inBackup = ALL / 2;
        if (finding === null) expect(rows, where).toBe(ALL);
        else
          expect(
            store.events.recent(5).map((event) => event.detail),
            where,
          ).toContain(finding.text);
        expect(rows, where).toBeGreaterThanOrEqual(inBackup);
        // A flipped key makes a stray row: it cannot be told from a real one, but there are few of them.
        expect(rows, where).toBeLessThanOrEqual(ALL * 1.01);
        if (finding?.salvage && isThere(finding.salvage.aside ?? '')) {
          expect(isThere(`${finding.salvage.aside}/weatherglass.db`), where).toBe(true);
        }
        expect(
          store.labels.recent(5).map((label) => label.note),
          where,
        ).toEqual(['first']);
        expect(store.learned.load('heads', 1).found, where).toBe(true);
        const { series } = rangeOf(store, FROM, START, 3600);
        expect('n' in series && series.n.reduce((a, b) => a + b, 0), where).toBeGreaterThanOrEqual(inBackup);
        expect(store.history.records().temp_max, where).not.toBeNull();

        // And it is a working store again.
        fill(store, START + 60, START + 1260, STEP);
        store.close();
        expect(damageOf(dbOf(folder)), where).toBeNull();
        const again = openIn(folder, new SetClock(START + 1300));
        expect(again.finding, where).toBeNull();
        expect(rowsUntil(again, START + 2000), where).toBe(rows + 1200 / STEP);
        again.close();
        rmSync(folder, { recursive: true });
      }
    });
  }

  it('loses only the pages that were hit', () => {
    const folder = tempFolder();
    const [stepS, rows] = [30, 4800]; // many pages of samples between those that are hit
    const long = openIn(folder, new SetClock(START));
    fill(long, START - rows * stepS, START, stepS);
    long.close();
    const bytes = readFileSync(dbOf(folder));
    for (let page = 3; page < 6; page += 1) bytes.fill(0xff, page * 160 * 1024, page * 160 * 1024 + 4096);
    bytes.fill(0x5a, 0, 4096); // and the page that says where everything is
    writeFileSync(dbOf(folder), bytes);
    const store = openIn(folder, new SetClock(START));
    expect(store.finding?.salvage).toMatchObject({ backup: null });
    expect(rowsUntil(store, START)).toBeGreaterThan(rows - 3 * 15);
    store.close();
  });

  it('starts empty without a word only where there was nothing before', () => {
    const folder = tempFolder();
    const store = openIn(folder);
    expect(store.finding).toBeNull();
    store.close();
  });

  it('takes what the log holds of a main file that is gone, and keeps the log', () => {
    const [live, folder] = [tempFolder(), tempFolder()];
    const store = openIn(live, new SetClock(START));
    fill(store, START - 3600, START, STEP);
    copyFolder(live, folder); // as a kill leaves it: all is in the log
    store.close();
    const log = statSync(walOf(folder)).size;
    rmSync(dbOf(folder));

    const again = openIn(folder, new SetClock(START));
    expect(again.finding?.severity).toBe('error');
    expect(again.finding?.text).toMatch(
      /^The database was damaged \(the database file is missing\).* Its log is kept in .*damaged-[^ ]*\.$/,
    );
    expect(rowsUntil(again, START)).toBe(3600 / STEP);
    expect(statSync(join(again.finding!.salvage!.aside!, 'weatherglass.db-wal')).size).toBe(log);
    again.close();
  });

  it('rolls no journal that was left of a main file that is gone back into the new one', () => {
    const [live, folder] = [past(HALF, undefined, STEP), tempFolder()];
    using(openBare(dbOf(live)), (db) => {
      db.pragma('journal_mode = DELETE');
      for (const pragma of ['cache_size', 'cache_spill']) db.pragma(`${pragma} = 1`); // the file is written to before the end
      db.exec('BEGIN IMMEDIATE; UPDATE sample SET temp = 9');
      copyFolder(live, folder); // as a kill leaves it
      db.exec('ROLLBACK');
    });
    expect(isThere(`${dbOf(folder)}-journal`)).toBe(true);
    rmSync(dbOf(folder));
    cpSync(join(stopped, 'backups'), join(folder, 'backups'), { recursive: true });

    const again = openIn(folder, new SetClock(START + 60));
    expect(again.finding?.text).toContain('file is missing');
    expect(rowsUntil(again, START + 60)).toBe(ALL / 2);
    again.close();
    expect(damageOf(dbOf(folder))).toBeNull();
    expect(isThere(`${dbOf(folder)}-journal`)).toBe(false);
  });

  it('says so when a main file is gone that was closed in order', () => {
    const folder = past();
    rmSync(dbOf(folder));

    const again = openIn(folder, new SetClock(START));
    expect(again.finding).toMatchObject({ severity: 'error', text: expect.stringContaining('file is missing') });
    again.close();
  });
});
