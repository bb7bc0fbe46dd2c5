import { readFileSync } from 'node:fs';

/** What this thread has computed, µs; @types/node does not know it yet. */
function ownCpuUs(): number {
  const { user, system } = (process as unknown as { threadCpuUsage(): NodeJS.CpuUsage }).threadCpuUsage();
  return user + system;
}

export interface Late {
  p50: number;
  p99: number;
  max: number;
  /** The longest turn of the event loop, by what this thread computed in it. */
  ownMax: number;
  turns: number;
}

/**
 * How late a timer of ten milliseconds comes, and how long this thread itself computed in one turn of its event loop: the one depends
 * on what else the machine does, the other hardly. A turn ends where a second timer, of one millisecond, comes round.
 */
export class Lateness {
  #late: number[] = [];
  #timer: NodeJS.Timeout;
  #turns: NodeJS.Timeout;
  #dueMs = performance.now() + 10;
  #ownUs = ownCpuUs();
  #longestUs = 0;

  constructor() {
    this.#timer = setTimeout(this.#come, 10);
    this.#turns = setTimeout(this.#turn, 1);
  }

  #come = () => {
    const atMs = performance.now();
    this.#late.push(Math.max(0, atMs - this.#dueMs));
    this.#dueMs = Math.max(this.#dueMs + 10, atMs);
    this.#timer = setTimeout(this.#come, this.#dueMs - atMs);
  };

  #turn = () => {
    const ownUs = ownCpuUs();
    this.#longestUs = Math.max(this.#longestUs, ownUs - this.#ownUs);
    this.#ownUs = ownUs;
    this.#turns = setTimeout(this.#turn, 1);
  };

  end(): Late {
    clearTimeout(this.#timer);
    clearTimeout(this.#turns);
    const sorted = this.#late.sort((a, b) => a - b);
    const at = (q: number) => sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? 0;
    return { p50: at(0.5), p99: at(0.99), max: at(1), ownMax: this.#longestUs / 1000, turns: sorted.length };
  }
}

/** Private memory of a process, MB. */
export const rssAnonMb = (pid: number | 'self' = 'self'): number =>
  Number(/RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024;
