import type { z } from 'zod';
import { fieldSentence } from '../words/field.ts';
import { ApiError, type FieldError } from './api-error.ts';

type Where = 'query' | 'body' | 'path' | 'header';

const KIND_WORDS: Record<string, string> = {
  number: 'field.number',
  int: 'field.whole',
  string: 'field.text',
  boolean: 'field.boolean',
  object: 'must be an object',
  record: 'must be an object',
  array: 'must be a list',
};

/** Which rule was broken: the code of a sentence with its value, or English that follows the field's name. A schema's own rule wins. */
function rule(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'field.required';
      if (typeof issue.input === 'number' && issue.expected === 'number') return 'field.finite';
      return KIND_WORDS[issue.expected] ?? `must be ${issue.expected}`;
    case 'too_small':
      return `${issue.inclusive ? 'field.least' : 'field.above'} ${issue.minimum}`;
    case 'too_big':
      if (issue.origin === 'string') return `field.characters ${issue.maximum}`;
      return `${issue.inclusive ? 'field.most' : 'field.below'} ${issue.maximum}`;
    case 'unrecognized_keys':
      return `takes no fields here, but has ${issue.keys.map((key) => JSON.stringify(key.slice(0, 40))).join(', ')}`;
    default:
      return undefined;
  }
}

/** The parsed value, or a 422 whose detail is one sentence that names every field at fault. */
export function parse<S extends z.ZodType>(schema: S, value: unknown, where: Where): z.output<S> {
  const result = schema.safeParse(value, { error: rule });
  if (result.success) return result.data;
  const errors = result.error.issues.map(({ code, path, message }): FieldError => {
    const loc = [where, ...path.map((part) => (typeof part === 'number' ? part : String(part)))];
    const why = fieldSentence(message, loc.length > 1 ? loc.slice(1).join('.') : `the ${where}`);
    const short = fieldSentence(message, '').detail.trim();
    return { type: message === 'field.required' ? 'missing' : code, loc, why, short };
  });
  const words = errors.map(({ why }) => why);
  throw new ApiError(422, words, { errors });
}
