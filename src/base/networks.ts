import { BlockList, isIP } from 'node:net';

/** Networks of homes and offices (RFC 1918, RFC 4193), and this machine. */
export const HOME_NETWORKS = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '127.0.0.0/8', 'fc00::/7', '::1/128'];

/** Whether an address lies in one of these networks; an IPv6 address that wraps one of IPv4 lies where that one does. */
export function inNetworks(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [address, bits] = network.split('/') as [string, string];
    list.addSubnet(address, Number(bits), familyOf(address)!);
  }
  return (address) => {
    const plain = address.replace(/%.*$/, '');
    const family = familyOf(plain);
    return family !== null && list.check(plain, family);
  };
}

const familyOf = (address: string) => (({ 4: 'ipv4', 6: 'ipv6', 0: null }) as const)[isIP(address) as 0 | 4 | 6];
