import { HORIZON_LABELS, HORIZONS_S } from '../../contract/names.ts';
import { DASH, duration, share } from '../kit/format.ts';

/** `6h` of the wire, as this reader writes it. */
export const LABELS: Readonly<Record<string, string>> = Object.fromEntries(
  HORIZONS_S.map((horizonS) => [HORIZON_LABELS[horizonS]!, duration(horizonS)]),
);
export const SECONDS: Readonly<Record<string, number>> = Object.fromEntries(
  HORIZONS_S.map((horizonS) => [HORIZON_LABELS[horizonS]!, horizonS]),
);

export const skillText = (skill: Readonly<Partial<Record<string, number>>>, horizonS: number): string => {
  const one = skill[HORIZON_LABELS[horizonS]!];
  return one === undefined ? DASH : share(one, 0, true);
};
