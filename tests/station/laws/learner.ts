/** A component with state, and a world that teaches it: what every law below is tried on. */
export interface Learner {
  /** The name of its class; the laws look for every class of the engine that has `toJSON`. */
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
export function learner<T extends { toJSON(): unknown }, I, S>(
  name: string,
  inputs: readonly I[],
  parts: { fresh(): T; restored(saved: S): T; step(component: T, input: I): unknown },
): Learner {
  const life = (component: T): Life => ({
    step: (i) => parts.step(component, inputs[i]!),
    save: () => component.toJSON(),
    restore: (saved) => life(parts.restored(saved as S)),
  });
  return { name, length: inputs.length, begin: () => life(parts.fresh()) };
}

/** What the database makes of it. */
export const overDisk = (state: unknown): unknown => JSON.parse(JSON.stringify(state));
