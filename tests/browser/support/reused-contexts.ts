import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

/**
 * Browser contexts that one visitor after the other takes, each with a page of its own, in a browser that was launched with `REUSE_FLAGS`.
 * The next page opens before the last one closes, so both are drawn by one process: starting another is a third of what a visit costs.
 */
export const REUSE_FLAGS = ['--renderer-process-limit=1'];

interface Vacant {
  context: BrowserContext;
  page: Page;
}
/** Of each browser that reuses its contexts: those that nobody has, by the options that they were made with. */
const pools = new WeakMap<Browser, Map<string, Vacant[]>>();
/** Origins that a context was at. */
const origins = new WeakMap<BrowserContext, Set<string>>();

export const reuseContextsOf = (browser: Browser): void => void pools.set(browser, new Map());

export interface Lease extends Vacant {
  isReused: boolean;
  /** Closes the page, and the context too unless the next visitor can have it. `isTainted`: the test changed the context itself. */
  end(isTainted: boolean): Promise<void>;
}

/** A context with these options, and a page in it that nothing was done to. */
export async function leaseContext(browser: Browser, options: BrowserContextOptions, origin: string): Promise<Lease> {
  const pool = pools.get(browser);
  const { viewport, ...lasting } = options;
  if (!pool || !viewport || options.serviceWorkers !== 'block') {
    const context = await browser.newContext(options);
    return { context, page: await context.newPage(), isReused: false, end: () => context.close() };
  }
  const key = JSON.stringify(Object.entries(lasting).sort());
  const vacant = pool.get(key)?.pop();
  const context = vacant?.context ?? (await browser.newContext(options));
  const page = vacant?.page ?? (await context.newPage());
  if (vacant) await page.setViewportSize(viewport);
  origins.set(context, new Set(origins.get(context)).add(origin));
  const end = async (isTainted: boolean): Promise<void> => {
    // A page that is gone had a test that failed, or a renderer that crashed.
    if (isTainted || page.isClosed() || context.pages().length !== 1) return context.close();
    const next = await context.newPage();
    await page.close();
    await forget(context, next);
    pool.set(key, [...(pool.get(key) ?? []), { context, page: next }]);
  };
  return { context, page, isReused: true, end };
}

/** As a browser that was at none of these addresses: nothing is stored, and no file is kept. */
async function forget(context: BrowserContext, page: Page): Promise<void> {
  const devtools = await context.newCDPSession(page);
  for (const origin of origins.get(context)!)
    await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await devtools.send('Network.clearBrowserCache');
  await devtools.detach();
}
