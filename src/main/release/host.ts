import type { Clock } from '../../base/clock.ts';
import { HOUR_S } from '../../base/durations.ts';
import { systemClock } from '../clock.ts';
import { type Outcome, runGroup } from '../run-group.ts';

/** The machine as an upgrade uses it: systemd, users, disk. Tests bring one that fails as the real one does. */
export interface Host {
  clock: Clock;
  /** Never rejects for an exit code. One that has not ended after `limitS` is killed with all it started, and has failed. */
  run(program: string, args: readonly string[], limitS?: number): Promise<Outcome>;
  /** An answer's status and JSON; null where nobody answers. */
  ask(url: string): Promise<{ status: number; body: Record<string, unknown> } | null>;
  say(line: string): void;
}

/** Timeout of a program that only answers. systemctl itself waits 25 s for a silent bus; a busy board needs some for its start. */
export const ANSWER_WITHIN_S = 60;
/** Timeout of a program that waits for another one, or for the disk. */
export const DONE_WITHIN_S = 300;
/** Timeout of a dpkg that configures: it waits for the start, and one after a power cut may salvage a long history. */
export const CONFIGURED_WITHIN_S = HOUR_S;

export const realHost = (say: (line: string) => void): Host => ({
  clock: systemClock,
  say,
  run: (program, args, limitS = ANSWER_WITHIN_S) => runGroup(program, args, { limitS }),
  async ask(url) {
    try {
      const answer = await fetch(url, { signal: AbortSignal.timeout(4_000) });
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
    } catch {
      return null; // refused, silent, or speaking something else: for now the same
    }
  },
});
