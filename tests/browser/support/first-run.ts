import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Status } from '../../../src/contract/status.ts';
import { share } from '../../support/share.ts';
import { axe, shoot } from './looks.ts';
import { unwaited } from './waits.ts';

export const touch = { hasTouch: true } as const;
/** A finger that never taps twice: the moment after each step in which nothing is answered is over at once. */
export const calm = { ...touch, before: (page: Page) => unwaited(page, 200) } as const;
export const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
export const tap = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).tap();
export const letters = async (page: Page, text: string): Promise<void> => {
  for (const letter of text) await page.locator('.keyboard').getByRole('button', { name: letter, exact: true }).tap();
};
export const digits = async (page: Page, text: string): Promise<void> => {
  for (const key of text) await page.locator('.keypad').getByRole('button', { name: key, exact: true }).tap();
};

/** The station answers again, and what was saved is in force: it begins anew for that, and for a moment nobody answers. */
export const inForce = (page: Page, of: (status: Status) => boolean): Promise<void> =>
  expect
    .poll(() =>
      page.evaluate(async () => {
        const answer = await fetch('/api/status').catch(() => null);
        return answer?.ok ? ((await answer.json()) as Status) : null;
      }),
    )
    .toSatisfy((status: Status | null) => status !== null && of(status));

/** The steps that are looked at, on which screen. */
const STEPS = {
  panel: [
    ...(['language', 'search', 'place', 'units', 'height', 'name', 'access', 'phone', 'sensors', 'done'] as const),
    'read-only',
  ],
  phone: ['coordinates-refused', 'coordinates', 'place', 'height', 'access', 'access-protected', 'sensors'],
} as const;
type Screen = keyof typeof STEPS;
type Step = (typeof STEPS)[Screen][number];
const seenByAxe = new Set(
  share(
    'steps of the first run that axe looks at',
    (Object.keys(STEPS) as Screen[]).flatMap((size) => STEPS[size].map((step) => ({ size, step }))),
    ({ size, step }) => [`on a ${size}`, step.replace(/-(refused|protected)$/, '')],
  ).map(({ size, step }) => `${step} on a ${size}`),
);

/** Nothing is wrong with a step: it fits, names everything, and is read in both themes. */
export async function sound(page: Page, size: Screen, step: Step): Promise<void> {
  await shoot(page, 'first', step, size);
  if (seenByAxe.has(`${step} on a ${size}`)) expect(await axe(page), step).toEqual([]);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(wide, step).toBeLessThanOrEqual(0);
  const small = await page
    .locator('.first-run button:visible')
    .evaluateAll((all) =>
      (all as HTMLElement[]).filter((b) => Math.min(b.offsetWidth, b.offsetHeight) < 44).map((b) => b.textContent),
    );
  expect(small, step).toEqual([]);
}

/** From the first step to the one that asks who may change things, by finger alone. `look`: at each step, with answers that are corrected. */
export async function answered(page: Page, size: Screen, look = true): Promise<void> {
  const check = (step: Step) => (look ? sound(page, size, step) : Promise.resolve());
  await title(page, /language|Where/).waitFor();
  if (await title(page, /language/).count()) {
    await check('language');
    await tap(page, 'Next');
  }
  await title(page, /Where is your/).waitFor();
  await page.getByRole('searchbox').tap();
  if (size === 'panel') await letters(page, 'munch');
  else await page.keyboard.type('muench');
  await page.getByRole('button', { name: /^Munich/ }).waitFor();
  await check('search');
  await tap(page, /^Munich/);
  await page.getByText('Europe/Berlin').waitFor();
  await check('place');
  await tap(page, 'Next');
  await title(page, /units/).waitFor();
  await check('units');
  await tap(page, 'Next');
  await title(page, /elevation/).waitFor();
  await check('height');
  if (look) {
    for (let i = 0; i < 3; i++) await tap(page, 'Delete the last digit');
    await digits(page, '530');
    await tap(page, 'Outdoors');
    await tap(page, 'Next');
    await title(page, /name/).waitFor();
    await tap(page, 'Back');
    await title(page, /elevation/).waitFor();
    await tap(page, 'Back');
    await tap(page, /°F/);
    await tap(page, 'Next');
    await title(page, /elevation/).waitFor();
    await expect.poll(() => page.locator('.typed').textContent()).toBe('1739'); // the same height, as those units have it
  }
  await tap(page, 'Next');
  await title(page, /name/).waitFor();
  if (look) {
    expect(await page.getByRole('textbox').getAttribute('maxlength')).toBe('40');
    await tap(page, 'Balcony');
    await check('name');
  }
  await tap(page, 'Next');
  await title(page, /Who can/).waitFor();
}
