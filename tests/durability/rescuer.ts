// The process that gets killed while it rescues: opens a damaged folder, then backs up, folds and checkpoints without a pause.

import { fold } from '../support/store-reads.ts';
import { openIn, SetClock } from './support.ts';

const [folder, nowS] = process.argv.slice(2) as [string, string];
const clock = new SetClock(Number(nowS));
const never = { signal: new AbortController().signal, progress: () => {} };
process.stdout.write('opening\n');
const store = openIn(folder, clock);
process.stdout.write(`opened ${store.finding?.text ?? 'sound'}\n`);
for (;;) {
  await store.backup(2, never);
  clock.now += 3600;
  await fold(store, never.signal);
  store.flush();
}
