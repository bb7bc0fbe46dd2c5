import { type SpawnOptions, spawn } from 'node:child_process';
import { basename } from 'node:path';
import type { Clock } from '../../base/clock.ts';
import { systemClock } from '../clock.ts';

export interface Outcome {
  code: number;
  out: string;
}

/** The machine as an upgrade uses it: systemd, users, disk. Tests bring one that fails as the real one does. */
export interface Host {
  clock: Clock;
  /**
   * Never rejects for an exit code: whoever runs a program decides what its failure means. One that has not ended after `limitS` is
   * killed with all it started, and has failed.
   */
  run(program: string, args: readonly string[], limitS?: number): Promise<Outcome>;
  /** An answer's status and JSON; null where nobody answers. */
  ask(url: string): Promise<{ status: number; body: Record<string, unknown> } | null>;
  say(line: string): void;
}

/** Timeout of a program that only answers. systemctl itself waits 25 s for a silent bus; a busy board needs some for its start. */
export const ANSWER_WITHIN_S = 60;
/** Timeout of a program that waits for another one, or for the disk. */
export const DONE_WITHIN_S = 300;

export const TOO_LONG = 124;

const MOST_CHARACTERS = 1 << 20;

interface Running extends Pick<SpawnOptions, 'cwd' | 'env'> {
  limitS: number;
  signal?: AbortSignal | undefined;
}

/**
 * Runs a program in a process group of its own, which is ended as a whole; and Ctrl-C at the terminal is for us, not for our helpers.
 * What hangs in the kernel does not die of a kill, and is not waited for behind its limit.
 */
export const runGroup = (program: string, args: readonly string[], { limitS, signal, ...how }: Running) =>
  new Promise<Outcome>((done) => {
    const child = spawn(program, args, { ...how, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    let out = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        if (out.length < MOST_CHARACTERS) out += text;
      });
    const kill = () => {
      if (child.pid !== undefined) endGroup(child.pid);
    };
    const end = (outcome: Outcome) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', kill);
      done(outcome);
    };
    const timer = setTimeout(() => {
      kill();
      for (const stream of [child.stdout, child.stderr]) stream.destroy();
      child.unref();
      end({ code: TOO_LONG, out: `${basename(program)} did not end within ${limitS} s` });
    }, limitS * 1000);
    signal?.addEventListener('abort', kill);
    child.once('error', (error) => end({ code: 127, out: error.message }));
    child.once('close', (code, ended) => end({ code: code ?? 128, out: out.trim() || (ended ?? '') }));
  });

export const realHost = (say: (line: string) => void): Host => ({
  clock: systemClock,
  say,
  run: (program, args, limitS = ANSWER_WITHIN_S) => runGroup(program, args, { limitS }),
  async ask(url) {
    try {
      const answer = await fetch(url, { signal: AbortSignal.timeout(4_000) });
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
    } catch (error) {
      if (error instanceof Error) return null; // refused, silent, or speaking something else: for now the same
      throw error;
    }
  },
});

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error; // gone in this moment
  }
}
