import { HOUR_S } from '../../../base/durations.ts';
import { TARGETS, type Target } from '../../../contract/names.ts';
import { logit, OnlineLogistic, sigmoid } from '../../../maths/online-logistic.ts';
import type { Trusting } from '../bands/course.ts';
import type { Side } from '../bands/paths.ts';
import { clip } from '../grid.ts';

/** Spans of self-asked questions; between the two, what was learned is mixed by the logarithm of the span. */
export const SPANS_S = [6 * HOUR_S, 24 * HOUR_S] as const;
const SIDES: readonly Side[] = ['below', 'above'];
/** Prior variance of shift and slope: about 160 questions at even odds outweigh it. */
const PRIOR_VARIANCE = 1 / (160 * 0.25);
/** Questions of one day overlap: what a question within 6 and within 24 hours is worth. */
const WORTH = [0.5, 0.15];
/** A chance that was more likely stays more likely, whatever was learned. */
const LEAST_SLOPE = 0.3;

/**
 * Platt scaling of chances: logit p' = a + b logit p (Platt 1999; Cox 1958), for each target, side and span, learned from the station's
 * own questions, starting at a = 0 and b = 1. What no path or every path does stays impossible or certain.
 */
export class Trust {
  readonly state: Record<string, OnlineLogistic> = {};

  constructor() {
    for (const target of TARGETS)
      for (const side of SIDES)
        for (const spanS of SPANS_S) this.state[key(target, side, spanS)] = new OnlineLogistic([0, 1], PRIOR_VARIANCE);
  }

  predict(target: Target, side: Side): Trusting {
    const [near, far] = SPANS_S.map((spanS) => this.state[key(target, side, spanS)]!.weights);
    return (share, leadS) => {
      if (share <= 0 || share >= 1) return share;
      const at = clip(Math.log(leadS / SPANS_S[0]) / Math.log(SPANS_S[1] / SPANS_S[0]), 0, 1);
      const [shift, slope] = [0, 1].map((i) => near![i]! + at * (far![i]! - near![i]!));
      return sigmoid(shift! + Math.max(LEAST_SLOPE, slope!) * logit(share));
    };
  }

  /** Learns an outcome: `share` of the paths passed a value within `spanS`, one of `SPANS_S`; `came`: whether the air did, too. */
  learn(target: Target, side: Side, spanS: number, share: number, came: boolean): void {
    const worth = WORTH[SPANS_S.indexOf(spanS as (typeof SPANS_S)[number])]!;
    this.state[key(target, side, spanS)]!.learn(Float64Array.of(1, logit(share)), came ? 1 : 0, worth);
  }
}

const key = (target: Target, side: Side, spanS: number): string => `${target} ${side} ${spanS / HOUR_S}h`;
