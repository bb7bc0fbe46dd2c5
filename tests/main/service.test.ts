import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { expect, it, vi } from 'vitest';
import { dispatch } from '../../src/main/cli.ts';
import type { Io } from '../../src/main/command.ts';
import { LastingService } from '../../src/main/lasting-service.ts';
import { readAddress } from '../../src/main/machine/address-file.ts';
import { machineZone } from '../../src/main/machine/machine-zone.ts';
import { leavingNote } from '../../src/main/release/note.ts';
import { startService } from '../../src/main/service.ts';
import type { Settings } from '../../src/main/settings/settings.ts';
import { UserError } from '../../src/main/user-error.ts';
import { sentence } from '../../src/words/sentence.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { simulator } from '../support/simulator.ts';
import { stopWhole } from '../support/whole-stop.ts';
import { START_S, scratchFolder, storedIn } from './scratch-folder.ts';

const { scratch, settingsIn } = scratchFolder();

it('a change of the machine’s time zone counts within a minute', async () => {
  const link = join(scratch, 'localtime');
  symlinkSync('/usr/share/zoneinfo/Europe/Copenhagen', link);
  const clock = new FakeClock(START_S);
  const before = process.env['TZ'];
  process.env['TZ'] = 'Europe/Copenhagen';
  const service = await LastingService.start(settingsIn('zone'), {
    board: simulator(),
    clock,
    zoneChanged: machineZone(link),
  });
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

let closed: string | null = null;
/** A history that a station has stopped in order, written once, and in which another hand did `harm` since. */
async function closedIn(name: string, harm: (db: SqliteDatabase.Database) => unknown): Promise<Settings> {
  if (closed === null) {
    const settings = settingsIn('before');
    await (await startService(settings, { board: simulator(), clock: new FakeClock(START_S) })).stop();
    closed = settings.dataDir;
  }
  const settings = settingsIn(name);
  cpSync(closed, settings.dataDir, { recursive: true, preserveTimestamps: true });
  const db = new SqliteDatabase(join(settings.dataDir, 'weatherglass.db'));
  harm(db);
  db.close();
  return settings;
}

it('a stop does not wait for a job that is deep in SQLite, and saves what there is', async () => {
  const settings = settingsIn('deep');
  const clock = new FakeClock(START_S);
  const { station, stop } = await startService(settings, { board: simulator(), clock });
  await clock.advance(20_000);
  station.endJobs = () => new Promise(() => {});
  let isOver = false;
  const stopped = stop().finally(() => (isOver = true));
  for (; !isOver; await new Promise((resolve) => setTimeout(resolve, 5))) await clock.advance(500);
  await stopped;
  expect(storedIn(settings.dataDir).length).toBeGreaterThanOrEqual(station.sampleCount);
});

it('a start that failed can be tried again in the same process: it gave the data folder back', async () => {
  const runtime = join(scratch, 'run/weatherglass');
  mkdirSync(runtime, { recursive: true });
  const settings = settingsIn('data', { env: { RUNTIME_DIRECTORY: runtime } });
  const loose = simulator();
  loose.open = async () => {
    throw new Error('the board came loose');
  };
  await expect(startService(settings, { board: loose })).rejects.toThrow('came loose');
  const odd = simulator();
  const kind = () => {
    throw new Error('a board of no kind');
  };
  Object.defineProperty(odd, 'kind', { get: kind }); // asked when the history has just been opened
  await expect(startService(settings, { board: odd })).rejects.toThrow('of no kind');
  const service = await startService(settings, { board: simulator() });
  expect(service.station.ready()).toMatchObject({ ready: true });
  // And an upgrade is told where it is, whoever chose that.
  expect(readAddress(runtime)).toMatchObject({ host: '127.0.0.1', port: service.port, dataDir: settings.dataDir });
  await service.stop();
});

it('a start that fails after its loops began ends them, and lets go of the board', async () => {
  const settings = await closedIn('half-started', (db) =>
    db.exec(`INSERT INTO job (name, started_ts, state) VALUES ('reflag', 0, '{"from":')`),
  );
  const clock = new FakeClock(1_750_500_100);
  const sampled = simulator();
  const [read, close] = [vi.spyOn(sampled, 'read'), vi.spyOn(sampled, 'close')];
  await expect(startService(settings, { board: sampled, clock })).rejects.toThrow('reflag');
  expect(close).toHaveBeenCalledOnce();
  const reads = read.mock.calls.length;
  expect(reads).toBeGreaterThan(0);
  await clock.advance(60_000);
  expect(read.mock.calls.length).toBe(reads);
});

it('a start that fails at its connections leaves no station behind that goes on sampling', async () => {
  const file = 'mqtt: { url: "mqtt://127.0.0.1:1", password_file: /secret }\n';
  const settings = settingsIn('unconnected', { file });
  const clock = new FakeClock(START_S);
  const sampled = simulator();
  const [read, close] = [vi.spyOn(sampled, 'read'), vi.spyOn(sampled, 'close')];
  const secret = () => {
    throw new Error('the file of the password cannot be read');
  };
  await expect(startService(settings, { board: sampled, clock, connections: { secret } })).rejects.toThrow('password');
  expect(close).toHaveBeenCalledOnce();
  const reads = read.mock.calls.length;
  await clock.advance(60_000);
  expect(read.mock.calls.length).toBe(reads);
  const service = await startService(settings, { board: simulator(), clock, connections: { secret: () => 'known' } });
  expect(service.station.ready()).toMatchObject({ ready: true });
  await service.stop();
});

it('a start that fails at its inputs leaves no connection behind that goes on sending', async () => {
  const file =
    'push: { url: "http://127.0.0.1:1/write" }\nconnections: { allow_simulated: true }\n' +
    'inputs: { mqtt: { enabled: true, url: "mqtt://127.0.0.1:1", password_file: /secret } }\n';
  const settings = settingsIn('unheard', { file });
  const clock = new FakeClock(START_S);
  const lines: string[] = [];
  const connections = {
    secret: () => {
      throw new Error('the file of the password cannot be read');
    },
    log: (_: string, line: string) => void lines.push(line),
  };
  await expect(startService(settings, { board: simulator(), clock, connections })).rejects.toThrow('password');
  await clock.advance(60_000);
  expect(lines.filter((line) => line.startsWith('push'))).toEqual([]);
});

it('a stop of which a part fails gives the folder back all the same, and says why', async () => {
  const settings = settingsIn('half-stopped');
  const ports = () => ({ board: simulator(), clock: new FakeClock(START_S) });
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
  const settings = settingsIn('note');
  mkdirSync(settings.dataDir);
  const given = { from: '0.8.0', to: '0.9.0', why: 'no answer', restored: false }; // this program is neither
  const note = leavingNote(settings.dataDir, {
    ts: 1_750_000_000,
    severity: 'warn',
    ...sentence('upgrade.taken-back', given),
    text: 'back',
  });
  spawnSync(note[0]!, note.slice(1));
  for (let start = 1; start <= 2; start++) {
    const service = await startService(settings, { board: simulator() });
    const events = (await (await fetch(`${service.url}/api/events?lang=de`)).json()) as { detail: string }[];
    await stopWhole(service);
    const told = events.map(({ detail }) => detail).filter((detail) => detail.includes('0.9.0'));
    expect(told).toEqual(['Die Aktualisierung von 0.8.0 auf 0.9.0 wurde rückgängig gemacht: no answer.']);
  }
});

it('a refusal of the thread that looks at the folder arrives in its own words', async () => {
  const settings = await closedIn('newer', (db) => {
    db.pragma('user_version = 99');
    db.exec('CREATE TABLE of_tomorrow (ts REAL)');
  });
  await expect(startService(settings, { board: simulator() })).rejects.toThrow(UserError);
  await expect(startService(settings, { board: simulator() })).rejects.toThrow('update the program');
});

/** What a start says of a history in which another hand did `harm`, and its path. It ends the start. */
async function saidOf(name: string, harm: (db: SqliteDatabase.Database) => unknown) {
  const { dataDir } = await closedIn(name, harm);
  let said = '';
  const stderr = { write: (text: string) => (said += text) };
  const args = ['serve', '--data', dataDir, '--port', '0', '--host', '127.0.0.1', '--source', 'simulator'];
  expect(await dispatch(args, { stdout: process.stdout, stderr, env: { HOME: scratch } } as unknown as Io)).toBe(1);
  return { said, path: join(dataDir, 'weatherglass.db') };
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
