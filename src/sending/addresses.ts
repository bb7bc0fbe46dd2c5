import { isIP } from 'node:net';
import { inNetworks } from '../base/networks.ts';
import { type Sentence, sentence } from '../words/sentence.ts';
import { reasonOf, WayError } from './exchange.ts';
import type { Ports } from './ports.ts';

/** IPv4 blocks: this host, link-local (metadata of most clouds), metadata of Alibaba, Oracle and Azure, multicast and reserved. */
const V4 = [
  ...['0.0.0.0/8', '169.254.0.0/16', '100.100.100.200/32', '192.0.0.192/32', '168.63.129.16/32'],
  ...['224.0.0.0/4', '240.0.0.0/4'],
];
/** IPv6 blocks: unspecified, link-local, metadata of Amazon and Google, multicast. */
const V6 = ['::/128', 'fe80::/10', 'fd00:ec2::254/128', 'fd20:ce::254/128', 'ff00::/8'];

/** The same network through NAT64 and through 6to4. */
function wrapped(network: string): string[] {
  const [address = '', bits] = network.split('/');
  const [a, b, c, d] = address.split('.').map((part) => Number(part).toString(16).padStart(2, '0'));
  return [`64:ff9b::${a}${b}:${c}${d}/${96 + Number(bits)}`, `2002:${a}${b}:${c}${d}::/${16 + Number(bits)}`];
}
const isBlocked = inNetworks([...V4, ...V6, ...V4.flatMap(wrapped)]);

/**
 * Addresses of a receiver's URL, resolved once: connect to these and to no other, so that a name that leads elsewhere a moment later (DNS
 * rebinding) changes nothing. A sentence where the address is not allowed; with `allowLocal` the owner means it, and none is refused.
 * `ownPort` is that of our own server. Throws `WayError` where the name is unknown.
 */
export async function allowedAddresses(
  url: string,
  { lookup, ownAddresses }: Pick<Ports, 'lookup' | 'ownAddresses'>,
  { ownPort, allowLocal }: { ownPort: number; allowLocal: boolean },
): Promise<readonly string[] | Sentence> {
  const { hostname, port, protocol } = new URL(url);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const found = isIP(host) ? [host] : await lookup(host).catch((error: unknown) => Promise.reject(wayError(error)));
  if (found.length === 0) throw new WayError(sentence('way.unknown-name'));
  if (allowLocal) return found;
  const reachable = found.filter((one) => !isBlocked(one));
  if (reachable.length === 0) return sentence('way.blocked');
  const isOwnPort = Number(port || (protocol === 'https:' ? 443 : 80)) === ownPort;
  const isHere = inNetworks(['127.0.0.0/8', '::1/128', ...ownAddresses().map(whole)]);
  const others = reachable.filter((one) => !isOwnPort || !isHere(one));
  return others.length > 0 ? others : sentence('way.own-port');
}

const whole = (address: string): string =>
  `${address.replace(/%.*$/, '')}/${isIP(address.replace(/%.*$/, '')) === 6 ? 128 : 32}`;
const wayError = (error: unknown): WayError => new WayError(reasonOf(error));
