import { type Scale, sameScale } from './scale.ts';

/** The scale in force, and which one after another it is. */
export class Scaling {
  #scale: Scale;
  #epoch: number;
  #ended = new AbortController();

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
    this.#ended.abort();
    this.#ended = new AbortController();
  }

  /** Long work whose outcome belongs to one scale: when another begins meanwhile, it starts over. */
  async onOneScale<T>(signal: AbortSignal, work: (scale: Scale, signal: AbortSignal) => Promise<T>): Promise<T> {
    for (;;) {
      const begun = this.#ended.signal;
      try {
        const result = await work(this.#scale, AbortSignal.any([signal, begun]));
        if (!begun.aborted || signal.aborted) return result;
      } catch (error) {
        if (!begun.aborted || signal.aborted) throw error;
      }
    }
  }
}
