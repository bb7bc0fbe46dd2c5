import type { QualityLimits } from '../quality/limits.ts';

/** Means that a logger has rounded may rest for hours: they are not stuck. */
export const LIMITS: QualityLimits = {
  temperatureCPerMin: 3,
  humidityPctPerMin: 15,
  pressureHpaPerMin: 1,
  stuckAfterMin: Number.POSITIVE_INFINITY,
};
