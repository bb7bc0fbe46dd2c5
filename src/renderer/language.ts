import type { Language } from '../languages.ts';
import { tagOf } from '../locales/number.ts';

/** Which language this page speaks. early.js has decided it before anything was painted, and written it where everybody reads it. */
export const language = (typeof document === 'undefined' ? 'en' : document.documentElement.lang) as Language;

export const locale = tagOf(language);

/** A noun within a line of others: only German keeps its capital. */
export const inLine = (noun: string): string => (language === 'de' ? noun : noun.toLowerCase());

/** Between words that follow one another. */
export const COMMA = language === 'ar' ? '، ' : ', ';
