/** Languages whose words are wide: they need more room than English. */
const WIDE = ['de', 'nl', 'pl', 'da'];

/** How a language asks for room. Arabic turns the page around, and the clock of 12 hours is wider: nothing else shows what these do. */
export const widthOf = (language: string): string =>
  ['ar', 'en-US'].includes(language) ? language : WIDE.includes(language) ? 'wide words' : 'narrow words';
