/**
 * npm run -s bench -- first-run [--pictures DIR]: plays the first run as a person does, one tap a second, on the wall and on a telephone,
 * and prints the seconds from the page's opening to a station that knows its place; DIR is given a picture of each step, by day and by
 * night and on a desktop, too. Exits 1 above 90 s.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { launch, SIZES, type Size } from '../tests/browser/support/browser.ts';
import { firstStation } from '../tests/browser/support/first-station.ts';

const MOST_S = 90;
const { values } = parseArgs({ options: { pictures: { type: 'string' } }, args: process.argv.slice(2) });
const { pictures } = values;
if (pictures) mkdirSync(pictures, { recursive: true });

const browser = await launch();
let worstS = 0;
for (const size of ['panel', 'phone'] as const) {
  const { knowsS, endS, taps } = await play(browser, size, 'day', 1000);
  worstS = Math.max(worstS, knowsS);
  process.stdout.write(
    `${size.padEnd(6)} ${taps} taps: ${knowsS.toFixed(1)} s to a station that knows its place, ${endS.toFixed(1)} s to the dashboard\n`,
  );
}
if (pictures)
  for (const [size, theme] of [
    ['panel', 'night'],
    ['phone', 'night'],
    ['wall', 'day'],
    ['wall', 'night'],
  ] as const)
    await play(browser, size, theme, 0);
await browser.close();
process.exit(worstS > MOST_S ? 1 : 0);

async function play(browser: Browser, size: Size, theme: 'day' | 'night', pauseMs: number) {
  const station = await firstStation();
  const context = await browser.newContext({ viewport: SIZES[size], hasTouch: true, serviceWorkers: 'block' });
  await context.addInitScript((choice) => localStorage.setItem('weatherglass.theme', choice), theme);
  const page = await context.newPage();
  const openedMs = performance.now();
  const passedS = (): number => (performance.now() - openedMs) / 1000;
  await page.goto(`${station.url}/${size === 'phone' ? '' : '?kiosk=1'}`);
  let taps = 0;
  let shown = 0;
  const tap = async (name: string | RegExp): Promise<void> => {
    if (pauseMs > 0) await page.waitForTimeout(pauseMs);
    taps++;
    await page.getByRole('button', { name, exact: true }).first().tap();
  };
  const at = async (title: RegExp): Promise<void> => {
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await picture(title.source);
  };
  const picture = async (step: string): Promise<void> => {
    if (!pictures) return;
    const name = `${size}-${theme}-${shown++}-${step.toLowerCase().replace(/\W+/g, '-')}.png`;
    await page.waitForTimeout(150); // fonts and transitions
    await page.screenshot({ path: join(pictures, name) });
  };
  const write = async (text: string): Promise<void> => {
    await page.getByRole('searchbox').tap();
    taps++;
    if (size === 'phone')
      await page.keyboard.type(text, { delay: pauseMs }); // its own keyboard, as slowly
    else for (const letter of text) await tap(letter);
    if (size === 'phone') taps += text.length;
  };
  await at(/language/);
  await tap('Next');
  await at(/Where/);
  await write('zuric');
  await picture('search');
  await tap(/^Zürich/);
  await page.getByText('Europe/Zurich').waitFor();
  await picture('place');
  await tap('Next');
  await at(/elevation/);
  await tap('Next');
  await at(/units/);
  await tap('Next');
  await at(/name/);
  await tap('Next');
  await at(/Who can/);
  await tap('Save');
  await knows(page);
  const knowsS = passedS();
  await at(/phone/);
  await page.locator('.qr').waitFor();
  await picture('code');
  await tap('Next');
  await at(/sensor/);
  await page.locator('.verdict').waitFor();
  await picture('verdict');
  await tap('Next');
  await at(/All set/);
  await tap('Open the dashboard');
  await page.locator('.hero-number').waitFor();
  const endS = passedS();
  await picture('now');
  await context.close();
  await station.stop();
  return { knowsS, endS, taps };
}

/** The station itself says so, having begun again with it. */
async function knows(page: Page): Promise<void> {
  for (;;) {
    const answer = await page.request.get(new URL('/api/status', page.url()).href).catch(() => null);
    if (answer?.ok() && ((await answer.json()) as { site: { configured: boolean } }).site.configured) return;
    await page.waitForTimeout(50);
  }
}
