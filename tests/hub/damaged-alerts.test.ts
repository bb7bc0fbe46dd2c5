import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { HubAlerts } from '../../src/hub/alerts/alerts.ts';
import { groupReceiverFile } from '../../src/hub/alerts/group-receivers.ts';
import { AlertSettingsFile } from '../../src/hub/alerts/settings.ts';
import { FakeClock } from '../support/fake-clock.ts';

const folder = mkdtempSync(join(tmpdir(), 'weatherglass-alerts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const settings = join(folder, 'alerts.yaml');
writeFileSync(settings, 'disk_mb: 0');
const path = join(folder, 'alerts.json');

/** A hub with one station, whose login two stations use. */
function hubAlerts(told: string[]): HubAlerts {
  const clock = new FakeClock();
  const seen = { revoked: false, simulated: false, shared: true, health: 'ok', disk_free_pct: 80 } as const;
  return new HubAlerts({
    dataDir: folder,
    settingsFile: new AlertSettingsFile(settings),
    groupFile: groupReceiverFile(folder),
    receiversOf: () => [],
    ports: {} as never,
    clock,
    log: { info() {}, warn() {}, error: (_fields, text) => void told.push(text) },
    stations: () => [{ id: 'north', name: 'North', group: null, last_seen_ts: clock.nowS(), ...seen }],
    engine: () => ({ kind: 'influxdb', version: '1', state: 'ok', since_ts: 0, detail: null }),
  });
}

/** Looks until the alert is written down. */
async function alertOnce(): Promise<string[]> {
  const told: string[] = [];
  const alerts = hubAlerts(told);
  await alerts.followSettings(new AbortController().signal);
  await alerts.look();
  await alerts.stop();
  expect(alerts.firing).toHaveLength(1);
  return told;
}

it('a file of open alerts that is damaged is kept beside, each under a name of its own, and alerts are told anew', async () => {
  expect(await alertOnce()).toEqual([]);
  const whole = readFileSync(path, 'utf8');
  for (const damaged of [whole.slice(0, -1), 'nothing of JSON']) {
    writeFileSync(path, damaged);
    expect(await alertOnce()).toEqual([expect.stringMatching(/^alerts\.json cannot be read: it is kept beside/)]);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ version: 1, open: [{ login: 'north' }] });
  }
  expect(readFileSync(`${path}.damaged`, 'utf8')).toBe(whole.slice(0, -1));
  expect(readFileSync(`${path}.damaged-2`, 'utf8')).toBe('nothing of JSON');
  expect(await alertOnce()).toEqual([]);
  expect(readdirSync(folder)).toEqual(['alerts.json', 'alerts.json.damaged', 'alerts.json.damaged-2', 'alerts.yaml']);
});

it('receivers of groups from a newer hub are told of once, also where settings of before could stand in', async () => {
  writeFileSync(join(folder, 'group-alerts.json'), JSON.stringify({ version: 2, receivers: [] }));
  const told: string[] = [];
  const alerts = hubAlerts(told);
  for (let i = 0; i < 3; i += 1) await alerts.followSettings(new AbortController().signal);
  expect(alerts.problem).toMatch(/version 1/);
  expect(told).toEqual([expect.stringMatching(/cannot be used/)]);
  await alerts.stop();
});
