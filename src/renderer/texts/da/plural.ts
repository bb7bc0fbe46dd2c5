const rules = new Intl.PluralRules('da');

export const plural = (n: number, forms: { one: string; other: string }): string =>
  forms[rules.select(n) === 'one' ? 'one' : 'other'];
