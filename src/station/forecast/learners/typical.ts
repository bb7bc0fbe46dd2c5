import { createHash } from 'node:crypto';
import { HOUR_S } from '../../../base/durations.ts';
import type { Target } from '../../../contract/names.ts';
import { EXPANDED_COUNT, weighExpanded } from './expansion.ts';
import { FEATURE_NAMES } from './features.ts';

/** Learned state of one head of a typical station. */
export interface TypicalHead {
  /** Weights of the features and their products: base64 of int16, in units of `scale`. */
  theta: string;
  scale: number;
  /**
   * Mean squares on records it was not fitted on, in units of the head's scale squared: of the errors of "nothing changes", of their
   * product with its own errors, and of its own errors.
   */
  moments: readonly [number, number, number];
}

export interface TypicalTable {
  /** Weights mean nothing under other features. */
  features: string;
  heads: Readonly<Record<string, TypicalHead>>;
}

export const TYPICAL_FEATURES = createHash('sha256')
  .update(JSON.stringify([FEATURE_NAMES, EXPANDED_COUNT]))
  .digest('hex')
  .slice(0, 16);

export const typicalName = (target: Target, horizonS: number): string => `${target} ${horizonS / HOUR_S} h`;

/**
 * Typical station: an expert trained on stations elsewhere, for the weeks in which a new one has seen too little of its own weather. It
 * never learns: the blend gives it weight, and takes it away as local experts improve.
 */
export class Typical {
  private constructor(
    private readonly horizonS: number,
    private readonly theta: Float64Array,
    readonly moments: TypicalHead['moments'],
  ) {}

  /** Typical head; null if the table has none. */
  static of({ features, heads }: TypicalTable, target: Target, horizonS: number): Typical | null {
    const head = heads[typicalName(target, horizonS)];
    if (!head) return null;
    const bytes = Buffer.from(head.theta, 'base64');
    if (features !== TYPICAL_FEATURES || bytes.length !== 2 * EXPANDED_COUNT) {
      throw new Error('the typical station was learned on other features: npm run -s typical');
    }
    const theta = Float64Array.from({ length: EXPANDED_COUNT }, (_, i) => head.scale * bytes.readInt16LE(2 * i));
    return new Typical(horizonS, theta, head.moments);
  }

  /** The change over the horizon, in units of the head's scale. */
  predict(phi: Float64Array): number {
    return weighExpanded(this.theta, phi, this.horizonS);
  }
}
