import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { HOUR_S } from '../../src/base/durations.ts';
import { openHistory } from '../../src/main/open-history.ts';
import { loadSettings } from '../../src/main/settings/settings.ts';
import { seedHistory } from '../../src/station/seed.ts';
import { SimulatorBoard } from '../../src/station/sensors/boards/simulator.ts';
import type { Store } from '../../src/station/store/store.ts';
import { runningClock } from '../support/running-clock.ts';

it('a folder whose simulated history was set aside for a Sense HAT is nobody else’s: a simulator may not be set over it', async () => {
  const home = mkdtempSync(join(tmpdir(), 'weatherglass-aside-'));
  const settings = loadSettings({ data: join(home, 'data') }, { HOME: home });
  const open = (kind: 'simulator' | 'sense-hat') =>
    openHistory({ settings, clock: runningClock(), kindFor: () => kind });
  (await open('simulator')).store.close();
  const { owner, notices, store } = await open('sense-hat');
  store.close();
  expect(notices.map(({ detail }) => detail).join()).toContain('was moved to');
  expect(owner).toBeNull(); // new, so that the board that measures now becomes whose it is
  await expect(open('simulator')).rejects.toThrow('has the history of a Sense HAT');
  rmSync(home, { recursive: true });
});

it('a history is set aside with its backups in a folder within theirs, which may be the mount point of a disk', async () => {
  const home = mkdtempSync(join(tmpdir(), 'weatherglass-mounted-'));
  const settings = loadSettings({ data: join(home, 'data') }, { HOME: home });
  const open = (kind: 'simulator' | 'sense-hat') =>
    openHistory({ settings, clock: runningClock(), kindFor: () => kind });
  (await open('simulator')).store.close();
  const backups = join(home, 'data/backups');
  mkdirSync(backups, { recursive: true });
  writeFileSync(join(backups, 'weatherglass-20260101-030000.db'), '');
  const { ino } = statSync(backups);
  const { notices, store } = await open('sense-hat');
  store.close();
  expect(notices.map(({ detail }) => detail).join()).toContain('was moved to');
  expect(statSync(backups).ino).toBe(ino);
  const [label, ...more] = readdirSync(backups);
  expect([label, more]).toEqual([expect.stringMatching(/^simulator-\d+$/), []]);
  expect(readdirSync(join(backups, label!))).toEqual(['weatherglass-20260101-030000.db']);
  rmSync(home, { recursive: true });
});

it('backups that lie behind a link stay there, and so do those of the history that begins', async () => {
  const home = mkdtempSync(join(tmpdir(), 'weatherglass-linked-'));
  const settings = loadSettings({ data: join(home, 'data') }, { HOME: home });
  const open = (kind: 'simulator' | 'sense-hat') =>
    openHistory({ settings, clock: runningClock(), kindFor: () => kind });
  (await open('simulator')).store.close();
  const [stick, backups] = [join(home, 'stick'), join(home, 'data/backups')];
  mkdirSync(stick);
  writeFileSync(join(stick, 'weatherglass-20260101-030000.db'), '');
  symlinkSync(stick, backups);
  (await open('sense-hat')).store.close();
  expect(readlinkSync(backups)).toBe(stick);
  expect(readdirSync(stick)).toEqual([expect.stringMatching(/^simulator-\d+$/)]);
  rmSync(home, { recursive: true });
});

describe('made-up weather whose station is told where it stands', () => {
  const AT_S = 1_780_000_000;
  const lived = async (hours: number, altitudeM: number, told: (store: Store) => unknown = () => {}) => {
    const home = mkdtempSync(join(tmpdir(), 'weatherglass-moved-'));
    const at = (metres: number) => {
      const settings = loadSettings({ data: join(home, 'data') }, { HOME: home });
      settings.config.site.altitude_m = metres;
      return settings;
    };
    const open = (metres: number) =>
      openHistory({ settings: at(metres), clock: runningClock(), kindFor: () => 'simulator' });
    const { store } = await open(0);
    const board = new SimulatorBoard({ seed: 1, place: at(0).config.site, altitudeM: 0 });
    const plan = { startS: AT_S, endS: AT_S + hours * HOUR_S, stepS: 300 };
    for (const _ of seedHistory(store, board, at(0).config, plan));
    store.scales.add(AT_S, {
      k: 0.55,
      humidityOffset: 0,
      psychrometric: false,
      altitudeM: 0,
      air: null,
      barometer: null,
    });
    told(store);
    store.close();
    const reopened = await open(altitudeM);
    const newestS = reopened.store.samples.newestTs();
    const { owner } = reopened;
    reopened.store.close();
    rmSync(home, { recursive: true });
    return { newestS, owner };
  };

  it('begins anew within its first hour: 500 m higher the minutes before are a pressure that never was', async () => {
    expect(await lived(0.5, 500)).toEqual({ newestS: null, owner: 'simulator' });
  });
  it('keeps what somebody has told it: a note, whether it rains, what a thermometer shows', async () => {
    const words: ((store: Store) => unknown)[] = [
      ({ labels }) => labels.addNote('New roof', AT_S, AT_S),
      ({ labels }) => labels.add({ ts: AT_S, kind: 'rain', value: 1, note: '', learned: false, givenTs: AT_S }),
      ({ calibrations }) =>
        calibrations.add({ ts: AT_S, signal: 'temperature', reference: 20, before: 0.5, after: 0.6, state: {} }),
    ];
    for (const told of words) expect((await lived(0.5, 500, told)).newestS).toBeGreaterThan(AT_S);
  });
  it('goes on where nothing has moved, and once there is a history worth keeping', async () => {
    expect((await lived(0.5, 0)).newestS).toBeGreaterThan(AT_S);
    expect((await lived(3, 500)).newestS).toBeGreaterThan(AT_S);
  });
});
