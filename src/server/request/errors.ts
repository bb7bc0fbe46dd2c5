import type { ErrorBody } from '../../contract/common.ts';

type FieldError = NonNullable<ErrorBody['errors']>[number];

/** A refusal in the words of HTTP. Everything else that is thrown is a mistake of ours and becomes a logged 500. */
export class ApiError extends Error {
  readonly errors: FieldError[] | undefined;
  readonly headers: Readonly<Record<string, string>>;
  constructor(
    readonly status: number,
    detail: string,
    more: { errors?: FieldError[]; headers?: Record<string, string> } = {},
  ) {
    super(detail);
    this.errors = more.errors;
    this.headers = more.headers ?? {};
  }
}

/** A 422 for a rule that spans fields, or that a type cannot say. */
export const invalid = (detail: string, ...loc: [where: 'query' | 'body', ...fields: string[]]): ApiError =>
  new ApiError(422, detail, { errors: [{ type: 'value_error', loc, msg: detail }] });

export const notFound = (detail = 'Not Found'): ApiError => new ApiError(404, detail);
