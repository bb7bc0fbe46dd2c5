import type { NetConnectOpts, Socket } from 'node:net';
import type { Clock } from '../base/clock.ts';

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface Upgrades {
  /** Leaves the wished version for the owner and for apt; null takes it away. */
  want(version: string | null): void;
  /** Whether this version was installed here, did not measure, and was taken back. */
  hasFailed(version: string): boolean;
}

/** The world as the connections see it; tests bring their own. */
export interface Ports {
  fetch: Fetch;
  /**
   * Fetch that trusts this certificate authority (PEM) and no other, or the public ones for null. With addresses it connects to one of them
   * and asks for the name no more: what a name leads to may be another address the next time.
   */
  fetchTrusting(ca: string | null, addresses?: readonly string[]): Fetch;
  lookup(host: string): Promise<readonly string[]>;
  ownAddresses(): readonly string[];
  connect(options: NetConnectOpts): Socket;
  /** Packed on another thread. */
  gzip(text: string): Promise<Uint8Array<ArrayBuffer>>;
  clock: Clock;
  /** From 0 to below 1. */
  random(): number;
  /** Content of a key, password or certificate file, without its line end; null if it cannot be read. */
  secret(path: string): string | null;
  log(severity: 'info' | 'warn', message: string): void;
  /** Absent where no package is installed. */
  upgrades?: Upgrades;
}

/** Ports of a receiver with a certificate authority of its own; null when the file cannot be read or holds no certificate. */
export function portsTrusting(ports: Ports, caFile: string | null): Ports | null {
  if (caFile === null) return ports;
  const ca = ports.secret(caFile);
  return ca?.includes('BEGIN CERTIFICATE') ? { ...ports, fetch: ports.fetchTrusting(ca) } : null;
}
