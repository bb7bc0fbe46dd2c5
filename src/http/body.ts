import type { IncomingMessage } from 'node:http';
import { foreign } from '../words/sentence.ts';
import { ApiError } from './api-error.ts';

/** Whole body of a request. One that is too large is refused as soon as it is, and no more of it is read; `took` may refuse as well. */
export async function whole(
  req: IncomingMessage,
  mostBytes: number,
  tooLarge: () => Error,
  took?: (bytes: number) => void,
): Promise<Buffer> {
  if (Number(req.headers['content-length'] ?? 0) > mostBytes) throw tooLarge();
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    let bytes = 0;
    const take = (piece: Buffer) => {
      pieces.push(piece);
      bytes += piece.length;
      try {
        if (bytes > mostBytes) throw tooLarge();
        took?.(piece.length);
      } catch (refusal) {
        req.off('data', take).pause();
        reject(refusal);
      }
    };
    req.on('data', take);
    req.once('end', () => resolve(Buffer.concat(pieces)));
    for (const end of ['error', 'close']) req.once(end, () => reject(new ApiError(400, 'the request broke off')));
  });
}

export const isJson = ({ headers }: IncomingMessage): boolean =>
  /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(headers['content-type'] ?? '');

/** Half a character, which only an escape can spell: programs that read it again break on it. */
const HALF = /\\ud[89a-f]/i;
const wellFormed = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? value.toWellFormed() : value;

/** JSON value of a body. */
export function jsonIn(bytes: Buffer): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return JSON.parse(text, HALF.test(text) ? wellFormed : undefined);
  } catch (error) {
    if (!(error instanceof SyntaxError) && !(error instanceof TypeError)) throw error;
    const why = foreign('the body is not valid JSON');
    throw new ApiError(422, why, { errors: [{ type: 'json_invalid', loc: ['body'], why, short: why.detail }] });
  }
}
