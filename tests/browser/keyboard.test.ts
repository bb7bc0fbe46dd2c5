import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { share } from '../support/share.ts';
import { launch, type Size, VIEWS, visit } from './support/browser.ts';
import { shared } from './support/shared.ts';
import { stage } from './support/stage.ts';
import { settle, until } from './support/waits.ts';

const [browser, warm] = await shared(launch({ whole: true, reuse: true }), stage());

const OPERABLE = 'a[href], button:not(:disabled), input:not(:disabled, [aria-hidden]), select, summary, [tabindex="0"]';

interface Walk {
  /** Controls in sight that Tab never reached. */
  missed: string[];
  /** Controls that had the focus and did not show it. */
  unseen: string[];
  steps: number;
}

/** Presses Tab until the walk begins again, and compares where it led with what could be touched when it began. */
async function walk(page: Page, within = 'body'): Promise<Walk> {
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.evaluate((selector) => {
    for (const [i, element] of [...document.querySelectorAll(selector)].entries())
      element.setAttribute('data-walk', String(i));
  }, OPERABLE);
  const reached = new Set<string>();
  const unseen: string[] = [];
  let steps = 0;
  let last = '';
  for (; steps < 400; steps++) {
    await page.keyboard.press('Tab');
    const at = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return null;
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      // One that came while the walk went on has its own mark: two without one would be taken for the end of the round.
      if (!element.hasAttribute('data-walk')) element.setAttribute('data-walk', `late ${Math.random()}`); // now: only has to differ
      return {
        id: element.getAttribute('data-walk')!,
        isSeen: outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2,
        html: element.outerHTML.slice(0, 90),
      };
    });
    if (at === null) continue; // the browser's own controls, between the end and the beginning
    if (at.id === last) continue; // a date field has fields of its own
    if (reached.has(at.id)) break;
    last = at.id;
    reached.add(at.id);
    if (!at.isSeen) unseen.push(at.html);
  }
  const missed = await page.evaluate(
    ({ selector, root, seen }) =>
      [...document.querySelectorAll(`${root} :is(${selector})`)]
        .filter((element) => {
          const { width, height } = element.getBoundingClientRect();
          return width > 0 && height > 0 && getComputedStyle(element).visibility === 'visible';
        })
        .filter((element) => !element.closest('[inert], [aria-hidden="true"]'))
        .filter((element) => element.hasAttribute('data-walk') && !seen.includes(element.getAttribute('data-walk')!))
        .map((element) => element.outerHTML.slice(0, 90)),
    { selector: OPERABLE, root: within, seen: [...reached] },
  );
  return { missed, unseen, steps };
}

const SIZES_WALKED = ['wall', 'phone'] as const satisfies Size[];
const walks = share(
  'walks with Tab through a view',
  SIZES_WALKED.flatMap((size) => VIEWS.map((view) => ({ size, view }))),
  ({ size, view }) => [size, `neighbours ${VIEWS.indexOf(view) >> 1}`],
);

describe('with a keyboard alone', () => {
  it.each(SIZES_WALKED)('every control of every view is reached, and shows that it is (%s)', async (size) => {
    const { page, go, close } = await visit(browser, warm.url, { size });
    for (const { view } of walks.filter((one) => one.size === size)) {
      await go(view);
      await settle(page);
      await page.waitForTimeout(300);
      const { missed, unseen, steps } = await walk(page);
      expect(missed, view).toEqual([]);
      expect(unseen, view).toEqual([]);
      expect(steps, view).toBeGreaterThan(6);
    }
    await close();
  });

  it('the sheet is opened, walked, left by Escape, and the focus is where it was', async () => {
    const { page, close } = await visit(browser, warm.url, { size: 'wall' });
    const opener = page.getByRole('button', { name: /display and units/ });
    await opener.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Station' }).waitFor();
    await settle(page);
    const { missed, unseen } = await walk(page, 'dialog');
    expect(missed).toEqual([]);
    expect(unseen).toEqual([]);
    // What lies under the window cannot be reached.
    for (let i = 0; i < 12; i++) {
      await page.keyboard.press('Tab');
      expect(
        await page.evaluate(
          () => document.activeElement === document.body || document.activeElement!.closest('dialog') !== null,
        ),
      ).toBe(true);
    }
    await page.keyboard.press('Escape');
    await until(page, () => !document.querySelector('dialog'));
    await expect.poll(() => opener.evaluate((element) => element === document.activeElement)).toBe(true);
    await close();
  });

  it('an Enter that stays down is one touch, and switches nothing on in the window that it opened', async () => {
    const { page, close } = await visit(browser, warm.url, { view: 'alarms' });
    await page.getByRole('button', { name: 'Add alarm' }).focus();
    await page.keyboard.down('Enter');
    await page
      .getByRole('button', { name: /^Switch on/ })
      .first()
      .waitFor();
    for (let i = 0; i < 10; i++) await page.keyboard.down('Enter'); // Chromium marks them as repeats
    await page.keyboard.up('Enter');
    expect(await page.getByRole('dialog').count()).toBe(1);
    await close();
  });

  it('a calibration is made from the first step to the last', async () => {
    const own = await stage();
    const { page, close } = await visit(browser, own.url, { size: 'wall', view: 'models' });
    const enterOn = async (name: string | RegExp): Promise<void> => {
      const button = page.getByRole('button', { name });
      await expect.poll(() => button.isEnabled()).toBe(true); // one that is not takes no focus
      await button.focus();
      await page.keyboard.press('Enter');
    };
    await enterOn('It is in place');
    await enterOn(/Enter (the reference|it anyway)/);
    await page.locator('.keypad').waitFor();
    await page.keyboard.type('17');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('8,5');
    await expect.poll(() => page.locator('output.typed').textContent()).toBe('18.5');
    await page.keyboard.press('Enter');
    await page.getByText('After', { exact: true }).waitFor();
    expect(own.station.watch.models().calibration.n).toBe(1);
    await close();
    await own.stop();
  });
});
