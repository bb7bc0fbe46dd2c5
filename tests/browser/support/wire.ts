import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { PATIENCE_MS, patience } from '../../support/patience.ts';

/** What came over the wire for one part of the page: packed as it came, with the head of the answer. */
export interface Part {
  path: string;
  bytes: number;
  /** How it was packed; undefined for what is not, or is packed by itself. */
  packing: string | undefined;
}

/** Telephone that was never here before. */
const TELEPHONE = { viewport: { width: 390, height: 844 }, serviceWorkers: 'block' } as const;

/** Two frames, what the page does after each, and the letters that it asks for; in words, for a benchmark knows no page's types. */
const painted = (page: Page): Promise<unknown> =>
  page.evaluate(`new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => setTimeout(resolve))));
  }).then(() => document.fonts.ready.then(() => undefined))`);

/** Until an element can be seen: Playwright's own wait brings its script into the document, which takes as long as some views. */
async function shown(page: Page, selector: string): Promise<void> {
  const waiting = patience(PATIENCE_MS);
  const box = `document.querySelector(${JSON.stringify(selector)})?.getBoundingClientRect()`;
  while (!(await page.evaluate<boolean>(`((box) => box?.width > 0 && box.height > 0)(${box})`))) {
    if (!waiting()) throw new Error(`never seen: ${selector}`);
    await page.waitForTimeout(25);
  }
}

/** What a page asks again so long after is asked for ever: on a busy machine it has done so by the time that it is drawn. */
const POLL_S = 2;

/** Ear on a page's network. Left out is what goes on for as long as somebody looks: the stream, and questions that are put again and again. */
async function listen(page: Page): Promise<{ take(): Part[]; quiet(): Promise<void> }> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  const origin = (url: string): string => new URL(url).origin;
  const paths = new Map<string, string>();
  const packings = new Map<string, string | undefined>();
  const parts: Part[] = [];
  const inFlight = new Set<string>();
  const firstAskedS = new Map<string, number>();
  const polls = new Set<string>();
  let begun = 0;
  devtools.on('Network.requestWillBeSent', ({ requestId, request, type, timestamp }) => {
    const path = request.url.replace(origin(request.url), '');
    paths.set(requestId, path);
    const firstS = firstAskedS.get(path) ?? timestamp;
    firstAskedS.set(path, firstS);
    if (path.startsWith('/api/') && timestamp - firstS >= POLL_S) polls.add(requestId);
    begun++;
    if (type !== 'EventSource') inFlight.add(requestId);
  });
  devtools.on('Network.loadingFailed', ({ requestId }) => inFlight.delete(requestId));
  devtools.on('Network.responseReceived', ({ requestId, response }) =>
    packings.set(requestId, response.headers['Content-Encoding']),
  );
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    inFlight.delete(requestId);
    // What the browser has already costs nothing.
    if (encodedDataLength > 0 && !polls.has(requestId))
      parts.push({ path: paths.get(requestId) ?? '', bytes: encodedDataLength, packing: packings.get(requestId) });
  });
  /** Until the page has drawn, and what it asked by then was told here: an answer in the same session comes after it. */
  const told = async () => {
    await painted(page);
    await page.waitForTimeout(50);
    await devtools.send('Runtime.evaluate', { expression: '0' });
  };
  return {
    take: () => parts.splice(0),
    /** Until a second and a half on the page's clock have brought no new question, and everything is answered. */
    async quiet() {
      const waiting = patience(PATIENCE_MS);
      for (let before = -1; before !== begun || inFlight.size > 0; ) {
        for (let settled = -1; settled !== begun || inFlight.size > 0; ) {
          if (!waiting()) throw new Error(`never quiet: ${[...inFlight].map((id) => paths.get(id)).join(' ')}`);
          settled = begun;
          await told();
        }
        before = begun;
        await page.clock.runFor(1500);
        await told();
      }
    },
  };
}

/** What a telephone loads: the parts of its first view, then of all the others, one after the other. */
export async function wire(
  browser: Browser,
  url: string,
  laterViews: readonly string[],
  options: BrowserContextOptions = {},
): Promise<{ first: Part[]; later: Part[] }> {
  const context = await browser.newContext({ ...TELEPHONE, ...options });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  await page.clock.install();
  const { take, quiet } = await listen(page);
  await page.goto(`${url}/#/now`);
  await shown(page, '.now path.band');
  await quiet();
  const first = take();
  for (const view of laterViews) {
    await page.evaluate(`location.hash = '#/${view}'`);
    await shown(page, `.outlet[data-view="${view}"] .page`);
    await quiet();
  }
  await context.close();
  return { first, later: take() };
}

/**
 * What a telephone loads that comes by a link to a view. Its clock is the station's: where it is another, a page that is quicker than the
 * station's first answer asks for the hours of both.
 */
export async function byLink(
  browser: Browser,
  { url, view, nowS }: { url: string; view: string; nowS: number },
): Promise<Part[]> {
  const context = await browser.newContext(TELEPHONE);
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  await page.clock.install({ time: 1000 * nowS });
  const { take, quiet } = await listen(page);
  await page.goto(`${url}/#/${view}`);
  await shown(page, `.outlet[data-view="${view}"] > :not(.loading)`);
  await quiet();
  const parts = take();
  await context.close();
  return parts;
}

/** A part of the page itself, as against an answer. Nothing of what a browser draws by itself, or has already. */
export const isFile = ({ path }: Part): boolean => path === '/' || path.startsWith('/static/');

export const weight = (parts: readonly Part[]): number => parts.reduce((sum, { bytes }) => sum + bytes, 0);

/** The heaviest first, for whoever has to make it lighter. */
export const told = (parts: readonly Part[]): string =>
  [...parts]
    .sort((a, b) => b.bytes - a.bytes)
    .map(({ path, bytes }) => `${String(bytes).padStart(7)} ${path}`)
    .join('\n');
