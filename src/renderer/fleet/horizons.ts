import { HORIZON_LABELS, HORIZONS_S } from '../../contract/names.ts';

/** Lead times by their name on the wire, `6h`. */
export const SECONDS: Readonly<Record<string, number>> = Object.fromEntries(
  HORIZONS_S.map((horizonS) => [HORIZON_LABELS[horizonS]!, horizonS]),
);
