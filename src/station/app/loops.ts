import { type Clock, every } from '../../base/clock.ts';
import { messageOf } from '../../base/system-error.ts';
import { sentence } from '../../words/sentence.ts';
import type { Report } from '../report.ts';

/**
 * The station's periodic work. A slow or failing loop never stops another: each runs on its own, a failure is told once, when it
 * begins, and once more when it has passed.
 */
export class Loops {
  readonly #stop = new AbortController();
  readonly #running: Promise<void>[] = [];

  constructor(
    private readonly clock: Clock,
    private readonly report: Report,
  ) {}

  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** `name`: of the event that reports a failure. `isTold`: whether another part reports this error. */
  start(
    name: string,
    periodMs: number,
    firstDelayMs: number,
    work: () => unknown,
    isTold = (_error: unknown) => false,
  ): void {
    let failing = false;
    const turn = async () => {
      try {
        await work();
        if (failing) this.report('state', 'info', sentence('station.works-again', { name }));
        failing = false;
      } catch (error) {
        if (this.#stop.signal.aborted) return; // a turn that hung until after the end: nobody listens any more
        if (isTold(error)) return;
        if (!failing) this.report('state', 'error', sentence('station.failed', { name, why: messageOf(error) }));
        failing = true;
      }
    };
    this.#running.push(every(periodMs, this.clock, this.#stop.signal, turn, firstDelayMs));
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#running);
  }
}
