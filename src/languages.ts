/** The languages that page and station speak. `auto` of the settings is none of them: a browser then follows its owner. */
export const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'da', 'pl', 'ar'] as const;
export type Language = (typeof LANGUAGES)[number];

/** What a reader chooses: a language, or English as the United States write it (12 hours, the month first). */
export const CHOICES = ['en', 'en-US', 'de', 'fr', 'es', 'it', 'nl', 'da', 'pl', 'ar'] as const;
export type Choice = (typeof CHOICES)[number];
