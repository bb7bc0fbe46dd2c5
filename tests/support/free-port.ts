import { randomInt } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/** Below those that systems give away by themselves, to whoever listens on 0 or connects: nobody gets it before it is taken, or between two starts. */
const [FROM, TO] = [12_000, 32_000];

/** A port nobody listens on just now, by TCP or UDP. Whoever wants nobody there for as long as a test lasts takes 9, which is nobody's. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FROM, TO); // now: other runs must not try the same ones first
    if ((await isReserved(port)) && (await isFree(port))) return port;
  }
}

/** For this process, as long as it lives: Linux gives a name once, and takes it back by itself. Two workers had drawn the same port. */
const isReserved = (port: number): Promise<boolean> =>
  isBound(createServer().listen(`\0weatherglass test port ${port}`).unref());

async function isFree(port: number): Promise<boolean> {
  const ways = [() => createServer().listen(port, '0.0.0.0'), () => createSocket('udp4').bind(port, '0.0.0.0')];
  for (const bound of ways) {
    const end = bound();
    if (!(await isBound(end))) return false;
    end.close();
    await once(end, 'close');
  }
  return true;
}

async function isBound(end: Server | Socket): Promise<boolean> {
  try {
    await once(end, 'listening');
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false;
    throw error;
  }
}
