import { promisify } from 'node:util';
import { gunzip, gunzipSync } from 'node:zlib';
import type { Request } from 'express';
import { KeyedQueue } from '../../base/serial-queue.ts';
import { FLEET_LIMITS } from '../../contract/fleet-line.ts';
import { ApiError } from '../../http/api-error.ts';
import { whole } from '../../http/body.ts';
import type { Place } from './in-flight.ts';

const inflate = promisify(gunzip);
const kibi = (bytes: number): string => `${bytes / 1024} KiB`;

/** Batches small enough to unpack on this thread; a worker takes longer to be called. */
const SHORT_BYTES = { packed: 8 * 1024, plain: 64 * 1024 } as const;
/** Batches unpacked at a time: a kilobyte may become four megabytes. */
const UNPACKED_AT_ONCE = 8;

const CLOSE = { headers: { Connection: 'close' } };
const tooLarge = (): ApiError =>
  new ApiError(
    413,
    `a batch has at most ${kibi(FLEET_LIMITS.gzipBytes)} packed and ${kibi(FLEET_LIMITS.plainBytes)} unpacked`,
    CLOSE,
  );

/** Reader of batches, plain or gzip. One that is too large is refused at the first byte too many, so a bomb is never unpacked. */
export class BatchReader {
  readonly #turns = new KeyedQueue();
  #lane = 0;

  /** Text of a batch; `place` counts its bytes as they come, and again as text. */
  async textOf(req: Request, place: Place): Promise<string> {
    const encoding = (req.headers['content-encoding'] ?? 'identity').toLowerCase();
    if (encoding !== 'gzip' && encoding !== 'identity')
      throw new ApiError(415, 'a batch must be plain text or gzip', CLOSE);
    const isPacked = encoding === 'gzip';
    const most = isPacked ? FLEET_LIMITS.gzipBytes : FLEET_LIMITS.plainBytes;
    const bytes = await whole(req, most, tooLarge, (taken) => place.take(taken));
    const plain = isPacked ? await this.#unpacked(bytes) : bytes;
    place.take(plain.length);
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(plain);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      throw new ApiError(400, 'the batch is not UTF-8 text');
    }
  }

  async #unpacked(bytes: Buffer): Promise<Buffer> {
    try {
      return (bytes.length <= SHORT_BYTES.packed && unpackedAtOnce(bytes)) || (await this.#unpackedInTurn(bytes));
    } catch (error) {
      if (isTooLong(error)) throw tooLarge();
      if (!String((error as NodeJS.ErrnoException).code).startsWith('Z_')) throw error;
      throw new ApiError(400, 'the batch is not complete gzip');
    }
  }

  #unpackedInTurn(bytes: Buffer): Promise<Buffer> {
    this.#lane = (this.#lane + 1) % UNPACKED_AT_ONCE;
    return this.#turns.take(String(this.#lane), () => inflate(bytes, { maxOutputLength: FLEET_LIMITS.plainBytes }));
  }
}

const isTooLong = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';

/** Null where the text is longer than `SHORT_BYTES` allows. */
function unpackedAtOnce(bytes: Buffer): Buffer | null {
  try {
    return gunzipSync(bytes, { maxOutputLength: SHORT_BYTES.plain });
  } catch (error) {
    if (isTooLong(error)) return null;
    throw error;
  }
}
