import { Slicer } from '../../base/clock.ts';
import type { ClockStep } from './clock/steps.ts';

export type OneStep<T> = Exclude<ClockStep<T>, { kind: 'release' }>;

/** Thrown between two slices of a move that a stop interrupts: the next start goes on with it. */
export class Interrupted extends Error {}

/** Cancellable slicer: work ends at its next slice once `over` says so. */
export class SlicerUntil extends Slicer {
  readonly #over: () => boolean;

  constructor(over: () => boolean, ...more: ConstructorParameters<typeof Slicer>) {
    super(...more);
    this.#over = over;
  }

  override async breathe(): Promise<void> {
    await super.breathe();
    if (this.#over()) throw new Interrupted('the station stops');
  }
}

/**
 * Rest of an interrupted move of the clock. Samples that waited for the move are stored so that its rest carries them to their right time,
 * or passes them by:
 * - A move forward that has begun goes from the newest samples down: samples above it have right stamps, and stay.
 * - A move back goes from the oldest samples up to the end: samples of the old clock there move along.
 * - A move that had not begun is found by the next start, from the segment's clock: until then all of it stands by the old clock.
 * The running station tries each again, because what was stored meanwhile is where the rest of the move expects it. A segment that begins
 * behind a move is stored with its samples, and goes where they go.
 */
export class RestOfSteps<T> {
  /** Offset of samples stamped now. */
  #behindS = 0;
  /** Whether the segment can be saved under the new clock: not while an interrupted move to it is being looked for. */
  standsByNew = true;
  /** Steps that have been left out, in their order: those of another try. */
  again: OneStep<T>[] = [];

  /** `begun`: whether the database says so of the first move among the steps. */
  constructor(private begun: boolean) {}

  /** Adapts a step to the interrupted move; null leaves it out. */
  adapted(step: OneStep<T>): OneStep<T> | null {
    const adapted = this.#adapted(step);
    if (adapted === null) this.again.push(step);
    return adapted;
  }

  #adapted(step: OneStep<T>): OneStep<T> | null {
    switch (step.kind) {
      case 'move':
        if (!this.begun || step.byS < 0) this.#behindS += step.byS;
        this.standsByNew = this.begun;
        this.begun = false;
        return null;
      case 'store':
        return { ...step, tS: step.tS - this.#behindS };
      case 'begin': {
        if (!this.standsByNew) return null;
        this.again = this.again.filter(({ kind }) => kind !== 'confirm'); // of a segment that is no longer the newest
        const { segment } = step;
        return { ...step, segment: { ...segment, fromS: segment.fromS - this.#behindS } };
      }
      case 'note':
        return this.standsByNew ? step : null;
      case 'confirm':
        return null; // it would let go of how things stood before, which the rest of the move goes back to
      default:
        return step;
    }
  }
}
