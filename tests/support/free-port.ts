import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below those that systems give away by themselves, to whoever listens on 0 or connects: nobody gets it before it is taken, or between two starts. */
const [FROM, TO] = [12_000, 32_000];
const given = new Set<number>();

/** A port nobody listens on just now, by TCP or UDP. Whoever wants nobody there for as long as a test lasts takes 9, which is nobody's. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FROM, TO); // now: workers and other runs must not ask for the same ones
    if (given.has(port) || !(await isFree(port))) continue;
    given.add(port);
    return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const ways = [() => createServer().listen(port, '0.0.0.0'), () => createSocket('udp4').bind(port, '0.0.0.0')];
  for (const bound of ways) {
    const end = bound();
    try {
      await once(end, 'listening');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false;
      throw error;
    }
    end.close();
    await once(end, 'close');
  }
  return true;
}
