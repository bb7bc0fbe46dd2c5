/** Letters as one types them in a hurry: without marks, small. scripts/towns.mjs folds the other names with it. */
export const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/ø/g, 'o')
    .replace(/æ/g, 'ae')
    .replace(/œ/g, 'oe')
    .replace(/ł/g, 'l')
    .replace(/[đð]/g, 'd')
    .replace(/ı/g, 'i')
    .replace(/þ/g, 'th')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** The way round the umlaut: München is also written Muenchen, Aarhus also Århus. */
const ROUND: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' };

/** Spelling without umlauts (ae for ä); null if it is the same. */
export function foldedRound(text: string): string | null {
  const lower = text.toLowerCase();
  return /[äöüåø]/.test(lower) ? fold(lower.replace(/[äöüåø]/g, (letter) => ROUND[letter]!)) : null;
}
