import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
  type Request,
} from 'playwright-core';
import { PATIENCE_MS, patience } from '../../support/patience.ts';
import { CHROMIUM, WHOLE_CHROMIUM } from './chromium.ts';
import { leaseContext, REUSE_FLAGS, reuseContextsOf } from './reused-contexts.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  // Of 650 KB a page keeps each letter in two bytes where one of them is not of Latin-1: a third of what it costs to bring them there.
  .replace(/[^\0-\x7f]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);

export const VIEWS = ['now', 'forecast', 'history', 'alarms', 'sensors', 'models', 'nerd', 'methods'] as const;
export const SIZES = {
  panel: { width: 800, height: 480 },
  wall: { width: 1280, height: 720 },
  phone: { width: 390, height: 844 },
  desk: { width: 1920, height: 1080 },
} as const;
export type Size = keyof typeof SIZES;

/** A name under which the station is found on a home network: no safe origin to a browser, unlike the machine itself. */
export const LAN_NAME = 'weatherglass.lan';

/**
 * `whole`: what people have, with keys and scrollbars as they know them; the one without windows is near enough for most.
 * `reuse`: visitors who come one after the other have the same context, emptied, which is a third cheaper.
 */
export async function launch({ whole = false, reuse = false } = {}): Promise<Browser> {
  const browser = await chromium.launch({
    timeout: PATIENCE_MS,
    executablePath: whole ? WHOLE_CHROMIUM : CHROMIUM,
    args: [
      '--headless',
      '--accept-lang=en-GB',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-software-rasterizer', // WebGL in software, which no page draws with: a tenth of what a visit costs
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--host-resolver-rules=MAP ${LAN_NAME} 127.0.0.1`,
      ...(reuse ? REUSE_FLAGS : []),
    ],
    // On another day (npm run test:days) the station lives there and the browser today: under libfaketime its processes spin.
    env: Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !/^(LD_PRELOAD|FAKETIME)/.test(name)),
    ) as Record<string, string>,
  });
  if (reuse) reuseContextsOf(browser);
  return browser;
}

export interface Visitor {
  context: BrowserContext;
  page: Page;
  /** What the page complained of, and whom it asked that is not the station. */
  complaints: string[];
  foreign: string[];
  /** Goes to a view without loading the page anew. */
  go(view: string): Promise<void>;
  close(): Promise<void>;
}

export interface VisitOptions extends BrowserContextOptions {
  size?: Size;
  theme?: 'day' | 'night' | 'auto';
  /** Electron's wall, or one with this query. */
  kiosk?: boolean | string;
  /** `kiosk.layout`; a wall that is asked for nothing stays near, so that a test may take its minute. */
  layout?: 'auto' | 'near' | 'distance';
  view?: string;
  before?: (page: Page) => Promise<unknown>;
  /** Complaints that the test provokes. */
  expected?: RegExp;
}

/** Opens the dashboard as somebody with this screen would, and listens for everything that should not happen. */
export async function visit(browser: Browser, url: string, options: VisitOptions = {}): Promise<Visitor> {
  const {
    size = 'panel',
    theme = 'day',
    kiosk = false,
    layout = 'near',
    view = 'now',
    before,
    expected,
    ...rest
  } = options;
  const { origin } = new URL(url);
  const made: BrowserContextOptions = {
    viewport: SIZES[size],
    bypassCSP: false,
    reducedMotion: 'reduce',
    // What a worker fetches passes by the routes that tests lay; the test of the worker asks for it.
    serviceWorkers: 'block',
    ...rest,
  };
  const lease = await leaseContext(browser, made, origin);
  const { context, page } = lease;
  context.setDefaultTimeout(PATIENCE_MS);
  // What a test does to the context outlives its page.
  let isTainted = false;
  const { clock } = page;
  Object.defineProperty(page, 'clock', {
    get() {
      isTainted = true;
      return clock;
    },
  });
  await (lease.isReused ? page : context).addInitScript(
    (choice) => localStorage.setItem('weatherglass.theme', choice),
    theme,
  );
  const complaints: string[] = [];
  const foreign: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !expected?.test(message.text())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  const notice = (request: Request): void => {
    if (!request.url().startsWith(origin)) foreign.push(request.url());
  };
  context.on('request', notice);
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
  await before?.(page);
  const wall = kiosk === true ? `?kiosk=1&quit=1&layout=${layout}` : kiosk || '';
  await page.goto(`${url}/${wall}#/${view}`);
  await shown(page, layout === 'distance' ? '.far, .first-run' : '.outlet > :not(.loading), .first-run');
  return {
    get context() {
      isTainted = true;
      return context;
    },
    page,
    complaints,
    foreign,
    async go(next) {
      await page.evaluate((hash) => {
        location.hash = hash;
      }, `#/${next}`);
      await shown(page, `.outlet[data-view="${next.split('?')[0]}"] > :not(.loading)`);
    },
    async close() {
      // A handler that is just reading an answer would fail with its page, and outside of any test.
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      context.off('request', notice);
      await lease.end(isTainted);
    },
  };
}

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

/** The visitor has a finger. */
export const touching = (browser: Browser, url: string, options: VisitOptions = {}): Promise<Visitor> =>
  visit(browser, url, { hasTouch: true, ...options });

/** Changes the colours of a page as the hour would: a choice that it remembers stays what it is. */
export const wear = (page: Page, theme: 'day' | 'night'): Promise<void> =>
  page.evaluate((next) => {
    document.documentElement.dataset['theme'] = next;
  }, theme);

/** Requests of a page: those without an answer, and how many it has ever sent. */
interface Questions {
  inFlight: Set<Request>;
  begun: number;
}
const asked = new WeakMap<Page, Questions>();
/** A stream goes on for as long as somebody looks. */
const isAnswered = (request: Request): boolean => request.resourceType() !== 'eventsource';

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

/** For whoever wants to see with their own eyes (WEATHERGLASS_PICTURES=1): hundreds of pictures that nobody looks at cost CI half a minute. */
export async function shoot(page: Page, ...names: string[]): Promise<void> {
  if (!process.env['WEATHERGLASS_PICTURES']) return;
  const folder = join(root, 'artifacts', 'screens');
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${names.join('-')}.png`) });
}

/** Every finding of axe with AAA contrast and target size, as `rule: element`. */
export async function axe(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) {
    // Evaluated over the debugger, which the page's strict CSP does not concern; as an argument of `page.evaluate` it would be read twice.
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Runtime.evaluate', { expression: axeSource });
    await devtools.detach();
  }
  return page.evaluate(async () => {
    const run = (window as unknown as { axe: { run(root: Document, options: object): Promise<AxeResult> } }).axe.run;
    interface AxeResult {
      violations: Array<{ id: string; nodes: Array<{ html: string; failureSummary?: string }> }>;
    }
    const rules = { 'color-contrast-enhanced': { enabled: true }, 'target-size': { enabled: true } };
    // Of what is in order it need not say where.
    const { violations } = await run(document, { rules, resultTypes: ['violations'] });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary ?? ''}`),
    );
  });
}

/** How far the page can be scrolled sideways as a whole, and the view downwards. */
export const overflow = (page: Page): Promise<{ sideways: number; down: number }> =>
  page.evaluate(() => {
    const outlet = document.querySelector('.outlet')!;
    const html = document.documentElement;
    return {
      sideways: Math.max(html.scrollWidth - html.clientWidth, outlet.scrollWidth - outlet.clientWidth),
      down: outlet.scrollHeight - outlet.clientHeight,
    };
  });
