const rules = new Intl.PluralRules('es');

/** Its “many” is for millions. */
export const plural = (n: number, forms: { one: string; other: string }): string =>
  forms[rules.select(n) === 'one' ? 'one' : 'other'];
