import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import { patience } from '../support/patience.ts';
import { type RunningKiosk, SEEN_MS, until } from './driver.ts';

/** As a finger does it: the page notices the hold by itself, asks, and leaves by the address the window listens for. */
export async function holdCornerAndConfirm(kiosk: RunningKiosk): Promise<void> {
  await until(
    'the dashboard',
    SEEN_MS,
    () => kiosk.evaluate('document.querySelector("main") !== null') as Promise<boolean>,
  );
  const finger = (event: string) =>
    kiosk.evaluate(
      `(window.isFelt = true, document.body.dispatchEvent(new PointerEvent('${event}', { bubbles: true, clientX: innerWidth - 20, clientY: 20 })), window.isFelt = false)`,
    );
  // Its five seconds are a timer that the page sets as it feels the finger; one that is cleared will never ask.
  await kiosk.evaluate(`void (({ setTimeout, clearTimeout }) => {
    window.holds = new Set();
    window.setTimeout = (work, ms, ...rest) => {
      const id = setTimeout(work, ms, ...rest);
      if (ms === 5000 && window.isFelt) holds.add(id);
      return id;
    };
    window.clearTimeout = (id) => (holds.delete(id), clearTimeout(id));
  })({ setTimeout: setTimeout.bind(window), clearTimeout: clearTimeout.bind(window) })`);
  await until('the page to feel the finger', SEEN_MS, async () => {
    await finger('pointerdown');
    return (await kiosk.evaluate('holds.size > 0')) as boolean;
  });
  await finger('pointerup'); // too short
  expect(await kiosk.evaluate('holds.size')).toBe(0);
  await finger('pointerdown');
  await until(
    'the question',
    SEEN_MS,
    () => kiosk.evaluate('document.querySelector("dialog[open]") !== null') as Promise<boolean>,
  );
  await kiosk.evaluate('void document.querySelector("dialog a").click()');
}

/** As a keyboard does it, again and again: Chromium drops every key between a navigation and the new page's first paint. */
export async function holdCtrlQ(kiosk: RunningKiosk): Promise<void> {
  let held = true;
  void kiosk.exit.then(() => (held = false));
  const holding = patience(SEEN_MS);
  while (held && holding()) {
    // Keys that nobody takes are not answered, and the last ones meet a window that is gone.
    await Promise.race([kiosk.exit, wait(1000), Promise.allSettled([1, 2, 3].map(() => kiosk.pressCtrlQ()))]);
    await wait(50);
  }
}
