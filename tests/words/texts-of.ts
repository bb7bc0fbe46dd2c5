import { areaOf, catalogue } from '../../scripts/locales.ts';

/** The English texts of an area as they are said: ICU doubles an apostrophe before a brace. */
export const textsOf = (area: string): string[] =>
  Object.entries(catalogue('en')).flatMap(([key, message]) =>
    areaOf(key) === area ? [message.replaceAll("''", "'")] : [],
  );
