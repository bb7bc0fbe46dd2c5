import { spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';

/** A 1-wire read takes three quarters of a second. */
const READS_END_WITHIN_MS = 1_000;

const readsAreOpen = (): boolean => process.getActiveResourcesInfo().some((name) => name.startsWith('FSReq'));

/**
 * Ends the process when all is saved. `process.exit` waits for the threads that read devices, and a driver that hangs never lets
 * one go: then the kernel has to do it.
 */
export async function leave(
  code: number,
  exit: (code: number) => void = (status) => process.exit(status),
): Promise<void> {
  for (let waitedMs = 0; readsAreOpen() && waitedMs < READS_END_WITHIN_MS; waitedMs += 20) await wait(20);
  if (readsAreOpen()) process.kill(process.pid, 'SIGKILL');
  else exit(code);
}

/**
 * The last word, which depends on nothing in this process: neither its event loop, nor its threads, nor their locks. A shell waits
 * beside it and kills it after `afterMs`; when the process ends before, the pipe between them closes and the shell goes, too.
 */
export function lastWord(afterMs: number): void {
  const script = `(sleep ${afterMs / 1000}; kill -9 ${process.pid}) & read -r _; kill 0`;
  const shell = spawn('/bin/sh', ['-c', script], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  shell.once('error', (error) => process.stderr.write(`nobody watches over this stop: ${error.message}\n`));
  shell.unref();
}
