import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { until } from './waits.ts';

/** Until the wall's hands are there, which come a moment after the page: from then on no long press asks for a menu. */
export const listening = (page: Page): Promise<void> =>
  until(page, () => !dispatchEvent(new Event('contextmenu', { cancelable: true })));

/**
 * Stops a page's clock, which is installed: only the test lets time pass from here on. Where a busy machine takes longer than the second
 * from question to order, the clock stands all the same, and the order is repeated for the time at which it does.
 */
export async function stopClock(page: Page): Promise<void> {
  const stop = async () => page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000); // now: the page's own clock, which the test has set
  await stop().catch((error: Error) => {
    if (!error.message.includes('fast-forward to the past')) throw error;
    return stop();
  });
}

/**
 * A minute without a touch begins now, and only the test lets it pass, on a page whose clock is installed: a busy machine would be over it
 * before it is looked at.
 */
export async function untouchedFromNow(page: Page): Promise<void> {
  await listening(page);
  await stopClock(page);
  await page.evaluate(() => dispatchEvent(new Event('pointerdown')));
}

/** Quarter minutes pass until this is seen: the station's answers come between them, however slow the machine is. */
export async function untilSeen<T>(page: Page, look: () => Promise<T>, wanted: T): Promise<void> {
  await listening(page);
  await expect
    .poll(async () => {
      await page.clock.runFor(15_000);
      return look();
    })
    .toBe(wanted);
}

export const themeOf = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => document.documentElement.dataset['theme']);
