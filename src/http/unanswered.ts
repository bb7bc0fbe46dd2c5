import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Pipelining limit: requests that may wait on one connection. Browsers and libraries send one after the other; Node reads and starts all
 * that lie in a connection, and some megabytes of short requests would keep the sampling waiting for seconds.
 */
export const MOST_UNANSWERED = 16;

/** Answers, and hands a connection that asks more than it listens to `offended`, which ends it. What else lies in it is not looked at. */
export function unansweredAtMost(
  most: number,
  answer: RequestListener,
  offended: (socket: Socket) => void,
): (req: IncomingMessage, res: ServerResponse) => void {
  const unanswered = new WeakMap<Socket, number>();
  const waiting = (socket: Socket): number => unanswered.get(socket) ?? 0;
  return (req, res) => {
    const { socket } = req;
    if (socket.destroyed) return;
    if (waiting(socket) >= most) {
      offended(socket);
      return;
    }
    unanswered.set(socket, waiting(socket) + 1);
    res.once('close', () => unanswered.set(socket, waiting(socket) - 1));
    answer(req, res as Parameters<RequestListener>[1]);
  };
}
