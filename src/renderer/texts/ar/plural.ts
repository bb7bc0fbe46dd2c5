const rules = new Intl.PluralRules('ar');
type Forms = Record<'zero' | 'one' | 'two' | 'few' | 'many' | 'other', string>;

export const plural = (n: number, forms: Forms): string => forms[rules.select(n)];
