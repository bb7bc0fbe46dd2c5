import { readFileSync } from 'node:fs';
import { Pauses, type Turn, Why } from './_turns.ts';

/** So many of the longest turns are looked into. */
const LOOKED_INTO = 3;

const nobody = new Int32Array(new SharedArrayBuffer(4));
const A_MOMENT_MS = 0.05;

/**
 * What this thread has computed, µs; @types/node does not know it yet. The kernel brings it up to date with its tick of four
 * milliseconds, or when the thread sleeps: so it does, for a moment. Without that a turn is charged with those before it.
 */
export function ownCpuUs(): number {
  Atomics.wait(nobody, 0, 0, A_MOMENT_MS);
  const { user, system } = (process as unknown as { threadCpuUsage(): NodeJS.CpuUsage }).threadCpuUsage();
  return user + system;
}

export interface Late {
  p50: number;
  p99: number;
  max: number;
  /** The longest turn of the event loop, by what this thread computed in it. */
  ownMax: number;
  /** How much of that turn the garbage collector took, ms. */
  ofItPauses: number;
  turns: number;
  /** Where the longest turns were spent; empty unless it was asked for. */
  why: string[];
}

/**
 * How late a timer of ten milliseconds comes, and how long this thread itself computed in one turn of its event loop: the one depends
 * on what else the machine does, the other hardly. A turn ends where a second timer, of one millisecond, comes round.
 */
export class Lateness {
  #late: number[] = [];
  #timer: NodeJS.Timeout;
  #turns: NodeJS.Timeout;
  #dueMs: number;
  #ownUs: number;
  #begunMs: number;
  /** The longest ones, longest first. */
  #longest: Turn[] = [];
  readonly #pauses = new Pauses();
  readonly #why: Why | null;

  /** `why`: also where the longest turns are spent, at the price of a slower run. */
  constructor(why = false) {
    this.#why = why ? new Why() : null;
    // To begin with the profiler takes a tenth of a second, which is nobody's turn.
    this.#ownUs = ownCpuUs();
    this.#begunMs = performance.now();
    this.#dueMs = this.#begunMs + 10;
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
    const endMs = performance.now();
    const turn = { endMs, wallMs: endMs - this.#begunMs, ownMs: (ownUs - this.#ownUs) / 1000 };
    if (turn.ownMs > (this.#longest[LOOKED_INTO - 1]?.ownMs ?? 0)) {
      this.#longest = [...this.#longest, turn].sort((a, b) => b.ownMs - a.ownMs).slice(0, LOOKED_INTO);
    }
    this.#ownUs = ownUs;
    this.#begunMs = endMs;
    this.#turns = setTimeout(this.#turn, 1);
  };

  end(): Late {
    clearTimeout(this.#timer);
    clearTimeout(this.#turns);
    const sorted = this.#late.sort((a, b) => a - b);
    const at = (q: number) => sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? 0;
    this.#pauses.end();
    const longest = this.#longest[0];
    return {
      p50: at(0.5),
      p99: at(0.99),
      max: at(1),
      ownMax: longest?.ownMs ?? 0,
      ofItPauses: longest ? this.#pauses.within(longest) : 0,
      turns: sorted.length,
      why: this.#why?.end(this.#longest) ?? [],
    };
  }
}

/** Private memory of a process, MB. */
export const rssAnonMb = (pid: number | 'self' = 'self'): number =>
  Number(/RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024;
