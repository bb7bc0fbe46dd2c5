import type { ErrorBody } from '../contract/common.ts';
import { foreign, type Said, type Sentence, sentence } from '../words/sentence.ts';

/** A field at fault, and why in a sentence of its own. */
export type FieldError = Omit<NonNullable<ErrorBody['errors']>[number], 'msg' | 'code'> & {
  why: Sentence;
  /** English without the name of the field, for `msg`. */
  short: string;
};

interface More {
  errors?: FieldError[];
  headers?: Record<string, string>;
  /** Seconds until another try is worth it (`Retry-After`). */
  afterS?: number;
}

/**
 * HTTP refusal: with a code where a page shows it, in plain English where only programs read it. Everything else that is thrown is a
 * mistake of ours and becomes a logged 500.
 */
export class ApiError extends Error {
  readonly errors: FieldError[] | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** Sentences of the refusal: one, or one for each field at fault. */
  readonly words: readonly Sentence[];
  constructor(
    readonly status: number,
    words: Sentence | readonly Sentence[] | string,
    { errors, headers, afterS }: More = {},
  ) {
    const all = typeof words === 'string' ? [foreign(words)] : ([words].flat() as Sentence[]);
    super(all.map(({ detail }) => detail).join('; '));
    this.words = all;
    this.errors = errors;
    this.headers = { ...headers, ...(afterS !== undefined && { 'Retry-After': String(afterS) }) };
  }
}

/** A 422 for a rule that spans fields, or that a type cannot say. */
export const invalid = (why: Sentence, ...loc: [where: 'query' | 'body', ...fields: string[]]): ApiError =>
  new ApiError(422, why, { errors: [{ type: 'value_error', loc, why, short: why.detail }] });

export const notFound = (why = sentence('refusal.not-found')): ApiError => new ApiError(404, why);

/** 404 guard: returns a thing that was asked for by its name, and refuses if it is not there. */
export function found<T>(thing: T | null, why: Sentence): T {
  if (thing === null) throw notFound(why);
  return thing;
}

/** Refusal of the station as an HTTP error. */
export const refusedBy = ({ error, said, unavailable }: { error: string; said?: Said | null; unavailable?: true }) =>
  new ApiError(unavailable ? 503 : 409, { detail: error, said: said ?? null });
