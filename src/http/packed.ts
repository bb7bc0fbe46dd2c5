import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import { isKnown } from './assets.ts';
import { preferredEncoding } from './encodings.ts';
import { JSON_TYPE } from './json.ts';

const WORTH_IT_BYTES = 512;
/** Above it a tag is a number: to hash some megabytes would take the thread for milliseconds. */
const HASHED_BYTES = 256 * 1024;
const FAST = { level: constants.Z_BEST_SPEED + 3 };

const compress = promisify<Buffer, object, Buffer>(gzip);
const start = Date.now().toString(36);
let made = 0;

/** Response body that many may share: tagged once, by its bytes unless a tag is given, and compressed once, only if a client accepts it. */
export class Packed {
  readonly etag: string;
  #gzip: Promise<Buffer> | null = null;
  constructor(
    readonly plain: Buffer,
    readonly type = JSON_TYPE,
    etag?: string,
  ) {
    made += 1;
    const hash = () => createHash('sha1').update(plain).digest('base64url');
    this.etag = etag ?? (plain.length <= HASHED_BYTES ? hash() : `${start}-${made.toString(36)}`);
  }

  /** On a thread of its own: it costs the sampling nothing. */
  gzip(): Promise<Buffer> {
    this.#gzip ??= compress(this.plain, FAST);
    return this.#gzip;
  }
}

/** Sends a body with its ETag: clients revalidate it, and one that still has it gets a 304. `no-store`: it is always sent. */
export function sendPacked(
  req: IncomingMessage,
  res: ServerResponse,
  packed: Packed,
  caching: 'no-cache' | 'no-store' = 'no-cache',
): void | Promise<void> {
  const { 'accept-encoding': accepted, 'if-none-match': known } = req.headers;
  const isWorthIt = packed.plain.length >= WORTH_IT_BYTES;
  const asGzip = isWorthIt && preferredEncoding(accepted, { gzip: true }) !== null;
  const etag = asGzip ? `"${packed.etag}-gzip"` : `"${packed.etag}"`;
  if (isWorthIt) res.appendHeader('Vary', 'Accept-Encoding');
  if (caching === 'no-cache' && isKnown(known, etag)) {
    res.writeHead(304, { ETag: etag, 'Cache-Control': caching }).end();
    return;
  }
  const send = (bytes: Buffer, encoding: object) => {
    const length = { 'Content-Type': packed.type, 'Content-Length': bytes.length };
    res.writeHead(200, { ...length, ETag: etag, 'Cache-Control': caching, ...encoding }).end(bytes);
  };
  if (!asGzip) return send(packed.plain, {});
  return packed.gzip().then((bytes) => send(bytes, { 'Content-Encoding': 'gzip' }));
}
