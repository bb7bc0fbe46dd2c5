import { setTimeout as sleep } from 'node:timers/promises';
import type { Page, Request } from 'playwright-core';
import { PATIENCE_MS, patience } from '../../support/patience.ts';

/**
 * Until this is so in the page. Playwright's locators, and more so its `waitForSelector` and `waitForFunction`, bring 340 KB of script into each world
 * of a document that they look into, a fifth of what a visit costs: what only walks and looks does without, and no test needs it in the page's own.
 */
export async function until<T = undefined>(page: Page, isSo: (arg: T) => boolean | undefined, arg?: T): Promise<void> {
  const waiting = patience(PATIENCE_MS);
  const look = () =>
    page.evaluate(isSo as (arg: unknown) => boolean, arg).catch((error: Error) => {
      if (error.message.includes('context was destroyed')) return false; // the page is being loaded anew
      throw error;
    });
  while (!(await look())) {
    if (!waiting()) throw new Error(`never so: ${arg ?? isSo}`);
    await sleep(25);
  }
}

/** Until an element is there. */
export const there = (page: Page, selector: string): Promise<void> =>
  until(page, (wanted) => document.querySelector(wanted) !== null, selector);

/** Until the first of these elements can be seen. */
export const shown = (page: Page, selector: string): Promise<void> =>
  until(
    page,
    (wanted) => {
      const element = document.querySelector(wanted);
      if (!element?.checkVisibility({ visibilityProperty: true })) return false;
      const { width, height } = element.getBoundingClientRect();
      return width > 0 && height > 0;
    },
    selector,
  );

/** Until these words can be read in the page, or in the first of these elements, as a locator by text finds them. */
export const says = (page: Page, words: string, within = 'body'): Promise<void> =>
  until(
    page,
    ([selector, wanted]) => {
      const plain = (text: string) => text.replaceAll(/\s+/g, ' ').toLowerCase();
      const element = document.querySelector<HTMLElement>(selector);
      return element?.checkVisibility() && plain(element.innerText).includes(plain(wanted)); // one that is not drawn has its text all the same
    },
    [within, words] as const,
  );

/** How many elements there are. */
export const count = (page: Page, selector: string): Promise<number> =>
  page.evaluate((wanted) => document.querySelectorAll(wanted).length, selector);

/** Requests of a page: those without an answer, and how many it has ever sent. */
interface Questions {
  inFlight: Set<Request>;
  begun: number;
}
const asked = new WeakMap<Page, Questions>();
/** A stream goes on for as long as somebody looks. */
const isAnswered = (request: Request): boolean => request.resourceType() !== 'eventsource';

/** Counts the requests of a page from now on. */
export function countQuestions(page: Page): void {
  const questions: Questions = { inFlight: new Set(), begun: 0 };
  asked.set(page, questions);
  page.on('request', (request) => {
    if (!isAnswered(request)) return;
    questions.begun++;
    questions.inFlight.add(request);
  });
  const over = (request: Request) => questions.inFlight.delete(request);
  page.on('requestfinished', over);
  page.on('requestfailed', over);
}

/** Lets charts measure themselves and answers arrive: nothing is in flight and two frames are painted. */
export async function settle(page: Page): Promise<void> {
  await page.waitForTimeout(150); // History asks once fingers, keys and wheel rest for that long
  await redrawn(page);
}

/** Lets a page that was only given another size or view measure itself and have its answers. */
export async function redrawn(page: Page): Promise<void> {
  await painted(page);
  await readOn(page);
  await arrived(page);
  await painted(page);
}

/** Makes what waits below the fold, and returns to the place. It has a place only once the answers above it are there. */
export const readOn = async (page: Page): Promise<void> => {
  const waiting = patience(PATIENCE_MS);
  for (let awaited: string[] | null = null; awaited?.length !== 0; ) {
    if (awaited && !waiting()) throw new Error(`never came, and nothing says why: ${awaited.join(' ')}`);
    await arrived(page);
    awaited = await page.evaluate(() =>
      [...document.querySelectorAll('.outlet :not(button)[aria-busy="true"]')].map((part) =>
        part.outerHTML.slice(0, 160),
      ),
    );
  }
  await page.evaluate(async () => {
    const outlet = document.querySelector('.not-near')?.closest('.outlet');
    if (!outlet) return;
    const top = outlet.scrollTop;
    for (let below = document.querySelector('.not-near'), tries = 0; below && tries < 40; tries++) {
      below.scrollIntoView();
      for (let frame = 0; frame < 3; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
      below = document.querySelector('.not-near');
    }
    outlet.scrollTop = top;
  });
};

/** Until what the last touch asked for is there. */
export async function answered(page: Page): Promise<void> {
  await painted(page);
  await arrived(page);
  await painted(page);
}

/**
 * Until nothing is in flight, and two frames bring no new question either: a part that has just been drawn asks only after it is painted,
 * and one that has just come asks for what it needs.
 */
async function arrived(page: Page): Promise<void> {
  const questions = asked.get(page);
  if (!questions) return;
  const { inFlight } = questions;
  const waiting = patience(PATIENCE_MS);
  for (let before = -1; inFlight.size > 0 || questions.begun !== before; ) {
    if (!waiting()) {
      const urls = [...inFlight].map((request) => request.url()).join(' ');
      throw new Error(urls ? `never answered: ${urls}` : `the page asks on and on: ${questions.begun} questions`);
    }
    if (inFlight.size > 0) await page.waitForTimeout(25);
    else {
      before = questions.begun;
      await painted(page);
    }
  }
}

/** Two frames, the effects that the page runs after each, and the letters that they asked for. */
export const painted = (page: Page): Promise<void> =>
  page.evaluate(() =>
    new Promise<void>((resolve) => {
      requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => setTimeout(resolve))));
    }).then(() => document.fonts.ready.then(() => undefined)),
  );

/** What the page offers, or waits, for so many milliseconds it does for minutes: on a busy machine a hand takes several times as long. */
export const unhurried = (page: Page, ...ms: number[]): Promise<unknown> => timersOf(page, ms, 300_000);

/** What the page waits for so many milliseconds is over at once: the second of two quick taps, of a hand that never taps twice. */
export const unwaited = (page: Page, waitedMs: number): Promise<unknown> => timersOf(page, [waitedMs], 0);

const timersOf = (page: Page, beforeMs: number[], nowMs: number): Promise<unknown> =>
  page.addInitScript(
    ([before, now]) => {
      const [real, givenUp] = [window.setTimeout, AbortSignal.timeout];
      const lasts = (ms: number) => (before.includes(ms) ? now : ms);
      const other = (work: () => void, afterMs = 0) => real(work, lasts(afterMs));
      window.setTimeout = other as typeof setTimeout;
      AbortSignal.timeout = (ms) => givenUp.call(AbortSignal, lasts(ms));
    },
    [beforeMs, nowMs] as const,
  );

/** Steady time of the page alone goes on by so much at once: a touch comes that much later, and nobody waits for it. */
export const laterBy = (page: Page, ms: number): Promise<void> =>
  page.evaluate((passedMs) => {
    const now = performance.now.bind(performance);
    performance.now = () => now() + passedMs; // now: the page's own
  }, ms);

/** Steady time of the page stands still during these touches: on a busy machine, too, they come as close together as those of a quick hand. */
export async function atOnce(page: Page, touch: () => Promise<unknown>): Promise<void> {
  const flowing = await page.evaluateHandle(() => {
    const now = performance.now.bind(performance);
    const stoodMs = now();
    performance.now = () => stoodMs; // now: the page's own
    return now;
  });
  await touch();
  await page.evaluate((now) => {
    performance.now = now;
  }, flowing);
}
