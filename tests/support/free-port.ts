import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below those that systems give away by themselves, to whoever listens on 0 or connects: nobody gets it before it is taken, or between two starts. */
const [FROM, TO] = [12_000, 32_000];
const given = new Set<number>();

/** A port nobody listens on just now. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FROM, TO); // now: workers and other runs must not ask for the same ones
    if (given.has(port) || !(await isFree(port))) continue;
    given.add(port);
    return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '0.0.0.0');
  try {
    await once(server, 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false;
    throw error;
  }
  server.close();
  await once(server, 'close');
  return true;
}
