import type { Choice } from '../../base/languages.ts';

/** Language names in their own language, for readers who cannot read the others. */
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
