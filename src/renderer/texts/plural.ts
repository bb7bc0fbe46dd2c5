/** English tells one from more; the other languages ask Intl.PluralRules (texts/LANGUAGE/plural.ts). */
export const plural = (n: number, { one, other }: { one: string; other: string }): string => (n === 1 ? one : other);
