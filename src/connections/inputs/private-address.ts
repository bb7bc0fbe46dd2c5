import { BlockList, isIP } from 'node:net';

const HOME = new BlockList();
for (const [network, bits] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['127.0.0.0', 8],
] as const)
  HOME.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of [
  ['fc00::', 7],
  ['fe80::', 10],
  ['::1', 128],
] as const)
  HOME.addSubnet(network, bits, 'ipv6');

/** Whether an address is of a home network (RFC 1918, RFC 4193), of this link, or this machine. */
export function isPrivateAddress(address: string): boolean {
  const plain = address.split('%')[0]!;
  const family = isIP(plain);
  return family !== 0 && HOME.check(plain, family === 6 ? 'ipv6' : 'ipv4');
}
