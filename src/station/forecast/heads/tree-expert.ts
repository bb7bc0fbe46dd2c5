import { DAY_S, HOUR_S } from '../../../durations.ts';
import {
  BoostedTrees,
  type BoostedTreesState,
  type TreeLessons,
  type TreeSettings,
} from '../../algebra/boosted-trees.ts';
import { finite } from '../../learned/check.ts';
import { decodeFloats, encodeFloats } from '../../learned/codec.ts';
import type { Target } from '../../signals.ts';
import { clip } from '../grid.ts';
import type { BlendState } from './blend.ts';
import { BOUND, FEATURE_COUNT } from './features.ts';

export interface TreeExpertState {
  /** Inputs of the lessons that are kept, oldest first: base64 of bytes. Their answers and weights: of float32. */
  inputs: string;
  y: string;
  weights: string;
  taught: number;
  grownAt: number;
  trees: BoostedTreesState | null;
  /** In what was saved before there was a net: the trees' share was their own business then. */
  duel?: BlendState | null;
}

/** Every other hour, and the hours between on the next day: neighbouring hours teach almost the same. */
const EVERY_HOURS = 2;
const KEPT_DAYS = 400;
const LESSONS_A_DAY = 24 / EVERY_HOURS;
const KEPT = KEPT_DAYS * LESSONS_A_DAY;
/** Grown anew when the lessons have grown by this share; not before so many days, but after so many. */
const GROWTH = 0.3;
const SOONEST_DAYS = 60;
const LATEST_DAYS = 120;

/** All features but the bias, of which nothing can be asked. */
const WIDTH = FEATURE_COUNT - 1;
const LARGEST = 127;

const SETTINGS: TreeSettings = {
  trees: 120,
  depth: 5,
  rate: 0.08,
  rowShare: 0.5,
  inputShare: 0.5,
  ridge: 50,
  seed: 1,
};

/**
 * Days of lessons before the first trees; null for heads that have none. A day ahead they cost as often as they gained; half a day ahead
 * half a year is too little, and one season would be taken for another. See docs/skill.md.
 */
export function treesAfterDays(target: Target, horizonS: number): number | null {
  if (target === 'pressure' || horizonS < HOUR_S || horizonS >= DAY_S) return null;
  return horizonS < DAY_S / 2 ? 180 : 330;
}

const seen = new Int8Array(WIDTH);

/** What trees are asked about: whole numbers, so that a year of lessons is a hundred kilobytes. */
function look(phi: Float64Array): Int8Array {
  for (let i = 0; i < WIDTH; i++) seen[i] = Math.round((phi[i + 1]! * LARGEST) / BOUND);
  return seen;
}

/** The growing itself, wherever it is done: a second for all heads, in the worker on a station. */
export const growTrees = (lessons: TreeLessons): BoostedTreesState => BoostedTrees.grow(lessons, SETTINGS).toJSON();

/**
 * The expert that knows bends and corners, after half a year. A station keeps its rows of five minutes for ninety days,
 * so this one keeps lessons of its own, and trees are grown from them now and then by somebody else: growing takes too long between
 * samples. Lessons hold changes and what was unusual, no levels, so another calibration leaves them true.
 */
export class TreeExpert {
  readonly #spacingS: number;
  readonly #inputs: Int8Array;
  readonly #y: Float32Array;
  readonly #weights: Float32Array;
  /** Lessons ever heard, and as of the last growth. */
  #taught = 0;
  #grownAt = 0;
  #trees: BoostedTrees | null = null;

  /** `kept`: of older lessons nothing is known any more. */
  constructor(
    stepS: number,
    readonly firstDays: number,
    private readonly kept = KEPT,
  ) {
    this.#inputs = new Int8Array(kept * WIDTH);
    this.#y = new Float32Array(kept);
    this.#weights = new Float32Array(kept);
    this.#spacingS = stepS * Math.max(1, Math.round(HOUR_S / stepS));
  }

  /** Lessons ever heard. */
  get taught(): number {
    return this.#taught;
  }

  /** Until there are trees it says nothing. */
  get speaks(): boolean {
    return this.#trees !== null;
  }

  /** Days of lessons since there were enough for trees, or for other trees than there are; below 0 before that. */
  get dueForDays(): number {
    const days = this.#taught / LESSONS_A_DAY;
    const grownAtDays = this.#grownAt / LESSONS_A_DAY;
    const againDays = grownAtDays + clip(GROWTH * grownAtDays, SOONEST_DAYS, LATEST_DAYS);
    return days - (this.#trees ? Math.max(this.firstDays, againDays) : this.firstDays);
  }

  /** The change over the horizon, in units of the head's scale; null until there are trees. */
  predict(phi: Float64Array): number | null {
    return this.#trees?.predict(look(phi)) ?? null;
  }

  /** The lesson of a forecast issued at `issueS`; most are passed over. */
  learn(issueS: number, phi: Float64Array, y: number, weight: number): void {
    const turn = Math.floor(issueS / this.#spacingS) + Math.floor(issueS / DAY_S);
    if (issueS % this.#spacingS !== 0 || turn % EVERY_HOURS !== 0) return;
    const at = this.#taught % this.kept;
    this.#inputs.set(look(phi), at * WIDTH);
    this.#y[at] = y;
    this.#weights[at] = weight;
    this.#taught += 1;
  }

  /** A copy of what is kept, oldest first. */
  lessons(): TreeLessons {
    const from = this.#taught > this.kept ? this.#taught % this.kept : 0;
    const until = Math.min(this.#taught, this.kept);
    const inOrder = <T extends Int8Array | Float32Array>(ring: T, size: number, ordered: T): T => {
      ordered.set(ring.subarray(from * size, until * size));
      ordered.set(ring.subarray(0, from * size), (until - from) * size);
      return ordered;
    };
    return {
      width: WIDTH,
      inputs: inOrder(this.#inputs, WIDTH, new Int8Array(until * WIDTH)),
      y: inOrder(this.#y, 1, new Float32Array(until)),
      weights: inOrder(this.#weights, 1, new Float32Array(until)),
    };
  }

  /** Trees that were grown from its lessons. */
  adopt(trees: BoostedTreesState): void {
    this.#trees = BoostedTrees.fromJSON(trees, WIDTH);
    this.#grownAt = this.#taught;
  }

  toJSON(): TreeExpertState {
    const { inputs, y, weights } = this.lessons();
    return {
      inputs: Buffer.from(inputs.buffer).toString('base64'),
      y: encodeFloats(y),
      weights: encodeFloats(weights),
      taught: this.#taught,
      grownAt: this.#grownAt,
      trees: this.#trees?.toJSON() ?? null,
    };
  }

  static fromJSON(saved: TreeExpertState, stepS: number, firstDays: number, kept = KEPT): TreeExpert {
    const expert = new TreeExpert(stepS, firstDays, kept);
    const taught = finite(saved.taught, 'lessons of trees');
    const y = decodeFloats(saved.y, kept);
    const weights = decodeFloats(saved.weights, kept);
    const bytes = Buffer.from(saved.inputs, 'base64');
    const inputs = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length);
    const n = Math.min(taught, kept);
    if (y.length !== n || weights.length !== n || inputs.length !== n * WIDTH) {
      throw new Error(`of ${n} lessons of trees ${y.length} were saved`);
    }
    const from = taught > kept ? taught % kept : 0;
    for (let i = 0; i < n; i++) {
      const at = (from + i) % kept;
      expert.#inputs.set(inputs.subarray(i * WIDTH, (i + 1) * WIDTH), at * WIDTH);
      expert.#y[at] = y[i]!;
      expert.#weights[at] = weights[i]!;
    }
    expert.#taught = taught;
    expert.#grownAt = finite(saved.grownAt, 'lessons of trees at their growth');
    expert.#trees = saved.trees && BoostedTrees.fromJSON(saved.trees, WIDTH);
    return expert;
  }
}
