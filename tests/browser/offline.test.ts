import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { HOUR_S } from '../../src/base/durations.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { launch, visit } from './support/browser.ts';
import { shoot } from './support/looks.ts';
import { shared } from './support/shared.ts';
import { AFTERNOON_S, stage } from './support/stage.ts';
import { stopClock } from './support/wall.ts';

const [browser] = await shared(launch());
const lost = /ERR_|Failed to load|Failed to fetch|service worker/i;
const withClock = (page: Page) => page.clock.install();

describe('the page without its station', () => {
  it('waits for a view whose script does not come, and stays the page it is', async () => {
    const warm = await stage();
    const { page, close } = await visit(browser, warm.url, { expected: lost, before: withClock });
    await page.evaluate(() => Object.assign(window, { samePage: true }));
    const away = [/assets\/forecast-.*\.js/, /\/api\/status/];
    for (const what of away) await page.route(what, (route) => route.abort());
    await page.getByRole('link', { name: 'Forecast' }).click();
    await page.getByText('No answer from the station. Trying again…').waitFor();
    await shoot(page, 'flow', 'view-waits');
    expect(await page.evaluate(() => 'samePage' in window)).toBe(true);
    for (const what of away) await page.unroute(what);
    await page.clock.runFor(4000); // it is asked for again
    await page.getByRole('heading', { name: 'Forecast', exact: true }).waitFor();
    await close();
    await warm.stop();
  });

  it('says why a view does not come where the station keeps every question open, as soon as samples are missing', async () => {
    const warm = await stage();
    const { page, close } = await visit(browser, warm.url, {
      expected: lost,
      before: async (opened) => {
        await withClock(opened);
        await opened.route('**/api/stream?*', () => undefined); // what it would send is asked for
      },
    });
    await stopClock(page); // else samples are missing by the time that a busy machine looks
    await expect
      .poll(async () => {
        await page.clock.runFor(1000);
        return page.locator('.words').textContent();
      })
      .toMatch(/all sensors/);
    for (const what of [/assets\/forecast-.*\.js/, /\/api\//]) await page.route(what, () => undefined);
    await page.getByRole('link', { name: 'Forecast' }).click();
    const told = page.locator('.outlet .loading');
    await expect.poll(() => told.textContent()).toBe('Forecast…');
    await page.clock.runFor(8000);
    await expect.poll(() => told.textContent()).toBe('No answer from the station. Trying again…');
    await close();
    await warm.stop();
  });

  it('opens all the same where a browser may keep it, and says what is wrong', async () => {
    const warm = await stage();
    const { page, close } = await visit(browser, warm.url, {
      serviceWorkers: 'allow',
      expected: lost,
      before: withClock,
    });
    await page.clock.runFor(10_000); // what is in sight comes first
    await page.evaluate(() => navigator.serviceWorker.ready);
    await expect.poll(() => page.evaluate(async () => (await caches.keys()).length)).toBe(1);
    await warm.stop();
    await page.goto(`${warm.url}/#/methods`);
    await page.reload();
    await page.getByRole('heading', { name: 'Methods' }).waitFor();
    await page.getByText('No answer from the station. Trying again…').first().waitFor();
    await shoot(page, 'flow', 'offline');
    await close();
  });

  it('can be put on a home screen with its own picture', async () => {
    const warm = await stage();
    const { page, close } = await visit(browser, warm.url);
    const icons = await page.evaluate(async () => {
      const link = document.querySelector<HTMLLinkElement>('link[rel=manifest]')!;
      const manifest = (await (await fetch(link.href)).json()) as { icons: Array<{ src: string; sizes: string }> };
      return Promise.all(
        manifest.icons.map(async ({ src, sizes }) => {
          const image = new Image();
          image.src = src;
          await image.decode();
          return sizes === 'any' || sizes === `${image.naturalWidth}x${image.naturalHeight}`;
        }),
      );
    });
    expect(icons).toEqual([true, true, true, true]);
    await close();
    await warm.stop();
  });
});

describe('before anything is painted', () => {
  it.each([
    ['night', 'light', 'rgb(13, 20, 32)'],
    ['day', 'dark', 'rgb(247, 245, 240)'],
    [null, 'dark', 'rgb(13, 20, 32)'],
  ] as const)('the ground is that of %s, though the browser likes %s', async (worn, colorScheme, ground) => {
    const warm = await stage();
    const context = await browser.newContext({ colorScheme, serviceWorkers: 'block' });
    context.setDefaultTimeout(PATIENCE_MS);
    if (worn) await context.addInitScript((colours) => localStorage.setItem('weatherglass.worn', colours), worn);
    const page = await context.newPage();
    await page.route(/assets\/page-/, () => undefined); // neither style sheet nor script ever comes
    await page.goto(warm.url, { waitUntil: 'commit' });
    await expect
      .poll(() => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor))
      .toBe(ground);
    await context.close();
    await warm.stop();
  });

  it('a page that was night stays night until the sun is known, though the browser likes light and the answers come late', async () => {
    const night = await stage({ startS: AFTERNOON_S + 6 * HOUR_S });
    const context = await browser.newContext({ colorScheme: 'light', serviceWorkers: 'block' });
    context.setDefaultTimeout(PATIENCE_MS);
    await context.addInitScript(() => {
      localStorage.setItem('weatherglass.worn', 'night');
      const worn: unknown[] = [];
      Object.assign(window, { worn });
      new MutationObserver(() => worn.push(document.documentElement.dataset['theme'])).observe(document, {
        attributes: true,
        subtree: true,
        attributeFilter: ['data-theme'],
      });
    });
    const page = await context.newPage();
    let answers = (): void => undefined;
    const late = new Promise<void>((resolve) => (answers = resolve));
    await page.route('**/api/**', async (route) => {
      await late;
      await route.continue();
    });
    await page.goto(night.url, { waitUntil: 'commit' });
    await page.locator('.hero').waitFor(); // drawn, and nothing is known
    const worn = () => page.evaluate(() => [...new Set((window as unknown as { worn: string[] }).worn)]);
    expect(await worn()).toEqual(['night']);
    answers();
    await page.locator('.sun').waitFor(); // of the place that is known now
    expect(await worn()).toEqual(['night']);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
    await night.stop();
  });
});
