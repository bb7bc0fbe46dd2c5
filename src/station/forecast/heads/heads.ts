import { perTarget, type Target } from '../../../contract/names.ts';
import { type HeadKey, headName, headsOn } from '../grid.ts';
import { Typical, type TypicalTable } from '../learners/typical.ts';
import { Head } from './head.ts';

export type SavedHead = ReturnType<Heads['save']>;

/** All heads of a grid. */
export class Heads {
  readonly keys: readonly HeadKey[];
  readonly #heads = perTarget(() => new Map<number, Head>());

  constructor(
    private readonly stepS: number,
    private readonly seasons: number,
    private readonly table: TypicalTable,
  ) {
    this.keys = headsOn(stepS);
    for (const { target, horizonS } of this.keys) this.#heads[target].set(horizonS, this.#fresh(target, horizonS));
  }

  /** Heads of one target as at the first start. */
  beginAnew(target: Target): void {
    for (const horizonS of this.#heads[target].keys()) this.#heads[target].set(horizonS, this.#fresh(target, horizonS));
  }

  find(target: Target, horizonS: number): Head | null {
    return this.#heads[target].get(horizonS) ?? null;
  }

  get(target: Target, horizonS: number): Head {
    const head = this.find(target, horizonS);
    if (!head) throw new Error(`no head ${headName(target, horizonS)} on a grid of ${this.stepS} s`);
    return head;
  }

  of(target: Target): Iterable<Head> {
    return this.#heads[target].values();
  }

  /** Heads take turns, by the tick's number and not by memory, so that a restart changes nothing. */
  consolidateOne(tS: number): void {
    const key = this.keys[Math.round(tS / this.stepS) % this.keys.length];
    if (key) this.get(key.target, key.horizonS).pupils.state.wide.consolidate();
  }

  save({ target, horizonS }: HeadKey) {
    return { stepS: this.stepS, head: this.get(target, horizonS).toJSON() };
  }

  restore({ target, horizonS }: HeadKey, { stepS, head }: SavedHead): void {
    if (stepS !== this.stepS) throw new Error(`it was learned on a grid of ${stepS} s`);
    this.#heads[target].set(horizonS, this.#fresh(target, horizonS).restore(head));
  }

  #fresh(target: Target, horizonS: number): Head {
    return new Head(target, horizonS, this.stepS, this.seasons, Typical.of(this.table, target, horizonS));
  }
}
