import type { EventRecord } from '../../contract/events.ts';
import { isDiskTrouble } from './database.ts';

/** Why nothing reaches the disk now, for a banner while it lasts. */
export interface StorageTrouble {
  sinceTs: number;
  text: string;
}

/** A full or failing disk is a condition: told once when it begins, and once when it is over. */
export class DiskTrouble {
  #now: StorageTrouble | null = null;

  get now(): StorageTrouble | null {
    return this.#now;
  }

  /** What is to be told; null where it has been. Anything but a condition of the disk is a fault of ours, and thrown. */
  met(error: unknown, ts: number): EventRecord | null {
    if (!isDiskTrouble(error)) throw error;
    if (this.#now) return null;
    const why = (error as Error).message;
    const text = `The disk does not take new samples (${why}). They are kept in memory and written when it does.`;
    this.#now = { sinceTs: ts, text };
    return { ts, kind: 'storage', severity: 'error', detail: text };
  }

  /** A commit has gone through; `lost` samples were given up until then. */
  over(ts: number, lost: number): EventRecord | null {
    if (!this.#now) return null;
    const minutes = Math.max(1, Math.round((ts - this.#now.sinceTs) / 60));
    this.#now = null;
    return {
      ts,
      kind: 'storage',
      severity: lost > 0 ? 'warn' : 'info',
      detail: `The disk takes samples again after ${minutes} min; ${lost > 0 ? `${lost} samples were given up` : 'nothing was lost'}.`,
      data: { lost },
    };
  }
}
