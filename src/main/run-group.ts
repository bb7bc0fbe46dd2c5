import { type SpawnOptions, spawn } from 'node:child_process';
import { basename } from 'node:path';
import { unlessRefused } from '../base/system-error.ts';

export interface Outcome {
  code: number;
  out: string;
}

export const TOO_LONG = 124;

const MOST_CHARACTERS = 1 << 20;

interface Running extends Pick<SpawnOptions, 'cwd' | 'env'> {
  limitS: number;
  signal?: AbortSignal | undefined;
}

/** Runs a program in a process group of its own: it ends as a whole, and Ctrl-C is ours. What hangs in the kernel is not waited for. */
export const runGroup = (program: string, args: readonly string[], { limitS, signal, ...how }: Running) =>
  new Promise<Outcome>((done) => {
    const child = spawn(program, args, { ...how, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    let out = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        if (out.length < MOST_CHARACTERS) out += text;
      });
    const kill = () => {
      const { pid } = child;
      // Refused where the group has ended in this moment, or is another user's by now.
      if (pid !== undefined) unlessRefused(() => process.kill(-pid, 'SIGKILL'));
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
