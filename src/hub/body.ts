import { promisify } from 'node:util';
import { gunzip, gunzipSync } from 'node:zlib';
import type { Request } from 'express';
import { FLEET_LIMITS } from '../contract/fleet-line.ts';
import { ApiError } from '../http/api-error.ts';
import { whole } from '../http/body.ts';

const inflate = promisify(gunzip);
const kibi = (bytes: number): string => `${bytes / 1024} KiB`;

/** Batches small enough to parse on this thread; a worker takes longer to be called. */
const SHORT_BYTES = { packed: 8 * 1024, plain: 64 * 1024 } as const;
/** Batches unpacked at a time: a kilobyte may become four megabytes. */
const UNPACKED_AT_ONCE = 8;

/**
 * Memory limit for batches in flight: received bytes and the texts made of them. A station's day is 30 kB of text; a station that finds no
 * room comes again.
 */
export class Room {
  #heldBytes = 0;
  #unpacking = 0;
  readonly #waiting: Array<() => void> = [];
  constructor(
    private readonly mostBytes: number,
    private readonly laterS: () => number,
  ) {}

  /** Reserves a place for one request; `leave` frees it. */
  enter(): Place {
    let mine = 0;
    return {
      take: (bytes) => {
        if (this.#heldBytes + bytes > this.mostBytes)
          throw new ApiError(503, 'the hub is busy with other batches; send it again', {
            afterS: this.laterS(),
            headers: { Connection: 'close' },
          });
        this.#heldBytes += bytes;
        mine += bytes;
      },
      leave: () => {
        this.#heldBytes -= mine;
        mine = 0;
      },
    };
  }

  async unpacked(bytes: Buffer): Promise<Buffer> {
    const short = bytes.length <= SHORT_BYTES.packed ? unpackedAtOnce(bytes) : null;
    if (short !== null) return short;
    if (this.#unpacking >= UNPACKED_AT_ONCE) await new Promise<void>((turn) => this.#waiting.push(turn));
    else this.#unpacking += 1;
    try {
      return await inflate(bytes, { maxOutputLength: FLEET_LIMITS.plainBytes });
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#unpacking -= 1;
    }
  }
}

/** Null where the text is longer than `SHORT_BYTES` allows. */
function unpackedAtOnce(bytes: Buffer): Buffer | null {
  try {
    return gunzipSync(bytes, { maxOutputLength: SHORT_BYTES.plain });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return null;
    throw error;
  }
}

export interface Place {
  take(bytes: number): void;
  leave(): void;
}

/** Text of a batch. One that is too large is refused at the first byte too many, so a bomb is never unpacked. */
export async function batchText(req: Request, room: Room, place: Place): Promise<string> {
  const { 'content-encoding': encoding = 'identity' } = req.headers;
  const isPacked = encoding.toLowerCase() === 'gzip';
  if (!isPacked && encoding.toLowerCase() !== 'identity')
    throw new ApiError(415, 'a batch must be plain text or gzip', { headers: { Connection: 'close' } });
  const most = isPacked ? FLEET_LIMITS.gzipBytes : FLEET_LIMITS.plainBytes;
  const tooLarge = () =>
    new ApiError(
      413,
      `a batch has at most ${kibi(FLEET_LIMITS.gzipBytes)} packed and ${kibi(FLEET_LIMITS.plainBytes)} unpacked`,
      { headers: { Connection: 'close' } },
    );
  const bytes = await whole(req, most, tooLarge, (taken) => place.take(taken));
  const plain = isPacked ? await unpacked(bytes, tooLarge, room) : bytes;
  place.take(plain.length); // as a text, and rows of it
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(plain);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new ApiError(400, 'the batch is not UTF-8 text');
  }
}

async function unpacked(bytes: Buffer, tooLarge: () => ApiError, room: Room): Promise<Buffer> {
  try {
    return await room.unpacked(bytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge();
    if (String((error as NodeJS.ErrnoException).code).startsWith('Z_'))
      throw new ApiError(400, 'the batch is not complete gzip');
    throw error;
  }
}
