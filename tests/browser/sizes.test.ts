import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch, settle, shoot, VIEWS, visit } from './support/browser.ts';
import { misfits } from './support/misfits.ts';
import { AFTERNOON_S, type Stage, stage } from './support/stage.ts';

let browser: Browser;
let warm: Stage;
beforeAll(async () => {
  [browser, warm] = await Promise.all([launch(), stage({ startS: AFTERNOON_S })]);
});
afterAll(async () => {
  await browser?.close();
  await warm?.stop();
});

/** What is drawn in a chart of History must be as wide as the place it was given. */
const plotsFit = (page: Page): Promise<boolean> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.history-plot')].every((plot) => {
      const canvas = plot.querySelector('canvas')!.getBoundingClientRect();
      return Math.abs(canvas.width - plot.clientWidth) <= 1 && Math.abs(canvas.height - plot.clientHeight) <= 1;
    }),
  );

describe('every view', () => {
  it.each([
    [
      'from the widest screen down to the smallest telephone, and back',
      [2560, 1600, 1280, 1024, 768, 667, 390, 320, 800, 2560],
      900,
    ],
    ['on a low panel and a lower one', [1024, 800, 640], 400],
  ])('fits its window %s', async (_name, widths, height) => {
    const { page, go, complaints, close } = await visit(browser, warm.url, { viewport: { width: widths[0]!, height } });
    const found: string[] = [];
    for (const view of VIEWS) {
      await page.setViewportSize({ width: widths[0]!, height });
      await go(view);
      for (const width of widths) {
        await page.setViewportSize({ width, height });
        await settle(page);
        found.push(...(await misfits(page)).map((misfit) => `${view} at ${width}: ${misfit}`));
        if (view === 'history') await expect.poll(() => plotsFit(page), { message: `at ${width}` }).toBe(true);
      }
    }
    expect(found).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  it('follows a telephone that is turned, both ways', async () => {
    const tall = { width: 390, height: 844 };
    const wide = { width: 844, height: 390 };
    const { page, go, close } = await visit(browser, warm.url, {
      viewport: wide,
      hasTouch: true,
      deviceScaleFactor: 2,
    });
    const found: string[] = [];
    for (const view of VIEWS) {
      await go(view);
      for (const size of [wide, tall, wide, tall]) {
        await page.setViewportSize(size);
        await settle(page);
        found.push(...(await misfits(page)).map((misfit) => `${view} at ${size.width} × ${size.height}: ${misfit}`));
        if (view === 'history') await expect.poll(() => plotsFit(page)).toBe(true);
      }
      await shoot(page, 'turned', view);
    }
    expect(found).toEqual([]);
    await close();
  });

  it.each([
    ['a tablet', 1024, 768],
    ['a desktop', 1280, 800],
    ['the panel', 800, 480],
  ])('can be enlarged to twice its size on %s', async (_name, width, height) => {
    // What the browser's own zoom does: half as many pixels of CSS, each twice as large.
    const viewport = { width: Math.round(width / 2), height: Math.round(height / 2) };
    const { page, go, close } = await visit(browser, warm.url, { viewport, deviceScaleFactor: 2 });
    const found: string[] = [];
    for (const view of VIEWS) {
      await go(view);
      await settle(page);
      found.push(...(await misfits(page)).map((misfit) => `${view}: ${misfit}`));
    }
    expect(found).toEqual([]);
    await close();
  });
});

describe('the charts of History', () => {
  it('put marks and pointed moments where the line has them, also after a turn', async () => {
    const { page, close } = await visit(browser, warm.url, { viewport: { width: 844, height: 390 }, view: 'history' });
    await page.waitForSelector('.plots canvas');
    await page.setViewportSize({ width: 390, height: 844 });
    await settle(page);
    const last = page.locator('.panel.last .history-plot');
    await last.scrollIntoViewIfNeeded();
    const box = (await last.boundingBox())!;
    const gutter = await page.locator('.hairline').count();
    expect(gutter).toBe(0);
    await page.mouse.move(box.x + box.width - 20, box.y + 20);
    const line = (await page.locator('.hairline line').boundingBox())!;
    expect(Math.abs(line.x - (box.x + box.width - 20))).toBeLessThan(1.5);
    await close();
  });

  it('let the wheel scroll the page, and zoom only with Ctrl', async () => {
    const { page, close } = await visit(browser, warm.url, { size: 'panel', view: 'history?span=7d' });
    await page.waitForSelector('.plots canvas');
    await settle(page);
    // The figures above the charts fill the first screen of a panel.
    await page.locator('.plots').scrollIntoViewIfNeeded();
    const scrolled = () => page.locator('.outlet').evaluate((e) => e.scrollTop);
    const from = await scrolled();
    const box = (await page.locator('.plots').boundingBox())!;
    const dates = () =>
      page.locator('.range-bar input').evaluateAll((e) => e.map((i) => (i as HTMLInputElement).value));
    const before = await dates();
    await page.mouse.move(box.x + 300, box.y + 60);
    await page.mouse.wheel(0, 150);
    await expect.poll(scrolled).toBeGreaterThan(from + 50);
    expect(await dates()).toEqual(before);
    expect(await page.locator('.segments [aria-pressed=true]').textContent()).toBe('7 d');
    await page.keyboard.down('Control');
    for (let i = 0; i < 8; i++) await page.mouse.wheel(0, -400);
    await page.keyboard.up('Control');
    await expect.poll(() => page.locator('.segments [aria-pressed=true]').count()).toBe(0);
    await expect.poll(dates).not.toEqual(before);
    await close();
  });
});

describe('the address', () => {
  it('is followed when somebody edits it while History is open', async () => {
    const { page, close } = await visit(browser, warm.url, { size: 'wall', view: 'history?span=7d' });
    const pressed = () => page.locator('.page.history .segments [aria-pressed=true]').textContent();
    await expect.poll(pressed).toBe('7 d');
    await page.evaluate(() => {
      location.hash = '#/history?span=24h';
    });
    await expect.poll(pressed).toBe('24 h');
    await page.evaluate(() => {
      location.hash = '#/history?from=1795000000&to=1795090000';
    });
    await expect.poll(() => page.locator('.page.history .segments [aria-pressed=true]').count()).toBe(0);
    await expect.poll(() => page.locator('.range-bar input').first().inputValue()).toBe('2026-11-18');
    await close();
  });
});

describe('the date fields', () => {
  it('keep what was picked: today is today, and the other date stays', async () => {
    const { page, complaints, close } = await visit(browser, warm.url, { size: 'wall', view: 'history?span=7d' });
    const [from, to] = [page.getByLabel('From', { exact: true }), page.getByLabel('To', { exact: true })];
    await page.waitForSelector('.plots canvas');
    await from.fill('2026-11-21');
    await expect.poll(() => from.inputValue()).toBe('2026-11-21');
    await expect.poll(() => to.inputValue()).toBe('2026-11-21');
    await from.fill('2026-11-10');
    await to.fill('2026-11-12');
    await expect.poll(() => page.locator('.pointed').textContent()).toMatch(/10 Nov 2026, 00:00 – 13 Nov 2026, 00:00/);
    await expect.poll(() => from.inputValue()).toBe('2026-11-10');
    await to.fill('2026-10-25'); // the clocks went back that night
    await expect.poll(() => from.inputValue()).toBe('2026-10-25');
    await expect.poll(() => page.evaluate(() => location.hash)).toBe('#/history?from=1792879200&to=1792969200');
    expect(complaints).toEqual([]);
    await close();
  });

  it('and a year of them is never refused', async () => {
    const { page, complaints, close } = await visit(browser, warm.url, { size: 'wall', view: 'history?span=1y' });
    await page.waitForSelector('.plots canvas');
    await page.locator('.plots').focus();
    await page.keyboard.press('ArrowLeft');
    await page.waitForTimeout(400);
    await page.getByLabel('From', { exact: true }).fill('2025-10-01');
    await page.waitForTimeout(400);
    expect(await page.locator('.problem').count()).toBe(0);
    expect(await page.getByLabel('From', { exact: true }).inputValue()).toBe('2025-10-01');
    expect(complaints).toEqual([]);
    await close();
  });
});
