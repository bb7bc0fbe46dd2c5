import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { share } from '../support/share.ts';
import { launch, VIEWS, visit } from './support/browser.ts';
import { shoot } from './support/looks.ts';
import { misfits, wordsOut } from './support/misfits.ts';
import { shared } from './support/shared.ts';
import { stage } from './support/stage.ts';
import { redrawn, settle, shown } from './support/waits.ts';

const [browser, warm] = await shared(launch({ reuse: true }), stage());

/** What is drawn in a chart of History must be as wide as the place it was given. */
const plotsFit = (page: Page): Promise<boolean> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.history-plot')].every((plot) => {
      const { width, height } = plot.querySelector('svg')!.viewBox.baseVal;
      return Math.abs(width - plot.clientWidth) <= 1 && Math.abs(height - plot.clientHeight) <= 1;
    }),
  );

describe('every view', () => {
  it('fits its window from the widest screen down to the smallest telephone, on a low panel, and back', async () => {
    const high = [2560, 1600, 1280, 1024, 768, 667, 390, 320, 800, 2560].map((width) => ({ width, height: 900 }));
    const low = [1024, 800, 640].map((width) => ({ width, height: 400 }));
    const windows = [...high, ...low, high[0]!].map((window, nth) => ({ ...window, nth }));
    const kindOf = ({ width, height }: { width: number; height: number }) =>
      height < 500 ? 'low' : width < 800 ? 'narrow' : 'wide';
    const looks = share(
      'windows of a view',
      VIEWS.flatMap((view) => windows.map((window) => ({ view, window }))),
      ({ view, window }) => [`${view} in one that is ${kindOf(window)}`, String(window.nth)],
    );
    const { page, go, complaints, close } = await visit(browser, warm.url, { viewport: high[0]! });
    const found: string[] = [];
    for (const view of VIEWS) {
      await go(view);
      for (const { window } of looks.filter((look) => look.view === view)) {
        const size = `${window.width} × ${window.height}`;
        await page.setViewportSize(window);
        await redrawn(page);
        found.push(...(await misfits(page)).map((misfit) => `${view} at ${size}: ${misfit}`));
        if (view === 'history') await expect.poll(() => plotsFit(page), { message: `at ${size}` }).toBe(true);
      }
    }
    expect(found).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  it('follows a telephone that is turned, both ways', async () => {
    const tall = { width: 390, height: 844 };
    const wide = { width: 844, height: 390 };
    const turns = share(
      'turns of a telephone under a view',
      VIEWS.flatMap((view) => [[wide, tall] as const, [tall, wide] as const].map((turn) => ({ view, turn }))),
      ({ view, turn: [, to] }) => [view, String(to.width), ...(view === 'history' ? [`charts at ${to.width}`] : [])],
    );
    const { page, go, close } = await visit(browser, warm.url, {
      viewport: wide,
      hasTouch: true,
      deviceScaleFactor: 2,
    });
    const found: string[] = [];
    for (const { view, turn } of turns) {
      await go(view);
      for (const size of turn) {
        await page.setViewportSize(size);
        await redrawn(page);
      }
      const [, { width }] = turn;
      found.push(...(await misfits(page)).map((misfit) => `${view}, turned to ${width}: ${misfit}`));
      if (view === 'history') await expect.poll(() => plotsFit(page)).toBe(true);
      await shoot(page, 'turned', view, String(width));
    }
    expect(found).toEqual([]);
    await close();
  });

  it('can be enlarged to twice its size on a tablet, a desktop and the panel', async () => {
    // What the browser's own zoom does: half as many pixels of CSS, each twice as large.
    const windows = [
      { width: 512, height: 384 },
      { width: 640, height: 400 },
      { width: 400, height: 240 },
    ];
    const looks = share(
      'windows of a view that is enlarged',
      VIEWS.flatMap((view) => windows.map((window) => ({ view, window }))),
      ({ view, window }) => [view, String(window.width)],
    );
    const { page, go, close } = await visit(browser, warm.url, { viewport: windows[0]!, deviceScaleFactor: 2 });
    const found: string[] = [];
    for (const view of VIEWS) {
      await go(view);
      for (const { window } of looks.filter((look) => look.view === view)) {
        await page.setViewportSize(window);
        await redrawn(page);
        found.push(...(await misfits(page)).map((misfit) => `${view} at ${window.width}: ${misfit}`));
      }
    }
    expect(found).toEqual([]);
    await close();
  });
});

it('the browser’s own letter size is followed as far as the window has room, and no view is wider than it', async () => {
  const { page, go, close } = await visit(browser, warm.url, { size: 'wall' });
  const [size, larger] = ['13px', '19.5px'];
  const windows = [
    { width: 390, height: 844, letters: size },
    { width: 800, height: 480, letters: size },
    { width: 1280, height: 800, letters: larger },
  ];
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: 24 } });
  const found: string[] = [];
  for (const view of [...VIEWS, 'settings']) {
    await go(view);
    for (const { letters, ...window } of windows) {
      const at = `${view} at ${window.width}`;
      await page.setViewportSize(window);
      await redrawn(page);
      expect(await page.evaluate(() => getComputedStyle(document.body).fontSize), at).toBe(letters);
      // A wide table scrolls within its own frame.
      const unfit = (await misfits(page)).filter((misfit) => !misfit.includes(' takes '));
      found.push(...unfit.map((misfit) => `${at}: ${misfit}`));
    }
  }
  expect(found).toEqual([]);
  await close();
});

describe('the rail', () => {
  // The last is a telephone that is enlarged to twice its size.
  const windows = [
    { width: 390, height: 844 },
    { width: 320, height: 568 },
    { width: 195, height: 422 },
  ];
  it('has every way in the window of a telephone, each fit for a finger, and Now, the station and a note fit, too', async () => {
    const { page, go, close } = await visit(browser, warm.url, { viewport: windows[0]!, deviceScaleFactor: 2 });
    for (const window of windows) {
      const at = `at ${window.width}`;
      await page.setViewportSize(window);
      await go('now');
      await redrawn(page);
      const ways = page.locator('.rail a');
      const found = await ways.evaluateAll((all) =>
        all.flatMap((way) => {
          const { left, right, top, bottom } = way.getBoundingClientRect();
          const isInside = left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight;
          const isForFinger = right - left >= 44 && bottom - top >= 48;
          return isInside && isForFinger ? [] : [`${way.textContent}: ${left} to ${right}, ${top} to ${bottom}`];
        }),
      );
      expect(found, at).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), at).toBeLessThanOrEqual(0);
      expect(await wordsOut(page, '.rail'), at).toEqual([]);
      expect(await misfits(page), at).toEqual([]);
      await shoot(page, 'rail', String(window.width));
      await page.locator('.status-button').click();
      await page.locator('dialog .segments').first().waitFor();
      expect(await wordsOut(page, 'dialog'), at).toEqual([]);
      await page.keyboard.press('Escape');
      await ways.nth(2).click();
      await page.locator('.write-note').click();
      await page.locator('dialog.note').waitFor();
      expect(await misfits(page, 'dialog.note'), at).toEqual([]);
      expect(await wordsOut(page, 'dialog.note'), at).toEqual([]);
      await page.keyboard.press('Escape');
      await ways.last().click();
      await page.locator('main[data-view=settings]').waitFor();
    }
    await close();
  });
});

describe('History on a narrow telephone', () => {
  const languages = share('languages of History on a narrow telephone', ['de', 'fr'], () => ['longer words']);
  it.each(languages)('has every button within its window, also in the longer words of %s', async (language) => {
    const { page, close } = await visit(browser, warm.url, {
      viewport: { width: 288, height: 600 },
      view: 'history',
      before: (one) => one.addInitScript((of) => localStorage.setItem('weatherglass.language', of), language),
    });
    await shown(page, '.plots .past');
    for (const width of [288, 300, 320]) {
      await page.setViewportSize({ width, height: 600 });
      await redrawn(page);
      // A wide table scrolls within its own frame.
      const found = (await misfits(page)).filter((misfit) => !misfit.includes(' takes '));
      expect(found, `at ${width}`).toEqual([]);
    }
    await close();
  });
});

describe('the charts of History', () => {
  it('put marks and pointed moments where the line has them, also after a turn', async () => {
    const { page, close } = await visit(browser, warm.url, { viewport: { width: 844, height: 390 }, view: 'history' });
    await shown(page, '.plots .past');
    await page.setViewportSize({ width: 390, height: 844 });
    await settle(page);
    const last = page.locator('.panel.last .history-plot');
    await last.scrollIntoViewIfNeeded();
    const box = (await last.boundingBox())!;
    const gutter = await page.locator('.hairline').count();
    expect(gutter).toBe(0);
    await page.mouse.move(box.x + box.width - 20, box.y + 20);
    const apart = async (): Promise<number> =>
      Math.abs((await page.locator('.hairline line').boundingBox())!.x - (box.x + box.width - 20));
    await expect.poll(apart).toBeLessThan(1.5);
    await close();
  });

  it('let the wheel scroll the page, and zoom only with Ctrl', async () => {
    const { page, close } = await visit(browser, warm.url, { size: 'panel', view: 'history?span=7d' });
    await shown(page, '.plots .past');
    await settle(page);
    // The figures above the charts fill the first screen of a panel.
    await page.locator('.plots').scrollIntoViewIfNeeded();
    const scrolled = () => page.locator('.outlet').evaluate((e) => e.scrollTop);
    const from = await scrolled();
    const box = (await page.locator('.plots').boundingBox())!;
    const dates = () =>
      page.locator('.range-bar input[type=text]').evaluateAll((e) => e.map((i) => (i as HTMLInputElement).value));
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
