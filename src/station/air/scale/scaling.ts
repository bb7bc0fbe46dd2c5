import { unlessAborted } from '../../../base/clock.ts';
import { type Scale, sameScale } from './scale.ts';

/** The scale in force with its number, and whether rows of the past are being moved. */
export class Scaling {
  #scale: Scale;
  #epoch: number;
  #ended = new AbortController();
  #moving = 0;
  /** Resolves when no rows are being moved to another time. */
  #still: Promise<unknown> = Promise.resolve();

  constructor(scale: Scale, epoch: number) {
    this.#scale = scale;
    this.#epoch = epoch;
  }

  get scale(): Scale {
    return this.#scale;
  }

  get epoch(): number {
    return this.#epoch;
  }

  /** Another scale is in force from now on; long work on the old one hears its signal. */
  enter(scale: Scale, epoch: number): void {
    if (sameScale(scale, this.#scale)) return;
    this.#scale = scale;
    this.#epoch = epoch;
    this.#endWork();
  }

  /** Rows of the past are on their way to another time. */
  get isMoving(): boolean {
    return this.#moving > 0;
  }

  /** Rows of the past get another time: long work that has read them starts over, once they all have it. */
  moving<T>(work: () => Promise<T>): Promise<T> {
    this.#endWork();
    this.#moving += 1;
    const moved = work().finally(() => {
      this.#moving -= 1;
    });
    this.#still = Promise.allSettled([this.#still, moved]); // its caller hears of a failure
    return moved;
  }

  #endWork(): void {
    this.#ended.abort();
    this.#ended = new AbortController();
  }

  /**
   * Runs long work whose outcome holds for one scale and one past. When either changes meanwhile, it starts over. `signal` of the work
   * ends with such a change and with a stop; `outdated` with a change alone.
   */
  async onOneScale<T>(
    signal: AbortSignal,
    work: (scale: Scale, signal: AbortSignal, outdated: AbortSignal) => Promise<T>,
  ): Promise<T> {
    for (;;) {
      while (this.isMoving && !signal.aborted) await unlessAborted(signal, this.#still);
      const begun = this.#ended.signal;
      try {
        const result = await work(this.#scale, AbortSignal.any([signal, begun]), begun);
        if (!begun.aborted || signal.aborted) return result;
      } catch (error) {
        if (!begun.aborted || signal.aborted) throw error;
      }
    }
  }
}
