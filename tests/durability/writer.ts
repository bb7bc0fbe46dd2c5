// The process that gets killed: appends samples as fast as it can, commits after every tenth, and says what was committed.

import { writeSync } from 'node:fs';
import { boardRow, noise } from '../../bench/_history-data.ts';
import { FLAG } from '../../src/station/quality/flags.ts';
import { fold } from '../support/store-work.ts';
import { openIn, SetClock } from './support.ts';

const [folder, fromS] = process.argv.slice(2) as [string, string];
const clock = new SetClock(Number(fromS));
const store = openIn(folder, clock);
const random = noise(Number(fromS));
/** Every seventh sample, as `kill.test.ts` expects. */
const isFlagged = (tS: number): boolean => (tS / 2) % 7 === 3;
/** Blocking: `process.stdout` keeps in this process what a busy reader has no room for, and a kill takes it along. */
const tell = (line: string) => writeSync(1, `${line}\n`);
tell(`opened ${store.finding?.text ?? 'sound'}`);
// Ten samples of two seconds are the commit interval of this run; the ages of a whole night pass in a second.
for (let i = 0; ; i += 1) {
  clock.now += 2;
  const row = boardRow(clock.now, random);
  store.samples.append(isFlagged(clock.now) ? { ...row, flags: { humidity: FLAG.spike } } : row);
  if (i % 10 !== 9) continue;
  store.flush();
  tell(`committed ${clock.now}`);
  if (i % 500 === 499) {
    store.learned.saveAll(
      [{ name: 'heads', version: 1, state: { at: clock.now, p: Array(200).fill(clock.now) } }],
      clock.now,
    );
    await fold(store, new AbortController().signal);
  }
  await new Promise((resolve) => setImmediate(resolve));
}
