import { QUANTITIES } from '../../../quantities/table.ts';

/** Plausible range of readings. Outside it every derived quantity is null, so that a broken sensor shows a dash, not an exotic number. */
export const inTemperatureRange = (tC: number | null): tC is number => tC !== null && tC >= -50 && tC <= 60;

const [LEAST_HPA, MOST_HPA] = QUANTITIES.pressureRawHpa.range;
export const inPressureRange = (hpa: number | null): hpa is number =>
  hpa !== null && hpa >= LEAST_HPA && hpa <= MOST_HPA;

/** Plausible relative humidity: 100..105 becomes 100 (a wet sensor overshoots), anything outside is null. */
export const plausibleRh = (rhPct: number | null): number | null =>
  rhPct !== null && rhPct >= 0 && rhPct <= 105 ? Math.min(rhPct, 100) : null;

export const ZERO_C_IN_K = 273.15;
