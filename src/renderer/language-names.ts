import type { Language } from '../languages.ts';

/** Each in its own name, for whoever cannot read the others. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  it: 'Italiano',
  nl: 'Nederlands',
  da: 'Dansk',
  pl: 'Polski',
  ar: 'العربية',
};
