import { execFile } from 'node:child_process';
import type { Clock } from '../../station/clock.ts';
import { systemClock } from '../clock.ts';

export interface Outcome {
  code: number;
  out: string;
}

/** What an upgrade touches of the machine beside its own folder. Tests bring a machine that fails as the real one does. */
export interface Host {
  clock: Clock;
  /** Never rejects for an exit code: whoever runs a program decides what its failure means. */
  run(program: string, args: readonly string[]): Promise<Outcome>;
  /** An answer's status and JSON; null where nobody answers. */
  ask(url: string): Promise<{ status: number; body: Record<string, unknown> } | null>;
  say(line: string): void;
}

export const realHost = (say: (line: string) => void): Host => ({
  clock: systemClock,
  say,
  run: (program, args) =>
    new Promise((done) => {
      execFile(program, [...args], { maxBuffer: 1 << 24 }, (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 127;
        done({ code, out: `${stdout}${stderr}`.trim() });
      });
    }),
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
