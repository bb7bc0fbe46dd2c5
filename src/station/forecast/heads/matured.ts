import { type BandQuantiles, crps } from '../bands/quantiles.ts';
import { CLIMATOLOGY, LEARNED } from '../learners/expert-blend.ts';
import type { PendingRow } from '../pending.ts';
import type { Payload } from './payload.ts';

export type Matured = ReturnType<typeof maturedOf>;

/**
 * A forecast whose time has come, scored against the truth before anything was learned from it. In learned units. `quantiles` are the
 * band's, as they were issued.
 */
export function maturedOf(
  { target, horizonS, issueS, dueS, forecast, anchor, scale, halfwidth, ratio }: PendingRow,
  said: Payload,
  truth: number,
  quantiles: BandQuantiles | null,
) {
  return {
    target,
    horizonS,
    issueS,
    dueS,
    truth,
    forecast,
    persistence: anchor,
    climatology: said.climatologySpoke ? said.experts[CLIMATOLOGY]! : null,
    learned: said.experts[LEARNED]!,
    scale,
    halfwidth,
    quantiles,
    crps: halfwidth === null ? null : crps((truth - forecast) / scale, said.quantiles) * scale,
    ratio,
  };
}
