import { type BandQuantiles, crps } from '../bands/quantiles.ts';
import { CLIMATOLOGY, LEARNED } from '../learners/expert-blend.ts';
import type { PendingRow } from '../pending.ts';
import type { Payload } from './payload.ts';

/** A forecast whose time has come, scored against the truth before anything was learned from it. In learned units. */
export interface Matured extends Omit<PendingRow, 'epoch' | 'anchor' | 'payload'> {
  truth: number;
  persistence: number;
  climatology: number | null;
  learned: number;
  quantiles: BandQuantiles | null;
  crps: number | null;
}

/** `quantiles` are the band's, as they were issued. */
export function maturedOf(
  { target, horizonS, issueS, dueS, forecast, anchor, scale, halfwidth, ratio }: PendingRow,
  said: Payload,
  truth: number,
  quantiles: BandQuantiles | null,
): Matured {
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
