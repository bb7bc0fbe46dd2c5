import type { HumidityCompensator, Nerd, ThermalCompensator } from '../../src/contract/models.ts';
import { HORIZONS_S, TARGETS } from '../../src/contract/names.ts';
import { FEATURE_NAMES } from '../../src/station/forecast/learners/features.ts';
import { RAIN_FEATURES } from '../../src/station/forecast/rain/features.ts';

interface Internals {
  cold: boolean;
  historyDays: number;
  strongLabels: number;
  thermal: ThermalCompensator;
  humidity: HumidityCompensator;
  levels: Record<(typeof TARGETS)[number], number>;
}

/** The inside of a made-up engine: right in shape, order and rounding, believable in size. */
export function fakeInternals({ cold, historyDays, strongLabels, thermal, humidity, levels }: Internals): Nerd {
  const warm = <T>(value: T): T | null => (cold ? null : value);
  const residual_std = { temperature: warm(1.9), humidity: warm(8.2), pressure: warm(6.4) };
  const heads = [...TARGETS].sort().flatMap((target, i) =>
    HORIZONS_S.map((horizon_s, j) => ({
      target,
      horizon_s,
      n_updates: cold ? 0 : 5200 - 144 * j,
      trace_p: 3.3 + 0.1 * j,
      cond_p: cold ? 1 : 42_000 + 900 * j,
      theta_norm: cold ? 0 : 0.8 + 0.05 * i,
      rmse_ewma: warm(0.4 + 0.2 * j),
      lam: 0.9995,
      p_max: 100,
      eff_memory: 1 / (1 - 0.9995),
      alpha: 0.1 + 0.002 * j,
      alpha_target: 0.1,
      coverage: warm(0.895 + 0.003 * j),
      halfwidth: warm(0.7 + 0.4 * j),
      weights: { persistence: 0.25, climatology: 0.15, learned: 0.6 },
      theta: FEATURE_NAMES.map((_, f) => (cold ? 0 : Math.round(Math.sin(f + 7 * i + j) * 2e5) / 1e6)),
    })),
  );
  return {
    feature_names: [...FEATURE_NAMES],
    filters: Object.fromEntries(
      TARGETS.map((name) => [
        name,
        {
          level: levels[name],
          rate_per_h: 0.3,
          nis: 0.97,
          p_level: 0.0021,
          p_rate: 1.1e-7,
          p_cross: 2.4e-6,
          sigma_level: 0.0458,
          q: 1e-9,
          r: 0.02,
          initialised: true,
        },
      ]),
    ),
    compensators: { thermal, humidity },
    heads,
    climatology: {
      ready: !cold,
      annual_terms: false,
      history_days: Math.round(historyDays * 1000) / 1000,
      diurnal_harmonics: 3,
      annual_harmonics: 2,
      ridge: 1,
      residual_std,
      n_coefficients: { temperature: cold ? 0 : 7, humidity: cold ? 0 : 7, pressure: cold ? 0 : 7 },
    },
    precipitation: {
      coefficients: RAIN_FEATURES.map((feature, i) => ({ feature, weight: 0.9 - 0.3 * i })),
      strong_labels: strongLabels,
      weak_labels: cold ? 0 : 412,
      logloss_ewma: warm(0.48),
    },
    monitoring: {
      novelty: {
        d2: warm(9.4),
        threshold: 31.3,
        n: cold ? 0 : 8640,
        dims: 12,
        z: cold ? [] : Array.from({ length: 12 }, (_, i) => Math.round(Math.cos(i) * 1e4) / 1e4),
      },
      drift: { m_pos: 0.12, m_neg: 0.03, mean: 0.51, n: cold ? 0 : 4100, alarms: 0, delta: 0.005 },
    },
    innovation: Object.fromEntries(TARGETS.map((name, i) => [name, cold ? { counts: [], n: 7 } : histogram(i)])),
    reliability: {
      points: cold
        ? []
        : heads.map(({ target, horizon_s, coverage, alpha_target, n_updates }) => ({
            target,
            horizon_s,
            nominal: 1 - alpha_target,
            realised: coverage ?? 0,
            n: n_updates,
          })),
    },
  };
}

function histogram(shift: number) {
  const edges = Array.from({ length: 22 }, (_, i) => Math.round((-4 + (8 * i) / 21) * 100) / 100);
  const counts = Array.from({ length: 21 }, (_, i) => {
    const z = ((i - 10) * 8) / 21 - 0.02 * shift;
    return Math.round(91 * Math.exp((-z * z) / 2));
  });
  return {
    counts,
    edges,
    n: counts.reduce((sum, c) => sum + c, 0),
    mean: 0.02 * shift,
    std: 1.01,
    skew: 0.05,
    kurtosis: 3.1,
  };
}
