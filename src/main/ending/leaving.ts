import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** A 1-wire read takes three quarters of a second. */
const THREADS_END_WITHIN_MS = 1_000;

/** Threads that a read of a device keeps (FSReq…), and heavy threads, which end with their port. */
const threadsAreBusy = (): boolean =>
  process.getActiveResourcesInfo().some((name) => name.startsWith('FSReq') || name === 'MessagePort');

/**
 * `process.exit` joins the threads that compile. One that has no room left for what it compiled waits for the main thread to collect,
 * which waits for it: nobody ever ends (nodejs/node#54918; with our small heap it was one short command in fifteen). After a
 * collection there is room, and nothing more is given them to compile.
 */
function makeRoomForCompilers(): void {
  setFlagsFromString('--no-concurrent-sparkplug');
  setFlagsFromString('--no-maglev');
  setFlagsFromString('--no-optimize-for-size');
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
}

export const exitNow = (status: number): never => {
  makeRoomForCompilers();
  process.exit(status);
};

/** Ends the process when all is saved; by the kernel where a thread hangs in a driver or is deep in SQLite: `exit` waits for threads. */
export async function leave(code: number, exit: (code: number) => void = exitNow): Promise<void> {
  for (let waitedMs = 0; threadsAreBusy() && waitedMs < THREADS_END_WITHIN_MS; waitedMs += 20) await wait(20);
  if (threadsAreBusy()) process.kill(process.pid, 'SIGKILL');
  else exit(code);
}
