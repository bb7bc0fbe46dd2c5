import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';

/** Bytes that the kernel's socket buffer takes at once. */
const HELD_BYTES = 16 * 1024;

/**
 * Limits of unread answers: one whose reader takes nothing for so long is given up, also while it is still being made, or megabytes held for
 * a hundred idle connections would fill the memory. One with nothing to take yet may take its time.
 */
export const takenWithin =
  (stalledMs: number, answer: RequestListener): RequestListener =>
  (req, res) => {
    res.setTimeout(stalledMs, () => {
      if (res.writableLength > HELD_BYTES) res.destroy();
    });
    answer(req, res);
  };

/**
 * Pipelining limit: requests that may wait on one connection. Browsers and libraries send one after the other; Node reads and starts all
 * that lie in a connection, and some megabytes of short requests would keep the sampling waiting for seconds.
 */
const MOST_UNANSWERED = 16;

/** Hands a connection that has too many unanswered requests to `offended`, which ends it; requests that still lie in it are not looked at. */
export function fewUnanswered(answer: RequestListener, offended: (socket: Socket) => void): RequestListener {
  const unanswered = new WeakMap<Socket, number>();
  const waiting = (socket: Socket): number => unanswered.get(socket) ?? 0;
  return (req, res) => {
    const { socket } = req;
    if (socket.destroyed) return;
    if (waiting(socket) >= MOST_UNANSWERED) {
      offended(socket);
      return;
    }
    unanswered.set(socket, waiting(socket) + 1);
    res.once('close', () => unanswered.set(socket, waiting(socket) - 1));
    answer(req, res);
  };
}
