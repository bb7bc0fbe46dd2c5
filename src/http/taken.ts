import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

/** Bytes that the kernel's socket buffer takes at once. */
const HELD_BYTES = 16 * 1024;

/**
 * An answer whose reader takes nothing of it for so long is given up: megabytes held for a hundred connections that never read would
 * fill the memory. Counted from its end on, so that a question may take its time.
 */
export function takenWithin(stalledMs: number, answer: RequestListener): RequestListener {
  return (req: IncomingMessage, res: ServerResponse) => {
    res.once('prefinish', () => {
      if (res.writableLength > HELD_BYTES) res.setTimeout(stalledMs, () => res.destroy());
    });
    answer(req, res as Parameters<RequestListener>[1]);
  };
}
