import { restored, type Saved, savedState } from '../../../src/maths/codec.ts';

/** A component with state, and a world that teaches it: what every law below is tried on. */
export interface Learner {
  /** The name of its class; the laws look for every class of the engine that has a `state` or `toJSON`. */
  name: string;
  /** A new life: `step(i)` teaches it the i-th input and returns what it answers; `saved` and `restored` as at a restart. */
  begin(): Life;
  /** Inputs the world holds. */
  length: number;
}

export interface Life {
  step(i: number): unknown;
  save(): unknown;
  /** A second life that goes on from what was saved. */
  restore(saved: unknown): Life;
}

/** Joins a component to its world; `I` and `T` are forgotten, so that all of them stand in one list. */
export function learner<T extends { toJSON(): unknown } | { state: object }, I, S = Saved<T>>(
  name: string,
  inputs: readonly I[],
  parts: { fresh(): T; restored?(saved: S): T; step(component: T, input: I): unknown },
): Learner {
  const again = (saved: unknown): T =>
    parts.restored ? parts.restored(saved as S) : (restored(parts.fresh() as { state: object }, saved as object) as T);
  const life = (component: T): Life => ({
    step: (i) => parts.step(component, inputs[i]!),
    save: () => savedState(component),
    restore: (saved) => life(again(saved)),
  });
  return { name, length: inputs.length, begin: () => life(parts.fresh()) };
}

/** What the database makes of it. */
export const overDisk = (state: unknown): unknown => JSON.parse(JSON.stringify(state));
