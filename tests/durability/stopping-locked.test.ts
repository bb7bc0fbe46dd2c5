import { afterAll, expect, it } from 'vitest';
import { boardRow, noise } from '../../bench/_history-data.ts';
import { never } from '../../src/base/clock.ts';
import { openBare, openBeside, openReadOnly, using } from '../../src/station/store/sqlite/database.ts';
import { Turnstile } from '../../src/station/store/sqlite/turnstile.ts';
import { Bench } from '../support/station.ts';
import { clearFolders, dbOf, isThere, openIn, rowsUntil, SetClock, START, tempFolder } from './support.ts';

afterAll(clearFolders);

it('a store that another program’s lock keeps out as it closes leaves its samples to the next start, and tells of no disk', () => {
  const folder = tempFolder();
  const lines: string[] = [];
  const open = (now: number) => openIn(folder, new SetClock(now), { told: ({ detail }) => lines.push(detail) });
  const store = open(START);
  store.workBeside(new Turnstile());
  const random = noise(1);
  for (let i = 0; i < 5; i += 1) store.samples.append(boardRow(START + i, random));
  const closed = using(openBare(dbOf(folder)), (other) => {
    other.exec('BEGIN IMMEDIATE');
    return store.close();
  });
  const again = open(START + 60);
  for (let i = 0; i < 3; i += 1) again.flush();
  expect([closed, rowsUntil(again, START + 99)]).toEqual([0, 5]);
  expect(lines).not.toContainEqual(expect.stringContaining('disk'));
  again.close();
});

it('a store that another program’s lock keeps out with nothing in hand just closes', () => {
  const folder = tempFolder();
  const store = openIn(folder);
  store.workBeside(new Turnstile());
  using(openBare(dbOf(folder)), (other) => {
    other.exec('BEGIN IMMEDIATE');
    store.close();
  });
  expect([store.place.isAside, isThere(`${folder}/weatherglass.away.db`)]).toEqual([false, false]);
});

it('a stop is called normal beside a lock that came after the last samples, because the next start finds what was learned', async () => {
  const learnedIn = (folder: string) =>
    using(openReadOnly(dbOf(folder)), (db) => db.prepare('SELECT name FROM learned ORDER BY name').pluck().all());
  const stopped = async (isLocked: boolean) => {
    const bench = new Bench({}, START, tempFolder());
    const { station, folder, clock } = bench;
    station['parts'].store.workBeside(new Turnstile());
    await station.start();
    await clock.advance(60_000);
    const other = isLocked ? openBare(dbOf(folder)) : null;
    const { commitNow } = station;
    station.commitNow = () => {
      const isWritten = commitNow.call(station);
      other?.exec('BEGIN IMMEDIATE');
      return isWritten;
    };
    await station.stop();
    other?.close();
    const next = openIn(folder, new SetClock(START + 90));
    next.flush();
    next.close();
    return { logged: bench.logged.slice(-2), learned: learnedIn(folder) };
  };
  const normal = 'info: Station shut down normally';
  const free = await stopped(false);
  expect(free.logged.at(-1)).toBe(normal);
  const locked = await stopped(true);
  expect(locked.learned).toEqual(free.learned);
  expect(locked.logged).toEqual([normal, expect.stringMatching(/^warn: Another program has locked the database/)]);
});

it('a stop waits for a job that is deep in SQLite, and the next start tells of no other program', async () => {
  const bench = new Bench({}, START, tempFolder());
  const { clock, folder } = bench;
  const deep = async (signal: AbortSignal): Promise<never> => {
    const db = openBeside(dbOf(folder), new Turnstile());
    db.prepare('SELECT count(*) FROM event').get();
    await clock.sleep(3_600_000, signal);
    await clock.sleep(1500, never); // asked to end, it still reads
    db.close();
    throw signal.reason;
  };
  const station = bench.build(bench.simulator(), (heavy) => ({
    run: (name, input, handle) => (name === 'recompute' ? deep(handle.signal) : heavy.run(name, input, handle)),
  }));
  await station.start();
  await clock.advance(60_000);
  const job = station.recomputing.recompute();
  await clock.advance(1000);
  let isOver = false;
  const stopped = station.stop().finally(() => (isOver = true));
  while (!isOver) await clock.advance(250);
  await stopped;
  await clock.advance(2000);
  expect(await job).toHaveProperty('error');
  const next = openIn(folder, new SetClock(START + 90));
  expect(next.events.recentOf(['storage'], 5)).toEqual([]);
  next.close();
});
