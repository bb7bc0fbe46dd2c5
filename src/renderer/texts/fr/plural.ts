const rules = new Intl.PluralRules('fr');

/** Its “many” is for millions. */
export const plural = (n: number, forms: { one: string; other: string }): string =>
  forms[rules.select(n) === 'one' ? 'one' : 'other'];
