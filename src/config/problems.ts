import type { z } from 'zod';
import { fieldSentence, isRule, partOf } from '../words/field.ts';
import { onceEach, type Sentence, sentence } from '../words/sentence.ts';
import { Config } from './config.ts';
import { configSchema, type SchemaNode, schemaAt } from './schema.ts';
import { quoted } from './secrets.ts';

export type ParsedConfig = { config: Config } | { problems: Sentence[] };

/** Reads raw settings. What does not fit is told by path, value and allowed range, never by a stack trace. */
export function parseConfig(raw: unknown): ParsedConfig {
  const given = raw ?? {};
  const result = Config.safeParse(holdsNull(given) ? withoutEmpty(given) : given);
  if (result.success) {
    const problems = contradictions(result.data);
    return problems.length > 0 ? { problems } : { config: result.data };
  }
  return { problems: onceEach(result.error.issues.flatMap((issue) => sentences(issue, raw))) };
}

const holdsNull = (value: unknown): boolean =>
  value === null || (typeof value === 'object' && Object.values(value as object).some(holdsNull));

/** Removes sections that are null: `site:` with only comments under it is null in YAML, and means no change. */
function withoutEmpty(raw: object, schema: SchemaNode = configSchema()): object {
  if (Object.getPrototypeOf(raw) !== Object.prototype) return raw;
  const cleared = Object.entries(raw).flatMap(([key, value]: [string, unknown]) => {
    const node = schema.properties?.[key];
    const isSection = schema === configSchema() || node?.properties !== undefined;
    if (isSection && value === null) return [];
    const isFilled = isSection && node !== undefined && typeof value === 'object';
    return [[key, isFilled ? withoutEmpty(value as object, node) : value]];
  });
  return Object.fromEntries(cleared);
}

/** Settings that are possible each by itself, but not together. */
function contradictions({ compensation: { k_min: least, k_max: most } }: Config): Sentence[] {
  if (least <= most) return [];
  const low = 'compensation.k_min';
  return [sentence('field.contradiction', { low, least, high: 'compensation.k_max', most })];
}

/** Key up to the first character that no name has: behind it may be a value, where the space after the colon is missing. */
const NAME = /^[\p{L}\p{N}_-]*/u;

function sentences(issue: z.core.$ZodIssue, raw: unknown): Sentence[] {
  const path = issue.path.join('.');
  if (issue.code === 'unrecognized_keys') {
    const known = Object.keys(schemaAt(issue.path)?.properties ?? {});
    return issue.keys.map((unknown) => {
      const name = shortened(NAME.exec(unknown)![0]);
      const full = (key: string) => (path ? `${path}.${key}` : key);
      const field = full(unknown.startsWith(name) && unknown !== name ? `${name}…` : name);
      const near = nearest(name, known);
      return near === null
        ? sentence('field.unknown-among', { field, known: known.join(', ') })
        : sentence('field.unknown-near', { field, near: full(near) });
    });
  }
  const given = valueAt(raw, issue.path);
  const named = path === '' ? sentence('field.file') : path;
  const quote = given === undefined ? null : quoted(issue.path, given);
  const code = typeof given === 'string' ? 'field.with-text' : 'field.with-value';
  const field = quote === null ? named : sentence(code, { field: partOf(named), value: shortened(quote) });
  return [isRule(issue.message) ? fieldSentence(issue.message, field) : wanted(issue.path, given, field)];
}

/** Longest quote of what is refused: enough to know it again. */
const QUOTED_AT_MOST = 80;

function shortened(text: string): string {
  const letters = Array.from(text); // a pair of surrogates is one
  return letters.length > QUOTED_AT_MOST ? `${letters.slice(0, QUOTED_AT_MOST).join('')}…` : text;
}

/** Bounds or kind of a value in words, where no rule has words of its own: read off the same schema that refused it. */
function wanted(path: PropertyKey[], given: unknown, field: Sentence | string): Sentence {
  if (given === undefined) return fieldSentence('field.required', field);
  const node = schemaAt(path) ?? {};
  const choices =
    node.enum ?? (node.anyOf ?? []).flatMap((choice) => (choice.const === undefined ? [] : [choice.const]));
  if (choices.length > 0) return fieldSentence(`field.one-of ${choices.join(', ')}`, field);
  const plain = node.anyOf?.find((choice) => choice.type !== 'null') ?? node;
  const named = partOf(field);
  switch ([plain.type].flat().find((one) => one !== 'null')) {
    case 'number':
    case 'integer':
      return sentence('field.range', {
        field: named,
        kind: plain.type === 'integer' ? 'whole' : 'any',
        least: String(plain.minimum),
        most: String(plain.maximum),
        orNull: node.anyOf?.some((choice) => choice.type === 'null') ?? false,
      });
    case 'boolean':
      return fieldSentence('field.boolean', field);
    case 'string': {
      if (typeof given !== 'string') return fieldSentence('field.text', field);
      const { minLength = 0, maxLength } = plain;
      if (maxLength === undefined) return fieldSentence('field.empty', field);
      return sentence('field.length', { field: named, least: minLength, most: maxLength });
    }
    case 'array':
      return fieldSentence(Array.isArray(given) ? `field.entries ${plain.maxItems}` : 'field.list', field);
    case 'object':
      return fieldSentence('field.section', field);
    default:
      return sentence('field.unusable', { field: named });
  }
}

const valueAt = (raw: unknown, path: PropertyKey[]): unknown =>
  path.reduce<unknown>((node, key) => (node as Record<PropertyKey, unknown> | undefined)?.[key], raw);

/** The known key with the fewest edits, when a slip of the fingers explains it; a forgotten unit is the smallest slip. */
export function nearest(word: string, known: string[]): string | null {
  const slip = (key: string) => (key.startsWith(`${word}_`) ? 0 : edits(word, key));
  const ranked = known.map((key) => ({ key, edits: slip(key) })).sort((a, b) => a.edits - b.edits);
  const most = Math.min(word.length / 2, Math.max(2, word.length / 3));
  return ranked[0] && ranked[0].edits <= most ? ranked[0].key : null;
}

/** Levenshtein distance, one row at a time. */
function edits(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const swap = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(swap, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[b.length]!;
}
