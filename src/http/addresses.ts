import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const LINK_LOCAL = /^fe[89ab]/i;

/** A dual-stack socket writes IPv4 peers as ::ffff:a.b.c.d, and a link-local peer may carry the name of its interface. */
const plain = (address: string): string => {
  const bare = address.split('%')[0]!;
  return MAPPED.exec(bare)?.[1] ?? bare.toLowerCase();
};

export const isLoopback = (address: string | undefined): boolean => {
  const ip = plain(address ?? '');
  return ip === '::1' || (isIP(ip) === 4 && ip.startsWith('127.'));
};

/** Headers of a proxy that forwards another client's request. */
const PASSED_ON = ['x-forwarded-for', 'forwarded', 'x-real-ip'] as const;

/**
 * Asked by a program of this machine for itself. A proxy here comes from the loopback, too; its word that it asks for another takes a
 * right away and gives none, so it is believed from everyone.
 */
export const isLocal = ({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): boolean =>
  isLoopback(socket.remoteAddress) && PASSED_ON.every((name) => headers[name] === undefined);

/** Address for all clients of a proxy on this machine. */
export const PROXIED = 'proxied';

/**
 * Address of a client for limits and guesses. A proxy on this machine comes from the loopback, whose exemptions are the wall's: its clients
 * share one address instead. Those that it names are not believed, or a client could name a fresh one with every request.
 */
export const clientAddress = (req: Pick<IncomingMessage, 'headers' | 'socket'>): string | undefined =>
  isLoopback(req.socket.remoteAddress) && !isLocal(req) ? PROXIED : req.socket.remoteAddress;

/** Whether a key of a share or limit is this machine's. */
export const isLoopbackKey = (key: string): boolean => isLoopback(key) || key === limitKey('::1');

/** Key of a machine: all loopback addresses are one. */
export const hostKey = (address: string | undefined): string => (isLoopback(address) ? '::1' : plain(address ?? ''));

/** The neighbourhood an address could have been picked from: a /64 of IPv6, which is one home, or a /24 of IPv4. */
export const networkKey = (address: string | undefined): string => {
  const ip = plain(address ?? '');
  return isIP(ip) === 6 ? prefix64(ip) : ip.split('.').slice(0, 3).join('.');
};

/**
 * Key of an address for limits: an IPv4 address; a link-local IPv6 address, since each machine has its own; otherwise the /64 network,
 * within which one machine can choose addresses freely.
 */
export const limitKey = (address: string | undefined): string => {
  const ip = plain(address ?? '');
  return isIP(ip) !== 6 || LINK_LOCAL.test(ip) ? ip : prefix64(ip);
};

function prefix64(ip: string): string {
  const [head = '', tail = ''] = ip.split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail.split(':').filter(Boolean);
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  return [...left, ...zeros, ...right].slice(0, 4).join(':');
}
