import type { BoostedTreesState, TreeLessons } from '../../algebra/boosted-trees.ts';
import type { Target } from '../../signals.ts';
import { type HeadKey, headName, headsOn } from '../grid.ts';
import { FEATURES_HASH } from '../settings.ts';
import { Typical, type TypicalTable } from '../typical/typical.ts';
import { Head, type HeadState } from './head.ts';
import { growTrees, type TreeExpert } from './tree-expert.ts';

export interface SavedHead {
  features: string;
  stepS: number;
  head: HeadState;
}

export interface TreesToGrow {
  key: HeadKey;
  lessons: TreeLessons;
}

export interface GrownTrees {
  key: HeadKey;
  trees: BoostedTreesState;
}

/** Wherever it is done: in the worker on a station. */
export const grow = ({ key, lessons }: TreesToGrow): GrownTrees => ({ key, trees: growTrees(lessons) });

/** All heads of a grid. */
export class Heads {
  readonly keys: readonly HeadKey[];
  readonly #heads: Record<Target, Map<number, Head>> = {
    temperature: new Map(),
    humidity: new Map(),
    pressure: new Map(),
  };

  /** Whose lessons trees were last asked to be grown from. */
  readonly #asked = new Map<string, TreeExpert | null>();

  constructor(
    private readonly stepS: number,
    private readonly seasons: number,
    private readonly table: TypicalTable,
  ) {
    this.keys = headsOn(stepS);
    for (const { target, horizonS } of this.keys) {
      const typical = Typical.of(table, target, horizonS);
      this.#heads[target].set(horizonS, new Head(target, horizonS, stepS, seasons, typical));
    }
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
    if (key) this.get(key.target, key.horizonS).consolidate();
  }

  /** Where trees are due, and have been for so many days of lessons, and what to grow them from. */
  treesDue(forDays = 0): TreesToGrow[] {
    return this.keys.flatMap((key) => {
      const head = this.get(key.target, key.horizonS);
      const lessons = head.treeLessons(forDays);
      if (!lessons) return [];
      this.#asked.set(headName(key.target, key.horizonS), head.trees);
      return [{ key, lessons }];
    });
  }

  /** Only for whoever was asked: one that was brought back from an earlier time meanwhile lives that time otherwise, and is due again. */
  adoptTrees({ key: { target, horizonS }, trees }: GrownTrees): void {
    const head = this.get(target, horizonS);
    if (head.trees === this.#asked.get(headName(target, horizonS))) head.adoptTrees(trees);
  }

  /** Takes over what other heads have learned. */
  adopt(others: Heads): void {
    for (const { target, horizonS } of this.keys) this.#heads[target].set(horizonS, others.get(target, horizonS));
  }

  save({ target, horizonS }: HeadKey): SavedHead {
    return { features: FEATURES_HASH, stepS: this.stepS, head: this.get(target, horizonS).toJSON() };
  }

  restore({ target, horizonS }: HeadKey, { features, stepS, head }: SavedHead): void {
    if (features !== FEATURES_HASH) throw new Error('it was learned on other features');
    if (stepS !== this.stepS) throw new Error(`it was learned on a grid of ${stepS} s`);
    const typical = Typical.of(this.table, target, horizonS);
    this.#heads[target].set(horizonS, Head.fromJSON(head, target, horizonS, stepS, this.seasons, typical));
  }
}
