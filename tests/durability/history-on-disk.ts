import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type TestContext } from 'vitest';
import type { LastingService } from '../../src/main/lasting-service.ts';
import { runtimeFolder } from '../../src/main/machine/data-disk.ts';
import { openHistory } from '../../src/main/open-history.ts';
import { loadSettings, type Settings } from '../../src/main/settings/settings.ts';
import { seedHistory } from '../../src/station/seed.ts';
import type { BoardKind } from '../../src/station/sensors/sample.ts';
import type { Store } from '../../src/station/store/store.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { patience } from '../support/patience.ts';
import { simulator } from '../support/simulator.ts';
import { SmallDisk } from '../support/small-disk.ts';

export const settingsFor = (data: string, env: NodeJS.ProcessEnv): Settings =>
  loadSettings({ data, port: '0', host: '127.0.0.1' }, env);

/** How the service opens the history of these settings, at a moment of ours. */
export function historyOf(settings: Settings) {
  const clock = new FakeClock(1_750_500_000);
  return {
    settings,
    clock,
    open: (kind: BoardKind = 'simulator') => openHistory({ settings, clock, kindFor: () => kind }),
    /** A reading every two seconds. */
    seed: (store: Store, seconds: number, endS = clock.nowS()): void => {
      const plan = { startS: endS - seconds, endS, stepS: 2 };
      for (const _ of seedHistory(store, simulator(), settings.config, plan));
    },
  };
}

/** The same in a folder on a small disk, for one test. */
export function onSmallDisk(context: TestContext, env: NodeJS.ProcessEnv) {
  const disk = SmallDisk.during(context, 12);
  return { disk, ...historyOf(settingsFor(join(disk.folder, 'data'), env)) };
}

/** Waits until the service has begun again by itself, and is at home. */
export async function untilBegunAgain(service: LastingService, clock: FakeClock): Promise<void> {
  const before = service.station;
  for (const waiting = patience(240_000); service.station === before && waiting(); ) {
    await clock.advance(10_000);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  expect(service.station).not.toBe(before);
  await clock.advance(40_000);
  expect(service.station.ready()).toEqual({ ready: true, sample_age_s: expect.any(Number) });
}

/** Files of a station that waits for its disk. */
export const waitingFor = ({ dataDir, origin }: Settings): string[] =>
  readdirSync(runtimeFolder(dataDir, origin.env)!).filter((name) => name.includes('away'));
