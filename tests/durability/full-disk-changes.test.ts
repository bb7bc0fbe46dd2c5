import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, type TestContext } from 'vitest';
import { startService } from '../../src/main/service.ts';
import { decodeConsole } from '../../src/station/inputs/families/console.ts';
import { ask, postJson } from '../support/ask.ts';
import { simulator } from '../support/simulator.ts';
import { SmallDisk } from '../support/small-disk.ts';
import { Bench } from '../support/station.ts';
import { onSmallDisk } from './history-on-disk.ts';

const home = mkdtempSync(join(tmpdir(), 'weatherglass-changes-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));
const START = 1_750_500_000;
/** An alarm that fires at once. */
const WARM = { id: 'warm', quantity: 'temperatureC', on: -50, off: -51, for_s: 0, quiet: null, enabled: true };
const GAUGE = 'PASSKEY=A&stationtype=GW2000A&tempf=50&yearlyrainin=4';

describe('a station that starts on a full disk', () => {
  const begun = async (context: TestContext, env: NodeJS.ProcessEnv) => {
    const { disk, settings, clock, open } = onSmallDisk(context, env);
    settings.config.log.level = 'silent';
    settings.config.alarms.rules = [{ ...WARM, when: 'above' }];
    (await open()).store.close();
    disk.fill();
    const service = await startService(settings, { board: simulator(), clock });
    await clock.advance(120_000);
    return { disk, service, open };
  };

  it('refuses what a person changes where only memory would have it, and says so in its health and status', async (context) => {
    const { service } = await begun(context, { HOME: home });
    const { port, station } = service;
    station.inputs.take(decodeConsole(GAUGE, 'POST', '192.0.2.7'));
    const [gauge] = station.inputs.list().inputs;
    const { temperature, humidity } = await station.telemetry();
    const minute = { quantities: ['temperature'], start: START - 60, end: START, verdict: 'bad' };
    const changes: [path: string, body: object][] = [
      ['/api/notes', { text: 'storks are back' }],
      ['/api/label', { kind: 'rain', value: 1 }],
      ['/api/calibrate', { reference_c: temperature! - 1 }],
      ['/api/calibrate/humidity', { reference_pct: humidity! - 1 }],
      ['/api/calibrate', { reset: true }],
      ['/api/quality', minute],
      [`/api/inputs/${gauge!.id}/adopt`, { name: 'Garden' }],
    ];
    for (const [path, body] of changes)
      expect(await postJson(port, path, body), path).toMatchObject({
        status: 503,
        json: { code: 'refusal.disk-change', detail: expect.stringContaining('Nothing was changed') },
      });
    expect((await ask(port, { path: '/api/notes' })).json).toMatchObject({ notes: [], total: 0 });
    expect(station.inputs.list().inputs).toMatchObject([{ adopted: false, name: null }]);
    expect((await postJson(port, '/api/alarms/warm/acknowledge', {})).status).toBe(200); // whom it wakes can silence it
    expect(station.alarms.get('warm')).toMatchObject({ state: 'acknowledged' });
    const full = expect.stringMatching(/is full\. New readings stay in memory/);
    expect((await ask(port, { path: '/api/health' })).json).toMatchObject({ status: 'ok', ready: false, reason: full });
    expect(station.status().notices).toContainEqual({ severity: 'error', text: full });
    await service.stop();
  });

  it('takes it where a file of the runtime folder has it', async (context) => {
    const env = { HOME: home, RUNTIME_DIRECTORY: join(home, 'run') };
    const { disk, service, open } = await begun(context, env);
    expect((await postJson(service.port, '/api/notes', { text: 'storks are back' })).status).toBe(200);
    await service.stop();
    disk.makeRoom();
    const { store } = await open();
    expect(store.labels.page({ notes: true, limit: 9, offset: 0 }).rows).toMatchObject([{ note: 'storks are back' }]);
    store.close();
  });
});

it('what a person decides about a sender while the disk takes nothing is refused whole', async (context) => {
  const disk = SmallDisk.during(context, 12);
  const bench = new Bench({ inputs: { ecowitt: { enabled: true } } }, START, join(disk.folder, 'data'));
  const { station, clock } = bench;
  await station.start();
  const hear = (sender: string) =>
    station.inputs.take(decodeConsole(GAUGE.replace('=A', `=${sender}`), 'POST', '192.0.2.7'));
  hear('A');
  hear('B');
  const [a, b] = station.inputs.list().inputs.map(({ id }) => id) as [string, string];
  expect(station.inputs.adopt(a, { name: 'Garden', main_for: ['rain'] })).toMatchObject({ adopted: true });
  await clock.advance(20_000);
  disk.fill(); // before the first commit of its loop: no checkpoint has given the log room
  await clock.advance(60_000);
  expect(station.ready()).toMatchObject({ ready: false });
  const before = structuredClone(station.inputs.list());
  const refused = { error: expect.stringContaining('Nothing was changed'), unavailable: true };
  expect(station.inputs.adopt(b, { replaces: a })).toMatchObject(refused);
  expect(station.inputs.adopt(a, { name: 'Roof', main_for: [] })).toMatchObject(refused);
  expect(station.inputs.retire(a)).toMatchObject(refused);
  expect(station.inputs.ignore(b)).toMatchObject(refused);
  expect(station.inputs.list()).toEqual(before);
  disk.makeRoom();
  await clock.advance(60_000);
  expect(station.inputs.adopt(b, { replaces: a })).toMatchObject({ adopted: true, name: 'Garden' });
  const told = station.watch.events(50).map(({ detail }) => detail);
  expect(told.filter((text) => /taken in|retired/.test(text))).toEqual(['Garden is taken in', 'Garden is taken in']);
  await station.stop();
});
