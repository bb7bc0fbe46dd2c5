import { asPart, foreign, type Sentence, sentence, type Text } from './sentence.ts';

/** Rules that have a sentence of their own; what stands behind the code in a rule is the value of the second. */
const RULES = {
  'field.number': [],
  'field.finite': [],
  'field.whole': [],
  'field.boolean': [],
  'field.text': [],
  'field.list': [],
  'field.section': [],
  'field.required': [],
  'field.line': [],
  'field.zone': [],
  'field.source': [],
  'field.time': [],
  'field.empty': [],
  'field.address': [],
  'field.host': [],
  'field.origin': [],
  'field.input-url': [],
  'field.mqtt-url': [],
  'field.topic': [],
  'field.push-url': [],
  'field.fleet-url': [],
  'field.webhook-url': [],
  'field.fleet-id': [],
  'field.quiet': [],
  'field.alarm-id': [],
  'field.alarm-own': [],
  'field.alarm-twice': [],
  'field.alarm-quantity': [],
  'field.alarm-share': [],
  'field.alarm-no-change': [],
  'field.alarm-no-chance': [],
  'field.mail-host': [],
  'field.mail': [],
  'field.ntfy-topic': [],
  'field.least': ['least'],
  'field.above': ['least'],
  'field.most': ['most'],
  'field.below': ['most'],
  'field.characters': ['most'],
  'field.entries': ['most'],
  'field.one-of': ['words'],
} as const;
type RuleName = keyof typeof RULES;
/** Code of a rule that was broken, with its value where it has one: `field.least 3`. */
export type Rule = RuleName | `${RuleName} ${string | number}`;

/** Takes a rule apart into its code and its value. */
const halves = (rule: string): string[] => /^(\S*) ?(.*)$/s.exec(rule)!.slice(1);

/** Whether a message of a schema is one of our rules, and not words of the library. */
export const isRule = (message: string): message is Rule => Object.hasOwn(RULES, halves(message)[0]!);

/** Sentence of a validation error: `field.least 3` and `hours` are "hours must be at least 3"; a rule without a code is English, for programs. */
export function fieldSentence(rule: string, field: Sentence | string): Sentence {
  const name = typeof field === 'string' ? field : field.detail;
  const named: Text = typeof field === 'string' ? field : asPart(field);
  if (!isRule(rule)) return foreign(`${name} ${rule}`);
  const [code, value] = halves(rule) as [RuleName, string];
  const given = RULES[code].map((name) => [name, value]);
  return (sentence as (code: string, given: object) => Sentence)(code, { field: named, ...Object.fromEntries(given) });
}
