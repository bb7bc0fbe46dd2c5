// A live station under load: telemetry, a month's range, nerd, export, a thousand streams, and all of them at once. Meanwhile
// the sampling must go on: how late each turn of the event loop came, how late the samples were, and whether one is missing.
// Then the private memory of the program itself; with `memory` this alone.
// usage: load [seconds per phase] [stream clients] [days of history] [memory]
import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { systemClock } from '../src/main/clock.ts';
import { SettingsFile } from '../src/main/settings-file/settings-file.ts';
import { createServer } from '../src/server/server.ts';
import { defaultServerSettings } from '../src/server/server-settings.ts';
import type { EngineFigures } from '../src/station/api.ts';
import { openRealStation } from '../tests/support/real-station.ts';
import { idleParts, UNLIMITED } from '../tests/support/serve.ts';
import { rssAnonMb } from './_lateness.ts';
import { pause, phasesOf } from './_load-phases.ts';
import { program, settled, start } from './_program.ts';

interface Health {
  loopDelayP99Ms: number;
  loopDelayMaxMs: number;
  rssMb: number;
  figures: EngineFigures;
  streamClients: number;
}

async function serve(streamClients: number, historyDays: number): Promise<void> {
  const real = await openRealStation({ clock: systemClock, historyDays });
  const running = { owner: 'simulator' as const, port: null };
  const server = createServer({
    settings: {
      ...defaultServerSettings,
      host: '127.0.0.1',
      port: 0,
      maxStreamClients: 2 * streamClients, // this machine has seven eighths
      maxConnections: 2 * streamClients + 200,
      writeLimit: UNLIMITED,
      exportLimit: UNLIMITED,
    },
    clock: systemClock,
    log: { info: () => undefined, warn: console.warn, error: console.error },
    rendererDir: 'dist/renderer',
    staticDir: 'static',
    settingsService: new SettingsFile({ origin: { options: {}, env: {}, file: 'none.yaml' }, running }),
    ...idleParts,
  });
  server.setStation(real.station);
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
      figures: real.station.figures(),
      streamClients: server.streamClients,
    };
    delay.reset();
    process.send?.(health);
  });
  process.send?.(await server.listen());
}

async function run(seconds: number, streams: number, days: number): Promise<void> {
  const child = fork(fileURLToPath(import.meta.url), ['serve', String(streams), String(days)]);
  const [port] = (await once(child, 'message')) as [number];
  console.log(
    `${days} days of history, ${seconds} s a phase; loop: lateness of the event loop that samples and answers`,
  );
  await askHealth(child);

  for (const [name, work] of phasesOf(port, seconds, streams)) {
    const told = await work();
    const { loopDelayP99Ms, loopDelayMaxMs, rssMb } = await askHealth(child);
    console.log(
      `${name.padEnd(34)} loop p99 ${loopDelayP99Ms.toFixed(1)} ms, worst ${loopDelayMaxMs.toFixed(0)} ms, RSS ${rssMb.toFixed(0)} MB  ${told}`,
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

/** The program itself, as a user starts it: its private memory while it first learns from its history, at rest and after the same load. */
async function ofTheProgram(seconds: number, streams: number, days: number): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), 'weatherglass-load-'));
  const data = join(scratch, 'data');
  const seeding = spawnSync(process.execPath, [program('.'), 'seed', '--days', String(days), '--data', data], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (seeding.status !== 0) throw new Error(`seed ended with ${seeding.status}`);
  process.env['XDG_CONFIG_HOME'] = scratch; // settings of its own: one address may open all these streams
  mkdirSync(join(scratch, 'weatherglass'));
  const settings = `server:\n  max_stream_clients: ${Math.min(10_000, 4 * streams)}\n`;
  writeFileSync(join(scratch, 'weatherglass', 'config.yaml'), settings);
  const { child, port } = await start('.', data);
  let mostMb = 0;
  const watch = setInterval(() => {
    mostMb = Math.max(mostMb, rssAnonMb(child.pid));
  }, 50);
  const peakMb = () => {
    const most = mostMb;
    mostMb = 0;
    return most;
  };
  const say = (what: string, mb: number, goalMb: number) =>
    console.log(`the program ${what.padEnd(34)} private ${mb.toFixed(0)} MB (wanted: ${goalMb} MB or less)`);
  await settled(port);
  say('while it first learns, at most', peakMb(), 90);
  await pause(30_000);
  say('at rest', rssAnonMb(child.pid), 60);
  for (const [, work] of phasesOf(port, seconds, streams)) await work();
  say('under load, at most', peakMb(), 90);
  await pause(30_000);
  say('half a minute after it', rssAnonMb(child.pid), 90);
  clearInterval(watch);
  child.kill();
  await once(child, 'exit');
  rmSync(scratch, { recursive: true, force: true });
}

const args = process.argv.slice(2);
if (args[0] === 'serve') await serve(Number(args[1]), Number(args[2]));
else {
  const [seconds, streams, days] = [Number(args[0] ?? 10), Number(args[1] ?? 1000), Number(args[2] ?? 30)];
  if (args[3] !== 'memory') await run(seconds, streams, days);
  await ofTheProgram(seconds, streams, days);
}
