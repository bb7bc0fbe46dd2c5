import { systemClock } from '../../src/main/clock.ts';

const ownCpuMs = (): number => systemClock.computedMs!();

/** The longest turn of the event loop by what this thread itself computed in it, however busy the machine is with others. */
export class LongestTurn {
  #atMs = ownCpuMs();
  #longestMs = 0;
  #timer = setTimeout(() => this.#turn(), 1);

  #turn(): void {
    const nowMs = ownCpuMs();
    this.#longestMs = Math.max(this.#longestMs, nowMs - this.#atMs);
    this.#atMs = nowMs;
    this.#timer = setTimeout(() => this.#turn(), 1);
  }

  end(): number {
    this.#turn();
    clearTimeout(this.#timer);
    return this.#longestMs;
  }
}
