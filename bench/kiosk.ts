/**
 * The kiosk on the stand-in for Electron: how soon the wall is painted, how soon a killed page is back, how long the main thread
 * is held up while the page reloads, and how regular the samples stay while pages crash. `npm run -s bench -- kiosk [rounds]`
 */

import { cpus, loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { isPainted, keepPicture, until } from '../tests/kiosk/driver.ts';
import { type StandInKiosk, standInBench } from '../tests/kiosk/stand-in.ts';
import type { Stall } from '../tests/support/electron-stand-in/stall-meter.ts';
import { freePort } from '../tests/support/free-port.ts';
import { median } from './_http-load.ts';

const rounds = Number(process.argv[2] ?? 5);
const report = (what: string, values: number[], unit: string, limit: number) => {
  const digits = unit === 'ms' ? 1 : 2;
  const worst = Math.max(...values);
  const figures = `median ${median(values).toFixed(digits)} ${unit}, worst ${worst.toFixed(digits)} ${unit}`;
  console.log(
    `${what}: ${figures} (limit ${limit} ${unit}: ${worst <= limit ? 'kept' : 'BROKEN'}, n ${values.length})`,
  );
};

const load = () => `at a load of ${loadavg()[0]!.toFixed(1)} on ${cpus().length} processors`;

/** When the picture stood that then proved to be the wall. */
const painted = (kiosk: StandInKiosk, origin: string, ready = 'true') =>
  until('the wall', 20_000, async () => {
    if (!isPainted(kiosk.picture())) return false;
    const atMs = performance.now();
    return (await kiosk.evaluate(`location.origin === ${JSON.stringify(origin)} && ${ready}`)) === true && atMs;
  });

async function firstPaint(width: number, height: number): Promise<void> {
  const bench = await standInBench(width, height);
  const seconds: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const port = await freePort();
    const startedMs = performance.now();
    const kiosk = await bench.start({ port });
    const paintedMs = await painted(kiosk, `http://127.0.0.1:${port}`);
    seconds.push((paintedMs - startedMs) / 1000);
    if (round === rounds - 1) {
      await wait(3_000); // the first samples, so that the picture shows a station at work
      keepPicture(`wall-${width}x${height}`, kiosk.picture());
    }
    await kiosk.dispose();
  }
  bench.close();
  report(`start to the first paint of the wall, ${width}×${height}, ${load()}`, seconds, 's', 2.5);
}

async function reloadsAndDeaths(): Promise<void> {
  const bench = await standInBench();
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const kiosk = await bench.start({ port });
  await painted(kiosk, origin);
  await wait(3_000);

  const reloading: Stall[] = [];
  const calmly: Stall[] = [];
  for (let round = 0; round < rounds; round++) {
    await kiosk.stall();
    const startedMs = performance.now();
    await kiosk.evaluate('void (window.old = true, location.reload())');
    await painted(kiosk, origin, 'window.old !== true && /\\d\\.\\d/.test(document.querySelector("main").innerText)');
    await wait(1_500); // the page asks for its history and forecasts after its first numbers
    const tookMs = performance.now() - startedMs;
    reloading.push(await kiosk.stall());
    await wait(tookMs);
    calmly.push(await kiosk.stall());
  }
  const work = (stalls: Stall[]) => stalls.map((stall) => stall.workMs);
  report('longest work of the main thread in one piece, page reloading', work(reloading), 'ms', 20);
  report('the same in as long a time without a reload', work(calmly), 'ms', 20);
  const wallMs = median(reloading.map((stall) => stall.wallMs));
  console.log(`  (with waiting for a processor: median ${wallMs.toFixed(1)} ms, ${load()})`);

  const backS: number[] = [];
  for (let round = 0; round < Math.min(3, rounds); round++) {
    await painted(kiosk, origin, 'document.readyState === "complete"');
    await kiosk.evaluate('void (window.old = true)');
    const killedMs = performance.now();
    await kiosk.killPage();
    backS.push(((await painted(kiosk, origin, 'window.old !== true')) - killedMs) / 1000);
    await wait(500);
  }
  report('a killed page is back', backS, 's', 15);
  const calm = await sampleJitter(origin, 20);
  const crashing = new AbortController();
  const crashes = crashPages(kiosk, crashing.signal);
  const crashed = await sampleJitter(origin, 20);
  crashing.abort();
  await crashes;
  report('a sample early or late, calm page', calm, 'ms', 50);
  report('a sample early or late, page killed every 2 s', crashed, 'ms', 50);
  await kiosk.dispose();
  bench.close();
}

async function crashPages(kiosk: StandInKiosk, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await kiosk.killPage();
    await wait(2_000);
  }
}

/** How far each gap between samples is from the two seconds it should be, ms. */
async function sampleJitter(origin: string, seconds: number): Promise<number[]> {
  const stamps: number[] = [];
  const untilMs = performance.now() + seconds * 1000;
  while (performance.now() < untilMs) {
    const { timestamp } = (await (await fetch(`${origin}/api/telemetry`)).json()) as { timestamp: number };
    if (stamps.at(-1) !== timestamp) stamps.push(timestamp);
    await wait(100);
  }
  return stamps.slice(1).map((stamp, i) => Math.abs(stamp - stamps[i]! - 2) * 1000);
}

await firstPaint(800, 480);
await firstPaint(1280, 800);
await reloadsAndDeaths();
