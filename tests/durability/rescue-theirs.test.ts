import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { EventRecord } from '../../src/contract/events.ts';
import { damageOf } from '../../src/station/store/rescue/integrity/check-database.ts';
import { type Database, openBare, openReadOnly, using } from '../../src/station/store/sqlite/database.ts';
import { share } from '../support/share.ts';
import { Bench } from '../support/station.ts';
import { clearFolders, dbOf, fill, openIn, past, SetClock, START, tempFolder } from './support.ts';

afterAll(clearFolders);
const STEP = 10;
const ROWS = 3 * 360;

/** What an owner may have done to the file before the card went bad. */
const changes: [string, (db: Database) => void][] = [
  [
    'another page size',
    (db) => {
      db.pragma('journal_mode = DELETE');
      db.pragma('page_size = 4096');
      db.exec('VACUUM');
    },
  ],
  ['a column of theirs', (db) => db.exec('ALTER TABLE sample ADD COLUMN theirs TEXT')],
  [
    'our columns in another order',
    (db) => {
      const info = db.pragma('table_info(label)') as { name: string; type: string }[];
      const columns = info.filter(({ name }) => name !== 'id').reverse();
      const names = columns.map(({ name }) => `"${name}"`).join(', ');
      const triggers = db.prepare<[], string>(
        "SELECT sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'label'",
      );
      const made = triggers.pluck().all();
      db.pragma('legacy_alter_table = ON');
      db.exec(`CREATE TABLE anew (id INTEGER PRIMARY KEY, ${columns.map(({ name, type }) => `"${name}" ${type}`).join(', ')}) STRICT;
        INSERT INTO anew (id, ${names}) SELECT id, ${names} FROM label; DROP TABLE label; ALTER TABLE anew RENAME TO label;
        ${made.join(';')}`);
    },
  ],
];

it.each(changes)('a page that goes bad after it costs what it held and no more: %s', (_, change) => {
  const label = { ts: START, givenTs: START, kind: 'rain', value: 1, note: 'hail', learned: true } as const;
  const folder = past(2 * 3600, ({ labels }) => labels.add(label));
  using(openBare(dbOf(folder)), change);
  const again = openIn(folder, new SetClock(START + 60));
  fill(again, START, START + 3600, STEP);
  again.close();
  const bad = using(openBare(dbOf(folder)), (db) => ({
    size: db.pragma('page_size', { simple: true }) as number,
    page: db
      .prepare<[], number>("SELECT pageno FROM dbstat WHERE name = 'hourly' AND pagetype = 'leaf' LIMIT 1")
      .pluck()
      .get()!,
  }));
  const file = openSync(dbOf(folder), 'r+');
  writeSync(file, Buffer.alloc(bad.size, 0xa5), 0, bad.size, (bad.page - 1) * bad.size);
  closeSync(file);

  const rescued = openIn(folder, new SetClock(START + 3700));
  expect(rescued.finding?.text).toMatch(/rows rescued/);
  expect([...rescued.samples.pages(0, START + 3700)].flat()).toHaveLength(ROWS);
  expect(rescued.labels.recent(9).map(({ id: _id, ...all }) => all)).toMatchObject([label]);
  rescued.close();
  expect(damageOf(dbOf(folder))).toBeNull();
});

it('a column of ours that somebody dropped comes back empty, and nothing else changes', () => {
  const folder = tempFolder();
  const store = openIn(folder);
  fill(store, START - 3600, START, STEP);
  const before = store.samples.latest()!;
  store.close();
  using(openBare(dbOf(folder)), (db) => db.exec('ALTER TABLE sample DROP COLUMN temp_hum_chip'));
  const again = openIn(folder, new SetClock(START + 60));
  expect(again.finding?.severity).not.toBe('error');
  expect(again.samples.latest()).toEqual({ ...before, temp_hum_chip: null });
  expect(again.events.recentOf(['storage'], 9)[0]?.detail).toMatch(/^Another program changed.*sample/);
  fill(again, START + 60, START + 120, STEP);
  again.close();
  expect(damageOf(dbOf(folder))).toBeNull();
});

const TRIGGERS = `CREATE TABLE theirs (a); CREATE TABLE kept (a);
  CREATE TRIGGER blocking AFTER INSERT ON sample BEGIN INSERT INTO theirs VALUES (new.ts_ms); END;
  CREATE TRIGGER working AFTER INSERT ON sample BEGIN INSERT INTO kept VALUES (new.ts_ms); END;
  DROP TABLE theirs;`;

it('a trigger of theirs that speaks of a table they dropped is removed at the start, and told; one that works stays', () => {
  const folder = past();
  using(openBare(dbOf(folder)), (db) => db.exec(TRIGGERS));
  const again = openIn(folder, new SetClock(START + 60));
  expect(again.finding?.text).toMatch(/Triggers that kept readings from being stored were removed \(blocking\)/);
  fill(again, START, START + 600, STEP);
  expect([...again.samples.pages(0, START + 700)].flat()).toHaveLength(360 + 60);
  again.close();
  const kept = using(openBare(dbOf(folder)), (db) => db.prepare('SELECT count(*) FROM kept').pluck().get());
  expect(kept).toBe(60);
});

it('such a trigger that comes while the station runs costs no sample', () => {
  const folder = tempFolder();
  const store = openIn(folder);
  fill(store, START - 3600, START, STEP);
  using(openBare(dbOf(folder)), (db) => db.exec(TRIGGERS));
  fill(store, START, START + 600, STEP);
  expect(store.samples.queued).toBe(0);
  expect(store.close()).toBe(0);
  const again = openIn(folder, new SetClock(START + 700));
  for (let i = 0; i < 5; i += 1) again.flush();
  expect([...again.samples.pages(0, START + 700)].flat()).toHaveLength(360 + 60);
  again.close();
});

it('a trigger of theirs that raises an error keeps samples waiting, as a full disk does', () => {
  const folder = tempFolder();
  const store = openIn(folder);
  fill(store, START - 3600, START, STEP);
  const raise = "CREATE TRIGGER theirs BEFORE INSERT ON sample BEGIN SELECT RAISE(ABORT, 'not mine'); END";
  using(openBare(dbOf(folder)), (db) => db.exec(raise));
  fill(store, START, START + 600, STEP);
  expect(store.trouble?.detail).toMatch(/not mine/);
  expect(store.samples.queued).toBe(60);
  using(openBare(dbOf(folder)), (db) => db.exec('DROP TRIGGER theirs'));
  store.flush();
  expect([store.trouble, store.samples.queued]).toEqual([null, 0]);
  expect(store.close()).toBe(0);
});

/** Steps of a move behind its first transaction. */
const STEPS = [
  ['its rows', 'UPDATE ON sample'],
  ['its ticks', 'DELETE ON tick'],
  ['its end', 'UPDATE OF from_ms ON clock_segment'],
  ['its event', "INSERT ON event WHEN NEW.kind = 'clock'"],
] as const;

it.each(STEPS)(
  'a trigger of theirs that stops the repair of a wrong clock at %s is told once, costs no sample, and the next start does the rest',
  async (_, when) => {
    const bench = new Bench({ sensors: { sample_interval_s: 20 } }, START - 7200);
    Object.assign(bench.clock, { boot: 'one boot' });
    await bench.station.start();
    await bench.clock.advance(3600_000);
    const path = join(bench.folder, 'weatherglass.db');
    const raise = `CREATE TRIGGER theirs BEFORE ${when} BEGIN SELECT RAISE(ABORT, 'not mine'); END`;
    using(openBare(path), (db) => db.exec(raise));
    bench.clock.jumpWallS(7200);
    await bench.clock.advance(600_000);
    const told = bench.station.watch.events(100).filter(({ severity }) => severity !== 'info');
    expect(told.map(({ kind, detail }) => [kind, detail])).toEqual([['state', expect.stringContaining('not mine')]]);
    await bench.station.stop();
    using(openBare(path), (db) => db.exec('DROP TRIGGER theirs'));
    bench.build();
    await bench.station.start();
    await bench.clock.advance(60_000);
    expect(bench.station.watch.events(100).filter(({ kind }) => kind === 'clock')).toHaveLength(1);
    await bench.station.stop();
    const stamps = using(openReadOnly(path), (db) =>
      db.prepare<[], number>('SELECT ts_ms FROM sample ORDER BY ts_ms').pluck().all(),
    );
    expect([stamps[0], stamps.at(-1)]).toEqual([START * 1000, bench.clock.nowS() * 1000]);
    const gapsMs = stamps.slice(1).map((tsMs, i) => tsMs - stamps[i]!);
    expect(Math.max(...gapsMs)).toBeLessThan(21_100);
    bench.discard();
  },
);

it('a trigger of theirs that keeps out the repair of a wrong clock is told once, costs no sample, and the repair comes when it is gone', async () => {
  const bench = new Bench({ sensors: { sample_interval_s: 20 } }, START - 7200);
  await bench.station.start();
  await bench.clock.advance(3600_000);
  const path = join(bench.folder, 'weatherglass.db');
  const raise = `CREATE TRIGGER theirs BEFORE UPDATE OF moving_by_ms ON clock_segment
    WHEN NEW.moving_by_ms IS NOT NULL BEGIN SELECT RAISE(ABORT, 'not mine'); END`;
  using(openBare(path), (db) => db.exec(raise));
  bench.clock.jumpWallS(7200);
  await bench.clock.advance(600_000);
  const told = bench.station.watch.events(100).filter(({ severity }) => severity !== 'info');
  expect(told.map(({ kind, detail }) => [kind, detail])).toEqual([['state', expect.stringContaining('not mine')]]);
  expect(bench.station.ready()).toMatchObject({ ready: true });
  using(openBare(path), (db) => db.exec('DROP TRIGGER theirs'));
  await bench.clock.advance(3900_000);
  await bench.station.stop();
  const stamps = using(openReadOnly(path), (db) => db.prepare('SELECT ts_ms FROM sample ORDER BY ts_ms').pluck().all());
  expect(stamps).toEqual(Array.from({ length: 406 }, (_, i) => (START + 20 * i) * 1000));
  bench.discard();
});

const STUCK = STEPS.flatMap(([step, when]) => [600, 7200, -1800].map((byS) => ({ step, when, byS })));

it.each(share('repairs of a clock that a trigger of theirs stops', STUCK, ({ step, byS }) => [step, `by ${byS} s`]))(
  'a trigger of theirs that stops a repair by $byS s at $step is told once however often that is tried, and the running station does the rest when it is gone',
  async ({ when, byS }) => {
    const bench = new Bench({ sensors: { sample_interval_s: 20 } }, START - byS);
    Object.assign(bench.clock, { boot: 'one boot' });
    await bench.station.start();
    await bench.clock.advance(3600_000);
    const path = join(bench.folder, 'weatherglass.db');
    const raise = `CREATE TRIGGER theirs BEFORE ${when} BEGIN SELECT RAISE(ABORT, 'not mine'); END`;
    using(openBare(path), (db) => db.exec(raise));
    bench.clock.jumpWallS(byS);
    await bench.clock.advance(3 * 3600_000);
    // The simulated air jumps with the clock.
    const isTrouble = ({ kind, severity }: EventRecord) => severity !== 'info' && kind !== 'sensor';
    const told = bench.station.watch.events(100).filter(isTrouble);
    expect(told.map(({ kind, detail }) => [kind, detail])).toEqual([['state', expect.stringContaining('not mine')]]);
    expect(bench.station.ready()).toMatchObject({ ready: true });
    using(openBare(path), (db) => db.exec('DROP TRIGGER theirs'));
    await bench.clock.advance(3900_000);
    expect(bench.station.watch.events(100).filter(({ kind }) => kind === 'clock')).toHaveLength(1);
    expect(bench.station.nowS() - bench.clock.nowS()).toBeCloseTo(0, 0);
    await bench.station.stop();
    const stamps = using(openReadOnly(path), (db) =>
      db.prepare<[], number>('SELECT ts_ms FROM sample ORDER BY ts_ms').pluck().all(),
    );
    expect([stamps[0], stamps.at(-1)]).toEqual([START * 1000, bench.clock.nowS() * 1000]);
    const gapsMs = stamps.slice(1).map((tsMs, i) => tsMs - stamps[i]!);
    expect([Math.min(...gapsMs), Math.max(...gapsMs)]).toEqual([20_000, 20_000]);
    bench.discard();
  },
);

it('a trigger of theirs that keeps out what begins behind a jump of a sure clock is one trouble of the disk, until it is gone', async () => {
  const bench = new Bench({ sensors: { sample_interval_s: 20 } }, START);
  Object.assign(bench.clock, { boot: 'one boot', synchronised: () => true });
  await bench.station.start();
  await bench.clock.advance(3600_000);
  const path = join(bench.folder, 'weatherglass.db');
  const raise = "CREATE TRIGGER theirs BEFORE INSERT ON clock_segment BEGIN SELECT RAISE(ABORT, 'not mine'); END";
  using(openBare(path), (db) => db.exec(raise));
  bench.clock.jumpWallS(3600);
  await bench.clock.advance(600_000);
  const told = () => bench.station.watch.events(100).filter(({ kind }) => kind === 'storage');
  expect(told().map(({ severity, detail }) => [severity, detail])).toEqual([
    ['error', expect.stringContaining('not mine')],
  ]);
  expect(bench.station.ready()).toMatchObject({ ready: false, reason: expect.stringContaining('not mine') });
  using(openBare(path), (db) => db.exec('DROP TRIGGER theirs'));
  await bench.clock.advance(60_000);
  expect(told()).toHaveLength(2);
  expect(bench.station.ready()).toMatchObject({ ready: true });
  await bench.station.stop();
  const [segments, samples] = using(openReadOnly(path), (db) =>
    ['clock_segment', 'sample'].map((table) => db.prepare(`SELECT count(*) FROM ${table}`).pluck().get()),
  );
  expect([segments, samples]).toEqual([2, 214]);
  bench.discard();
});
