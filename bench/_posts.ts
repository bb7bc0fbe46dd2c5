// Sender of form posts in a process of its own: `node bench/_posts.ts KIND PORT`. Asked "how often", it answers how many were answered.
import { Agent, request } from 'node:http';

const [kind = '', port = ''] = process.argv.slice(2);
const SENSORS = 100;
const AT_ONCE = 16;

const report = (key: string, n: number): string =>
  `PASSKEY=${key}&stationtype=GW2000A&model=GW2000A&tempf=${50 + (n % 7)}&humidity=70&windspeedmph=${n % 9}&yearlyrainin=10.00&temp1f=60&soilmoisture1=40`;
const HUGE = `PASSKEY=A&stationtype=x&${'y'.repeat(1_000_000)}`;

/** Body of the n-th post, and the pause behind it. */
const KINDS: Record<string, { body: (n: number) => string; pauseMs: number }> = {
  keys: { body: (n) => report(`K${n}`, n), pauseMs: 0 },
  huge: { body: () => HUGE, pauseMs: 0 },
  hundred: { body: (n) => report(`S${n % SENSORS}`, n), pauseMs: 200 },
};
const { body, pauseMs } = KINDS[kind]!;
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
let sent = 0;
let answered = 0;
function post(): void {
  const n = sent;
  sent += 1;
  const next = () => {
    answered += 1;
    setTimeout(post, pauseMs);
  };
  const asked = request({ port, host: '127.0.0.1', method: 'POST', path: '/data/report/', agent }, (answer) => {
    answer.resume().once('close', next);
  });
  asked.once('error', () => setTimeout(post, 10)); // a body too long is cut off
  asked.end(body(n));
}
process.on('message', () => process.send!(answered));
for (let i = 0; i < AT_ONCE; i += 1) post();
