import { HOUR_S } from '../../../base/durations.ts';
import { clip3 } from './features.ts';

/** Prior's logit at which `prior` is 0: rain in one of six spells. */
const USUAL_LOGIT = -1.7;
/** After so long what fell counts half. */
const RECENT_S = 2 * HOUR_S;

/** Kept in a journal: four decimals are below the noise of any of them. */
const short = (value: number): number => Math.round(value * 1e4) / 1e4 + 0; // no minus zero

/**
 * Inputs of the correction that a gauge teaches: a constant, the prior, recent rain, rain of the last hour, and those of the air without their
 * own constant. `sinceRainS`: time since the newest rain, null where none is known of.
 */
export function gaugeFeatures(air: Float64Array, priorLogit: number, sinceRainS: number | null): number[] {
  return [
    1,
    clip3(priorLogit - USUAL_LOGIT),
    sinceRainS === null ? 0 : 1 / (1 + sinceRainS / RECENT_S),
    sinceRainS !== null && sinceRainS <= HOUR_S ? 1 : 0,
    ...air.slice(1),
  ].map(short);
}
