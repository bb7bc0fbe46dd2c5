import type { Language } from '../../base/languages.ts';
import { tagOf } from '../../messages/number.ts';

/** Language of this page and, where it is known, region, as `de-AT`. Decided by early.js before anything was painted. */
export const tag = typeof document === 'undefined' ? 'en' : document.documentElement.lang;
export const language = tag.split('-')[0] as Language;

export const locale = tagOf(tag);

/** A clock of 12 hours, where the reader's region has one; without a region it is one of 24. */
export const isTwelveHours =
  tag !== language && new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions().hour12 === true;

/** Comma of the language, with its space. */
export const COMMA = language === 'ar' ? '، ' : ', ';
