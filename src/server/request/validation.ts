import type { z } from 'zod';
import { ApiError } from './errors.ts';

type Where = 'query' | 'body' | 'path' | 'header';

const KIND_WORDS: Record<string, string> = {
  number: 'a number',
  int: 'a whole number',
  string: 'text',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
};

/** What is wrong, in words that follow the field's name. Messages written beside a schema win over these. */
function readable(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'is required';
      if (typeof issue.input === 'number' && issue.expected === 'number') return 'must be a finite number';
      return `must be ${KIND_WORDS[issue.expected] ?? issue.expected}`;
    case 'too_small':
      return `must be ${issue.inclusive ? 'at least' : 'greater than'} ${issue.minimum}`;
    case 'too_big':
      if (issue.origin === 'string') return `must be at most ${issue.maximum} characters long`;
      return `must be ${issue.inclusive ? 'at most' : 'less than'} ${issue.maximum}`;
    case 'unrecognized_keys':
      return `takes no fields here, but has ${issue.keys.map((key) => JSON.stringify(key.slice(0, 40))).join(', ')}`;
    default:
      return undefined;
  }
}

/** The parsed value, or a 422 whose detail is one sentence that names every field at fault. */
export function parse<S extends z.ZodType>(schema: S, value: unknown, where: Where): z.output<S> {
  const result = schema.safeParse(value, { error: readable });
  if (result.success) return result.data;
  const errors = result.error.issues.map(({ code, path, message }) => ({
    type: message === 'is required' ? 'missing' : code,
    loc: [where, ...path.map((part) => (typeof part === 'number' ? part : String(part)))],
    msg: message,
  }));
  const sentences = errors.map(({ loc, msg }) => `${loc.length > 1 ? loc.slice(1).join('.') : `the ${where}`} ${msg}`);
  throw new ApiError(422, sentences.join('; '), { errors });
}
