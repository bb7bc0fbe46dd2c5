// GET /api/telemetry of a station that samples meanwhile, over 8 keep-alive connections, against a bare Express route that
// sends a constant string of the same length. Each server has a process of its own; rounds alternate, so that a machine that
// is busy with other things slows both.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import express from 'express';
import { systemClock } from '../src/main/clock.ts';
import { createServer } from '../src/server/server.ts';
import { defaultServerSettings } from '../src/server/settings.ts';
import { openRealStation } from '../tests/support/real-station.ts';
import { load, median } from './_http-load.ts';

const CONNECTIONS = 8;
const [role, given] = process.argv.slice(2);
process.on('disconnect', () => process.exit(1)); // whoever asked is gone
process.on('message', () => process.send?.(process.cpuUsage()));

if (role === 'ours') await serveOurs();
else if (role === 'bare') serveBare(Number(given));
else await compare(Number(role ?? 30), Number(given ?? 500));

async function serveOurs(): Promise<void> {
  const { station } = await openRealStation({ clock: systemClock });
  const server = createServer({
    settings: { ...defaultServerSettings, host: '127.0.0.1', port: 0 },
    clock: systemClock,
    log: console,
    rendererDir: 'dist/renderer',
    staticDir: 'static',
    station,
  });
  process.send?.((await server.listen()).port);
}

function serveBare(length: number): void {
  const text = 'x'.repeat(length);
  const app = express();
  app.get('/api/telemetry', (_req, res) => {
    res.send(text);
  });
  const http = app.listen(0, '127.0.0.1', () => {
    const address = http.address();
    process.send?.(typeof address === 'object' ? address?.port : 0);
  });
}

interface Round {
  perSecond: number;
  /** CPU time of the server's process per request, which a busy machine disturbs less than the clock on the wall. */
  cpuUs: number;
}

async function compare(rounds: number, roundMs: number): Promise<void> {
  const ours = await start('ours');
  const answer = await fetch(`http://127.0.0.1:${ours.port}/api/telemetry`);
  const length = Buffer.byteLength(await answer.text());
  const bare = await start('bare', String(length));
  for (const contender of [ours, bare]) await turn(contender, 4 * roundMs); // warmed up
  const pairs: Array<{ ours: Round; bare: Round }> = [];
  for (let i = 0; i < rounds; i += 1) {
    // Who begins alternates too, so that a drift of the machine's speed favours neither.
    if (i % 2 === 0) pairs.push({ ours: await turn(ours, roundMs), bare: await turn(bare, roundMs) });
    else {
      const theirs = await turn(bare, roundMs);
      pairs.push({ ours: await turn(ours, roundMs), bare: theirs });
    }
  }
  const row = (name: 'ours' | 'bare') =>
    `${Math.round(median(pairs.map((pair) => pair[name].perSecond)))} requests/s, ${median(pairs.map((pair) => pair[name].cpuUs)).toFixed(1)} us of CPU each`;
  const percent = (of: (pair: (typeof pairs)[number]) => number) => `${(100 * median(pairs.map(of))).toFixed(1)} %`;
  console.log(`body ${length} bytes, ${CONNECTIONS} connections, ${rounds} pairs of rounds of ${roundMs} ms`);
  console.log(`bare express  ${row('bare')}`);
  console.log(`weatherglass  ${row('ours')}`);
  console.log(
    `requests/s    ${percent(({ ours, bare }) => ours.perSecond / bare.perSecond)} of bare express (wanted: 85 % or more)`,
  );
  console.log(`CPU           ${percent(({ ours, bare }) => bare.cpuUs / ours.cpuUs)} of bare express, by CPU time`);
  for (const { child } of [ours, bare]) child.kill();
}

interface Contender {
  child: ChildProcess;
  port: number;
}

async function turn({ child, port }: Contender, ms: number): Promise<Round> {
  const cpuUs = async () => {
    child.send('cpu');
    const [{ user, system }] = (await once(child, 'message')) as [NodeJS.CpuUsage];
    return user + system;
  };
  const before = await cpuUs();
  const { perSecond, answers, refused } = await load(port, '/api/telemetry', CONNECTIONS, ms);
  if (refused > 0) throw new Error(`${refused} requests were refused`);
  return { perSecond, cpuUs: ((await cpuUs()) - before) / answers };
}

async function start(kind: 'ours' | 'bare', ...args: string[]): Promise<Contender> {
  const child = fork(fileURLToPath(import.meta.url), [kind, ...args]);
  const [port] = (await once(child, 'message')) as [number];
  return { child, port };
}
