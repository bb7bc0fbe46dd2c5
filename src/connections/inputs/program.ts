import { type ChildProcess, spawn } from 'node:child_process';
import { anotherTurn, atMost, type Clock } from '../../base/clock.ts';

export interface Ending {
  /** Exit code, or the name of the signal that ended it. */
  code: string;
  /** Code of the error that kept it from starting: ENOENT, EACCES. */
  failure: string | null;
  /** Last text of standard error. */
  words: string;
}

/** Tail of standard error that is kept: it tells at the end why a program ended. */
const WORDS_BYTES = 2048;
/** Pieces a second that are taken of each stream; a program that writes more has to wait, not the station. */
const PAUSE_AFTER = 20;
const PAUSE_MS = 1000;
/** From being asked to end to being ended. */
const GRACE_MS = 250;

/** Environment that a radio program may need; the rest of ours is none of its business. */
const ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', LANG: 'C.UTF-8' };

/**
 * Child program, started without a shell and in a process group of its own, until its end or the signal. What it prints is handed on in
 * pieces; a flood waits in the pipe. Its group ends with it, and with us.
 */
export async function runProgram(
  command: string,
  args: readonly string[],
  heard: (piece: Buffer) => void,
  clock: Clock,
  signal: AbortSignal,
): Promise<Ending> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], detached: true, env: ENVIRONMENT });
  const ended = new Promise<Pick<Ending, 'code' | 'failure'>>((resolve) => {
    child.once('error', (error: NodeJS.ErrnoException) => resolve({ code: '', failure: error.code ?? 'unknown' }));
    child.once('exit', (code, name) => resolve({ code: String(code ?? name), failure: null }));
  });
  const kill = (): void => killGroup(child, 'SIGKILL');
  const stop = (): void => {
    killGroup(child, 'SIGTERM');
    void clock.sleep(GRACE_MS, over.signal).then(kill);
  };
  const over = new AbortController();
  process.once('exit', kill);
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  try {
    let words = '';
    const keep = (piece: Buffer): void => {
      words = (words + piece.toString('utf8')).slice(-WORDS_BYTES);
    };
    const listening = Promise.all([
      pieces(child.stdout, heard, clock, over.signal),
      pieces(child.stderr, keep, clock, over.signal),
    ]);
    // An error of the listener ends the program, too.
    const ending = await Promise.race([ended, listening.then(() => ended)]);
    // Its last output is still in the pipe; a grandchild may hold that open for ever.
    await atMost(GRACE_MS, clock, listening);
    await anotherTurn(); // what came while a busy machine held this process up
    return { ...ending, words };
  } finally {
    over.abort();
    kill();
    child.stdout?.destroy();
    child.stderr?.destroy();
    process.removeListener('exit', kill);
    signal.removeEventListener('abort', stop);
  }
}

async function pieces(
  stream: ChildProcess['stdout'],
  heard: (piece: Buffer) => void,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  let count = 0;
  let sinceMs = clock.steadyMs();
  if (!stream) return; // it was not started: no descriptor was left for a pipe
  try {
    for await (const piece of stream) {
      heard(piece as Buffer);
      if (clock.steadyMs() - sinceMs >= PAUSE_MS) [count, sinceMs] = [0, clock.steadyMs()];
      count += 1;
      if (count >= PAUSE_AFTER) await clock.sleep(PAUSE_MS, signal);
      if (signal.aborted) return;
    }
  } catch (error) {
    // Destroyed at the end, or broken with the program, whose exit says more.
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
  }
}

/** The whole group: a program may be a script that starts another one. */
function killGroup({ pid }: ChildProcess, name: 'SIGTERM' | 'SIGKILL'): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, name);
  } catch (error) {
    // The process group is gone, or is not ours.
    if (!['ESRCH', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}
