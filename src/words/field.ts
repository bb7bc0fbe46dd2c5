import { asPart, type Code, english, foreign, type Given, type Sentence, sentence, type Text } from './sentence.ts';

type OfField = Code & `field.${string}`;
/** Rules whose sentence has nothing but the field in it. */
type Plain = { [C in OfField]: keyof NonNullable<Given<C>> extends 'field' ? C : never }[OfField];
/** Rules with a value, which stands behind the code in a rule, and its name in the sentence. */
const VALUES = {
  'field.least': 'least',
  'field.above': 'least',
  'field.most': 'most',
  'field.below': 'most',
  'field.characters': 'most',
  'field.entries': 'most',
  'field.one-of': 'words',
} as const;
type Valued = keyof typeof VALUES;
type RuleName = Plain | Valued;
/** Code of a rule that was broken, with its value where it has one: `field.least 3`. */
export type Rule = RuleName | `${RuleName} ${string | number}`;

/** Takes a rule apart into its code and its value. */
const halves = (rule: string): string[] => /^(\S*) ?(.*)$/s.exec(rule)!.slice(1);

/** Whether a message of a schema is one of our rules, and not words of the library. */
export const isRule = (message: string): message is Rule =>
  message.startsWith('field.') && Object.hasOwn(english, halves(message)[0]!);

/** Field as a part of a sentence. */
export const partOf = (field: Sentence | string): Text => (typeof field === 'string' ? field : asPart(field));

/** Sentence of a validation error: `field.least 3` and `hours` are "hours must be at least 3"; a rule without a code is English, for programs. */
export function fieldSentence(rule: string, field: Sentence | string): Sentence {
  const name = typeof field === 'string' ? field : field.detail;
  if (!isRule(rule)) return foreign(`${name} ${rule}`);
  const [code, value] = halves(rule) as [RuleName, string];
  const given = Object.hasOwn(VALUES, code) ? { [VALUES[code as Valued]]: value } : {};
  return (sentence as (code: string, given: object) => Sentence)(code, { field: partOf(field), ...given });
}
