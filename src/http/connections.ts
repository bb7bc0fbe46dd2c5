import type { Socket } from 'node:net';
import type { Clock } from '../base/clock.ts';
import { isLoopback, limitKey } from './addresses.ts';
import type { Log } from './log.ts';
import { Shares } from './shares.ts';

const SHUT_OUT_MS = 60_000;
const MOST_SHUT_OUT = 1024;

/** Open connections, limited per address; an address that misbehaves is shut out for a while. */
export class ConnectionLimits {
  readonly #open = new Map<Socket, string>();
  readonly #shutUntilMs = new Map<string, number>();
  readonly #shares: Shares;
  constructor(
    most: number,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {
    this.#shares = new Shares(most);
  }

  admit(socket: Socket): void {
    const key = limitKey(socket.remoteAddress);
    const isShutOut = this.clock.steadyMs() < (this.#shutUntilMs.get(key) ?? 0);
    const release = isShutOut ? 'address' : this.#shares.take(socket.remoteAddress);
    if (typeof release === 'string') {
      socket.destroy();
      return;
    }
    this.#open.set(socket, key);
    socket.once('close', () => {
      this.#open.delete(socket);
      release();
    });
  }

  /**
   * Ends connections on which nothing has come. Browsers open some in advance, and Node does not count them as idle. A request that is still on
   * its way is lost, and the browser repeats it.
   */
  endUnused(): void {
    for (const socket of this.#open.keys()) if (socket.bytesRead === 0) socket.destroy();
  }

  /**
   * Ends this connection and all others of its address, and lets it open none for a minute: only to read what lies in one such
   * connection takes the thread for tens of milliseconds. Of this machine, where the wall is, the one connection alone.
   */
  shutOut(socket: Socket): void {
    const key = this.#open.get(socket);
    const isLocal = isLoopback(socket.remoteAddress);
    const { remoteAddress: address } = socket;
    socket.destroy();
    const after = isLocal ? 'the connection is ended' : 'the address is shut out for a minute';
    this.log.warn({ address, fold: key }, `more questions on one connection than anybody waits for: ${after}`);
    if (isLocal || key === undefined) return;
    if (this.#shutUntilMs.size >= MOST_SHUT_OUT) this.#shutUntilMs.delete(this.#shutUntilMs.keys().next().value ?? '');
    this.#shutUntilMs.set(key, this.clock.steadyMs() + SHUT_OUT_MS);
    for (const [other, otherKey] of this.#open) if (otherKey === key) other.destroy();
  }
}
