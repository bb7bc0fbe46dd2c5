import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { type FakeHub, NOW_S } from '../../support/fake-hub.ts';
import { PATIENCE_MS } from '../../support/patience.ts';
import { shown } from './waits.ts';

export const DESK = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };

interface Seen {
  page: Page;
  /** What the page complained of, and whom it asked that is not the hub. */
  complaints: string[];
  close(): Promise<void>;
}

async function load(page: Page, of: FakeHub, view: string): Promise<void> {
  await page.goto(`${of.url}/#/${view}`);
  await shown(page, 'main > section');
}

/** Visitors of the pages of these hubs, for the tests of a file. */
export function fleetPages(browser: Browser, ...hubs: readonly FakeHub[]) {
  /** Tab of the tests that need no screen or language of their own: a page loaded anew in it costs half of a new visitor. */
  let tab: Seen | null = null;

  async function open(of: FakeHub, view: string): Promise<Seen> {
    tab ??= await visitor({});
    const { page, complaints } = tab;
    await page.goto('about:blank');
    await page.emulateMedia({ colorScheme: null });
    await page.setViewportSize(DESK);
    complaints.length = 0;
    await load(page, of, view);
    return { ...tab, close: async () => undefined };
  }

  async function openFor(of: FakeHub, view: string, options: BrowserContextOptions): Promise<Seen> {
    const seen = await visitor(options);
    await load(seen.page, of, view);
    return seen;
  }

  async function visitor(options: BrowserContextOptions): Promise<Seen> {
    const context = await browser.newContext({
      viewport: DESK,
      reducedMotion: 'reduce',
      timezoneId: 'Europe/Copenhagen',
      ...options,
    });
    context.setDefaultTimeout(PATIENCE_MS);
    const page = await context.newPage();
    await page.clock.setFixedTime(NOW_S * 1000);
    const complaints: string[] = [];
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    const isHubs = (address: string) => hubs.some(({ url }) => address.startsWith(url));
    page.on('request', (request) => isHubs(request.url()) || complaints.push(request.url()));
    return { page, complaints, close: () => context.close() };
  }

  return { open, openFor };
}
