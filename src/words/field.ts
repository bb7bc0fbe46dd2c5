import { asPart, foreign, type Sentence, sentence, type Text } from './sentence.ts';

/** Rules that have a sentence of their own; what stands behind the code in a rule is the value of the second. */
const RULES = {
  'field.number': [],
  'field.finite': [],
  'field.whole': [],
  'field.boolean': [],
  'field.text': [],
  'field.required': [],
  'field.line': [],
  'field.zone': [],
  'field.source': [],
  'field.time': [],
  'field.empty': [],
  'field.input-url': [],
  'field.mqtt-url': [],
  'field.topic': [],
  'field.push-url': [],
  'field.fleet-url': [],
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
type Rule = keyof typeof RULES;

/** Sentence of a validation error: `field.least 3` and `hours` are "hours must be at least 3"; a rule without a code is English, for programs. */
export function fieldSentence(rule: string, field: Sentence | string): Sentence {
  const name = typeof field === 'string' ? field : field.detail;
  const named: Text = typeof field === 'string' ? field : asPart(field);
  const space = rule.indexOf(' ');
  const code = space === -1 ? rule : rule.slice(0, space);
  if (!Object.hasOwn(RULES, code)) return foreign(`${name} ${rule}`);
  const given = RULES[code as Rule].map((name) => [name, rule.slice(space + 1)]);
  return (sentence as (code: string, given: object) => Sentence)(code, { field: named, ...Object.fromEntries(given) });
}
