import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterAll, expect, it, vi } from 'vitest';
import type { Alarms } from '../../src/contract/alarms.ts';
import { dispatch } from '../../src/main/cli.ts';
import type { Io } from '../../src/main/command.ts';
import { LastingService } from '../../src/main/lasting-service.ts';
import { readAddress } from '../../src/main/machine/address-file.ts';
import { machineZone } from '../../src/main/machine/machine-zone.ts';
import { leavingNote } from '../../src/main/release/note.ts';
import { startService } from '../../src/main/service.ts';
import { loadSettings } from '../../src/main/settings/settings.ts';
import { UserError } from '../../src/main/user-error.ts';
import { SimulatorBoard } from '../../src/station/sensors/boards/simulator.ts';
import { sentence } from '../../src/words/sentence.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { freePort } from '../support/free-port.ts';

const scratch = mkdtempSync(join(tmpdir(), 'weatherglass-service-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const board = () => new SimulatorBoard({ seed: 1, place: { latitude: 55, longitude: 12 }, altitudeM: 10 });

it('a change of the machine’s time zone counts within a minute', async () => {
  const link = join(scratch, 'localtime');
  symlinkSync('/usr/share/zoneinfo/Europe/Copenhagen', link);
  const clock = new FakeClock(1_750_500_000);
  const before = process.env['TZ'];
  process.env['TZ'] = 'Europe/Copenhagen';
  const settings = loadSettings({ data: join(scratch, 'zone'), port: '0', host: '127.0.0.1' }, { HOME: scratch });
  const service = await LastingService.start(settings, { board: board(), clock, zoneChanged: machineZone(link) });
  expect(service.station.status().site.timezone).toBe('Europe/Copenhagen');
  await clock.advance(61_000);
  expect(service.station.status().site.timezone).toBe('Europe/Copenhagen');
  rmSync(link);
  symlinkSync('/usr/share/zoneinfo/America/Los_Angeles', link);
  const first = service.station;
  while (service.station === first) {
    await clock.advance(10_000);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  expect(service.station.status().site.timezone).toBe('America/Los_Angeles');
  await service.stop();
  if (before === undefined) delete process.env['TZ'];
  else process.env['TZ'] = before;
});

/** Another program takes the write lock of the database until it is told to end. */
function lockOf(data: string): SqliteDatabase.Database {
  const other = new SqliteDatabase(join(data, 'weatherglass.db'));
  other.exec('BEGIN IMMEDIATE');
  return other;
}

function storedIn(data: string): number[] {
  const db = new SqliteDatabase(join(data, 'weatherglass.db'), { readonly: true });
  const storedMs = db.prepare('SELECT ts_ms FROM sample ORDER BY ts_ms').pluck().all() as number[];
  db.close();
  return storedMs.map((tsMs) => tsMs / 1000);
}

it('a start that another program’s lock holds up says so, in the log and to the page, and goes on once it is free', async () => {
  const [data, port] = [join(scratch, 'held-up'), await freePort()];
  const settings = loadSettings({ data, port: String(port), host: '127.0.0.1' }, { HOME: scratch });
  const clock = new FakeClock(1_750_500_000);
  const lines: string[] = [];
  const keep = (...words: unknown[]) => void lines.push(String(words.at(-1)));
  const ports = { board: board(), clock, log: { debug: keep, info: keep, warn: keep, error: keep } as never };
  await (await startService(settings, ports)).stop();
  const other = lockOf(data);
  const startedMs = clock.steadyMs();
  const starting = startService(settings, { ...ports, board: board() });
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
  const [data, file] = [join(scratch, 'locked'), join(scratch, 'locked.yaml')];
  writeFileSync(file, 'site: { name: Short }\n');
  const settings = loadSettings({ config: file, data, port: '0', host: '127.0.0.1' }, { HOME: scratch });
  const clock = new FakeClock(1_750_500_000);
  const lines: string[] = [];
  const keep = (...words: unknown[]) => void lines.push(String(words.at(-1)));
  const log = { debug: keep, info: keep, warn: keep, error: keep } as never;
  const service = await LastingService.start(settings, { board: board(), clock, log });
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
  const next = await LastingService.start(settings, { board: board(), clock, log });
  await next.stop();
  expect(storedIn(data).filter((tS) => tS <= stoppedS)).toHaveLength(measured);
  other = lockOf(data);
  expect(other.prepare('SELECT note FROM label').all()).toEqual([]); // what that program has removed
  other.close();
  expect(lines).not.toContainEqual(expect.stringContaining('dropped'));
});

it('a stop does not wait for a job that is deep in SQLite, and saves what there is', async () => {
  const data = join(scratch, 'deep');
  const settings = loadSettings({ data, port: '0', host: '127.0.0.1' }, { HOME: scratch });
  const clock = new FakeClock(1_750_500_000);
  const { station, stop } = await startService(settings, { board: board(), clock });
  await clock.advance(20_000);
  station.endJobs = () => new Promise(() => {});
  let isOver = false;
  const stopped = stop().finally(() => (isOver = true));
  for (; !isOver; await new Promise((resolve) => setTimeout(resolve, 5))) await clock.advance(500);
  await stopped;
  expect(storedIn(data).length).toBeGreaterThanOrEqual(station.sampleCount);
});

it('a stop waits some seconds for another program that has locked the database, and saves all', async () => {
  const data = join(scratch, 'locked at the stop');
  const settings = loadSettings({ data, port: '0', host: '127.0.0.1' }, { HOME: scratch });
  const clock = new FakeClock(1_750_500_000);
  const { station, server } = await startService(settings, { board: board(), clock });
  await clock.advance(20_000);
  const other = lockOf(data);
  const stopped = station.stop();
  await clock.advance(1_000);
  other.close();
  await clock.advance(2_000);
  await stopped;
  await server.stop();
  expect(storedIn(data)).toHaveLength(station.sampleCount);
});

it('a start that failed can be tried again in the same process: it gave the data folder back', async () => {
  const runtime = join(scratch, 'run/weatherglass');
  mkdirSync(runtime, { recursive: true });
  const env = { HOME: scratch, RUNTIME_DIRECTORY: runtime };
  const settings = loadSettings({ data: join(scratch, 'data'), port: '0', host: '127.0.0.1' }, env);
  const loose = board();
  loose.open = async () => {
    throw new Error('the board came loose');
  };
  await expect(startService(settings, { board: loose })).rejects.toThrow('came loose');
  const odd = board();
  const kind = () => {
    throw new Error('a board of no kind');
  };
  Object.defineProperty(odd, 'kind', { get: kind }); // asked when the history has just been opened
  await expect(startService(settings, { board: odd })).rejects.toThrow('of no kind');
  const service = await startService(settings, { board: board() });
  expect(service.station.ready()).toMatchObject({ ready: true });
  // And an upgrade is told where it is, whoever chose that.
  expect(readAddress(runtime)).toMatchObject({ host: '127.0.0.1', port: service.port, dataDir: join(scratch, 'data') });
  await service.stop();
});

it('a start that fails after its loops began ends them, and lets go of the board', async () => {
  const data = join(scratch, 'half-started');
  const settings = loadSettings({ data, port: '0', host: '127.0.0.1' }, { HOME: scratch });
  await (await startService(settings, { board: board(), clock: new FakeClock(1_750_500_000) })).stop();
  const db = new SqliteDatabase(join(data, 'weatherglass.db'));
  db.exec(`INSERT INTO job (name, started_ts, state) VALUES ('reflag', 0, '{"from":')`);
  db.close();
  const clock = new FakeClock(1_750_500_100);
  const sampled = board();
  const read = vi.spyOn(sampled, 'read');
  const close = vi.spyOn(sampled, 'close');
  await expect(startService(settings, { board: sampled, clock })).rejects.toThrow('reflag');
  expect(close).toHaveBeenCalledOnce();
  const reads = read.mock.calls.length;
  expect(reads).toBeGreaterThan(0);
  await clock.advance(60_000);
  expect(read.mock.calls.length).toBe(reads);
});

it('a start that fails at its connections leaves no station behind that goes on sampling', async () => {
  const data = join(scratch, 'unconnected');
  const file = join(scratch, 'unconnected.yaml');
  writeFileSync(file, 'mqtt: { url: "mqtt://127.0.0.1:1", password_file: /secret }\n');
  const settings = loadSettings({ config: file, data, port: '0', host: '127.0.0.1' }, { HOME: scratch });
  const clock = new FakeClock(1_750_500_000);
  const sampled = board();
  let [reads, closed] = [0, 0];
  const { read, close } = sampled;
  sampled.read = (tS) => {
    reads += 1;
    return read.call(sampled, tS);
  };
  sampled.close = async () => {
    closed += 1;
    await close.call(sampled);
  };
  const secret = () => {
    throw new Error('the file of the password cannot be read');
  };
  await expect(startService(settings, { board: sampled, clock, connections: { secret } })).rejects.toThrow('password');
  expect(closed).toBe(1);
  const readsBefore = reads;
  await clock.advance(60_000);
  expect(reads).toBe(readsBefore);
  const service = await startService(settings, { board: board(), clock, connections: { secret: () => 'known' } });
  expect(service.station.ready()).toMatchObject({ ready: true });
  await service.stop();
});

it('a start that fails at its inputs leaves no connection behind that goes on sending', async () => {
  const file = join(scratch, 'unheard.yaml');
  writeFileSync(
    file,
    'push: { url: "http://127.0.0.1:1/write" }\nconnections: { allow_simulated: true }\n' +
      'inputs: { mqtt: { enabled: true, url: "mqtt://127.0.0.1:1", password_file: /secret } }\n',
  );
  const settings = loadSettings(
    { config: file, data: join(scratch, 'unheard'), port: '0', host: '127.0.0.1' },
    { HOME: scratch },
  );
  const clock = new FakeClock(1_750_500_000);
  const lines: string[] = [];
  const connections = {
    secret: () => {
      throw new Error('the file of the password cannot be read');
    },
    log: (_: string, line: string) => void lines.push(line),
  };
  await expect(startService(settings, { board: board(), clock, connections })).rejects.toThrow('password');
  await clock.advance(60_000);
  expect(lines.filter((line) => line.startsWith('push'))).toEqual([]);
});

it('a stop of which a part fails gives the folder back all the same, and says why', async () => {
  const settings = loadSettings(
    { data: join(scratch, 'half-stopped'), port: '0', host: '127.0.0.1' },
    { HOME: scratch },
  );
  const ports = () => ({ board: board(), clock: new FakeClock(1_750_500_000) });
  const service = await startService(settings, ports());
  const stopServer = service.server.stop.bind(service.server);
  service.server.stop = async () => {
    await stopServer();
    throw new Error('the server has met something');
  };
  await expect(service.stop()).rejects.toThrow('met something');
  await (await startService(settings, ports())).stop();
});

it('what an upgrade left to be told is one event, in the language of whoever asks', async () => {
  const data = join(scratch, 'note');
  mkdirSync(data);
  const given = { from: '0.8.0', to: '0.9.0', why: 'no answer', restored: false }; // this program is neither
  const note = leavingNote(data, {
    ts: 1_750_000_000,
    severity: 'warn',
    ...sentence('upgrade.taken-back', given),
    text: 'back',
  });
  spawnSync(note[0]!, note.slice(1));
  for (let start = 1; start <= 2; start++) {
    const settings = loadSettings({ data, port: '0', host: '127.0.0.1' }, { HOME: scratch });
    const service = await startService(settings, { board: board() });
    const events = (await (await fetch(`${service.url}/api/events?lang=de`)).json()) as { detail: string }[];
    await service.stop();
    const told = events.map(({ detail }) => detail).filter((detail) => detail.includes('0.9.0'));
    expect(told).toEqual(['Die Aktualisierung von 0.8.0 auf 0.9.0 wurde rückgängig gemacht: no answer.']);
  }
});

it('a refusal of the thread that looks at the folder arrives in its own words', async () => {
  const data = join(scratch, 'newer');
  const settings = loadSettings({ data, port: '0', host: '127.0.0.1' }, { HOME: scratch });
  await (await startService(settings, { board: board() })).stop();
  const db = new SqliteDatabase(join(data, 'weatherglass.db'));
  db.pragma('user_version = 99');
  db.exec('CREATE TABLE of_tomorrow (ts REAL)');
  db.close();
  await expect(startService(settings, { board: board() })).rejects.toThrow(UserError);
  await expect(startService(settings, { board: board() })).rejects.toThrow('update the program');
});

/** What a start says of a history in which another hand did `harm`, and its path. It ends the start. */
async function saidOf(
  name: string,
  harm: (db: SqliteDatabase.Database) => void,
): Promise<{ said: string; path: string }> {
  const data = join(scratch, name);
  const settings = loadSettings({ data, port: '0', host: '127.0.0.1' }, { HOME: scratch });
  await (await startService(settings, { board: board(), clock: new FakeClock(1_750_500_000) })).stop();
  const path = join(data, 'weatherglass.db');
  const db = new SqliteDatabase(path);
  harm(db);
  db.close();
  let said = '';
  const stderr = { write: (text: string) => (said += text) };
  const args = ['serve', '--data', data, '--port', '0', '--host', '127.0.0.1', '--source', 'simulator'];
  expect(await dispatch(args, { stdout: process.stdout, stderr, env: { HOME: scratch } } as unknown as Io)).toBe(1);
  return { said, path };
}

it.each(['said', 'own end', 'recompute', 'reflag'])(
  'a note of the job %s that is no JSON ends the start in one sentence with the way out',
  async (name) => {
    const { said, path } = await saidOf(`note of ${name}`, (db) =>
      db.prepare('INSERT OR REPLACE INTO job (name, started_ts, state) VALUES (?, 0, ?)').run(name, '{"from":'),
    );
    expect(said.trim().split('\n')).toEqual([
      expect.stringContaining(`In ${path}, the row "${name}" of the table "job"`),
    ]);
    expect(said).toContain(`"DELETE FROM job WHERE name = '${name}'"`);
  },
);

it('an entry of the calibration log that is no JSON ends the start in one sentence with the way out', async () => {
  const { said, path } = await saidOf('calibration', (db) =>
    db.exec("INSERT INTO calibration (ts, signal, state) VALUES (1750500001, 'temperature', 'garbage')"),
  );
  expect(said.trim().split('\n')).toEqual([
    expect.stringContaining(`In ${path}, the row 1 of the table "calibration" is damaged.`),
  ]);
  expect(said).toContain('"DELETE FROM calibration WHERE id = 1"');
});
