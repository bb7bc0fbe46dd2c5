import { isIP } from 'node:net';

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** A dual-stack socket writes IPv4 peers as ::ffff:a.b.c.d. */
const plain = (address: string): string => MAPPED.exec(address)?.[1] ?? address;

export const isLoopback = (address: string | undefined): boolean => {
  const ip = plain(address ?? '');
  return ip === '::1' || (isIP(ip) === 4 && ip.startsWith('127.'));
};

/** Who a limit counts: an IPv4 address, or the /64 network that one IPv6 machine can pick its addresses from freely. */
export const limitKey = (address: string | undefined): string => {
  const ip = plain(address ?? '');
  if (isIP(ip) !== 6) return ip;
  const [head = '', tail = ''] = ip.split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail.split(':').filter(Boolean);
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  return [...left, ...zeros, ...right].slice(0, 4).join(':');
};
