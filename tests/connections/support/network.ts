import { gunzipSync, gzipSync } from 'node:zlib';
import type { Clock } from '../../../src/base/clock.ts';
import type { Ports } from '../../../src/sending/ports.ts';

export interface Asked {
  url: string;
  method: string;
  headers: Headers;
  /** As text, unpacked where it came packed. */
  body: string;
  atS: number;
}

export type Reply = Response | Error | 'hang';

/** A network in one place: what is asked is written down, and each question gets the reply that stands for it. */
export class FakeNetwork {
  readonly asked: Asked[] = [];
  /** Made anew for each question: a body is read once. */
  reply: (asked: Asked) => Reply = () => new Response(null, { status: 204 });
  /** Questions that wait for their answer at this moment, and the most there ever were. */
  open = 0;
  mostOpen = 0;

  constructor(private readonly clock: Clock) {}

  readonly fetch: Ports['fetch'] = async (url, init) => {
    const headers = new Headers(init.headers);
    const bytes = init.body === undefined ? Buffer.alloc(0) : Buffer.from(init.body as string | Uint8Array);
    const body = (headers.get('content-encoding') === 'gzip' ? gunzipSync(bytes) : bytes).toString();
    const asked = { url, method: init.method ?? 'GET', headers, body, atS: this.clock.nowS() };
    this.asked.push(asked);
    this.open += 1;
    this.mostOpen = Math.max(this.mostOpen, this.open);
    try {
      const reply = this.reply(asked);
      if (reply === 'hang') return await hanging(init.signal!);
      if (reply instanceof Error) throw reply;
      return reply;
    } finally {
      this.open -= 1;
    }
  };

  ports(more: Partial<Ports> = {}): Ports & { told: string[] } {
    const told: string[] = [];
    return {
      fetch: this.fetch,
      fetchTrusting: () => this.fetch,
      lookup: async () => ['192.0.2.1'],
      ownAddresses: () => ['127.0.0.1', '::1'],
      connect: () => {
        throw new Error('no TCP here');
      },
      gzip: async (text) => new Uint8Array(gzipSync(text)),
      clock: this.clock,
      random: () => 0.5,
      secret: () => null,
      log: (severity, message) => told.push(`${severity} ${message}`),
      told,
      ...more,
    };
  }
}

/** As undici does it: nothing, until the caller gives up. */
const hanging = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const give = () => reject(signal.reason as Error);
    if (signal.aborted) give();
    else signal.addEventListener('abort', give, { once: true });
  });

/** How a refused connection looks through fetch. */
export const refusedConnection = (): Error =>
  new TypeError('fetch failed', {
    cause: Object.assign(new Error('connect ECONNREFUSED 10.0.0.9:8086'), { code: 'ECONNREFUSED' }),
  });

/** A body that ends before it should. */
export const halfBody = (status = 200): Response =>
  new Response(
    new ReadableStream({
      start(stream) {
        stream.enqueue(new TextEncoder().encode('{"status":"su'));
        stream.error(Object.assign(new TypeError('terminated'), { cause: { code: 'UND_ERR_SOCKET' } }));
      },
    }),
    { status },
  );

/** A body that never ends. */
export const endlessBody = (status = 200): Response =>
  new Response(
    new ReadableStream({
      pull(stream) {
        stream.enqueue(new Uint8Array(4096).fill(0x61));
      },
    }),
    { status },
  );
