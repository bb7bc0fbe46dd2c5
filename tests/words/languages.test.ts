import { describe, expect, it } from 'vitest';
import { bestLocale, languageOf, localeOf } from '../../src/words/languages.ts';

describe('the language that is asked for', () => {
  it.each([
    ['de-AT', 'de-AT'],
    ['pt-BR,pt;q=0.9,fr;q=0.8,en;q=0.5', 'fr'],
    ['da;q=0.3, nl;q=0.7', 'nl'],
    ['en-GB,de;q=0.9', 'en-GB'],
    ['zh-Hant-TW,pl-x-private,en-us;q=0.9', 'pl'],
    ['ar', 'ar'],
    ['de;q=0', null],
    ['*', null],
    ['', null],
    ['ja, zh;q=0.5', null],
    ['de;q=abc', 'de'],
    [`${'xx,'.repeat(50_000)}de`, null],
  ])('%s is %s', (accepted, language) => expect(bestLocale(accepted)).toBe(language));

  it.each([
    ['de_DE.UTF-8', 'de'],
    ['pl', 'pl'],
    ['C.UTF-8', null],
    ['deutsch', null],
    ['', null],
  ])('%s of an environment is %s', (tag, language) => expect(languageOf(tag)).toBe(language));

  it.each([
    ['en_US.UTF-8', 'en-US'],
    ['pl', 'pl'],
    ['de-Latn-AT', 'de-AT'],
    ['es-419', 'es'],
    ['C.UTF-8', null],
  ])('%s of an environment has the region of %s', (tag, locale) => expect(localeOf(tag)).toBe(locale));
});
