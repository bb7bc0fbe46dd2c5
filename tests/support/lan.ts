import { networkInterfaces } from 'node:os';

/** An address of this machine that is not the loopback, so that a request through it comes from the network. */
export const lanAddress: string | undefined = Object.values(networkInterfaces())
  .flat()
  .find((found) => found?.family === 'IPv4' && !found.internal)?.address;

if (!lanAddress) console.warn('SKIPPED: what is asked from the LAN, because this machine has no address but loopback');
