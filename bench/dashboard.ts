/**
 * What the page costs a browser: bytes of script and on the wire, script time per stream update, heap over six hours of stream, frames while
 * panning and zooming. Runs Debian's Chromium (or $CHROMIUM) without a window on the built pages and a station of sines.
 */

import { createRequire } from 'node:module';
import { gzipSync } from 'node:zlib';
import type { CDPSession, Page } from 'playwright-core';
import { atOnce } from '../src/base/steps.ts';
import type { HistoryRange } from '../src/contract/history.ts';
import { stage } from '../tests/browser/support/stage.ts';
import { isFile, type Part, weight, wire } from '../tests/browser/support/wire.ts';

const SIX_HOURS_OF_UPDATES = (6 * 3600) / 2;
const MEASURED_UPDATES = 600;
/** In sight; half as many more wait beside the window. */
const POINTS = 4000;
const WINDOW_S = 24 * 3600;

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const playwright = createRequire(`${process.cwd()}/package.json`)(
  'playwright-core',
) as typeof import('playwright-core');

const station = await stage();
const browser = await playwright.chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking', '--js-flags=--expose-gc'],
});
const context = await browser.newContext({ viewport: { width: 800, height: 480 } });

await scripts();
await updates();
await frames();
await browser.close();
await station.stop();
process.exit(0);

async function scripts(): Promise<void> {
  const page = await context.newPage();
  const weights = new Map<string, number>();
  page.on('response', async (response) => {
    if (response.url().endsWith('.js')) weights.set(response.url(), gzipSync(await response.body()).length);
  });
  const total = (): string => `${([...weights.values()].reduce((sum, n) => sum + n, 0) / 1024).toFixed(1)} KB gzip`;
  await page.goto(`${station.url}/#/now`);
  await page.waitForSelector('.now');
  await page.waitForTimeout(500);
  say(`script of the first view   ${total()} (limit 60)`);
  for (const view of ['forecast', 'history', 'models', 'nerd', 'methods']) {
    await page.goto(`${station.url}/#/${view}`);
    await page.waitForSelector('.page');
  }
  await page.waitForTimeout(500);
  say(`script of all views        ${total()} (limit 160)`);
  await page.close();
  for (const [how, url] of [
    ['as the station packs it best', station.url],
    ['over plain HTTP at home', station.lanUrl],
  ] as const) {
    if (!url) continue;
    const { first, later } = await wire(browser, url, ['forecast', 'history', 'models', 'nerd', 'methods']);
    const kb = (parts: readonly Part[]): string => `${(weight(parts) / 1024).toFixed(1)} KB`;
    const all = [...first, ...later];
    say(`on the wire, ${how}`);
    say(`  first view               ${kb(first)} (limit 60), of it answers ${kb(first.filter((p) => !isFile(p)))}`);
    say(`  all files                ${kb(all.filter(isFile))} (limit 140)`);
    say(`  all views with answers   ${kb(all)}`);
  }
}

/** A stream that the bench plays, so that thousands of updates pass through the page's own code. */
async function updates(): Promise<void> {
  const page = await context.newPage();
  await page.addInitScript(`
    window.EventSource = class {
      readyState = 1;
      constructor() { window.source = this; }
      close() {}
    };`);
  await page.goto(`${station.url}/#/now`);
  await page.waitForSelector('.hero');
  await page.waitForTimeout(1000);
  const message = JSON.stringify(await station.station.streamMessage());
  await page.evaluate(`
    window.message = ${message};
    window.stamp = window.message.telemetry.timestamp;
    window.send = async (count, everyMs) => {
      for (let i = 0; i < count; i++) {
        stamp += 2;
        const telemetry = { ...message.telemetry, timestamp: stamp, temperature: 18 + 3 * Math.sin(stamp / 900),
          humidity: 50 + 8 * Math.sin(stamp / 700), pressure: 1012 + Math.sin(stamp / 5000), lux: 800 + (stamp % 97) };
        source.onmessage({ data: JSON.stringify({ ...message, telemetry }) });
        await new Promise((done) => setTimeout(done, everyMs));
      }
    };`);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Performance.enable');
  await page.evaluate('send(50, 20)');

  const before = await metrics(devtools);
  await page.evaluate(`send(${MEASURED_UPDATES}, 20)`);
  const after = await metrics(devtools);
  const perUpdate = (name: string): string =>
    `${((((after.get(name) ?? 0) - (before.get(name) ?? 0)) * 1000) / MEASURED_UPDATES).toFixed(3)} ms`;
  say(`script per stream update   ${perUpdate('ScriptDuration')} (limit 2)`);
  say(
    `  style ${perUpdate('RecalcStyleDuration')}, layout ${perUpdate('LayoutDuration')}, all tasks ${perUpdate('TaskDuration')}`,
  );

  const heap: number[] = [];
  const parts = 6;
  for (let part = 0; part <= parts; part++) {
    await devtools.send('HeapProfiler.collectGarbage');
    heap.push(((await metrics(devtools)).get('JSHeapUsedSize') ?? 0) / 1e6);
    if (part < parts) await page.evaluate(`send(${SIX_HOURS_OF_UPDATES / parts}, 1)`);
  }
  say(`heap over 6 h of stream    ${heap.map((mb) => mb.toFixed(2)).join(' ')} MB, one figure an hour`);
  await page.close();
}

async function metrics(devtools: CDPSession): Promise<Map<string, number>> {
  const { metrics: list } = (await devtools.send('Performance.getMetrics')) as {
    metrics: Array<{ name: string; value: number }>;
  };
  return new Map(list.map(({ name, value }) => [name, value]));
}

async function frames(): Promise<void> {
  const page = await context.newPage();
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.route('**/api/history/range**', async (route) => {
    const asked = new URL(route.request().url()).searchParams;
    const [from, to] = [Number(asked.get('start')), Number(asked.get('end'))];
    const answer: HistoryRange = atOnce(station.station.history.range(from, to, Math.floor(WINDOW_S / POINTS)));
    await route.fulfill({ json: answer });
  });
  await page.goto(`${station.url}/#/history?span=24h`);
  await page.waitForSelector('.plots .past');
  await page.waitForTimeout(1500);
  say(`frames with ${POINTS} points in 3 series with bands`);
  say(`  pan    ${await play(page, 'pan')}`);
  say(`  zoom   ${await play(page, 'zoom')}`);
  await page.close();
}

/** Moves a pointer, or turns a wheel, once per frame for three seconds, and counts the frames that came. */
function play(page: Page, what: 'pan' | 'zoom'): Promise<string> {
  return page.evaluate(`new Promise((done) => {
    const plots = document.querySelector('.plots');
    const box = plots.getBoundingClientRect();
    const at = (x) => ({ bubbles: true, cancelable: true, pointerId: 1, pointerType: 'touch', isPrimary: true, clientX: x, clientY: box.top + 80 });
    plots.setPointerCapture = () => {};
    if (${JSON.stringify(what)} === 'pan') plots.dispatchEvent(new PointerEvent('pointerdown', at(box.left + 500)));
    const times = [];
    const work = [];
    const step = (now) => {
      times.push(now);
      if (times.length > 1 && now - times[0] > 3000) {
        plots.dispatchEvent(new PointerEvent('pointerup', at(box.left + 500)));
        const gaps = times.slice(1).map((t, i) => t - times[i]).sort((a, b) => a - b);
        const scripted = work.sort((a, b) => a - b);
        done((1000 * gaps.length / (times.at(-1) - times[0])).toFixed(1) + ' frames/s, 95 % within ' + gaps[Math.floor(gaps.length * 0.95)].toFixed(1)
          + ' ms, script median ' + scripted[scripted.length >> 1].toFixed(2) + ' ms');
        return;
      }
      const started = performance.now();
      const phase = times.length / 20;
      if (${JSON.stringify(what)} === 'pan') plots.dispatchEvent(new PointerEvent('pointermove', at(box.left + 500 + 300 * Math.sin(phase))));
      else plots.dispatchEvent(new WheelEvent('wheel', { ...at(box.left + 500), deltaY: 30 * Math.cos(phase) }));
      queueMicrotask(() => work.push(performance.now() - started));
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  })`);
}
