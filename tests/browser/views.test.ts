import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axe, launch, overflow, SIZES, type Size, settle, shoot, VIEWS, visit } from './support/browser.ts';
import { AFTERNOON_S, SITE, type Stage, stage } from './support/stage.ts';

let browser: Browser;
let warm: Stage;
beforeAll(async () => {
  [browser, warm] = await Promise.all([launch(), stage({ startS: AFTERNOON_S })]);
});
afterAll(async () => {
  await browser?.close();
  await warm?.stop();
});

const sizes = Object.keys(SIZES) as Size[];

describe.each(sizes.flatMap((size) => (['day', 'night'] as const).map((theme) => ({ size, theme }))))(
  'on a $size by $theme',
  ({ size, theme }) => {
    // Colours do not change with the size, nor targets with the colours: each of both is checked twice, not four times.
    const hasAxe = theme === (size === 'panel' || size === 'desk' ? 'day' : 'night');
    it(`every view stands, asks nobody else${hasAxe ? ', and axe finds nothing' : ''}`, async () => {
      const visitor = await visit(browser, warm.url, { size, theme });
      const { page } = visitor;
      for (const view of VIEWS) {
        await visitor.go(view);
        await settle(page);
        await shoot(page, view, size, theme);
        expect(await page.locator('h1').count(), `one heading in ${view}`).toBe(1);
        expect((await overflow(page)).sideways, `${view} is no wider than the screen`).toBeLessThanOrEqual(0);
        if (hasAxe) expect(await axe(page), `axe in ${view}`).toEqual([]);
      }
      expect(visitor.complaints).toEqual([]);
      expect(visitor.foreign).toEqual([]);
      await visitor.close();
    });
  },
);

it.each(['constructor', '__proto__', 'toString', '%E0%A4%A'])(
  'an address that names no view, #/%s, is Now',
  async (view) => {
    const { page, complaints, close } = await visit(browser, warm.url, { view });
    await page.waitForSelector('.outlet[data-view=now]');
    expect(complaints).toEqual([]);
    await close();
  },
);

describe('the view Forecast', () => {
  it('promises no nine in ten while every band is a first guess', async () => {
    const visitor = await visit(browser, warm.url, {
      view: 'forecast',
      before: (page) =>
        page.route('**/api/forecast', async (route) => {
          const response = await route.fetch();
          const bundle = (await response.json()) as { targets: Record<string, object[]> };
          const targets = Object.fromEntries(
            Object.entries(bundle.targets).map(([target, entries]) => [
              target,
              entries.map((entry) => ({ ...entry, provisional: true })),
            ]),
          );
          await route.fulfill({ response, json: { ...bundle, targets } });
        }),
    });
    await visitor.page.getByText(/Dashed: a first estimate/).waitFor();
    expect(await visitor.page.locator('.outlet').textContent()).not.toMatch(/nine times out of ten/);
    await visitor.close();
  });
});

describe('the view Now', () => {
  it.each([
    ['panel', 800, 480],
    ['wall', 1280, 720],
    ['taller wall', 1280, 800],
  ])('does not scroll on the %s, and its targets fit a finger', async (_name, width, height) => {
    const visitor = await visit(browser, warm.url, { viewport: { width, height }, kiosk: true });
    await settle(visitor.page);
    expect((await overflow(visitor.page)).down).toBeLessThanOrEqual(0);
    const targets = await visitor.page.locator('button:visible, a:visible').evaluateAll((elements) =>
      elements.map((element) => {
        // What a finger hits, with any invisible margin around the words.
        const box = element.getBoundingClientRect();
        const after = getComputedStyle(element, '::after');
        const grown = after.content !== 'none' && after.position === 'absolute' ? Number.parseFloat(after.height) : 0;
        return { name: element.textContent, height: Math.max(box.height, grown), width: box.width };
      }),
    );
    expect(targets.length).toBeGreaterThanOrEqual(9);
    expect(targets.filter((target) => target.height < 48 || target.width < 48)).toEqual([]);
    await visitor.close();
  });

  it('shows the temperature at 112 px or more on the small panel', async () => {
    const visitor = await visit(browser, warm.url);
    const size = await visitor.page
      .locator('.hero-number')
      .evaluate((e) => Number.parseFloat(getComputedStyle(e).fontSize));
    expect(size).toBeGreaterThanOrEqual(112);
    await visitor.close();
  });

  it.each(['panel', 'wall', 'phone', 'desk'] as const)(
    'keeps its columns apart in a hard frost on the %s',
    async (size) => {
      const visitor = await visit(browser, warm.url, {
        size,
        before: (page) =>
          page.route('**/api/stream?*', async (route) => {
            const text = await (await fetch(`${warm.url}/api/telemetry`)).text();
            const telemetry = { ...JSON.parse(text), temperature: -40 };
            const message = { telemetry, precipitation: {}, health: 'ok', drift_stress: 0, jobs: [] };
            await route.fulfill({ contentType: 'text/event-stream', body: `data: ${JSON.stringify(message)}\n\n` });
          }),
      });
      await visitor.page.waitForFunction(() => document.querySelector('.hero-number')?.textContent?.includes('40.0'));
      await shoot(visitor.page, 'frost', size);
      if (size === 'desk') await visitor.page.setViewportSize({ width: 1280, height: 800 });
      const [unitRight, tonightLeft] = await visitor.page.evaluate(() => [
        document.querySelector('.hero-unit')!.getBoundingClientRect().right,
        document.querySelector('.tonight')!.getBoundingClientRect().left,
      ]);
      if (size !== 'phone') expect(unitRight! + (size === 'desk' ? 12 : 0)).toBeLessThanOrEqual(tonightLeft!);
      else expect(unitRight!).toBeLessThanOrEqual(390);
      await visitor.close();
    },
  );

  it('speaks the reader’s units, and remembers them', async () => {
    const visitor = await visit(browser, warm.url, { size: 'wall' });
    const { page } = visitor;
    await page.getByRole('button', { name: /display and units/ }).click();
    await page.getByRole('button', { name: '°F, inHg' }).click();
    const said = page.locator('.signals li > :last-child');
    const lefts = await said.evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().left)));
    expect(new Set(lefts).size).toBe(1);
    await shoot(page, 'sheet', 'wall');
    expect(await axe(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => document.querySelector('.hero-unit')?.textContent === '°F');
    await page.reload();
    await page.waitForFunction(() => document.querySelector('.hero-unit')?.textContent === '°F');
    await visitor.close();
  });

  it('speaks the station’s units to whoever has chosen none', async () => {
    const imperial = await stage({ startS: AFTERNOON_S, status: { site: { ...SITE, units: 'imperial' } } });
    const visitor = await visit(browser, imperial.url, { size: 'wall' });
    await visitor.page.waitForFunction(() => document.querySelector('.hero-unit')?.textContent === '°F');
    await visitor.close();
    await imperial.stop();
  });
});

describe('a link', () => {
  it('opens the view and the stretch of time it names', async () => {
    const visitor = await visit(browser, warm.url, { size: 'wall', view: 'history?span=7d' });
    await visitor.page.waitForSelector('.segments [aria-pressed="true"]:has-text("7 d")');
    const ahead = await visitor.page
      .locator('link[rel=modulepreload]')
      .evaluateAll((links) => links.map((link) => (link as HTMLLinkElement).href.replace(/^.*\/|-.*$/g, '')));
    expect(ahead, 'its parts come together, not one after another').toEqual(['history', 'shared']);
    await visitor.close();
  });
});

describe('with a keyboard alone', () => {
  it('one walks the rail, opens a view and moves through its history', async () => {
    const visitor = await visit(browser, warm.url, { size: 'wall' });
    const { page } = visitor;
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.plots canvas');
    await page.locator('.plots').focus();
    const before = await page.locator('.pointed').textContent();
    await page.keyboard.press('ArrowLeft');
    await page.waitForFunction((old) => document.querySelector('.pointed')?.textContent !== old, before);
    await visitor.close();
  });
});
