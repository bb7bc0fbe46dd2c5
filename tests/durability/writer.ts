// The process that gets killed: appends samples as fast as it can, commits after every tenth, and says what was committed.

import { boardRow, noise } from '../../bench/_history-data.ts';
import { openIn, SetClock } from './support.ts';

const [folder, fromS] = process.argv.slice(2) as [string, string];
const clock = new SetClock(Number(fromS));
const store = openIn(folder, clock);
const random = noise(Number(fromS));
process.stdout.write(`opened ${store.finding?.text ?? 'sound'}\n`);
// Ten samples of two seconds are the commit interval of this run; the ages of a whole night pass in a second.
for (let i = 0; ; i += 1) {
  clock.now += 2;
  store.samples.append(boardRow(clock.now, random));
  if (i % 10 !== 9) continue;
  store.flush();
  process.stdout.write(`committed ${clock.now}\n`);
  if (i % 500 === 499) {
    store.learned.saveAll(
      [{ name: 'heads', version: 1, state: { at: clock.now, p: Array(200).fill(clock.now) } }],
      clock.now,
    );
    await store.fold(new AbortController().signal);
  }
  await new Promise((resolve) => setImmediate(resolve));
}
