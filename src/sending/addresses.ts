import { BlockList, isIP, isIPv6 } from 'node:net';
import { type Sentence, sentence } from '../words/sentence.ts';
import { reasonOf, WayError } from './exchange.ts';
import type { Ports } from './ports.ts';

/** IPv4 blocks: this host, link-local (metadata of most clouds), metadata of Alibaba, Oracle and Azure, multicast and reserved. */
const V4: readonly (readonly [address: string, bits: number])[] = [
  ['0.0.0.0', 8],
  ['169.254.0.0', 16],
  ['100.100.100.200', 32],
  ['192.0.0.192', 32],
  ['168.63.129.16', 32],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];
/** IPv6 blocks: unspecified, link-local, metadata of Amazon and Google, multicast. */
const V6: readonly (readonly [address: string, bits: number])[] = [
  ['::', 128],
  ['fe80::', 10],
  ['fd00:ec2::254', 128],
  ['fd20:ce::254', 128],
  ['ff00::', 8],
];

const hexOf = (v4: string): string => {
  const [a, b, c, d] = v4.split('.').map((part) => Number(part).toString(16).padStart(2, '0'));
  return `${a}${b}:${c}${d}`;
};

function blocksOf(): BlockList {
  const blocks = new BlockList();
  for (const [address, bits] of V6) blocks.addSubnet(address, bits, 'ipv6');
  for (const [address, bits] of V4) {
    blocks.addSubnet(address, bits, 'ipv4'); // and ::ffff:a.b.c.d
    blocks.addSubnet(`64:ff9b::${hexOf(address)}`, 96 + bits, 'ipv6'); // through NAT64
    blocks.addSubnet(`2002:${hexOf(address)}::`, 16 + bits, 'ipv6'); // through 6to4
  }
  return blocks;
}
const BLOCKED = blocksOf();
const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

const family = (address: string): 'ipv4' | 'ipv6' => (isIPv6(address) ? 'ipv6' : 'ipv4');
const plain = (address: string): string => address.replace(/%.*$/, '');

interface Rules {
  /** Port of the station's own server. */
  ownPort: number;
  /** The owner means it: nothing is refused. */
  allowLocal: boolean;
}

/**
 * Addresses that a receiver's URL may be reached at, resolved once: connect to these and to no other, so that a name that leads elsewhere a
 * moment later (DNS rebinding) leads nowhere. A sentence where there is none. Throws `WayError` where the name is unknown.
 */
export async function allowedAddresses(
  url: string,
  { lookup, ownAddresses }: Pick<Ports, 'lookup' | 'ownAddresses'>,
  { ownPort, allowLocal }: Rules,
): Promise<readonly string[] | Sentence> {
  const { hostname, port, protocol } = new URL(url);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const found = isIP(host) ? [host] : await lookup(host).catch((error: unknown) => Promise.reject(wayError(error)));
  if (found.length === 0) throw new WayError(sentence('way.unknown-name'));
  if (allowLocal) return found;
  const own = new BlockList();
  for (const one of ownAddresses()) own.addAddress(plain(one), family(plain(one)));
  const isOwnPort = Number(port || (protocol === 'https:' ? 443 : 80)) === ownPort;
  const reachable = found.filter((one) => !BLOCKED.check(plain(one), family(plain(one))));
  if (reachable.length === 0) return sentence('way.blocked');
  const others = reachable.filter((one) => {
    const [address, kind] = [plain(one), family(plain(one))];
    return !isOwnPort || !(LOOPBACK.check(address, kind) || own.check(address, kind));
  });
  return others.length > 0 ? others : sentence('way.own-port');
}

const wayError = (error: unknown): WayError => new WayError(reasonOf(error));
