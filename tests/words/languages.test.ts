import { describe, expect, it } from 'vitest';
import { bestLanguage, languageOf } from '../../src/words/languages.ts';

describe('the language that is asked for', () => {
  it.each([
    ['de-AT', 'de'],
    ['pt-BR,pt;q=0.9,fr;q=0.8,en;q=0.5', 'fr'],
    ['da;q=0.3, nl;q=0.7', 'nl'],
    ['en-GB,de;q=0.9', 'en'],
    ['ar', 'ar'],
    ['de;q=0', null],
    ['*', null],
    ['', null],
    ['ja, zh;q=0.5', null],
    ['de;q=abc', 'de'],
    [`${'xx,'.repeat(50_000)}de`, null],
  ])('%s is %s', (accepted, language) => expect(bestLanguage(accepted)).toBe(language));

  it.each([
    ['de_DE.UTF-8', 'de'],
    ['pl', 'pl'],
    ['C.UTF-8', null],
    ['deutsch', null],
    ['', null],
  ])('%s of an environment is %s', (tag, language) => expect(languageOf(tag)).toBe(language));
});
