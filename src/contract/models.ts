import { z } from 'zod';
import { int, maybe } from './common.ts';
import { Weights } from './forecast.ts';

const Compensator = z.object({
  P: z.number(),
  lam: z.number(),
  prior: z.number(),
  n: int,
  last_residual: maybe,
  last_ts: maybe,
});
export const ThermalCompensator = Compensator.extend({ k: z.number(), k_min: z.number(), k_max: z.number() });
export type ThermalCompensator = z.infer<typeof ThermalCompensator>;

export const HumidityCompensator = Compensator.extend({
  offset: z.number(),
  off_min: z.number(),
  off_max: z.number(),
  psychrometric: z.boolean(),
});
export type HumidityCompensator = z.infer<typeof HumidityCompensator>;

const Calibrated = z.object({
  residual: z.number(),
  n: int,
  before: z.number(),
  after: z.number(),
  clamped: z.boolean(),
});
export const CalibrateResult = Calibrated.extend({
  k: z.number(),
  /** A sentence when the reference was taken under doubtful conditions (the CPU was warming up). */
  warning: z.string().optional(),
});
export type CalibrateResult = z.infer<typeof CalibrateResult>;
export const CalibrateHumidityResult = Calibrated.extend({ offset: z.number(), psychrometric: z.boolean() });
export type CalibrateHumidityResult = z.infer<typeof CalibrateHumidityResult>;
export const ThermalReset = ThermalCompensator.extend({ reset: z.literal(true) });
export type ThermalReset = z.infer<typeof ThermalReset>;
export const HumidityReset = HumidityCompensator.extend({ reset: z.literal(true) });
export type HumidityReset = z.infer<typeof HumidityReset>;

/** Ours: the newest reference was taken back. `before` and `after` are the value shown, null without a live reading. */
export const CalibrationUndone = z.object({
  undone: z.literal(true),
  signal: z.enum(['temperature', 'humidity']),
  reference: maybe,
  /** References that still count. */
  n: int,
  before: maybe,
  after: maybe,
});
export type CalibrationUndone = z.infer<typeof CalibrationUndone>;

export const RecomputeResult = z.object({
  rows: int,
  changed: int,
  seconds: z.number(),
  k: z.number(),
  hum_offset: z.number(),
});
export type RecomputeResult = z.infer<typeof RecomputeResult>;

const NowcastDiagnostics = z.object({
  target: z.string(),
  horizon_s: int,
  n_updates: int,
  n_scored: int,
  weights: Weights,
  member_mae: z.record(z.string(), maybe),
  conformal_alpha: maybe,
  conformal_halfwidth: maybe,
  coverage: maybe,
});

export const RainModel = z.object({
  coefficients: z.array(z.object({ feature: z.string(), weight: maybe })),
  strong_labels: int,
  weak_labels: int,
  logloss_ewma: maybe,
});
export type RainModel = z.infer<typeof RainModel>;

const Climatology = z.object({
  ready: z.boolean(),
  annual_terms: z.boolean(),
  history_days: z.number(),
  residual_std: z.record(z.string(), maybe),
});

export const Models = z.object({
  nowcast: z.array(NowcastDiagnostics),
  climatology: Climatology,
  precipitation: RainModel,
  calibration: ThermalCompensator,
});
export type Models = z.infer<typeof Models>;

const FilterState = z.object({
  level: maybe,
  rate_per_h: maybe,
  nis: maybe,
  p_level: maybe,
  p_rate: maybe,
  p_cross: maybe,
  sigma_level: maybe,
  q: maybe,
  r: maybe,
  initialised: z.boolean(),
});
export type FilterState = z.infer<typeof FilterState>;

export const Head = z.object({
  target: z.string(),
  horizon_s: int,
  n_updates: int,
  trace_p: maybe,
  cond_p: maybe,
  theta_norm: maybe,
  rmse_ewma: maybe,
  lam: maybe,
  p_max: maybe,
  eff_memory: maybe,
  alpha: maybe,
  alpha_target: maybe,
  coverage: maybe,
  halfwidth: maybe,
  weights: Weights,
  theta: z.array(maybe),
});
export type Head = z.infer<typeof Head>;

const Histogram = z.object({
  counts: z.array(int),
  edges: z.array(z.number()).optional(),
  n: int,
  mean: maybe.optional(),
  std: maybe.optional(),
  skew: maybe.optional(),
  kurtosis: maybe.optional(),
});
export type Histogram = z.infer<typeof Histogram>;

export const Novelty = z.object({
  d2: maybe,
  threshold: maybe,
  n: int.nullable(),
  dims: int.nullable(),
  z: z.array(maybe),
});
export const Drift = z.object({
  m_pos: maybe,
  m_neg: maybe,
  mean: maybe,
  n: int.nullable(),
  alarms: int.nullable(),
  delta: maybe,
});

export const Nerd = z.object({
  feature_names: z.array(z.string()).length(33),
  filters: z.record(z.string(), FilterState),
  compensators: z.object({ thermal: ThermalCompensator, humidity: HumidityCompensator }),
  heads: z.array(Head),
  climatology: Climatology.extend({
    diurnal_harmonics: int,
    annual_harmonics: int,
    ridge: z.number(),
    n_coefficients: z.record(z.string(), int),
  }),
  precipitation: RainModel,
  monitoring: z.object({ novelty: Novelty, drift: Drift }),
  innovation: z.record(z.string(), Histogram),
  reliability: z.object({
    points: z.array(
      z.object({ target: z.string(), horizon_s: int, nominal: z.number(), realised: z.number(), n: int }),
    ),
  }),
});
export type Nerd = z.infer<typeof Nerd>;

export const Methods = z.object({
  pipeline: z.array(
    z.object({
      id: z.string(),
      stage: z.string(),
      title: z.string(),
      module: z.string(),
      technique: z.string(),
      consumes: z.array(z.string()),
      produces: z.array(z.string()),
      why: z.string(),
      failure: z.string(),
      params: z.record(z.string(), z.string()),
      math: z.array(z.string()).optional(),
    }),
  ),
  flow: z.array(z.array(z.string()).length(2)),
  glossary: z.array(z.object({ term: z.string(), meaning: z.string() })),
  features: z.array(z.string()).length(33),
  honest_limits: z.array(z.string()),
});
export type Methods = z.infer<typeof Methods>;
