import type { QualityLimits } from '../../src/station/quality/limits.ts';

/** Limits of the quality tests, as the settings have them. */
export const LIMITS: QualityLimits = {
  temperatureCPerMin: 3,
  humidityPctPerMin: 15,
  pressureHpaPerMin: 1,
  stuckAfterMin: 30,
};
