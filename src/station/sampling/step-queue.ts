import type { ClockStep } from './clock/steps.ts';
import type { OneStep } from './interrupted-move.ts';

/** Samples of a release from `at` on. */
type Release<T> = Extract<ClockStep<T>, { kind: 'release' }> & { at: number };

/** First in, first out, however long: a day of held samples is released through it, one step at a time. */
export class StepQueue<T> {
  readonly #steps: (OneStep<T> | Release<T>)[] = [];
  length = 0;

  get first(): OneStep<T> | undefined {
    const step = this.#steps[0];
    return step?.kind === 'release' ? storeOf(step, step.at) : step;
  }

  has(kindIs: (kind: string) => boolean): boolean {
    return this.#steps.some(({ kind }) => kindIs(kind));
  }

  /** All samples that wait, out of their places among the rest, which stays. */
  takeStores(): { sample: T; tS: number }[] {
    const all = this.#steps.splice(0).flatMap((step): OneStep<T>[] => {
      if (step.kind !== 'release') return [step];
      return step.samples.slice(step.at).map((_, i) => storeOf(step, step.at + i));
    });
    this.length = 0;
    this.add(all.filter(({ kind }) => kind !== 'store'));
    return all.filter((step) => step.kind === 'store');
  }

  add(steps: readonly ClockStep<T>[]): void {
    for (const step of steps) {
      this.#steps.push(step.kind === 'release' ? { ...step, at: 0 } : step);
      this.length += step.kind === 'release' ? step.samples.length : 1;
    }
  }

  drop(): void {
    this.#dropOf(0);
  }

  /** Lets the oldest samples go where more steps than this wait. Returns how many. */
  bound(most: number): number {
    let gone = 0;
    for (; this.length > most; gone += 1) {
      const oldest = this.#steps.findIndex(({ kind }) => kind === 'store' || kind === 'release');
      if (oldest === -1) break;
      this.#dropOf(oldest);
    }
    return gone;
  }

  /** The step at an index, or the first sample of its release. */
  #dropOf(index: number): void {
    const step = this.#steps[index];
    this.length -= 1;
    if (step?.kind === 'release') step.at += 1;
    if (step?.kind !== 'release' || step.at === step.samples.length) this.#steps.splice(index, 1);
  }
}

const storeOf = <T>({ samples, stamps }: Release<T>, i: number): Extract<ClockStep<T>, { kind: 'store' }> => ({
  kind: 'store',
  sample: samples[i]!,
  tS: stamps[i]!,
});
