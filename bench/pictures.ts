/**
 * Pictures of every view in every state a station can be in, on the panel, a desktop and a telephone, with a sheet of all for
 * each state; and those of the README. `npm run -s bench -- pictures [folder] [state …]`; the folder is artifacts/pictures, and
 * `readme` and `wall` (the wall in all its states and three languages) are states, too, and `languages` are three languages by day
 * and by night. Each picture is examined: words or drawings that are cut off, stick out or lie over each other, errors of the
 * console, requests to others. They are printed, and the exit code is 1 where there are any.
 */

import { randomBytes, scryptSync } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { launch, VIEWS, type VisitOptions, visit } from '../tests/browser/support/browser.ts';
import { misfits, overlaps, wordsOut } from '../tests/browser/support/misfits.ts';
import { LISTED } from '../tests/browser/support/sinks.ts';
import { AFTERNOON_S, type StageOptions, stage } from '../tests/browser/support/stage.ts';
import { settle } from '../tests/browser/support/waits.ts';
import { speaking, walls } from './_wall-pictures.ts';

/** Every view that has an address. */
const PICTURED = [...VIEWS, 'settings', 'connections', 'about'] as const;
const SCREENS = { '800x480': [800, 480], '1280x800': [1280, 800], '390x844': [390, 844] } as const;
const EVENING_S = AFTERNOON_S + 5 * 3600;
const PIN_SALT = randomBytes(16);
const pinHash = `scrypt$${PIN_SALT.toString('base64url')}$${scryptSync('1234', PIN_SALT, 32).toString('base64url')}`;

interface State {
  stage: StageOptions;
  before?: (page: Page) => Promise<unknown>;
  /** What somebody does once the page is there. */
  act?: (page: Page, view: string) => Promise<unknown>;
  isFrozen?: boolean;
  visit?: VisitOptions;
}

const evening = ({ stage: of, visit: by }: ReturnType<typeof speaking>): State => ({
  stage: { ...of, startS: EVENING_S },
  visit: { ...by, theme: 'night' },
});
const LANGUAGES: Record<string, State> = {
  'en-US': speaking('en-US'),
  de: speaking('de'),
  ar: speaking('ar'),
  'en-US-night': evening(speaking('en-US')),
  'de-night': evening(speaking('de')),
  'ar-night': evening(speaking('ar')),
};
const states: Record<string, State> = {
  ...LANGUAGES,
  fresh: { stage: { startS: AFTERNOON_S } },
  night: { stage: { startS: EVENING_S }, visit: { theme: 'night' } },
  stale: { stage: { startS: AFTERNOON_S }, isFrozen: true, act: (page) => page.waitForSelector('.shell.stale') },
  'first-hour': { stage: { startS: AFTERNOON_S, historyDays: 15 / (24 * 60) } },
  cold: { stage: { startS: AFTERNOON_S, variant: 'cold' } },
  'no-forecast': {
    stage: { startS: AFTERNOON_S, historyDays: 0.4 },
    before: (page) =>
      page.route('**/api/forecast', (route) =>
        route.fulfill({
          json: {
            issued_ts: null,
            anchors: {},
            targets: { temperature: [], humidity: [], pressure: [] },
            warming_up: true,
          },
        }),
      ),
  },
  fault: {
    stage: {
      startS: AFTERNOON_S,
      variant: 'faulty',
      status: { notices: [{ severity: 'error', text: 'humidity sensor: no answer at 0x5f' }] },
    },
  },
  simulated: { stage: { startS: EVENING_S, simulated: true }, visit: { theme: 'night' } },
  'pin-asked': {
    stage: { startS: AFTERNOON_S, settings: { writes: { mode: 'pin', pinHash } } },
    visit: { expected: /401/ },
    act: async (page, view) => {
      if (view !== 'now' && view !== 'models') return;
      await page.getByRole('button', { name: view === 'now' ? 'Yes' : 'Train now' }).click();
      await page.getByRole('dialog').waitFor();
      await page.waitForTimeout(300);
    },
  },
};

const [folder = 'artifacts/pictures', ...named] = process.argv.slice(2);
const asked = named.flatMap((name) => (name === 'languages' ? Object.keys(LANGUAGES) : [name]));
let faults = 0;
const browser = await launch();
for (const [name, state] of Object.entries(states)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  await pictures(browser, name, state);
}
if (asked.length === 0 || asked.includes('wall')) await walls(browser, folder);
if (asked.length === 0 || asked.includes('readme')) await readme(browser);
await browser.close();
process.exit(faults > 0 ? 1 : 0);

async function pictures(browser: Browser, name: string, state: State): Promise<void> {
  const station = await stage(state.stage);
  const taken: string[] = [];
  rmSync(join(folder, name), { recursive: true, force: true });
  mkdirSync(join(folder, name), { recursive: true });
  for (const [screen, [width, height]] of Object.entries(SCREENS)) {
    station.thaw();
    const { page, complaints, foreign, go, close } = await visit(browser, station.url, {
      viewport: { width, height },
      before: async (one) => {
        await one.route('**/api/connections', (route) => route.fulfill({ json: LISTED }));
        await state.before?.(one);
      },
      ...state.visit,
    });
    await page.waitForTimeout(1000);
    if (state.isFrozen) station.freeze();
    for (const view of PICTURED) {
      const path = join(folder, name, `${view}-${screen}.png`);
      await go(view);
      await state.act?.(page, view);
      await settle(page);
      const looked = page.locator('dialog[open]').count();
      const found =
        (await looked) > 0 ? [] : [...(await misfits(page)), ...(await wordsOut(page)), ...(await overlaps(page))];
      found.push(...complaints.splice(0), ...foreign.splice(0));
      faults += found.length;
      for (const one of found) process.stdout.write(`${path}: ${one}\n`);
      await page.screenshot({ path });
      taken.push(path);
      await page.keyboard.press('Escape');
    }
    await close();
  }
  await station.stop();
  await sheet(browser, taken, join(folder, `${name}.png`));
  process.stdout.write(`${name}: ${taken.length} pictures\n`);
}

/** All pictures of one state beside each other. */
async function sheet(browser: Browser, taken: string[], path: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 2400, height: 900 } });
  const images = taken.map((file) => `<img src="data:image/png;base64,${readFileSync(file).toString('base64')}">`);
  const rows = Object.keys(SCREENS).map(
    (_, i) => `<p>${images.slice(i * PICTURED.length, (i + 1) * PICTURED.length).join('')}</p>`,
  );
  await page.setContent(
    `<style>body{margin:0;background:#888}p{display:flex;gap:6px;margin:6px}img{width:390px}</style>${rows.join('')}`,
  );
  await page.screenshot({ path, fullPage: true });
  await page.close();
}

/** The three of the README and docs. */
async function readme(browser: Browser): Promise<void> {
  const night = await stage({ startS: EVENING_S });
  const day = await stage({ startS: AFTERNOON_S });
  const shoot = async (url: string, file: string, options: VisitOptions): Promise<void> => {
    const visitor = await visit(browser, url, options);
    await visitor.page.waitForTimeout(1500);
    await settle(visitor.page);
    await visitor.page.screenshot({ path: join('docs/screens', file) });
    await visitor.close();
  };
  const wide = { width: 1280, height: 800 };
  await shoot(night.url, 'now-night-800.png', { theme: 'night' });
  await shoot(day.url, 'now-day-1280.png', { viewport: wide });
  await shoot(day.url, 'history-1280.png', { viewport: wide, view: 'history?span=7d' });
  await night.stop();
  await day.stop();
}
