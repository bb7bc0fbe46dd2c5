import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { LANGUAGES } from '../../src/base/languages.ts';
import { withAlarms } from './support/alarmed.ts';
import { launch, visit } from './support/browser.ts';
import { shoot } from './support/looks.ts';
import { shared } from './support/shared.ts';
import { LISTED } from './support/sinks.ts';
import { pass, stage } from './support/stage.ts';
import { answered, painted, readOn } from './support/waits.ts';

const [browser, warm] = await shared(launch({ reuse: true }), stage());

/** Nothing lies over it, and nothing cuts it off. */
const isInSight = (element: Element): boolean => {
  const { left, top, width, height } = element.getBoundingClientRect();
  const found = document.elementFromPoint(left + width / 2, top + height / 2);
  return found?.closest('.problem')?.contains(element) === true;
};
/** Views, and a part of each that must stay where it is. */
const PARTS = {
  phone: [
    ['alarms', '.alarm-row'],
    ['alarms?alarm=frost_now', '.editor-head'],
    ['connections', '.sink'],
    ['forecast', '.summary'],
    ['history', '.plots'],
    ['models', 'section'],
    ['sensors', '.sensor-rows'],
    ['settings', '.foldings'],
  ],
  panel: [
    ['alarms', '.alarm-row'],
    ['connections', '.sink'],
  ],
} as const;

it.concurrent.each(['phone', 'panel'] as const)(
  'each view on the %s says that nothing answers and stands still, and again when it is over',
  async (size) => {
    let isAway = false;
    const { page, go, close } = await visit(browser, warm.url, {
      size,
      before: async (one) => {
        await one.clock.install();
        await withAlarms(one);
        await one.route('**/api/connections', (route) => route.fulfill({ json: LISTED }));
        await one.route('**/api/**', (route) => (isAway ? route.abort() : route.fallback()));
      },
    });
    for (const [view, part] of PARTS[size]) {
      await go(view);
      const first = page.locator(`.outlet ${part}`).first();
      const sentence = page.locator('.outlet').getByText('No answer from the station. Trying again…').first();
      await first.waitFor();
      await answered(page);
      const topOf = async (): Promise<number> => (await first.boundingBox())!.y;
      const before = await topOf();
      for (const isNow of [true, false]) {
        isAway = isNow;
        await page.clock.fastForward(61_000); // by then each view has asked anew
        await sentence.waitFor({ state: isNow ? 'visible' : 'detached' });
        await painted(page);
        if (isNow) expect(await sentence.evaluate(isInSight), view).toBe(true);
        expect(await topOf(), view).toBeCloseTo(before, 1);
      }
    }
    await close();
  },
);

it('before its first answer Now claims nothing of the rain, and a view that waits says so by its name', async () => {
  const first = Promise.withResolvers<void>();
  const { page, go, close } = await visit(browser, warm.url, {
    before: async (one) => {
      await withAlarms(one);
      await one.route('**/api/**', (route) => first.promise.then(() => route.fallback()));
    },
  });
  const split = page.locator('.rain-split');
  const { y, height } = (await split.boundingBox())!;
  expect((await split.textContent())!.trim()).toBe('');
  await go('alarms');
  const sign = () => page.locator('h1').evaluate((name) => getComputedStyle(name, '::after').content);
  await expect.poll(sign).toBe('"…"');
  await page.waitForTimeout(2000); // so late is the sign
  await shoot(page, 'waiting', 'alarms');
  first.resolve();
  await page.locator('.alarm-row').first().waitFor();
  await expect.poll(sign).toBe('none');
  await go('now');
  await expect.poll(() => split.textContent()).toMatch(/\w/);
  expect((await split.boundingBox())!).toMatchObject({ y, height });
  await close();
});

it('the sentence is one line of the smallest telephone, in every language', async () => {
  const { page, close } = await visit(browser, warm.url, {
    viewport: { width: 320, height: 568 },
    view: 'methods',
    before: (one) => one.route('**/api/methods', (route) => route.abort()),
  });
  const sentence = page.locator('.outlet header .problem');
  await sentence.waitFor();
  for (const language of LANGUAGES) {
    const file = join(import.meta.dirname, `../../src/locales/${language}.json`);
    const words = (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>)['page.problem.silent']!;
    await sentence.evaluate(
      (line, [tag, text]) => {
        document.documentElement.lang = tag;
        document.documentElement.dir = tag === 'ar' ? 'rtl' : 'ltr';
        line.querySelector('span')!.textContent = text;
      },
      [language, words] as const,
    );
    await painted(page);
    expect((await sentence.boundingBox())!.height, language).toBe(20);
  }
  await close();
});

it('the sentence lies over nothing that Tab brings into sight in the editor of an alarm', async () => {
  let isAway = false;
  const { page, close } = await visit(browser, warm.url, {
    size: 'phone',
    view: 'alarms?alarm=frost_tonight',
    before: async (one) => {
      await one.clock.install();
      await withAlarms(one);
      await one.route('**/api/**', (route) => (isAway ? route.abort() : route.fallback()));
    },
  });
  await page.locator('.record').waitFor();
  await answered(page);
  isAway = true;
  await page.clock.fastForward(61_000);
  await page.locator('.opened > header .problem').waitFor();
  await painted(page);
  await page.locator('.outlet').evaluate((outlet) => outlet.scrollTo(0, 0));
  await page.getByRole('button', { name: 'All alarms' }).focus();
  const focused = () =>
    page.evaluate(() => {
      const [mine, its] = [document.activeElement!, document.querySelector('.opened > header')!];
      const isUnder = mine.getBoundingClientRect().bottom > its.getBoundingClientRect().top;
      return { isInEditor: mine.closest('.alarm-editor') !== null, under: isUnder ? mine.outerHTML : null };
    });
  const under: string[] = [];
  let fields = 0;
  for (let now = await focused(); now.isInEditor; now = await focused()) {
    fields++;
    if (now.under) under.push(now.under);
    await page.keyboard.press('Tab');
  }
  expect(fields).toBeGreaterThan(10);
  expect(under).toEqual([]);
  await close();
});

it.each([
  ['alarms?alarm=frost_tonight', 'alarms/*/rehearse?*', '.record'],
  ['alarms?alarm=frost_now', 'history/daily?*', '.record'],
  ['forecast', 'scorecard', '.section-head + .table-scroll'],
  ['history', 'report?*', '.month .chart'],
])('without an answer for a part, %s (%s) says so over its heading and stands still', async (view, path, below) => {
  const own = await stage();
  let isAway = false;
  const { page, close } = await visit(browser, own.url, {
    size: 'phone',
    view,
    before: async (one) => {
      await one.clock.install();
      await withAlarms(one);
      await one.route(`**/api/${path}`, (route) => (isAway ? route.abort() : route.fallback()));
    },
  });
  await answered(page);
  await readOn(page);
  const first = page.locator(`.outlet ${below}`).first();
  await first.waitFor();
  await answered(page);
  const placeOf = (): Promise<number> =>
    first.evaluate((one) => {
      const part = one.closest('section, .alarm-editor')!;
      return one.getBoundingClientRect().top - part.getBoundingClientRect().top;
    });
  const before = await placeOf();
  isAway = true;
  await pass(601, own, page);
  const sentence = page.locator('.outlet .problem span').first();
  await sentence.waitFor();
  await sentence.scrollIntoViewIfNeeded();
  await painted(page);
  expect(await placeOf()).toBeCloseTo(before, 1);
  expect(await sentence.evaluate(isInSight)).toBe(true);
  await close();
  await own.stop();
});
