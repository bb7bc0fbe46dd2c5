/** The languages that page and station speak. `auto` of the settings is none of them: a browser then follows its owner. */
export const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'da', 'pl', 'ar'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Choices of a language setting: a language, or English as in the United States (12 hours, the month first). */
export const CHOICES = ['en', 'en-US', 'de', 'fr', 'es', 'it', 'nl', 'da', 'pl', 'ar'] as const;
export type Choice = (typeof CHOICES)[number];
