// A live station under load: telemetry, a month's range, nerd, export, a thousand streams, and all of them at once. Meanwhile
// the sampling must go on: how late each turn of the event loop came, how late the samples were, and whether one is missing.
// usage: load [seconds per phase] [stream clients] [days of history]
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { systemClock } from '../src/main/clock.ts';
import { createServer } from '../src/server/server.ts';
import { defaultServerSettings } from '../src/server/settings.ts';
import type { EngineFigures } from '../src/station/api.ts';
import { openRealStation } from '../tests/support/real-station.ts';
import { type LoadResult, load } from './_http-load.ts';
import { rssAnonMb } from './_lateness.ts';

interface Health {
  loopDelayP99Ms: number;
  loopDelayMaxMs: number;
  rssMb: number;
  privateMb: number;
  figures: EngineFigures;
  streamClients: number;
}

async function serve(streamClients: number, historyDays: number): Promise<void> {
  const real = await openRealStation({ clock: systemClock, historyDays });
  const server = createServer({
    settings: {
      ...defaultServerSettings,
      host: '127.0.0.1',
      port: 0,
      maxStreamClients: streamClients + 10,
      maxConnections: streamClients + 200,
      writeLimit: null,
      exportLimit: null,
    },
    clock: systemClock,
    log: { debug: () => undefined, info: () => undefined, warn: console.warn, error: console.error },
    rendererDir: 'dist/renderer',
    staticDir: 'static',
    station: real.station,
  });
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  process.on('disconnect', () => process.exit(1)); // whoever asked is gone
  process.on('message', async (message) => {
    if (message === 'stop') {
      await server.stop();
      await real.close();
      process.exit(0);
    }
    const health: Health = {
      loopDelayP99Ms: delay.percentile(99) / 1e6,
      loopDelayMaxMs: delay.max / 1e6,
      rssMb: process.memoryUsage().rss / 1e6,
      privateMb: rssAnonMb(),
      figures: real.station.figures(),
      streamClients: server.streamClients,
    };
    delay.reset();
    process.send?.(health);
  });
  process.send?.((await server.listen()).port);
}

async function run(seconds: number, streams: number, days: number): Promise<void> {
  const child = fork(fileURLToPath(import.meta.url), ['serve', String(streams), String(days)]);
  const [port] = (await once(child, 'message')) as [number];
  const ms = seconds * 1000;
  console.log(
    `${days} days of history, ${seconds} s a phase; loop: lateness of the event loop that samples and answers`,
  );
  await askHealth(child);

  const phases: Array<[name: string, work: () => Promise<string>]> = [
    ['idle', () => pause(ms)],
    ['telemetry, 8 connections', () => asked(load(port, '/api/telemetry', 8, ms))],
    ['range of 30 days, 4 connections', () => asked(load(port, '/api/history/range?hours=720', 4, ms))],
    ['nerd, 4 connections', () => asked(load(port, '/api/nerd', 4, ms))],
    ['export of 30 days, 2 connections', () => exported(port, 2, ms)],
    [`${streams} streams`, () => streamed(port, streams, ms)],
    [
      'all of it at once',
      async () => {
        const told = await Promise.all([
          asked(load(port, '/api/telemetry', 8, ms)),
          asked(load(port, '/api/history/range?hours=720', 1, ms)),
          asked(load(port, '/api/nerd', 1, ms)),
          exported(port, 1, ms),
          streamed(port, Math.round(streams / 5), ms),
        ]);
        return told.join('; ');
      },
    ],
  ];
  for (const [name, work] of phases) {
    const told = await work();
    const { loopDelayP99Ms, loopDelayMaxMs, rssMb, privateMb } = await askHealth(child);
    console.log(
      `${name.padEnd(34)} loop p99 ${loopDelayP99Ms.toFixed(1)} ms, worst ${loopDelayMaxMs.toFixed(0)} ms, RSS ${rssMb.toFixed(0)} MB, private ${privateMb.toFixed(0)} MB  ${told}`,
    );
  }
  const { figures, streamClients } = await askHealth(child);
  const { count, p50S, p99S, maxS } = figures.samplingLateness;
  const inMs = (s: number | null) => (s === null ? '-' : (1000 * s).toFixed(1));
  console.log(
    `samples: ${count}, missed ${figures.missedSamples}, late by p50 ${inMs(p50S)} ms, p99 ${inMs(p99S)} ms, worst ${inMs(maxS)} ms (wanted: none missed, p99 50 ms or less); streams left open: ${streamClients}`,
  );
  child.send('stop');
  await once(child, 'exit');
}

async function askHealth(child: ChildProcess): Promise<Health> {
  child.send('health');
  const [health] = (await once(child, 'message')) as [Health];
  return health;
}

const pause = async (ms: number): Promise<string> => {
  await new Promise((resolve) => setTimeout(resolve, ms));
  return '';
};

const asked = async (result: Promise<LoadResult>): Promise<string> => {
  const { perSecond, refused, p50Ms, p99Ms } = await result;
  return `${Math.round(perSecond)} requests/s, p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms${refused > 0 ? `, ${refused} REFUSED` : ''}`;
};

async function exported(port: number, connections: number, ms: number): Promise<string> {
  const startMs = performance.now();
  let bytes = 0;
  let files = 0;
  const reader = async () => {
    while (performance.now() - startMs < ms) {
      const answer = await fetch(`http://127.0.0.1:${port}/api/export.csv?hours=720`);
      bytes += (await answer.arrayBuffer()).byteLength;
      files += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, reader));
  const seconds = (performance.now() - startMs) / 1000;
  return `${files} files, ${(bytes / 1e6 / seconds).toFixed(1)} MB/s`;
}

/** Opens streams and counts what each one hears. */
async function streamed(port: number, clients: number, ms: number): Promise<string> {
  const heard: number[] = Array.from({ length: clients }, () => 0);
  const sockets: Socket[] = [];
  for (let i = 0; i < clients; i += 1) {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write('GET /api/stream HTTP/1.1\r\nHost: localhost\r\n\r\n'),
    );
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      for (let at = chunk.indexOf('data: '); at >= 0; at = chunk.indexOf('data: ', at + 1)) heard[i]! += 1;
    });
    sockets.push(socket);
    if (i % 50 === 49) await pause(20); // the backlog of a listening socket holds 511
  }
  await pause(ms);
  for (const socket of sockets) socket.destroy();
  const sorted = heard.sort((a, b) => a - b);
  return `${clients} streams heard ${sorted[0]} to ${sorted.at(-1)} messages each`;
}

const args = process.argv.slice(2);
if (args[0] === 'serve') await serve(Number(args[1]), Number(args[2]));
else await run(Number(args[0] ?? 10), Number(args[1] ?? 1000), Number(args[2] ?? 30));
