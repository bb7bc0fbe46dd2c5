import type { NetConnectOpts, Socket } from 'node:net';
import type { Clock } from '../station/clock.ts';

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** The world as the connections see it; tests bring their own. */
export interface Ports {
  fetch: Fetch;
  connect(options: NetConnectOpts): Socket;
  /** Packed on another thread. */
  gzip(text: string): Promise<Uint8Array<ArrayBuffer>>;
  clock: Clock;
  /** From 0 to below 1. */
  random(): number;
  /** What a file of a key, a password or a certificate holds, without the line's end; null where it cannot be read. */
  secret(path: string): string | null;
  log(severity: 'info' | 'warn', message: string): void;
}
