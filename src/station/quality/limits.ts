import type { Config } from '../../config/config.ts';
import type { SignalName } from './flags.ts';

type QualitySettings = Config['quality'];

/** Limits of the tests, from the settings. */
export interface QualityLimits {
  readonly temperatureCPerMin: number;
  readonly humidityPctPerMin: number;
  readonly pressureHpaPerMin: number;
  readonly stuckAfterMin: number;
}

export const qualityLimits = ({ quality }: { quality: QualitySettings }): QualityLimits => ({
  temperatureCPerMin: quality.temperature_c_per_min,
  humidityPctPerMin: quality.humidity_pct_per_min,
  pressureHpaPerMin: quality.pressure_hpa_per_min,
  stuckAfterMin: quality.stuck_after_min,
});

/** Limits of one signal; null where a test does not apply to it. */
export interface SignalLimits {
  range: readonly [number, number];
  /** Ends of what a sensor can say at all: beyond `range` a value counts where the one before leads up to it. */
  farthest: readonly [number, number];
  stepPerMin: number | null;
  /** Most that a step over a longer time may have. */
  stepMost: number;
  stuckAfterS: number | null;
  /** From here on a value may rest: saturated air does for hours. */
  restsFrom: number;
}

/**
 * Plausible ranges (WMO, Zahumenský 2004), for raw values: a board is up to 15 °C warmer than its air, and 85 °C is what a probe says that
 * has not measured.
 */
export const RANGES: Readonly<Record<SignalName, readonly [number, number]>> = {
  temperature: [-80, 75],
  outdoor: [-80, 60],
  humidity: [0, 110],
  pressure: [300, 1100],
  light: [0, 300_000],
};

/** A sauna: the chips measure up to 120 °C. A probe's 85 °C comes out of nowhere, and nothing outdoors leads up to it. */
const FARTHEST: Partial<Record<SignalName, readonly [number, number]>> = { temperature: [-80, 120] };
const rangeOf = (name: SignalName) => ({ range: RANGES[name], farthest: FARTHEST[name] ?? RANGES[name] });

/** Light has no steps, since a lamp has, and rests all night. */
export function limitsOf(limits: QualityLimits): Readonly<Record<SignalName, SignalLimits>> {
  const stuckAfterS = limits.stuckAfterMin * 60;
  const never = Number.POSITIVE_INFINITY;
  const air = { stepPerMin: limits.temperatureCPerMin, stepMost: 7, stuckAfterS, restsFrom: never };
  return {
    temperature: { ...air, ...rangeOf('temperature') },
    outdoor: { ...air, ...rangeOf('outdoor') },
    humidity: {
      ...rangeOf('humidity'),
      stepPerMin: limits.humidityPctPerMin,
      stepMost: 28,
      stuckAfterS,
      restsFrom: 95,
    },
    pressure: {
      ...rangeOf('pressure'),
      stepPerMin: limits.pressureHpaPerMin,
      stepMost: 6,
      stuckAfterS,
      restsFrom: never,
    },
    light: { ...rangeOf('light'), stepPerMin: null, stepMost: never, stuckAfterS: null, restsFrom: never },
  };
}
