import type { Clock } from '../../base/clock.ts';
import type { Sample } from '../sensors/sample.ts';
import type { Store } from '../store/store.ts';
import type { ClockStep } from './clock/steps.ts';

/** A sample and the steady time it was taken at. */
export interface Taken {
  sample: Sample;
  steadyS: number;
}

/** Stamps are stored in milliseconds. */
const APART_S = 0.0005;

/** Samples left for the next start: they have their time, but a day of held samples takes longer to store than a stop may. */
export class LeftBehind {
  /** Time of the last entry that the previous run left; null if none, or all are stored. */
  untilS: number | null = null;
  #haveGone = false;

  constructor(private readonly parts: { clock: Clock; store: Store }) {}

  put(waiting: readonly { sample: Taken; tS: number }[]): void {
    const { clock, store } = this.parts;
    if (waiting.length === 0) return;
    const all = waiting.map(({ sample, tS }) => ({ ...sample, tS }));
    const isPut = store.attempt(() => store.clock.left.put({ boot: clock.boot ?? '', all }));
    if (!isPut && store.trouble) store.gaveUp(all.length); // what another program keeps out is written with the last commit
  }

  /** Places the entries just before this start, because steady time began anew. */
  takeUp(nowSteadyS: number): ClockStep<Taken>[] {
    const { clock, store } = this.parts;
    const left = store.clock.left.get();
    if (left === null) return [];
    const newestS = store.samples.newestTs() ?? Number.NEGATIVE_INFINITY;
    const lastS = left.all.at(-1)!.tS;
    const same = left.boot !== '' && left.boot === clock.boot;
    const all = left.all.filter(({ tS }) => tS > newestS + APART_S);
    const samples = all.map(({ sample, steadyS, tS }) => ({
      sample: sample as Sample,
      steadyS: same ? steadyS : nowSteadyS - 1 - (lastS - tS),
    }));
    this.untilS = lastS;
    if (samples.length > 0) return [{ kind: 'release', samples, stamps: Float64Array.from(all, ({ tS }) => tS) }];
    this.#dropWhenStored();
    return [];
  }

  /** A sample of this time has gone its way. Those behind the last entry may have earlier stamps: of a clock that was set. */
  passed(tS: number): void {
    if (this.untilS === null) return;
    this.#haveGone ||= tS >= this.untilS;
    if (this.#haveGone) this.#dropWhenStored();
  }

  /** Asked again with the next sample where the disk is not ready. */
  #dropWhenStored(): void {
    const { store } = this.parts;
    if (!store.flush() || store.samples.queued > 0) return;
    this.untilS = null;
    store.attempt(() => store.clock.left.drop());
  }
}
