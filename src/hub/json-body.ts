import type { Request } from 'express';
import type { z } from 'zod';
import { ApiError } from '../http/api-error.ts';
import { isJson, jsonIn, whole } from '../http/body.ts';
import { parse } from '../http/validation.ts';

/** Size limit of what a person changes; lists of stations have one of their own. */
const MOST_BYTES = 16 * 1024;

/**
 * JSON body of a request by a person. It must say that it is JSON: a page of another site may send that only after asking the hub
 * (CORS preflight), which permits nobody.
 */
export async function bodyOf<S extends z.ZodType>(req: Request, schema: S, most = MOST_BYTES): Promise<z.infer<S>> {
  if (!isJson(req)) throw new ApiError(415, 'the body must be application/json', { headers: { Connection: 'close' } });
  const tooLarge = () =>
    new ApiError(413, `the body is larger than ${most / 1024} KiB`, { headers: { Connection: 'close' } });
  return parse(schema, jsonIn(await whole(req, most, tooLarge)), 'body');
}
