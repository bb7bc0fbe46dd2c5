import { HORIZON_LABELS, HORIZONS_S } from '../../contract/names.ts';
import { DASH, share } from '../kit/format.ts';

/** Lead times by their name on the wire, `6h`. */
export const SECONDS: Readonly<Record<string, number>> = Object.fromEntries(
  HORIZONS_S.map((horizonS) => [HORIZON_LABELS[horizonS]!, horizonS]),
);

export const skillText = (skill: Readonly<Partial<Record<string, number>>>, horizonS: number): string => {
  const one = skill[HORIZON_LABELS[horizonS]!];
  return one === undefined ? DASH : share(one, 0, true);
};
