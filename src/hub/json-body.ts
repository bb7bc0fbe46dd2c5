import type { Request } from 'express';
import type { z } from 'zod';
import { whole } from './body.ts';
import { HttpRefusal } from './refusal.ts';

const free = { take: () => undefined, leave: () => undefined };

/**
 * JSON body of a request by a person. Its content type is demanded: a page from elsewhere cannot send it without asking first, which is
 * never answered.
 */
export async function jsonOf<S extends z.ZodType>(req: Request, schema: S, mostBytes: number): Promise<z.infer<S>> {
  if (!/^application\/json\s*(?:;|$)/i.test(req.headers['content-type'] ?? ''))
    throw new HttpRefusal(415, 'the body must be application/json', { Connection: 'close' });
  const tooLarge = () =>
    new HttpRefusal(413, `the body is larger than ${mostBytes / 1024} KiB`, { Connection: 'close' });
  if (Number(req.headers['content-length'] ?? 0) > mostBytes) throw tooLarge();
  const bytes = await whole(req, mostBytes, tooLarge, free);
  const read = schema.safeParse(parsed(bytes));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new HttpRefusal(422, `${issue!.path.join('.') || 'the body'}: ${issue!.message}`);
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    if (!(error instanceof SyntaxError) && !(error instanceof TypeError)) throw error;
    throw new HttpRefusal(422, 'the body is not valid JSON');
  }
}
