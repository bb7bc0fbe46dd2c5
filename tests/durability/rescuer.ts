// The process that gets killed while it rescues: opens a damaged folder, then backs up, folds and checkpoints without a pause.

import { backup, fold } from '../support/store-work.ts';
import { openIn, SetClock } from './support.ts';

const [folder, nowS] = process.argv.slice(2) as [string, string];
const clock = new SetClock(Number(nowS));
const never = new AbortController().signal;
process.stdout.write('opening\n');
const store = openIn(folder, clock);
process.stdout.write(`opened ${store.finding?.text ?? 'sound'}\n`);
for (;;) {
  await backup(store, 2, clock.now);
  clock.now += 3600;
  await fold(store, never);
  store.flush();
}
