import { describe, expect, it } from 'vitest';
import { share } from '../support/share.ts';
import { launch, SIZES, type Size, VIEWS, visit } from './support/browser.ts';
import { axe, overflow, shoot, wear } from './support/looks.ts';
import { shared } from './support/shared.ts';
import { stage } from './support/stage.ts';
import { answered, settle, shown, until } from './support/waits.ts';

const [browser, warm] = await shared(launch({ reuse: true }), stage());

const sizes = Object.keys(SIZES) as Size[];
/** Colours do not change with the size, nor targets with the colours: axe sees each of both, but not both together. */
const checkedOn = (size: Size) => (size === 'panel' || size === 'desk' ? 'day' : 'night');
/** That no view is wider than its window is proven in many more windows in sizes.test.ts. */
const looks = share(
  'views on a screen, in both colours',
  sizes.flatMap((size) => VIEWS.map((view) => ({ size, view }))),
  ({ size, view }) => [`${view} by ${checkedOn(size)}`, size],
);

describe.each(sizes)('on a %s', (size) => {
  const checked = checkedOn(size);
  it(`a view stands by day and by night, asks nobody else, and axe finds nothing (by ${checked})`, async () => {
    const visitor = await visit(browser, warm.url, { size, theme: checked });
    const { page } = visitor;
    for (const { view } of looks.filter((one) => one.size === size)) {
      await wear(page, checked);
      await visitor.go(view);
      await settle(page);
      expect(await axe(page), `axe in ${view}`).toEqual([]);
      for (const theme of ['day', 'night'] as const) {
        await wear(page, theme);
        await answered(page);
        await shoot(page, view, size, theme);
        expect(await page.locator('h1').count(), `one heading in ${view}`).toBe(1);
        expect((await overflow(page)).sideways, `${view} is no wider than the screen`).toBeLessThanOrEqual(0);
      }
    }
    expect(visitor.complaints).toEqual([]);
    expect(visitor.foreign).toEqual([]);
    await visitor.close();
  });
});

it('an address that names no view is Now, when the page is opened by it and when it is gone to', async () => {
  const { page, go, complaints, close } = await visit(browser, warm.url, { view: 'constructor' });
  await shown(page, '.outlet[data-view=now]');
  for (const none of ['__proto__', 'toString', '%E0%A4%A']) {
    await go('methods');
    await page.evaluate((hash) => {
      location.hash = hash;
    }, `#/${none}`);
    await shown(page, '.outlet[data-view=now]');
  }
  expect(complaints).toEqual([]);
  await close();
});

it('a view that cannot be drawn says so in its place, tries again by itself, and leaves the others whole', async () => {
  let ts = -1e13; // no calendar has it
  const visitor = await visit(browser, warm.url, {
    before: (page) =>
      page.route('**/api/labels?*', (route) =>
        route.fulfill({
          json: { total: 1, labels: [{ id: 1, ts, kind: 'rain', value: 1, strength: 'strong', note: '' }] },
        }),
      ),
  });
  const { page, go } = visitor;
  await go('models');
  const broken = page.getByText('This cannot be shown. Trying again…');
  await broken.waitFor();
  await go('alarms');
  await page.getByRole('button', { name: 'Add alarm' }).waitFor();
  await go('models');
  await broken.waitFor();
  ts = 1e9;
  await page.locator('section.labels').waitFor();
  expect(await broken.count()).toBe(0);
  await visitor.close();
});

it('a report’s note of 10,000 letters is a few lines, to be read on by scrolling', async () => {
  const label = { id: 1, ts: 1e9, given_ts: 1e9, kind: 'rain', value: 1, strength: 'strong', undoable: true };
  const { page, complaints, close } = await visit(browser, warm.url, {
    view: 'models',
    before: (page) =>
      page.route('**/api/labels?*', (route) =>
        route.fulfill({ json: { total: 1, labels: [{ ...label, learned: true, note: 'rain '.repeat(2000) }] } }),
      ),
  });
  const row = page.locator('.label-rows li');
  await row.waitFor();
  expect((await row.boundingBox())!.height).toBeLessThan(250);
  expect(await row.locator('bdi').evaluate((note) => note.scrollHeight > note.clientHeight)).toBe(true);
  expect(complaints).toEqual([]);
  await close();
});

it.each(['from=-1e13&to=-9e12', 'from=0&to=2e13'])(
  'a link to a time of no calendar (%s) opens History as it stands',
  async (times) => {
    const { page, go, complaints, close } = await visit(browser, warm.url, { view: `history?${times}` });
    await page.getByRole('heading', { name: 'so far' }).waitFor();
    await go('alarms');
    await page.getByRole('button', { name: 'Add alarm' }).waitFor();
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
  it('does not scroll on the panel and on two walls, its targets fit a finger, and on the panel the temperature has 112 px or more', async () => {
    const { page, close } = await visit(browser, warm.url, { kiosk: true });
    const figure = page.locator('.hero-number');
    expect(await figure.evaluate((e) => Number.parseFloat(getComputedStyle(e).fontSize))).toBeGreaterThanOrEqual(112);
    for (const [width, height] of [
      [800, 480],
      [1280, 720],
      [1280, 800],
    ] as const) {
      await page.setViewportSize({ width, height });
      await settle(page);
      const screen = `${width} × ${height}`;
      expect((await overflow(page)).down, screen).toBeLessThanOrEqual(0);
      const targets = await page.locator('button:visible, a:visible').evaluateAll((elements) =>
        elements.map((element) => {
          // Area that a finger hits, with any invisible margin around the words.
          const box = element.getBoundingClientRect();
          const after = getComputedStyle(element, '::after');
          const grown = after.content !== 'none' && after.position === 'absolute' ? Number.parseFloat(after.height) : 0;
          return { name: element.textContent, height: Math.max(box.height, grown), width: box.width };
        }),
      );
      expect(targets.length, screen).toBeGreaterThanOrEqual(9);
      expect(
        targets.filter((target) => target.height < 48 || target.width < 48),
        screen,
      ).toEqual([]);
    }
    await close();
  });

  it('keeps its columns apart in a hard frost on every screen', async () => {
    const { page, close } = await visit(browser, warm.url, {
      before: (page) =>
        page.route('**/api/stream?*', async (route) => {
          const text = await (await fetch(`${warm.url}/api/telemetry`)).text();
          const telemetry = { ...JSON.parse(text), temperature: -40 };
          const message = { telemetry, precipitation: {}, health: 'ok', drift_stress: 0, jobs: [] };
          await route.fulfill({ contentType: 'text/event-stream', body: `data: ${JSON.stringify(message)}\n\n` });
        }),
    });
    await until(page, () => document.querySelector('.hero-number')?.textContent?.includes('40.0'));
    await shown(page, '.tonight');
    for (const size of sizes) {
      await page.setViewportSize(size === 'desk' ? { width: 1280, height: 800 } : SIZES[size]);
      await answered(page);
      await shoot(page, 'frost', size);
      const [unitRight, tonightLeft] = await page.evaluate(() => [
        document.querySelector('.hero-unit')!.getBoundingClientRect().right,
        document.querySelector('.tonight')!.getBoundingClientRect().left,
      ]);
      if (size === 'phone') expect(unitRight!, size).toBeLessThanOrEqual(390);
      else expect(unitRight! + (size === 'desk' ? 12 : 0), size).toBeLessThanOrEqual(tonightLeft!);
    }
    await close();
  });

  it('speaks the reader’s units, and remembers them', async () => {
    const visitor = await visit(browser, warm.url, { size: 'wall' });
    const { page } = visitor;
    await page.getByRole('button', { name: /display and units/ }).click();
    await page.getByRole('button', { name: '°F, inHg' }).click();
    const said = page.locator('.signals li > :last-child');
    await said.first().waitFor();
    const lefts = await said.evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().left)));
    expect(new Set(lefts).size).toBe(1);
    await shoot(page, 'sheet', 'wall');
    expect(await axe(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await until(page, () => document.querySelector('.hero-unit')?.textContent === '°F');
    await page.reload();
    await until(page, () => document.querySelector('.hero-unit')?.textContent === '°F');
    await visitor.close();
  });
});

describe('a visitor of these tests', () => {
  it('meets nothing that the one before has left in their browser', async () => {
    const before = await visit(browser, warm.url, {
      hasTouch: true,
      locale: 'en-ZA',
      size: 'phone',
      before: async (page) => {
        await page.addInitScript(() => document.addEventListener('DOMContentLoaded', () => (document.title = 'left')));
        await page.route('**/api/status', (route) => route.continue());
      },
    });
    await before.page.evaluate(async () => {
      localStorage.setItem('left', 'yes');
      sessionStorage.setItem('left', 'yes');
      await caches.open('left');
    });
    const last = before.page.context();
    await last.addCookies([{ name: 'left', value: 'yes', url: warm.url }]);
    await before.close();
    const { page, close } = await visit(browser, warm.url, { hasTouch: true, locale: 'en-ZA', theme: 'night' });
    expect(page.context(), 'has the same context').toBe(last);
    const left = await page.evaluate(async () => ({
      stored: [localStorage.getItem('left'), sessionStorage.getItem('left'), document.cookie, ...(await caches.keys())],
      title: document.title,
      width: innerWidth,
      theme: localStorage.getItem('weatherglass.theme'),
      fromCache: performance
        .getEntriesByType('resource')
        .filter((one) => (one as PerformanceResourceTiming).transferSize === 0 && /assets/.test(one.name))
        .map(({ name }) => name),
    }));
    expect(left).toMatchObject({ stored: [null, null, ''], width: 800, theme: 'night', fromCache: [] });
    expect(left.title).not.toBe('left');
    await close();
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
    await shown(page, '.plots .past');
    await settle(page);
    await page.locator('.plots').focus();
    const before = await page.locator('.pointed').textContent();
    await page.keyboard.press('ArrowLeft');
    await until(page, (old) => document.querySelector('.pointed')?.textContent !== old, before);
    await visitor.close();
  });
});
