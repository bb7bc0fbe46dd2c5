import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterAll, expect, it } from 'vitest';
import { startService } from '../../src/main/service.ts';
import { loadSettings } from '../../src/main/settings.ts';
import { UserError } from '../../src/main/user-error.ts';
import { SimulatorBoard } from '../../src/station/sensors/boards/simulator.ts';

const scratch = mkdtempSync(join(tmpdir(), 'weatherglass-service-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const board = () => new SimulatorBoard({ seed: 1, place: { latitude: 55, longitude: 12 }, altitudeM: 10 });

it('a start that failed can be tried again in the same process: it gave the data folder back', async () => {
  const settings = loadSettings({ data: join(scratch, 'data'), port: '0', host: '127.0.0.1' }, { HOME: scratch });
  const loose = board();
  loose.open = async () => {
    throw new Error('the board came loose');
  };
  await expect(startService(settings, { board: loose })).rejects.toThrow('came loose');
  const service = await startService(settings, { board: board() });
  expect(service.station.ready()).toMatchObject({ ready: true });
  await service.stop();
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
