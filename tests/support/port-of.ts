import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';

/** Port at which a server listens from now on, on this machine alone. */
export async function portOf(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}
