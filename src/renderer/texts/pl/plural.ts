const rules = new Intl.PluralRules('pl');

export const plural = (n: number, forms: Record<'one' | 'few' | 'many', string>): string =>
  forms[rules.select(n) as keyof typeof forms] ?? forms.many;
