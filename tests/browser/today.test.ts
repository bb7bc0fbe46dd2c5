import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY_S, HOUR_S } from '../../src/base/durations.ts';
import { solarPosition } from '../../src/station/air/physics/sun.ts';
import { realNowS } from '../support/real-now.ts';
import { openRealStation, type RealStation, SITE } from '../support/real-station.ts';
import { runningClock } from '../support/running-clock.ts';
import { type Served, serve } from '../support/serve.ts';
import { launch, VIEWS, visit } from './support/browser.ts';
import { misfits } from './support/misfits.ts';
import { settle } from './support/waits.ts';

const root = join(import.meta.dirname, '..', '..');
const startS = realNowS(
  'npm run test:days plays this on twelve days: the engine, the page and the browser live on each of them',
);
const clock = runningClock(startS);

let browser: Browser;
let real: RealStation;
let served: Served;
beforeAll(async () => {
  browser = await launch();
  real = await openRealStation({ clock, historyDays: 3, stepS: 300 });
  const pages = { rendererDir: join(root, 'dist/renderer'), staticDir: join(root, 'static') };
  served = await serve({ station: real.station, clock, ...pages });
});
afterAll(async () => {
  await browser?.close();
  await served?.server.stop();
  await real?.close();
});

const dayAt = (tS: number): string =>
  new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', timeZone: SITE.timezone })
    .format(tS * 1000)
    .replace(',', '');
const elevations = (fromS: number): number[] =>
  Array.from({ length: DAY_S / 300 }, (_, i) => Number(solarPosition(fromS + i * 300, SITE)?.elevationDeg));

it('the page shows today: its date, its sun or that there is none, its last hours and the days that come', async () => {
  const { page, go, complaints, close } = await visit(browser, served.url, {
    size: 'wall',
    theme: 'auto',
    colorScheme: 'light',
    timezoneId: process.env['TZ'] ?? 'UTC',
    before: (opened) => opened.clock.install({ time: clock.nowS() * 1000 }),
  });
  await page.locator('.hero-number').waitFor();
  await page.locator('.status-button .words.ok, .status-button .words.warn').first().waitFor();
  // The page has the machine's date until its station answers.
  const header = async (): Promise<string> => (await page.locator('.date-long').textContent())!.replaceAll(',', '');
  await expect
    .poll(header)
    .toSatisfy((date: string) => [dayAt(startS), dayAt(clock.nowS())].some((day) => date.includes(day)));

  // Between the two thresholds, and where the sun only grazes the horizon, either answer is true.
  const [now, ...later] = elevations(clock.nowS());
  const theme = () => page.locator('html').getAttribute('data-theme');
  if (now! > 1.5) await expect.poll(theme).toBe('day');
  if (now! < -2.5) await expect.poll(theme).toBe('night');
  const sun = () => page.locator('.header .sun').count();
  await settle(page);
  if (Math.max(now!, ...later) < -1.2 || Math.min(now!, ...later) > -0.4) await expect.poll(sun).toBe(0);
  if (Math.max(now!, ...later) > -0.4 && Math.min(now!, ...later) < -1.2) await expect.poll(sun).toBe(1);

  for (const view of VIEWS) {
    await go(view);
    await settle(page);
    expect(await page.locator('.outlet').textContent(), view).not.toMatch(/NaN|Invalid Date|undefined/);
    expect(await misfits(page), view).toEqual([]);
  }
  await go('history?span=24h');
  await page.locator('.range-bar').getByRole('button', { name: 'Table' }).click();
  await page.getByRole('region', { name: 'History' }).waitFor();
  await expect
    .poll(() => page.getByRole('region', { name: 'History' }).locator('tbody tr').count())
    .toBeGreaterThan(20);
  const answer = await fetch(`${served.url}/api/history/range?hours=24&bucket=3600&columns=press`);
  const { series } = (await answer.json()) as { series: { ts: number[] } };
  expect(Math.abs(series.ts.at(-1)! - clock.nowS())).toBeLessThan(2 * HOUR_S);
  expect(complaints).toEqual([]);
  await close();
});
