// How long the hub and a browser take over the fleet's page, and what Lighthouse says of it.
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import type { Fleet, FleetStation } from '../src/contract/fleet.ts';
import { type Engine, engine } from '../tests/support/fleet-engine.ts';
import { batch, each, lastS, login, scores } from './_fleet-played.ts';
import { directly, ENGINE_ARGUMENTS, type Hub, hubOf, memoryMb, say } from './_fleet-programs.ts';
import { median } from './_http-load.ts';
import { lighthouse } from './_lighthouse.ts';

/** In the browser: milliseconds from the click on "Map" until there are dots. */
const TO_THE_MAP = `new Promise((done) => {
  const startedMs = performance.now();
  location.hash = '#/map';
  const look = () => document.querySelector('.map .dot') ? done(performance.now() - startedMs) : requestAnimationFrame(look);
  look();
})`;

/** A hub with so many stations in its engine, once it has heard of all of them. */
async function heardOf(folder: string, count: number): Promise<{ store: Engine; hub: Hub; url: string }> {
  const store = await engine(join(folder, 'engine'), ENGINE_ARGUMENTS);
  await each(count, 8, async (i) => void (await directly(store, i, batch(i, 12) + scores())));
  await fetch(`${store.url}/internal/force_flush`);
  const hub = await hubOf(count, join(folder, 'hub'), store);
  const url = `http://127.0.0.1:${hub.port}`;
  for (;;) {
    const { stations } = (await (await fetch(`${url}/api/fleet`)).json()) as Fleet;
    const isWhole = ({ temperature, skill }: FleetStation) => temperature !== null && '1d' in skill.temperature;
    if (stations.filter(isWhole).length === count) return { store, hub, url };
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/** As in the tests: what is left of chance is the script's own time. */
const TRIES = 3;

export async function judged(folder: string, count: number): Promise<void> {
  const { store, hub, url } = await heardOf(folder, count);
  const compare = `compare?a=${login(0)}&b=${login(1)}`;
  for (const view of ['list', 'map', 'skill', `station/${login(0)}`, compare]) {
    const [verdict] = await lighthouse([`${url}/#/${view}`], TRIES);
    const { performance, accessibility, layoutShift, bytes, speed, wanting } = verdict!;
    say(
      `${view}: performance ${Math.round(performance * 100)}, accessibility ${Math.round(accessibility * 100)}, layout shift ${layoutShift.toFixed(3)}, ${(bytes / 1024).toFixed(1)} KB, on a machine of speed ${Math.round(speed)}; ${wanting.join(', ')}`,
    );
  }
  await hub.stop();
  await store.stop();
}

export async function page(folder: string, count: number): Promise<void> {
  const { store, hub, url } = await heardOf(folder, count);
  const ask1 = async (path: string): Promise<[number, string]> => {
    const startedMs = performance.now();
    const text = await (await fetch(`${url}${path}`)).text();
    return [performance.now() - startedMs, text];
  };
  const fleet: number[] = [];
  for (let i = 0; i < 12; i++) {
    await new Promise((resolve) => setTimeout(resolve, 1100)); // one answer serves all who ask within a second
    fleet.push((await ask1('/api/fleet'))[0]);
  }
  const one = `/api/fleet/${login(count - 1)}`;
  const [historyMs] = await ask1(`${one}/history?start=${lastS - 86_400}&end=${lastS + 300}&bucket=300`);
  const [forecastMs] = await ask1(`${one}/forecast`);
  const compare = `/api/fleet/compare?a=${login(0)}&b=${login(1)}&target=temperature&start=${lastS - 86_400}&end=${lastS}`;
  const [compareMs] = await ask1(compare);
  const [scoresMs] = await ask1('/api/fleet/scores');
  const sorted = fleet.toSorted((a, b) => a - b);
  say(
    `${count} stations: /api/fleet p50 ${median(sorted).toFixed(0)} ms, most ${sorted.at(-1)!.toFixed(0)} ms; history ${historyMs.toFixed(0)}, forecast ${forecastMs.toFixed(0)}, compare ${compareMs.toFixed(0)}, scores ${scoresMs.toFixed(0)} ms; hub ${memoryMb(hub.pid).toFixed(0)} MB`,
  );
  say(`the page of ${count} at worst ${sorted.at(-1)!.toFixed(0)} ms (wanted for 1,000: 300)`);
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--headless', '--no-sandbox', '--disable-gpu'],
  });
  const painted: number[] = [];
  for (let i = 0; i < 6; i++) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const tab = await context.newPage();
    await tab.goto(`${url}/`);
    await tab.waitForSelector('tbody tr');
    // The first visit of a browser pays for its own start.
    if (i > 0) painted.push(await tab.evaluate<number>("performance.getEntriesByType('paint').at(-1).startTime"));
    const rowsMs = await tab.evaluate<number>(TO_THE_MAP);
    if (i === 5)
      say(`list painted after p50 ${median(painted).toFixed(0)} ms; then the map in ${rowsMs.toFixed(0)} ms`);
    await context.close();
  }
  await browser.close();
  await hub.stop();
  await store.stop();
}
