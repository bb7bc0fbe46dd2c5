import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seedHistory } from '../../src/station/seed.ts';
import { SimulatorBoard } from '../../src/station/sensors/boards/simulator.ts';
import { openStore } from './open-store.ts';
import { Bench } from './station.ts';

/** When stations with a past begin to live. */
export const START_S = 1_750_500_000;
const STEP_S = 60;
const PLACE = { latitude: 55.8, longitude: 12.5 };
/** One world for all: what the chips read depends on no setting of the station. */
export const board = (outdoors = true) => new SimulatorBoard({ seed: 5, place: PLACE, altitudeM: 30, outdoors });

export interface Settings {
  compensation?: Record<string, number | boolean>;
  altitudeM?: number;
}

export const settingsOf = ({ compensation = {}, altitudeM = 30 }: Settings) => ({
  site: { ...PLACE, altitude_m: altitudeM },
  sensors: { sample_interval_s: STEP_S },
  storage: { commit_interval_s: 300 },
  compensation,
});

const folders: string[] = [];
const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'weatherglass-scale-'));
  folders.push(folder);
  return folder;
};
/** For `afterAll`. */
export function forgetPasts(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  pasts.clear();
}

/** As the disk is at this very moment. */
export function copyOf(folder: string): string {
  const copy = newFolder();
  cpSync(folder, copy, { recursive: true });
  return copy;
}

const pasts = new Map<string, string>();
/** Days measured under these settings: two give every learner something, the outlook asks for four, six are a training of some length. */
export function pastUnder(settings: Settings, days: 2 | 4 | 6 = 2): string {
  const key = JSON.stringify([settings, days]);
  const known = pasts.get(key);
  if (known !== undefined) return copyOf(known);
  const folder = newFolder();
  const bench = new Bench(settingsOf(settings), START_S, folder);
  const store = openStore({
    folder,
    clock: bench.clock,
    rawRetentionDays: 7,
    fiveMinRetentionDays: 90,
    timeZone: 'UTC',
  });
  const plan = { startS: START_S - days * 86_400, endS: START_S - STEP_S, stepS: STEP_S };
  for (const _ of seedHistory(store, board(), bench.config, plan));
  store.close();
  pasts.set(key, folder);
  return copyOf(folder);
}
