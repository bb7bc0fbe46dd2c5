import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import type { Request } from 'express';
import { describe, expect, it } from 'vitest';
import { FLEET_LIMITS } from '../../src/contract/fleet-line.ts';
import { ApiError } from '../../src/http/api-error.ts';
import { BatchReader } from '../../src/hub/ingest/batch-text.ts';
import { InFlight, type Place } from '../../src/hub/ingest/in-flight.ts';

const MOST_BYTES = 8 * 1024 * 1024;
const room = () => new InFlight({ enter: () => true, leave: () => undefined, later: () => 5 }, MOST_BYTES);

/** As Express hands it on, of a sender that says nothing of its length. */
function request(body: Buffer, packed: boolean): Request {
  const pieces = Array.from({ length: Math.ceil(body.length / 65_536) }, (_, i) =>
    body.subarray(i * 65_536, (i + 1) * 65_536),
  );
  return Object.assign(Readable.from(pieces), { headers: packed ? { 'content-encoding': 'gzip' } : {} }) as never;
}

describe('room for batches', () => {
  it('is bounded in bytes, whoever sends: who finds none is sent away for a while, and gets it when others are done', async () => {
    const [inFlight, reader] = [room(), new BatchReader()];
    const large = gzipSync(Buffer.alloc(FLEET_LIMITS.plainBytes, 'wx temp=1 1795287000\n'));
    const places = Array.from({ length: 64 }, (): Place => inFlight.enter());
    const read = (place: Place) => reader.textOf(request(large, true), place);
    const answers = await Promise.allSettled(places.map(read));
    const refused = answers.flatMap((one) => (one.status === 'rejected' ? [one.reason as ApiError] : []));
    expect(answers.length - refused.length).toBe(1); // 4 MiB each, and of 8 a little goes to what came packed
    for (const one of refused) {
      expect(one).toBeInstanceOf(ApiError);
      expect([one.status, one.headers['Retry-After']]).toEqual([503, '5']);
    }
    for (const place of places) place.leave();
    expect(await read(inFlight.enter())).toHaveLength(FLEET_LIMITS.plainBytes);
  });

  it('is counted while bodies come, not when they are whole', async () => {
    const inFlight = room();
    inFlight.enter().take(MOST_BYTES - 100_000);
    const slow = request(Buffer.alloc(FLEET_LIMITS.plainBytes, 'x'), false);
    await expect(new BatchReader().textOf(slow, inFlight.enter())).rejects.toMatchObject({ status: 503 });
  });
});
