import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'vitest';
import { runtimeFolder } from '../../src/main/machine/data-disk.ts';
import { openHistory } from '../../src/main/open-history.ts';
import { loadSettings, type Settings } from '../../src/main/settings/settings.ts';
import { seedHistory } from '../../src/station/seed.ts';
import type { BoardKind } from '../../src/station/sensors/sample.ts';
import type { Store } from '../../src/station/store/store.ts';
import { FakeClock } from '../support/fake-clock.ts';
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

/** Files of a station that waits for its disk. */
export const waitingFor = ({ dataDir, origin }: Settings): string[] =>
  readdirSync(runtimeFolder(dataDir, origin.env)!).filter((name) => name.includes('away'));
