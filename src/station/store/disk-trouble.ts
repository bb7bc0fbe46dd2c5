import { type Sentence, sentence } from '../../words/sentence.ts';
import { isDiskTrouble } from './sqlite/database.ts';
import type { ToldEvent } from './tables/events.ts';

/** Why nothing reaches the disk now, for a banner while it lasts. */
export interface StorageTrouble {
  sinceTs: number;
  words: Sentence;
}

const MINUTE_S = 60;

/** A full or failing disk is a condition: told once when it begins, and once when it is over. */
export class DiskTrouble {
  #now: StorageTrouble | null = null;
  #why = '';

  get now(): StorageTrouble | null {
    return this.#now;
  }

  /** Reason of the last refusal, in the system's words. */
  get why(): string {
    return this.#why;
  }

  /** Event to report for a disk error; null if it was reported. Anything but a condition of the disk is a bug, and thrown. */
  met(error: unknown, ts: number): ToldEvent | null {
    if (!isDiskTrouble(error)) throw error;
    this.#why = (error as Error).message;
    if (this.#now) return null;
    const words = sentence('disk.refuses', { why: this.#why });
    this.#now = { sinceTs: ts, words };
    return { ts, kind: 'storage', severity: 'error', ...words };
  }

  /** A commit has gone through; `lost` samples were given up until then. */
  over(ts: number, lost: number): ToldEvent | null {
    if (!this.#now) return null;
    const lastedS = ts - this.#now.sinceTs;
    const minutes = lastedS < MINUTE_S ? 0 : Math.round(lastedS / MINUTE_S);
    this.#now = null;
    return {
      ts,
      kind: 'storage',
      severity: lost > 0 ? 'warn' : 'info',
      ...sentence('disk.takes-again', { minutes, lost }),
      data: { lost },
    };
  }
}
