import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { launch, visit } from './support/browser.ts';
import { shared } from './support/shared.ts';
import { AFTERNOON_S, pass, stage } from './support/stage.ts';
import { shown, until } from './support/waits.ts';

const [browser] = await shared(launch());

const lost = /ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED|ERR_EMPTY|ERR_CONNECTION_RESET|status of 503/;
const isFresh = (page: Page) =>
  until(page, () => /all sensors/.test(document.querySelector('.words')?.textContent ?? ''));
const markPage = (page: Page) => page.evaluate(() => Object.assign(window, { sameDocument: true }));
const isSamePage = (page: Page) => page.evaluate(() => 'sameDocument' in window);

const withClock = { before: (page: Page) => page.clock.install() };
/** Longer than a page that hears nothing stays fresh. */
const SILENT_S = 8;

/** Each on a station of its own, and beside each other. A poll belongs to the test whose `expect` it is. */
describe.concurrent('the stream', () => {
  it('goes stale with its server, and recovers without a reload when that returns', async ({ expect }) => {
    const port = await freePort();
    const first = await stage({ port });
    const visitor = await visit(browser, first.url, { expected: lost, ...withClock });
    await isFresh(visitor.page);
    await markPage(visitor.page);
    await first.stop();
    await pass(SILENT_S, first, visitor.page);
    await shown(visitor.page, '.shell.stale');
    const second = await stage({ port, startS: AFTERNOON_S + 600 }); // its clock went on meanwhile
    await expect
      .poll(async () => {
        await pass(1, second, visitor.page);
        return second.server.streamClients;
      })
      .toBe(1);
    await isFresh(visitor.page);
    expect(await isSamePage(visitor.page)).toBe(true);
    await visitor.page.locator('.shell:not(.stale)').waitFor();
    await visitor.close();
    await second.stop();
  });

  it('comes back by itself when only the sensor paused', async () => {
    const warm = await stage();
    const visitor = await visit(browser, warm.url, withClock);
    await isFresh(visitor.page);
    warm.freeze();
    await pass(SILENT_S, warm, visitor.page);
    await shown(visitor.page, '.shell.stale');
    warm.thaw();
    await isFresh(visitor.page);
    expect(visitor.complaints).toEqual([]);
    await visitor.close();
    await warm.stop();
  });

  it('is closed by a page that nobody sees, and there again when it is looked at', async ({ expect }) => {
    const warm = await stage();
    const visitor = await visit(browser, warm.url);
    const look = (state: 'visible' | 'hidden'): Promise<void> =>
      visitor.page.evaluate((now) => {
        Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => now });
        document.dispatchEvent(new Event('visibilitychange'));
      }, state);
    await isFresh(visitor.page);
    await expect.poll(() => warm.server.streamClients).toBe(1);
    await look('hidden');
    await expect.poll(() => warm.server.streamClients).toBe(0);
    await look('visible');
    await expect.poll(() => warm.server.streamClients).toBe(1);
    await isFresh(visitor.page);
    expect(visitor.complaints).toEqual([]);
    await visitor.close();
    await warm.stop();
  });

  it('is replaced by questions when the station has none to spare: the wall stays alive', async ({ expect }) => {
    const busy = await stage();
    const { page, close } = await visit(browser, busy.url, {
      expected: /status of 503/,
      before: async (page) => {
        await page.clock.install();
        await page.route('**/api/stream?*', (route) =>
          route.fulfill({ status: 503, json: { detail: 'too many live streams are open' } }),
        );
      },
    });
    let answers = 0;
    page.on('requestfinished', (request) => {
      if (request.url().endsWith('/api/telemetry')) answers++;
    });
    for (let asked = 1; asked <= 5; asked++) {
      await pass(4, busy, page);
      await expect.poll(() => answers).toBeGreaterThanOrEqual(asked);
    }
    await isFresh(page);
    await page.locator('.shell:not(.stale)').waitFor();
    await expect.poll(() => page.locator('.hero-number').textContent()).toMatch(/\d/);
    await close();
    await busy.stop();
  });
});
