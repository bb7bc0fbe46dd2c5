import type { Choice } from '../base/languages.ts';

/** Each in its own name, for whoever cannot read the others. */
export const LANGUAGE_NAMES: Readonly<Record<Choice, string>> = {
  en: 'English',
  'en-US': 'English (US)',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  it: 'Italiano',
  nl: 'Nederlands',
  da: 'Dansk',
  pl: 'Polski',
  ar: 'العربية',
};
