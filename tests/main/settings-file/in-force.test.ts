import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { DAY_S } from '../../../src/base/durations.ts';
import type { EventRecord } from '../../../src/contract/events.ts';
import type { Daily, RangeOf, Records } from '../../../src/contract/history.ts';
import type { Settings as Shown } from '../../../src/contract/settings.ts';
import type { Status } from '../../../src/contract/status.ts';
import { LastingService } from '../../../src/main/lasting-service.ts';
import { openHistory } from '../../../src/main/open-history.ts';
import { loadSettings, type Settings } from '../../../src/main/settings/settings.ts';
import { keptWeather } from '../../../src/main/simulated-weather.ts';
import { seedHistory } from '../../../src/station/seed.ts';
import { SimulatorBoard } from '../../../src/station/sensors/boards/simulator.ts';
import { patience } from '../../support/patience.ts';
import { runningClock } from '../../support/running-clock.ts';

const home = mkdtempSync(join(tmpdir(), 'weatherglass-in-force-'));
const clock = runningClock();
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** A day that was lived at sea level: who has learned nothing has nothing to put on another scale. */
async function oneDay(settings: Settings): Promise<void> {
  const { store } = await openHistory({ settings, clock, kindFor: () => 'simulator' });
  const endS = Math.floor(clock.nowS() / 300) * 300;
  const board = new SimulatorBoard({ seed: 1, place: settings.config.site, altitudeM: 0 });
  for (const _ of seedHistory(store, board, settings.config, { startS: endS - DAY_S, endS, stepS: 300 }));
  keptWeather(store, { seed: 1, altitudeM: 0 }, endS);
  store.close();
}

/** Keeps every line, whole: a secret may not stand in any. */
const lines: string[] = [];
const keep = (...words: unknown[]) => void lines.push(JSON.stringify(words));
const log = { debug: keep, info: keep, warn: keep, error: keep } as never;

it('a changed setting is in force within a second, at the same address, by the one way that every start takes', async () => {
  const options = { data: join(home, 'data'), port: '0', host: '127.0.0.1', source: 'simulator' };
  const settings = () => loadSettings(options, { HOME: home, XDG_CONFIG_HOME: '' });
  await oneDay(settings());
  const begunS = Math.floor(clock.nowS() / 300) * 300;
  const service = await LastingService.start(settings(), { log, clock });
  const { url } = service;
  const status = async () => (await (await fetch(`${url}/api/status`)).json()) as Status;
  const patch = (body: object, headers: Record<string, string> = {}) =>
    fetch(`${url}/api/settings`, {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const until = (hold: (now: Status) => boolean) => untilAnswer(status, hold);
  async function untilAnswer<A>(asked: () => Promise<A>, hold: (answer: A) => boolean): Promise<A> {
    for (const waiting = patience(240_000); waiting(); ) {
      try {
        const now = await asked();
        if (hold(now)) return now;
      } catch (error) {
        if (!(error instanceof TypeError)) throw error; // nobody listens while it begins again
      }
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    throw new Error('it never held');
  }

  const asked = async <A>(path: string) => (await (await fetch(`${url}${path}`)).json()) as A;
  /** Sea-level pressure of what was lived before the service began, its record, and the highest of its days. */
  const pressures = async () => {
    const { series } = await asked<RangeOf<'press'>>('/api/history/range?hours=25&bucket=300&columns=press');
    const lived = 'ts' in series ? series.ts.flatMap((ts, i) => (ts < begunS ? [series.press[i]!] : [])) : [];
    const { days } = await asked<Daily>('/api/history/daily?days=3');
    return {
      lived,
      record: (await asked<Records>('/api/records')).press_max!.value,
      ofDays: Math.max(...days.map(({ press_max: high }) => high ?? 0)),
    };
  };
  /**
   * The history stands on one altitude again, so many times since the beginning. Before that, two answers may be of two altitudes: the job moves
   * samples, hours, days and records one after the other, and status tells of it under jobs.
   */
  const recomputed = (times: number) =>
    untilAnswer(
      () => asked<EventRecord[]>('/api/events?kinds=recompute'),
      ({ length }) => length === times,
    );
  const atSea = await pressures();
  expect(atSea.lived.length).toBeGreaterThan(200);

  expect(await status()).toMatchObject({ first_run: true, demo: false });
  const answer = await fetch(`${url}/api/settings`);
  const shown = (await answer.json()) as Shown;
  expect(answer.headers.get('content-encoding')).toBe('gzip');
  expect(answer.headers.get('vary')).toContain('Accept-Encoding');
  const placed = await patch(
    { 'site.timezone': 'America/Los_Angeles', 'site.altitude_m': 500, 'kiosk.zoom': 1.25 },
    { 'If-Match': answer.headers.get('etag')! },
  );
  expect([placed.status, await placed.json()]).toEqual([
    200,
    { applied: ['site.timezone', 'site.altitude_m'], restart: ['kiosk.zoom'], begins: true },
  ]);
  const now = await until(({ site }) => site?.timezone === 'America/Los_Angeles');
  expect(now).toMatchObject({ first_run: false, site: { altitude_m: 500 } });
  expect(service.url).toBe(url);
  const events = (await (await fetch(`${url}/api/events`)).json()) as EventRecord[];
  const told = events.filter(({ kind }) => kind === 'settings').map(({ detail }) => detail);
  expect(told).toEqual([
    expect.stringContaining('Settings changed: Time zone, Elevation, Zoom'),
    expect.stringContaining('Elevation or pressure correction changed'),
  ]);
  const inGerman = await fetch(`${url}/api/events?kinds=settings`, { headers: { 'accept-language': 'de' } });
  expect(await inGerman.text()).toMatch(/Einstellungen geändert: Zeitzone.*Vergrößerung/);

  // The history follows to the other altitude, and back: no record of a pressure that never was stays behind.
  await recomputed(1);
  const high = await pressures();
  const steps = high.lived.map((hpa, i) => hpa / atSea.lived[i]!);
  expect(Math.max(...steps)).toBeLessThan(1.07);
  expect(Math.min(...steps)).toBeGreaterThan(1.055); // 500 m, all of the past and not only what comes
  const higher = [high.record / atSea.record, high.ofDays / atSea.ofDays];
  for (const step of higher) expect(step).toBeCloseTo(Math.max(...steps), 2); // the extremes go with the rows
  expect((await patch({ 'site.altitude_m': 0 })).status).toBe(200);
  await recomputed(2);
  const back = await pressures();
  for (const [i, hpa] of back.lived.entries()) expect(hpa).toBeCloseTo(atSea.lived[i]!, 3);
  expect([back.record, back.ofDays]).toEqual([
    expect.closeTo(atSea.record, 1),
    expect.closeTo(atSea.ofDays, 1), // as for a station that has always stood there
  ]);

  expect((await patch({ 'site.altitude_m': 1 }, { 'If-Match': shown.etag })).status).toBe(412);
  const refused = await patch({ 'site.altitude_m': 1e9, 'server.port': 1 });
  expect([refused.status, await refused.json()]).toMatchObject([
    422,
    { errors: [{ loc: ['body', 'server.port'], msg: expect.stringContaining('option') }] },
  ]);
  expect((await patch({ 'site.altitude_m': 2 }, { Origin: 'http://evil.example' })).status).toBe(403);

  await patch({ 'access.writes': 'pin', 'access.pin_hash': '271828' });
  let answered = 200;
  for (const waiting = patience(240_000); answered !== 401 && waiting(); ) {
    answered = await patch({}).then(
      ({ status: code }) => code,
      () => 0,
    ); // nobody listens while it begins again
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  expect(answered).toBe(401);
  expect((await patch({ 'site.name': 'Attic' }, { 'X-Weatherglass-Pin': '271828' })).status).toBe(200);
  await until(({ name }) => name === 'Attic');
  const everything = JSON.stringify([lines, await (await fetch(`${url}/api/events`)).json()]);
  expect(everything).not.toContain('271828');
  expect(everything).not.toContain('scrypt');

  await service.stop();
});
