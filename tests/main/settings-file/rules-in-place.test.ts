import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import type { Alarms } from '../../../src/contract/alarms.ts';
import type { EventRecord } from '../../../src/contract/events.ts';
import type { Status } from '../../../src/contract/status.ts';
import { LastingService } from '../../../src/main/lasting-service.ts';
import { loadSettings } from '../../../src/main/settings/settings.ts';
import { portOf } from '../../support/port-of.ts';
import { MOST_MS, runningClock, withWaits } from '../../support/running-clock.ts';

const homes: string[] = [];
afterAll(() => {
  for (const home of homes) rmSync(home, { recursive: true, force: true });
});

const silent = () => undefined;
const log = { debug: silent, info: silent, warn: silent, error: silent } as never;
const OWN = { id: 'own_1', title: 'Mine', enabled: true, quantity: 'temperatureC', when: 'above', on: -50, off: -60 };
const RULE = { ...OWN, for_s: 0, quiet: null };
const until = (what: () => void | Promise<void>) => vi.waitFor(what, { timeout: 240_000, interval: 25 });

async function begun(clock = runningClock()) {
  const home = mkdtempSync(join(tmpdir(), 'weatherglass-rules-'));
  homes.push(home);
  const options = { data: join(home, 'data'), port: '0', host: '127.0.0.1', source: 'simulator' };
  const settings = loadSettings(options, { HOME: home, XDG_CONFIG_HOME: '' });
  const service = await LastingService.start(settings, { log, clock });
  const patch = async (body: object) => {
    const headers = { 'Content-Type': 'application/json' };
    return (
      await fetch(`${service.url}/api/settings`, { method: 'PATCH', headers, body: JSON.stringify(body) })
    ).json();
  };
  return { service, patch };
}

it('alarm rules are in force with the answer to their change: the station goes on, and a later start has them too', async () => {
  const { service, patch } = await begun();
  const { station, url } = service;
  const asked = async <A>(path: string) => (await (await fetch(`${url}${path}`)).json()) as A;
  const own = async () => (await asked<Alarms>('/api/alarms')).alarms.find(({ id }) => id === OWN.id);

  expect(await asked<Status>('/api/status')).toMatchObject({ first_run: true });
  expect(await own()).toBeUndefined(); // an answer that is kept for a second
  expect(await patch({ 'alarms.rules': [RULE] })).toEqual({ applied: ['alarms.rules'], restart: [], begins: false });
  expect(await own()).toMatchObject({ title: 'Mine', enabled: true });
  expect(await asked<Status>('/api/status')).toMatchObject({ first_run: false }); // there is a settings file
  await until(async () => expect(await own()).toMatchObject({ state: 'firing' }));
  const { fingerprint } = (await own())!;
  await patch({ 'alarms.rules': [{ ...RULE, title: 'Ours' }] });
  expect(await own()).toMatchObject({ title: 'Ours', state: 'firing', fingerprint });
  expect(service.station).toBe(station);
  const events = await asked<EventRecord[]>('/api/events?kinds=settings');
  expect(events.map(({ detail }) => detail)).toEqual(Array(2).fill(expect.stringContaining('Settings changed: ')));

  const both = { 'alarms.rules': [{ ...RULE, title: 'Yours' }], 'site.name': 'Attic' };
  expect(await patch(both)).toMatchObject({ begins: true });
  await until(async () => expect(await asked<Status>('/api/status')).toMatchObject({ name: 'Attic' }));
  await until(async () => expect(await own()).toMatchObject({ title: 'Yours', state: 'firing', fingerprint }));
  expect(service.station).not.toBe(station);
  await service.stop();
});

it('a rule that is saved with its channel fires once the channel is there', async () => {
  const heard: string[] = [];
  const receiver = createServer((req, res) => {
    req.on('data', (piece) => heard.push(String(piece))).on('end', () => res.end());
  });
  const port = await portOf(receiver);
  const { service, patch } = await begun();
  const told = await patch({
    'connections.allow_simulated': true,
    'alarms.channels.webhook.url': `http://127.0.0.1:${port}/`,
    'alarms.channels.webhook.enabled': true,
    'alarms.rules': [{ ...RULE, channels: ['webhook'] }],
  });
  expect(told).toMatchObject({ begins: true });
  await until(() => expect(heard.join('')).toContain('own_1'));
  await service.stop();
  receiver.close();
});

it('a change that comes when a new beginning is due does not put it off', async () => {
  let isBusy = false;
  const { service, patch } = await begun(withWaits((ms) => (isBusy && ms <= 200 ? MOST_MS : ms)));
  const { station } = service;
  isBusy = true; // from now on changes come before any short wait is over
  await patch({ 'site.name': 'Attic' });
  await new Promise((resolve) => setTimeout(resolve, 300));
  await patch({ 'site.name': 'Cellar' });
  await until(() => expect(service.station).not.toBe(station));
  isBusy = false;
  await service.stop();
});
