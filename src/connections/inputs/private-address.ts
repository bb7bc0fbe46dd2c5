import { HOME_NETWORKS, inNetworks } from '../../base/networks.ts';

/** Whether an address is of a home network, of this link, or this machine. */
export const isPrivateAddress = inNetworks([...HOME_NETWORKS, '169.254.0.0/16', 'fe80::/10']);
