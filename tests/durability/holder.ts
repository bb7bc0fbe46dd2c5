// The process that is killed with a database open: measures for five minutes of its own time, commits, and waits for its end.

import { fill, openIn, SetClock } from './support.ts';

const [folder, nowS] = process.argv.slice(2) as [string, string];
const clock = new SetClock(Number(nowS));
const store = openIn(folder, clock);
fill(store, clock.now - 300, clock.now, 10);
process.stdout.write(`committed ${store.finding?.text ?? 'sound'}\n`);
setInterval(() => store.atHome, 1_000_000); // nobody else holds the store: once collected, it would be closed in order
