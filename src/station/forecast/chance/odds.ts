import { logit, OnlineLogistic, sigmoid } from '../../../maths/online-logistic.ts';
import { clip } from '../grid.ts';

/** What no path or every path does is still not certain. */
const LEAST = 0.002;
/** Unit of the dew point's distance, in °C, and its farthest: with it the three weights may move by as much. */
const DEW_UNIT_C = 2;
const FARTHEST_C = 10;
/**
 * Shift, slope, dew point. Fitted each alone, the third is −.11 at Svartberget, −.16 at Lyngby and −.32 at Essen
 * (docs/evidence/alarms.md); a station begins in the middle and learns its own.
 */
const PRIOR = [0, 1, -0.16];
/** Prior variance: some 250 nights whose outcome was open outweigh it. What one winter seems to teach is mostly chance. */
const PRIOR_VARIANCE = 0.01;
/** A night is asked of some twenty times, and those questions share one outcome: what one of them is worth. */
const WORTH = 0.1;
/** What was more likely stays more likely, whatever was learned. */
const LEAST_SLOPE = 0.3;

/** What a chance is said from. */
export interface OddsInput {
  /** Share of the paths whose lowest (or highest) passes the limit by then. */
  share: number;
  /** Distance of the dew point from the limit, positive above it; null where it is unknown or of no meaning. */
  dewAboveC: number | null;
}

/**
 * Logistic calibration of the chance that the lowest value until an hour passes a limit: logit p = a + b logit s + c τ. The paths give the
 * share s: each is one course of the night, and its own lowest counts, so that cold hours which share one night are not counted twice.
 * τ, the dew point above the limit, is what paths do not know: air that reaches its dew point cools on slowly, for dew and fog give heat.
 */
export class Odds {
  readonly #learned = new OnlineLogistic(PRIOR, PRIOR_VARIANCE);
  readonly state = this.#learned.state;

  predict(input: OddsInput): number {
    const x = inputsOf(input);
    const lost = Math.max(0, LEAST_SLOPE - this.#learned.weights[1]!);
    return sigmoid(this.#learned.score(x) + lost * x[1]!);
  }

  /** What was said of a question before its outcome was known, and whether it came. */
  learn(input: OddsInput, came: boolean): void {
    this.#learned.learn(inputsOf(input), came ? 1 : 0, WORTH);
  }
}

const inputsOf = ({ share, dewAboveC }: OddsInput): Float64Array =>
  Float64Array.of(1, logit(clip(share, LEAST, 1 - LEAST)), clip(dewAboveC ?? 0, -FARTHEST_C, FARTHEST_C) / DEW_UNIT_C);
