import { folded } from '../../../../base/ascii.ts';

/** Words as typed in a hurry: without marks and punctuation, in lower case. scripts/towns.mjs folds the other names with it. */
export const fold = (text: string): string =>
  folded(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** The way round the umlaut: München is also written Muenchen, Aarhus also Århus. */
const ROUND: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' };

/** Spelling without umlauts (ae for ä); null if it is the same. */
export function foldedRound(text: string): string | null {
  const lower = text.toLowerCase();
  return /[äöüåø]/.test(lower) ? fold(lower.replace(/[äöüåø]/g, (letter) => ROUND[letter]!)) : null;
}
