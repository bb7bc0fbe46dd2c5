import { HOME_NETWORKS, inNetworks } from '../../base/networks.ts';
import type { Ports } from '../../sending/ports.ts';

/** Also of a provider's own network, and behind NAT64 and 6to4. Link-local and reserved ones are refused for every webhook. */
const isPrivate = inNetworks([...HOME_NETWORKS, '100.64.0.0/10', '64:ff9b::/96', '2002::/16']);

/**
 * Network of webhooks that a teacher chose. A name that leads to this machine or to its network leads nowhere (server-side request
 * forgery): the database, which has no login, is there.
 */
export const publicPorts = (ports: Ports): Ports => ({
  ...ports,
  lookup: async (host) => (await ports.lookup(host)).filter((address) => !isPrivate(address)),
});
