/**
 * Pictures of every view in every state a station can be in, on the panel, a desktop and a telephone, with a sheet of all for
 * each state; and those of the README. `npm run -s bench -- pictures [folder] [state …]`; the folder is artifacts/pictures, and
 * `readme` and `wall` (the wall in all its states and three languages) are states, too.
 */

import { randomBytes, scryptSync } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { launch, settle, VIEWS, type VisitOptions, visit } from '../tests/browser/support/browser.ts';
import { AFTERNOON_S, type StageOptions, stage } from '../tests/browser/support/stage.ts';
import { speaking, walls } from './_wall-pictures.ts';

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

const states: Record<string, State> = {
  'en-US': speaking('en-US'),
  de: speaking('de'),
  ar: speaking('ar'),
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

const [folder = 'artifacts/pictures', ...asked] = process.argv.slice(2);
const browser = await launch();
for (const [name, state] of Object.entries(states)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  await pictures(browser, name, state);
}
if (asked.length === 0 || asked.includes('wall')) await walls(browser, folder);
if (asked.length === 0 || asked.includes('readme')) await readme(browser);
await browser.close();
process.exit(0);

async function pictures(browser: Browser, name: string, state: State): Promise<void> {
  const station = await stage(state.stage);
  const taken: string[] = [];
  rmSync(join(folder, name), { recursive: true, force: true });
  mkdirSync(join(folder, name), { recursive: true });
  for (const [screen, [width, height]] of Object.entries(SCREENS)) {
    station.thaw();
    const visitors = await Promise.all(
      VIEWS.map((view) =>
        visit(browser, station.url, {
          viewport: { width, height },
          view,
          ...(state.before ? { before: state.before } : {}),
          ...state.visit,
        }),
      ),
    );
    await visitors[0]!.page.waitForTimeout(1500);
    if (state.isFrozen) station.freeze();
    for (const [i, { page, complaints, close }] of visitors.entries()) {
      const path = join(folder, name, `${VIEWS[i]}-${screen}.png`);
      await state.act?.(page, VIEWS[i]!);
      await settle(page);
      await page.screenshot({ path });
      taken.push(path);
      if (complaints.length > 0) process.stdout.write(`${path}: ${complaints.join('; ')}\n`);
      await close();
    }
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
    (_, i) => `<p>${images.slice(i * VIEWS.length, (i + 1) * VIEWS.length).join('')}</p>`,
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
