import { spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** A 1-wire read takes three quarters of a second. */
const READS_END_WITHIN_MS = 1_000;

const readsAreOpen = (): boolean => process.getActiveResourcesInfo().some((name) => name.startsWith('FSReq'));

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

/**
 * Ends the process when all is saved. `process.exit` waits for the threads that read devices, and a driver that hangs never lets
 * one go: then the kernel has to do it.
 */
export async function leave(code: number, exit: (code: number) => void = exitNow): Promise<void> {
  for (let waitedMs = 0; readsAreOpen() && waitedMs < READS_END_WITHIN_MS; waitedMs += 20) await wait(20);
  if (readsAreOpen()) process.kill(process.pid, 'SIGKILL');
  else exit(code);
}

/**
 * The last word, which depends on nothing in this process: neither its event loop, nor its threads, nor their locks. A shell waits
 * beside it and kills it after `afterMs`; when the process ends before, the pipe between them closes and the shell goes, too.
 * What is answered lets it wait that long anew, from then on.
 */
export function lastWord(afterMs: number): (afterMs: number) => void {
  const script = `watch() { (sleep "$1"; kill -9 ${process.pid}) & }
    watch ${afterMs / 1000}; while read -r more; do kill $!; watch "$more"; done; kill 0`;
  const shell = spawn('/bin/sh', ['-c', script], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  shell.once('error', (error) => process.stderr.write(`nobody watches over this stop: ${error.message}\n`));
  shell.stdin.on('error', () => undefined); // it never came up, which `error` has told
  shell.unref();
  return (more) => void shell.stdin.write(`${more / 1000}\n`);
}
