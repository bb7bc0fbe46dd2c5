// The process that gets killed while it changes what is stored: derives the history anew, moves a clock's segment, brings home what
// was measured elsewhere, or copies it all. Each goes on where the one before was killed; it says when all is done.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Slicer } from '../../src/base/clock.ts';
import { STANDBY_FILE } from '../../src/station/store/rescue/folder/waiting.ts';
import { deriverOf } from '../station/store/calibrated-world.ts';
import { backup } from '../support/store-work.ts';
import { openIn, SetClock } from './support.ts';

const DAY_S = 86_400;
export const STEP_S = 10;
export const AHEAD_S = 30 * DAY_S;
export const NEW_SCALE = { k: 0.9, offset: 7 };
export const CHORES = ['recompute', 'move', 'home', 'without disk', 'backup'] as const;
export type Chore = (typeof CHORES)[number];

/** In the tests it lies within the data folder. */
export const runtimeOf = (folder: string): string => join(folder, 'runtime');

/** The work itself, also for whoever is not killed. */
export async function mend(chore: Chore, folder: string, nowS: number): Promise<void> {
  const clock = new SetClock(nowS);
  const store = openIn(folder, clock, { runtimeFolder: runtimeOf(folder) });
  if (chore === 'recompute') {
    const handle = { signal: new AbortController().signal, progress: () => {} };
    await store.recompute.run(deriverOf(NEW_SCALE, STEP_S), handle);
  } else if (chore === 'move') {
    const slicer = new Slicer(clock, 2);
    const unfinished = store.clock.unfinished();
    if (unfinished || store.clock.newest()!.fromS > nowS) {
      await store.moves.run((unfinished?.byMs ?? -AHEAD_S * 1000) / 1000, slicer);
      await store.moves.finish(slicer);
      store.moves.end();
    }
  } else if (chore === 'backup') {
    await backup(store, 1, nowS);
  } else {
    while ([folder, runtimeOf(folder)].some((place) => existsSync(join(place, STANDBY_FILE)))) store.flush();
  }
  store.close();
}

const [chore, folder, nowS] = process.argv.slice(2) as [Chore, string, string];
if (CHORES.includes(chore)) {
  process.stdout.write('begun\n');
  await mend(chore, folder, Number(nowS));
  process.stdout.write('done\n');
}
