import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { areaOf, compiledOf } from '../../scripts/locales.ts';
import { launch, SIZES, settle, shoot, VIEWS, visit } from './support/browser.ts';
import { misfits, wordsOut } from './support/misfits.ts';
import { AFTERNOON_S, type Stage, stage } from './support/stage.ts';

let browser: Browser;
let station: Stage;
beforeAll(async () => {
  [browser, station] = await Promise.all([launch(), stage({ startS: AFTERNOON_S })]);
});
afterAll(async () => {
  await browser?.close();
  await station?.stop();
});

const ACCENTS: Record<string, string> = {
  a: 'å',
  e: 'ë',
  i: 'ï',
  o: 'ø',
  u: 'ü',
  A: 'Å',
  E: 'Ë',
  I: 'Ï',
  O: 'Ø',
  U: 'Ü',
};
/** As long as other languages have it: vowels are doubled, which is 40 % of English. */
const accented = (text: string): string =>
  text.replaceAll(/[aeiouAEIOU]/g, (letter) => ACCENTS[letter]! + ACCENTS[letter]!.toLowerCase());

/** A compiled message whose own texts have accents; arguments and the words it chooses by stay. */
function disguised(node: unknown): unknown {
  if (typeof node === 'string') return accented(node);
  if (!Array.isArray(node) || node.length === 1) return node;
  const [name, type, choices] = node as [string, unknown, Record<string, unknown>];
  if (typeof type !== 'number' || type === 0) return [name, ...node.slice(1).map(disguised)];
  if (type > 3) return node;
  const worded = Object.entries(choices).map(([word, branch]) => [word, texts(branch)]);
  return [name, type, Object.fromEntries(worded)];
}
const texts = (message: unknown): unknown => (Array.isArray(message) ? message.map(disguised) : disguised(message));
/** What is cut off has lost its last bracket; what is glued together has several. */
const bracketed = (message: unknown): unknown =>
  typeof message === 'string' ? message && `[${accented(message)}]` : ['[', ...[texts(message)].flat(), ']'];

/** The reader's names, units, dates of Intl, commands, formulas and places in the source, and what the station says: events, news. */
const NOT_OF_THE_PAGE =
  /: (?:Garden|.*\bhPa(?:\/h)?|.*\b(?:jan|feb|mrt|apr|mei|jun|jul|aug|sep|okt|nov|dec)\b.*|.*zaterdag.*|november 2026)$|: (?:muted module|I|SUB|SUP|formula): |: DD: \[\d+ (?:sec|min)\]$|: SPAN: |: CODE: |: LI: |: BDI: /;

const ELSEWHERE = new Set(['station', 'fleet']);
const PSEUDO = Object.fromEntries(
  Object.entries(compiledOf('en')).flatMap(([key, message]) =>
    ELSEWHERE.has(areaOf(key)) ? [] : [[key, bracketed(message)]],
  ),
);
/** What the station says where a language has no word of its own. */
vi.mock('../../src/locales/made/station/nl.ts', () => ({
  words: Object.fromEntries(
    Object.entries(compiledOf('en')).flatMap(([key, message]) =>
      areaOf(key) === 'station' ? [[key.slice('station.'.length), bracketed(message)]] : [],
    ),
  ),
}));

/** Words in plain letters, wherever they are seen: what the catalogue has would have accents. */
const plainWords = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const seen: string[] = [];
    const walk = document.createTreeWalker(document.querySelector('.shell')!, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      const text = node.textContent!.trim();
      if (!/[A-Za-z]{3}/.test(text) || !/[aeiou]/i.test(text)) continue;
      if (/[åëïøüÅËÏØÜ]/.test(text)) continue;
      const { width, height } = node.parentElement!.getBoundingClientRect();
      if (width > 0 && height > 0)
        seen.push(`${node.parentElement!.className || node.parentElement!.tagName}: ${text}`);
    }
    return seen;
  });

describe('a language that nobody speaks', () => {
  it('is shown in every view at three sizes, with no word cut and no English left', { timeout: 120_000 }, async () => {
    const before = async (page: Page) => {
      await page.addInitScript(() => localStorage.setItem('weatherglass.language', 'nl'));
      const body = `export const words = ${JSON.stringify(PSEUDO)}`;
      await page.route(/\/static\/assets\/nl-.*\.js/, (route) =>
        route.fulfill({ contentType: 'text/javascript', body }),
      );
    };
    const { page, go, complaints, close } = await visit(browser, station.url, { before });
    const found: string[] = [];
    const isRead = (misfit: string) => !/^".*" takes \d+ of/.test(misfit); // a table may be moved within its frame
    for (const view of [...VIEWS, 'settings', 'about']) {
      await go(view);
      for (const size of ['panel', 'wall', 'phone'] as const) {
        await page.setViewportSize(SIZES[size]);
        await settle(page);
        const here = [...(await misfits(page)).filter(isRead), ...(await wordsOut(page)), ...(await plainWords(page))];
        const ours = here.map((misfit) => `${view}, ${size}: ${misfit}`).filter((one) => !NOT_OF_THE_PAGE.test(one));
        found.push(...ours);
        await shoot(page, 'pseudo', view, size);
      }
    }
    expect(found).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });
});
