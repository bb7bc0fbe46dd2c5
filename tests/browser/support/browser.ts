import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
  type Request,
} from 'playwright-core';
import { PATIENCE_MS } from '../../support/patience.ts';
import { CHROMIUM, WHOLE_CHROMIUM } from './chromium.ts';
import { leaseContext, REUSE_FLAGS, reuseContextsOf } from './reused-contexts.ts';
import { countQuestions, shown } from './waits.ts';

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
  countQuestions(page);
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

/** The visitor has a finger. */
export const touching = (browser: Browser, url: string, options: VisitOptions = {}): Promise<Visitor> =>
  visit(browser, url, { hasTouch: true, ...options });
