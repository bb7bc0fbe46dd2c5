import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { expect, it } from 'vitest';
import type { Alarms } from '../../src/contract/alarms.ts';
import { LastingService } from '../../src/main/lasting-service.ts';
import { startService } from '../../src/main/service.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { freePort } from '../support/free-port.ts';
import { simulator } from '../support/simulator.ts';
import { START_S, scratchFolder, storedIn } from './scratch-folder.ts';

const { settingsIn } = scratchFolder();

/** A log, and the lines that it got. */
function kept() {
  const lines: string[] = [];
  const keep = (...words: unknown[]) => void lines.push(String(words.at(-1)));
  return { lines, log: { debug: keep, info: keep, warn: keep, error: keep } as never };
}

/** Another program takes the write lock of the database until it is told to end. */
function lockOf(data: string): SqliteDatabase.Database {
  const other = new SqliteDatabase(join(data, 'weatherglass.db'));
  other.exec('BEGIN IMMEDIATE');
  return other;
}

it('a start that another program’s lock holds up says so, in the log and to the page, and goes on once it is free', async () => {
  const port = await freePort();
  const settings = settingsIn('held-up', { port });
  const clock = new FakeClock(START_S);
  const { lines, log } = kept();
  const ports = { board: simulator(), clock, log };
  await (await startService(settings, ports)).stop();
  const other = lockOf(settings.dataDir);
  const startedMs = clock.steadyMs();
  const starting = startService(settings, { ...ports, board: simulator() });
  const held = /^Another program keeps the database in .*held-up locked .*Weatherglass waits up to 10 minutes\.$/;
  for (; !lines.some((line) => held.test(line)); await new Promise((resolve) => setTimeout(resolve, 5)))
    await clock.advance(500);
  expect(clock.steadyMs() - startedMs).toBeGreaterThanOrEqual(2000);
  const answer = async (path: string) => (await fetch(`http://127.0.0.1:${port}/api/${path}`)).json();
  expect(await answer('ready?lang=de')).toMatchObject({ ready: false, reason: expect.stringMatching(held) });
  expect(await answer('health?lang=de')).toMatchObject({
    waits_for: expect.stringMatching(/^Ein anderes Programm hält/),
  });
  await clock.advance(5000);
  expect(lines.filter((line) => held.test(line))).toHaveLength(1);
  other.close();
  let service: Awaited<typeof starting> | null = null;
  void starting.then((one) => (service = one));
  for (; service === null; await new Promise((resolve) => setTimeout(resolve, 5))) await clock.advance(500);
  expect(await answer('health')).not.toHaveProperty('waits_for');
  await (await starting).stop();
});

it('a changed setting waits for another program that has locked the database, and the station measures on', async () => {
  const settings = settingsIn('locked', { file: 'site: { name: Short }\n' });
  const data = settings.dataDir;
  const clock = new FakeClock(START_S);
  const { lines, log } = kept();
  const service = await LastingService.start(settings, { board: simulator(), clock, log });
  const first = service.station;
  const until = async (isOver: () => boolean) => {
    for (; !isOver(); await new Promise((resolve) => setTimeout(resolve, 5))) await clock.advance(500);
  };
  await clock.advance(20_000);
  let other = lockOf(data);
  const patch = async (changes: object) => {
    const [method, headers] = ['PATCH', { 'Content-Type': 'application/json' }];
    return (
      await fetch(`${service.url}/api/settings`, { method, headers, body: JSON.stringify(changes) })
    ).json() as Promise<unknown>;
  };
  expect(await patch({ 'site.name': 'Long' })).toMatchObject({ begins: true });
  await clock.advance(10_000);
  expect(first.sampleCount).toBe(16);
  expect((await fetch(`${service.url}/api/telemetry`)).status).toBe(200);
  expect(lines).toContainEqual(expect.stringMatching(/^Another program has locked the database: the station begins/));
  // Alarm rules alone do not wait with it, and it takes nothing of them back.
  const heat = async () => {
    const { alarms } = (await (await fetch(`${service.url}/api/alarms`)).json()) as Alarms;
    return alarms.find(({ id }) => id === 'heat')!.title;
  };
  expect(await patch({ 'alarms.rules': [{ id: 'heat', title: 'Hot' }] })).toMatchObject({ begins: false });
  expect(await heat()).toBe('Hot');
  const freedS = clock.nowS();
  other.close();
  await until(() => service.station !== first);
  expect(await heat()).toBe('Hot');
  expect(storedIn(data).filter((tS) => tS <= freedS)).toHaveLength(16);

  // A stop for good cannot wait for it without end: the next start finds what it leaves.
  await clock.advance(10_000);
  const addNote = `INSERT INTO label (ts, given_ts, kind, value, note, learned) VALUES (${freedS}, ${freedS}, 'note', 0, 'theirs', 0)`;
  other = lockOf(data);
  other.exec(`${addNote}; COMMIT; BEGIN IMMEDIATE; DELETE FROM label`);
  await clock.advance(10_000);
  let isOver = false;
  const stopped = service.stop().finally(() => (isOver = true));
  await until(() => isOver);
  await stopped;
  other.exec('COMMIT');
  other.close();
  expect(lines.at(-1)).toMatch(/^Another program has locked the database: the newest samples wait/);
  const stoppedS = clock.nowS();
  const measured = first.sampleCount + service.station.sampleCount;
  expect(storedIn(data).length).toBeLessThan(measured);
  await clock.advance(2_000);
  const next = await LastingService.start(settings, { board: simulator(), clock, log });
  await next.stop();
  expect(storedIn(data).filter((tS) => tS <= stoppedS)).toHaveLength(measured);
  other = lockOf(data);
  expect(other.prepare('SELECT note FROM label').all()).toEqual([]); // what that program has removed
  other.close();
  expect(lines).not.toContainEqual(expect.stringContaining('dropped'));
});

it('a stop waits some seconds for another program that has locked the database, and saves all', async () => {
  const settings = settingsIn('locked at the stop');
  const clock = new FakeClock(START_S);
  const { station, server } = await startService(settings, { board: simulator(), clock });
  await clock.advance(20_000);
  const other = lockOf(settings.dataDir);
  const stopped = station.stop();
  await clock.advance(1_000);
  other.close();
  await clock.advance(2_000);
  await stopped;
  await server.stop();
  expect(storedIn(settings.dataDir)).toHaveLength(station.sampleCount);
});
