import { Session } from 'node:inspector';
import { PerformanceObserver, performance } from 'node:perf_hooks';
import { ownCpuUs } from './_lateness.ts';

/** A turn of the event loop: when it ended, on the steady clock of the machine, and what its thread computed in it. */
export interface Turn {
  endMs: number;
  wallMs: number;
  ownMs: number;
}

export interface Measured<Kind> extends Turn {
  kind: Kind;
}

/** What the kernel says a thread has computed costs a short sleep: shorter turns are taken by the clock, which is never less. */
const SHORT_MS = 0.4;
/** In shorter ones nothing was done but to look whether there is something to do. */
const WORTH_MS = 0.02;

/** Turn after turn of the event loop, and what its thread computed in each. */
export class Turns<Kind> {
  readonly all: Measured<Kind>[] = [];
  #ownUs = ownCpuUs();
  #shortMs = 0;
  #begunMs = performance.now();
  #running = true;

  constructor(public kind: Kind) {
    setImmediate(this.#turn);
  }

  #turn = (): void => {
    const endMs = performance.now();
    const wallMs = endMs - this.#begunMs;
    let ownMs = wallMs;
    if (wallMs < SHORT_MS) this.#shortMs += wallMs;
    else {
      const ownUs = ownCpuUs();
      ownMs = Math.max(0, Math.min(wallMs, (ownUs - this.#ownUs) / 1000 - this.#shortMs));
      this.#ownUs = ownUs;
      this.#shortMs = 0;
    }
    if (ownMs >= WORTH_MS) this.all.push({ kind: this.kind, endMs, wallMs, ownMs });
    this.#begunMs = performance.now();
    if (this.#running) setImmediate(this.#turn);
  };

  end(): void {
    this.#running = false;
  }
}

/** Pauses of the garbage collector on this thread since `begin`. */
export class Pauses {
  readonly #seen: { startMs: number; ms: number }[] = [];
  readonly #observer = new PerformanceObserver((list) => this.#take(list.getEntries()));

  constructor() {
    this.#observer.observe({ entryTypes: ['gc'] });
  }

  #take(entries: ReturnType<PerformanceObserver['takeRecords']>): void {
    for (const entry of entries) {
      this.#seen.push({ startMs: entry.startTime, ms: entry.duration });
    }
  }

  end(): void {
    this.#take(this.#observer.takeRecords());
    this.#observer.disconnect();
  }

  /** Of a turn. */
  within({ endMs, wallMs }: Turn): number {
    return this.#seen
      .filter(({ startMs }) => startMs >= endMs - wallMs && startMs < endMs)
      .reduce((sum, { ms }) => sum + ms, 0);
  }
}

interface Profile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number }; children?: number[] }[];
  startTime: number;
  samples: number[];
  timeDeltas: number[];
}

const EVERY_US = 200;
/** Parts of a turn that are shown. */
const SHARE = 0.12;

/** Which functions the longest turns were spent in. It slows them down by a third; the figures are those of a run without it. */
export class Why {
  readonly #session = new Session();
  /** The profile counts µs of the machine's steady clock. */
  readonly #originMs = Number(process.hrtime.bigint()) / 1e6 - performance.now();

  constructor() {
    this.#session.connect();
    this.#post('Profiler.enable');
    this.#post('Profiler.setSamplingInterval', { interval: EVERY_US });
    this.#post('Profiler.start');
  }

  #post(method: string, params?: object): unknown {
    let answer: unknown;
    // In the thread that is profiled the answer is there when the call returns.
    this.#session.post(method, params, (error, result) => {
      if (error) throw error;
      answer = result;
    });
    return answer;
  }

  /** A line per function of those turns that is worth looking at, callers first. */
  end(turns: readonly Turn[]): string[] {
    const { profile } = this.#post('Profiler.stop') as { profile: Profile };
    this.#session.disconnect();
    return turns.flatMap((turn) => [
      `  a turn of ${turn.ownMs.toFixed(1)} ms of its own, ${turn.wallMs.toFixed(1)} ms long`,
      ...this.#tree(profile, turn),
    ]);
  }

  #tree({ nodes, startTime, samples, timeDeltas }: Profile, { endMs, wallMs }: Turn): string[] {
    const untilUs = (endMs + this.#originMs) * 1000;
    const fromUs = untilUs - wallMs * 1000;
    const self = new Map<number, number>();
    let atUs = startTime;
    for (let i = 0; i < samples.length; i += 1) {
      const lengthUs = timeDeltas[i + 1] ?? EVERY_US;
      atUs += timeDeltas[i]!;
      if (atUs >= fromUs && atUs < untilUs) self.set(samples[i]!, (self.get(samples[i]!) ?? 0) + lengthUs);
    }
    const byId = new Map(nodes.map((node) => [node.id, node]));
    const total = (id: number): number =>
      (self.get(id) ?? 0) + (byId.get(id)!.children ?? []).reduce((sum, child) => sum + total(child), 0);
    const lines: string[] = [];
    const walk = (id: number, depth: number): void => {
      const { callFrame, children = [] } = byId.get(id)!;
      const us = total(id);
      if (us < SHARE * wallMs * 1000) return;
      const name = callFrame.functionName || `(line ${callFrame.lineNumber + 1})`;
      if (name !== '(idle)') {
        const own = (self.get(id) ?? 0) / 1000;
        lines.push(
          `    ${' '.repeat(depth)}${name} ${(us / 1000).toFixed(1)}${own > 0.3 ? ` (own ${own.toFixed(1)})` : ''}`,
        );
      }
      for (const child of children) walk(child, depth + 1);
    };
    walk(nodes[0]!.id, 0);
    return lines;
  }
}
