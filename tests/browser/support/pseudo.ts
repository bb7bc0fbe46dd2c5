import type { Page } from 'playwright-core';
import { areaOf, compiledOf } from '../../../scripts/locales.ts';
import { misfits, wordsOut } from './misfits.ts';

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

const disguisedWhere = (isWanted: (area: string) => boolean, nameOf = (key: string): string => key): object =>
  Object.fromEntries(
    Object.entries(compiledOf('en')).flatMap(([key, message]) =>
      isWanted(areaOf(key)) ? [[nameOf(key), bracketed(message)]] : [],
    ),
  );

/** What the station says, by code. */
export const stationWords = (): object =>
  disguisedWhere(
    (area) => area === 'station',
    (key) => key.slice('station.'.length),
  );

/** The page comes with the disguised words in place of Dutch ones. */
export async function disguise(page: Page): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('weatherglass.language', 'nl'));
  const body = `export const words = ${JSON.stringify(disguisedWhere((area) => area !== 'station'))}`;
  await page.route(/\/assets\/nl-.*\.js/, (route) => route.fulfill({ contentType: 'text/javascript', body }));
}

/**
 * Not in the reader's tongue on purpose: formulas, commands, places in the source, names, what others wrote (it has a direction of
 * its own), and what is marked as another language.
 */
const OTHER_TONGUES = '.formula, code, [translate="no"], [dir="auto"], [lang]:not(html)';
/** Formats, stations, units, and what Intl says in Dutch. */
const NAMES =
  /: (?:influx|prometheus|[Ss]kole[ -]\d+|, Zwitserland|(?:september|oktober) 2026|.*\bhPa(?:\/h)?|.*\b(?:jan|feb|mrt|apr|mei|jun|jul|aug|sep|okt|nov|dec)\b.*|.*zaterdag.*|november(?: 2026)?)$|: DD: \[\d+ (?:sec|min)\]$/;

/** Words in plain letters, wherever they are seen or read out: what the catalogue has would have accents. */
const plainWords = (page: Page, within: string): Promise<string[]> =>
  page.evaluate(
    ([whole, otherTongues]) => {
      const seen: string[] = [];
      const look = (element: Element, name: string, text: string): void => {
        if (!/[A-Za-z]{3}/.test(text) || !/[aeiou]/i.test(text) || /[åëïøüÅËÏØÜ]/.test(text)) return;
        const { width, height } = element.getBoundingClientRect();
        if (width > 0 && height > 0 && !element.closest(otherTongues!)) seen.push(`${name}: ${text}`);
      };
      const root = document.querySelector(whole!)!;
      const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      for (let node = walk.nextNode(); node; node = walk.nextNode()) {
        const parent = node.parentElement!;
        look(parent, parent.getAttribute('class') || parent.tagName, node.textContent!.trim());
      }
      for (const element of root.querySelectorAll('[aria-label], [title], [placeholder]')) {
        for (const name of ['aria-label', 'title', 'placeholder'])
          look(element, name, element.getAttribute(name)?.trim() ?? '');
      }
      return seen;
    },
    [within, OTHER_TONGUES],
  );

/** A table may be moved within its frame. */
const isRead = (misfit: string): boolean => !/^".*" takes \d+ of/.test(misfit);

/** Words that are cut or in English within these places. */
export async function faults(page: Page, within = { outlet: '.outlet', shell: '.shell' }): Promise<string[]> {
  const { outlet, shell } = within;
  const all = [
    ...(await misfits(page, outlet)).filter(isRead),
    ...(await wordsOut(page, shell)),
    ...(await plainWords(page, shell)),
  ];
  return all.filter((one) => !NAMES.test(`: ${one}`));
}
