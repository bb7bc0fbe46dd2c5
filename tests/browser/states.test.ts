import type { Page } from 'playwright-core';
import { describe, expect, it, vi } from 'vitest';
import { PATIENCE_MS } from '../support/patience.ts';
import { share } from '../support/share.ts';
import { launch, SIZES, type Size, VIEWS, visit } from './support/browser.ts';
import { axe, overflow, shoot, wear } from './support/looks.ts';
import { shared } from './support/shared.ts';
import { AFTERNOON_S, pass, stage } from './support/stage.ts';
import { answered, settle, shown, until } from './support/waits.ts';

const [browser] = await shared(launch({ reuse: true }));

const sizes = Object.keys(SIZES) as Size[];
const STATES = ['cold', 'warming', 'stale', 'fault', '422', '503'] as const;
type State = (typeof STATES)[number];
/** In which views each state is told by what is the view's own; the rest of a state stands in the header of every view. */
const TOLD_IN: Record<State, readonly string[]> = {
  cold: VIEWS,
  warming: ['now', 'forecast', 'history'],
  stale: ['now', 'nerd'],
  fault: ['now'],
  422: VIEWS,
  503: VIEWS,
};
const looks = STATES.flatMap((state) => VIEWS.flatMap((view) => sizes.map((size) => ({ state, view, size }))));
const played = share('screens of views in a state of the station', looks, ({ state, view, size }) => [
  view,
  `${state} on ${size}`,
  ...(TOLD_IN[state].includes(view) ? [`${state} in ${view}`] : []),
]);
/** Axe takes as long as all else of a view: it looks at one screen of a view in a state. */
const checked = share(
  'views in a state of the station that axe looks at',
  [...Map.groupBy(played, ({ state, view }) => `${state} in ${view}`).values()].map(
    (here, nth) => here[nth % here.length]!,
  ),
  ({ state, view }) => [state, view],
);

/** Every view on some of four screens, by turns by day and by night. One visit: a window that changes its size is a sixth of a page that begins. */
async function everyView(
  name: State,
  url: string,
  look: (page: Page, view: string) => Promise<void>,
  more: {
    before?: (page: Page) => Promise<unknown>;
    ready?: (page: Page) => Promise<void>;
    /** What the browser complains of because it is played; in every ordinary state it has nothing to complain of. */
    expected?: RegExp;
  } = {},
): Promise<void> {
  const { page, go, complaints, foreign, close } = await visit(browser, url, {
    size: 'panel',
    ...(more.expected ? { expected: more.expected } : {}),
    ...(more.before ? { before: more.before } : {}),
  });
  try {
    await more.ready?.(page);
    const drawn = Map.groupBy(
      played.filter(({ state }) => state === name),
      ({ view }) => view,
    );
    for (const [i, [view, here]] of [...drawn].entries()) {
      // A panel by day and a wall by night take turns to be the first.
      const isDay = i % 2 === 0;
      await wear(page, isDay ? 'day' : 'night');
      await go(view);
      for (const one of isDay ? here : here.toReversed()) {
        const { size } = one;
        await page.setViewportSize(SIZES[size]);
        await settle(page);
        await shoot(page, name, view, size);
        expect((await overflow(page)).sideways, `${view} on ${size}`).toBeLessThanOrEqual(0);
        if (checked.includes(one)) expect(await axe(page), `${view} ${name} on ${size}`).toEqual([]);
        // Answers come when they come, on a busy machine later.
        await vi.waitFor(() => look(page, view), { timeout: PATIENCE_MS, interval: 100 });
      }
    }
    expect([...complaints, ...foreign]).toEqual([]);
  } finally {
    await close();
  }
}

const headerWords = (page: Page): Promise<string | null> => page.locator('.status-button .words').textContent();
const bodyText = (page: Page): Promise<string> =>
  page
    .locator('.outlet')
    .textContent()
    .then((text) => text ?? '');

// Beside each other, for most of it is waiting.
describe.concurrent('a station', () => {
  it('that has just been unpacked says what it still lacks, everywhere', async () => {
    const cold = await stage({
      variant: 'cold',
      startS: AFTERNOON_S,
      status: {
        site: {
          configured: false,
          latitude: null,
          longitude: null,
          altitude_m: 0,
          timezone: 'UTC',
          indoors: true,
          units: 'metric',
          language: 'auto',
        },
        notices: [{ severity: 'warn', text: 'The site is not set: nights, sun and sea-level pressure are guesses.' }],
      },
    });
    await everyView('cold', cold.url, async (page, view) => {
      const says: Partial<Record<string, RegExp>> = {
        now: /No forecast yet/,
        forecast: /No scores yet/,
        history: /No data for this time/,
        models: /not yet/,
        nerd: /of 20 readings needed/,
      };
      if (says[view]) expect(await bodyText(page)).toMatch(says[view]);
      expect(await page.locator('.chip.notices').count()).toBe(1);
      expect(await bodyText(page)).not.toMatch(/NaN|undefined|null|Infinity/);
    });
    await cold.stop();
  });

  it('that has a quarter of an hour and no forecast draws the past and waits for the future', async () => {
    const warm = await stage({ historyDays: 15 / (24 * 60) });
    await everyView(
      'warming',
      warm.url,
      async (page, view) => {
        if (view === 'history') {
          // All there is, and no "24 h" that are not there.
          expect(await page.locator('.page > header .segments button').allTextContents()).toEqual(['All']);
          expect(await page.locator('.segments [aria-pressed=true]').first().textContent()).toBe('All');
        }
        if (view === 'forecast') expect(await bodyText(page)).toMatch(/made 21 Nov 2026, 15:00/);
        if (view !== 'now') return;
        expect(await bodyText(page)).toMatch(/No forecast yet/);
        expect(await page.locator('path.past').getAttribute('d')).toMatch(/L/);
      },
      {
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
    );
    await warm.stop();
  });

  it('whose sensor stops is marked stale by itself, in every view', async () => {
    const warm = await stage();
    await everyView(
      'stale',
      warm.url,
      async (page, view) => {
        expect(await headerWords(page)).toMatch(/no reading for \d+/);
        expect(await page.locator('.shell.stale').count()).toBe(1);
        if (view === 'nerd') {
          // Board, filters and corrections are made of the sample; what was learned is not.
          expect(await page.locator('.aged.old .board-section, .aged.old .uncertainty').count()).toBeGreaterThan(1);
          expect(await page.locator('.aged:not(.old)').count()).toBeGreaterThan(0);
        }
        if (view !== 'now') return;
        expect(await page.locator('.live-dot').count()).toBe(0);
        expect(await page.locator('.spoken').textContent()).toMatch(/No reading for/);
        // Every figure made of the sample has lost its colour: one shade is left.
        const colours = await page
          .locator('.hero-unit, .hero-number, .rate, .readings .value')
          .evaluateAll((all) => [...new Set(all.map((one) => getComputedStyle(one).color))]);
        expect(colours).toHaveLength(1);
      },
      {
        before: (page) => page.clock.install(),
        ready: async (page) => {
          warm.freeze();
          await pass(10, warm, page);
          await shown(page, '.shell.stale');
        },
      },
    );
    await warm.stop();
  });

  it('with a dead chip shows dashes and a fault, not zeros; one that plays the weather says so in every view, and across its charts', async () => {
    // The header at its fullest: a long name, two notices, simulated weather and a fault.
    const faulty = await stage({
      variant: 'faulty',
      simulated: true,
      startS: AFTERNOON_S,
      status: {
        name: 'Grandmother’s garden',
        notices: [
          { severity: 'error', text: 'The disk is full: nothing new is kept until there is room again.' },
          { severity: 'warn', text: 'The site is not set.' },
        ],
      },
    });
    await everyView('fault', faulty.url, async (page, view) => {
      expect(await headerWords(page)).toMatch(/sensor fault/);
      expect(await page.locator('.chip.simulated').isVisible()).toBe(true);
      if (view !== 'now') return;
      expect(await page.locator('.watermark').textContent()).toBe('SIMULATED');
      expect(await page.locator('.reading:has(dt:text("Humidity")) .value').textContent()).toBe('–');
    });
    await faulty.stop();
  });

  it('that refuses a question is quoted', async () => {
    const warm = await stage();
    await everyView(
      '422',
      warm.url,
      async (page, view) => {
        if (view === 'now') return;
        expect(await bodyText(page)).toMatch(/Not done: range limited to one year/);
      },
      {
        expected: /status of 422/,
        before: (page) =>
          page.route(/\/api\/(history\/range|forecast|inputs|alarms|models|nerd|methods)/, (route) =>
            route.fulfill({ status: 422, json: { detail: 'range limited to one year' } }),
          ),
      },
    );
    await warm.stop();
  });

  it('that a proxy does not find is silent: the proxy is not quoted', async () => {
    const warm = await stage();
    const { page, close } = await visit(browser, warm.url, {
      expected: /status of 502/,
      before: (opened) =>
        opened.route('**/api/**', (route) =>
          route.fulfill({ status: 502, contentType: 'text/html', body: '<title>502 Bad Gateway</title>' }),
        ),
    });
    await page.locator('.outlet').getByText('No answer from the station. Trying again…').waitFor();
    expect(await bodyText(page)).not.toMatch(/Bad Gateway|Not done/);
    expect(await page.locator('.observe button:disabled').count()).toBe(2);
    await shoot(page, 'proxy', 'now');
    await close();
    await warm.stop();
  });

  it('that is still starting is waited for, and then simply there', async () => {
    const late = await stage();
    late.withdraw();
    await everyView('503', late.url, async (page, view) => {
      expect(await headerWords(page)).toMatch(/station is starting/);
      if (view !== 'now') expect(await bodyText(page)).toMatch(/The station is starting/);
      else expect(await page.locator('.observe button:disabled').count()).toBe(2); // a report would only be refused
    });
    const visitor = await visit(browser, late.url, { before: (page) => page.clock.install() });
    const asked: string[] = [];
    visitor.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await until(visitor.page, () => /station is starting/.test(document.querySelector('.header')!.textContent));
    for (let i = 0; i < 3; i++)
      await Promise.all([visitor.page.waitForResponse(/\/api\/health/), visitor.page.clock.runFor(1000)]);
    // Of the wait the console has nothing to say: one question stands for all.
    expect(asked.filter((path) => path.startsWith('/api/') && path !== '/api/health')).toEqual([]);
    expect(visitor.complaints).toEqual([]);
    late.present();
    await until(visitor.page, () => /\d/.test(document.querySelector('.hero-number')?.textContent ?? ''));
    await visitor.page.locator('.observe button:enabled').nth(1).waitFor();
    expect(visitor.complaints).toEqual([]);
    // A lost answer is no silence while samples come.
    await visitor.page.route('**/api/status', (route) => route.abort());
    const lost = visitor.page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/status'));
    late.skip(25); // after a jump everything is asked anew
    await lost;
    await answered(visitor.page);
    await visitor.page.locator('.observe button:enabled').nth(1).waitFor();
    late.freeze();
    await pass(10, late, visitor.page);
    await visitor.page.locator('.observe button:disabled').nth(1).waitFor();
    await visitor.close();
    await late.stop();
  });
});
