import { createHash } from 'node:crypto';
import type { Target } from '../../signals.ts';
import { type HeadKey, headName, headsOn } from '../grid.ts';
import { FEATURE_NAMES } from '../learners/features.ts';
import { Typical, type TypicalTable } from '../learners/typical.ts';
import { Head, type HeadState } from './head.ts';
import { PAYLOAD_LENGTH } from './payload.ts';

/** Places of a payload that experts took who joined later, and who change no feature. */
const JOINED_LATER = 3;
/** Hash of the features. Learned weights mean nothing under other features: state saved under another hash is not loaded. */
const FEATURES_HASH = createHash('sha256')
  .update(JSON.stringify([FEATURE_NAMES, PAYLOAD_LENGTH - JOINED_LATER]))
  .digest('hex')
  .slice(0, 16);

export interface SavedHead {
  features: string;
  stepS: number;
  head: HeadState;
}

/** All heads of a grid. */
export class Heads {
  readonly keys: readonly HeadKey[];
  readonly #heads: Record<Target, Map<number, Head>> = {
    temperature: new Map(),
    humidity: new Map(),
    pressure: new Map(),
  };

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
