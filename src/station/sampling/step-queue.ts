import type { ClockStep } from './clock/steps.ts';

/** First in, first out, however long: a day of held samples is released through it, one step at a time. */
export class StepQueue<T> {
  readonly #steps: ClockStep<T>[] = [];
  /** Steps done of the current release. */
  #released = 0;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  get first(): Exclude<ClockStep<T>, { kind: 'release' }> | undefined {
    const step = this.#steps[0];
    if (step?.kind !== 'release') return step;
    const { samples, stamps } = step;
    return { kind: 'store', sample: samples[this.#released]!, tS: stamps[this.#released]! };
  }

  has(kindIs: (kind: string) => boolean): boolean {
    return this.#steps.some(({ kind }) => kindIs(kind));
  }

  /** All samples that wait, out of their places among the rest, which stays. */
  takeStores(): { sample: T; tS: number }[] {
    const taken: { sample: T; tS: number }[] = [];
    const rest: ClockStep<T>[] = [];
    for (const step of this.#steps.splice(0)) {
      if (step.kind === 'store') taken.push(step);
      else if (step.kind !== 'release') rest.push(step);
      else {
        const { samples, stamps } = step;
        for (let i = this.#released; i < samples.length; i += 1) taken.push({ sample: samples[i]!, tS: stamps[i]! });
      }
      this.#released = 0; // of the first alone
    }
    this.#length = 0;
    this.add(rest);
    return taken;
  }

  add(steps: readonly ClockStep<T>[]): void {
    for (const step of steps) {
      this.#steps.push(step);
      this.#length += step.kind === 'release' ? step.samples.length : 1;
    }
  }

  drop(): void {
    const step = this.#steps[0];
    this.#released += 1;
    this.#length -= 1;
    if (step?.kind === 'release' && this.#released < step.samples.length) return;
    this.#steps.shift();
    this.#released = 0;
  }
}
