import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { share } from '../support/share.ts';
import { LAN_NAME, launch, VIEWS, visit } from './support/browser.ts';
import { shared } from './support/shared.ts';
import { type Stage, stage } from './support/stage.ts';
import { byLink, isFile, type Part, told, weight, wire } from './support/wire.ts';

const FIRST_VIEW_BYTES = 60 * 1024;
/** 14 KB of it are the scripts of Alarms and Sensors. */
const EVERYTHING_BYTES = 150 * 1024;
/**
 * Views by a link, on a safe origin, where browsers offer brotli. History takes its charts and answers. Alarms asks for the settings, 7 KB. Nerd
 * writes formulas, whose signs bring 12 KB of font: what was measured and 1 %.
 */
const LINK_KB: Partial<Record<string, number>> = { now: 66, history: 122, alarms: 102, nerd: 103 };

/** Each view that has a limit of its own, and of the others a view and a page beside the views. */
const links = share('views by a link', [...VIEWS, 'settings', 'about'], (view) => [
  view in LINK_KB ? view : VIEWS.some((one) => one === view) ? 'another view' : 'a page beside the views',
]);

/** Over plain http and under a name of the network browsers offer gzip alone, and not brotli, which packs tighter. */
const atHome = ({ port }: Stage): string => `http://${LAN_NAME}:${port}`;

const [browser, station] = await shared(launch(), stage({ historyDays: 30 }));
const { first, later } = await wire(browser, atHome(station), VIEWS.slice(1));

describe('on the wire', () => {
  it('the first view is at most 60 KB: page, script, style, letters, answers, with their heads', () => {
    expect(weight(first), told(first)).toBeLessThanOrEqual(FIRST_VIEW_BYTES);
    expect(first.filter(isFile).length).toBeGreaterThan(4);
    expect(first.length - first.filter(isFile).length).toBeGreaterThan(6);
    expect([...new Set(first.map(({ packing }) => packing))].sort()).toEqual(['gzip', undefined]);
  });

  it('all files of the page are at most 150 KB, and each is fetched once', () => {
    const files = [...first, ...later].filter(isFile);
    expect(weight(files), told(files)).toBeLessThanOrEqual(EVERYTHING_BYTES);
    expect(new Set(files.map(({ path }) => path)).size).toBe(files.length);
  });

  it.each(links)('a telephone that comes by a link to %s loads no byte too many', async (view) => {
    const parts = await byLink(browser, { url: station.url, view, nowS: station.station.nowS() });
    expect(weight(parts), told(parts)).toBeLessThanOrEqual((LINK_KB[view] ?? 100) * 1024);
  });

  it('what has not changed is not sent again to who comes back', async () => {
    const events = (page: Page) =>
      page.waitForResponse((response) => response.url().includes('/api/events?kinds=label'));
    const came = Promise.withResolvers<number>();
    const before = async (one: Page): Promise<void> => {
      void events(one).then((answer) => came.resolve(answer.status()), came.reject);
    };
    const { page, go, close, complaints } = await visit(browser, station.url, { before });
    expect(await came.promise).toBe(200); // on a slow machine it comes after the page
    await go('methods');
    const again = events(page);
    await go('now');
    expect((await again).status()).toBe(304);
    expect(complaints).toEqual([]);
    await close();
  });

  it('letters of other languages are fetched by those whose station is called so', async () => {
    const zurich = await stage({ status: { name: 'Zürich' } });
    const there = await wire(browser, atHome(zurich), []);
    await zurich.stop();
    const letters = (parts: Part[]): Array<string | undefined> =>
      parts.flatMap(({ path }) => /inter-(\w+)/.exec(path)?.[1] ?? []).sort();
    expect([letters(first), letters(later), letters(there.first)]).toEqual([['plain'], ['signs'], ['latin', 'plain']]);
  });
});
