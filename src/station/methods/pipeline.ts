import type { Config } from '../../config/config.ts';
import type { Quantity } from '../../quantities/quantity.ts';
import { QUANTITIES } from '../../quantities/table.ts';
import { type Code, choice, type Sentence, sentence } from '../../words/sentence.ts';
import { CPU_MEMORY_S } from '../air/compensation/thermal.ts';
import { ALPHA_TARGET } from '../forecast/bands/conformal.ts';
import { ANNUAL_DAYS, READY_HOURS, SHORT_MEMORY_DAYS } from '../forecast/climate/climatology.ts';
import { BLEND_DAYS } from '../forecast/learners/expert-blend.ts';
import { PUPIL_MEMORY_DAYS } from '../forecast/learners/pupils.ts';
import { TICK_S } from '../tick.ts';

/** Facts about the running station for the text of `/api/methods`. */
export interface MethodFacts {
  hardware: string;
  kNow: number;
  humidityOffsetNow: number;
}

type Title = Extract<Code, `methods.step.${string}.title`>;
type ParamName = Extract<Code, `methods.param.${string}`>;

/** Stage of a sample's journey. Its words are messages by its id (`methods.step.ID.title`); formulas are the same in every language. */
export interface Step {
  id: Title extends `methods.step.${infer Id}.title` ? Id : never;
  stage: 'measure' | 'correct' | 'smooth' | 'derive' | 'keep' | 'learn' | 'forecast' | 'judge';
  module: string;
  consumes: string[];
  produces: string[];
  /** Where what can fail depends on the settings; otherwise it is the message by the id. */
  failure?: Sentence;
  params: ReadonlyArray<readonly [ParamName extends `methods.param.${infer Name}` ? Name : never, Sentence]>;
  math?: ReadonlyArray<string | Sentence>;
}

const seconds = (s: number): Sentence => sentence('methods.value.span', { seconds: s });
const days = (n: number): Sentence => sentence('methods.value.days', { n });
const percent = (n: number): Sentence => sentence('methods.value.percent', { n });

/** Fields of the telemetry that physics derives. The cloud index is a step of its own. */
const DERIVED = Object.values<Quantity>(QUANTITIES).flatMap(({ telemetry }) =>
  telemetry?.startsWith('derived.') && telemetry !== 'derived.cloud_index' ? telemetry.slice('derived.'.length) : [],
);

/** The journey of a sample, stage by stage, with the numbers of the running configuration. */
export function steps(config: Config, facts: MethodFacts): Step[] {
  const { site, sensors, compensation, filters, forecast, storage } = config;
  return [
    {
      id: 'sense',
      stage: 'measure',
      module: 'station/sensors',
      consumes: [],
      produces: ['sample'],
      params: [
        ['source', sentence('methods.value.board', { board: choice(facts.hardware) })],
        ['interval', seconds(sensors.sample_interval_s)],
        ['rotation', sentence('methods.value.degrees', { n: sensors.rotation_deg })],
      ],
    },
    {
      id: 'thermal',
      stage: 'correct',
      module: 'station/air/compensation/thermal',
      consumes: ['sample'],
      produces: ['temperature_compensated', 'cpu_offset'],
      params: [
        ['k-prior', sentence('methods.value.number', { n: compensation.k_prior })],
        ['k-now', sentence('methods.value.coefficient', { n: facts.kNow })],
        ['bounds', sentence('methods.value.range', { from: compensation.k_min, to: compensation.k_max })],
        ['cpu-memory', seconds(CPU_MEMORY_S)],
      ],
      math: ['T = T_raw − k · max(T_cpu − T_raw, 0)'],
    },
    {
      id: 'humidity',
      stage: 'correct',
      module: 'station/air/compensation/humidity',
      consumes: ['sample', 'temperature_compensated'],
      produces: ['humidity'],
      params: [
        ['offset-now', sentence('methods.value.percent-fine', { n: facts.humidityOffsetNow })],
        ['prior', percent(compensation.humidity_offset_prior)],
        ['psychrometric', sentence('methods.value.on-off', { isOn: compensation.psychrometric })],
      ],
      math: compensation.psychrometric
        ? ['RH_air = RH · e_w(T_element)/e_w(T_air)', 'RH = clip(RH_air + o, 0, 100)']
        : ['RH = clip(RH_raw + o, 0, 100)'],
    },
    {
      id: 'filters',
      stage: 'smooth',
      module: 'station/air/filters',
      consumes: ['temperature_compensated', 'humidity', 'pressure_station'],
      produces: ['level', 'rate', 'innovation'],
      params: [
        ['temperature-memory', seconds(filters.temperature_memory_s)],
        ['humidity-memory', seconds(filters.humidity_memory_s)],
        ['pressure-memory', seconds(filters.pressure_memory_s)],
      ],
      math: ['x = [level, rate],  q = r · Δt / T_f⁴', 'NIS = (z − level)² / S'],
    },
    {
      id: 'derive',
      stage: 'derive',
      module: 'station/air/physics',
      consumes: ['level'],
      produces: [...DERIVED, 'pressure', 'sunshine_today_h', 'et0_today'],
      params: [
        ['altitude', sentence('methods.value.metres', { n: site.altitude_m })],
        [
          'position',
          site.latitude === null || site.longitude === null
            ? sentence('methods.value.not-set')
            : sentence('methods.value.position', { latitude: site.latitude, longitude: site.longitude }),
        ],
      ],
      math: [
        'p₀ = (pⁿ + k z)^(1/n),  n = 0.190263',
        'e_w(T_d) = RH/100 · e_w(T)',
        'WCT = 13.12 + 0.6215 T − 11.37 v^0.16 + 0.3965 T v^0.16,  T ≤ 10 °C, v > 4.8 km/h',
        'AT = T + 0.33 e − 0.70 v − 4',
        'G > (0.73 + 0.06 cos(2π d/365)) · 1080 sin(h)^1.25,  h ≥ 3°',
        'ET₀ = (0.408 Δ (Rn − G) + γ · 37/(T + 273) · u₂ (e_s − e_a)) / (Δ + γ (1 + 0.34 u₂))',
      ],
    },
    {
      id: 'sky',
      stage: 'derive',
      module: 'station/air/compensation/sky-response',
      consumes: ['light', 'solar_elevation'],
      produces: ['cloud_index'],
      params: [
        [
          'response',
          forecast.lux_per_wm2 === null
            ? sentence('methods.value.learned')
            : sentence('methods.value.response', { n: forecast.lux_per_wm2 }),
        ],
      ],
      math: ['n = clamp(1 − L/(R · L_clear), 0, 1)'],
    },
    {
      id: 'store',
      stage: 'keep',
      module: 'station/store',
      consumes: ['sample', 'level'],
      produces: ['history', 'records'],
      failure: sentence('methods.step.store.failure', { seconds: storage.commit_interval_s }),
      params: [
        ['commit-interval', seconds(storage.commit_interval_s)],
        ['raw-samples', days(storage.raw_retention_days)],
        ['five-minute-rows', days(storage.five_min_retention_days)],
        ['hourly-rows', sentence('methods.value.for-ever')],
      ],
    },
    {
      id: 'climatology',
      stage: 'learn',
      module: 'station/forecast/climate/climatology',
      consumes: ['history'],
      produces: ['climatology'],
      params: [
        ['memory', days(SHORT_MEMORY_DAYS)],
        ['ready', sentence('methods.value.after-hours', { n: READY_HOURS })],
        ['annual-terms', sentence('methods.value.after-days', { n: ANNUAL_DAYS })],
      ],
      math: ['c(t) = a₀ + Σₖ aₖ cos kω + bₖ sin kω,  k = 1…3'],
    },
    {
      id: 'heads',
      stage: 'learn',
      module: 'station/forecast',
      consumes: ['features', 'climatology'],
      produces: ['learned_forecast'],
      params: [
        ['targets', sentence('methods.value.targets')],
        ['horizons', sentence('methods.value.horizons')],
        ['memory', days(PUPIL_MEMORY_DAYS)],
        ['net', sentence('methods.value.net')],
      ],
      math: ['x(t+h) = x(t) + s_H · θᵀφ(t)', 'θ ← θ + P φ e / (λ + φᵀP φ)'],
    },
    {
      id: 'blend',
      stage: 'forecast',
      module: 'station/forecast/learners/blend',
      consumes: ['learned_forecast', 'climatology', 'anchor'],
      produces: ['forecast'],
      params: [['memory', days(BLEND_DAYS)]],
      math: ['min wᵀMw,  w ≥ 0, Σw = 1'],
    },
    {
      id: 'interval',
      stage: 'forecast',
      module: 'station/forecast/bands',
      consumes: ['forecast'],
      produces: ['lo', 'hi', 'coverage'],
      params: [
        ['nominal', percent(100 * (1 - ALPHA_TARGET))],
        ['scores', sentence('methods.value.scores')],
      ],
      math: ['[lo, hi] = f ± q · s_t', `α ← α + γ (${ALPHA_TARGET} − miss)`],
    },
    {
      id: 'outlook',
      stage: 'forecast',
      module: 'station/forecast/climate/outlook',
      consumes: ['climatology'],
      produces: ['outlook'],
      params: [],
      math: ['μ = c + ρ^(lead/24 h) · a'],
    },
    {
      id: 'rain',
      stage: 'forecast',
      module: 'station/forecast/rain',
      consumes: ['features', 'labels'],
      produces: ['rain_probability'],
      failure: site.indoors
        ? sentence('methods.step.rain.failure-indoors')
        : sentence('methods.step.rain.failure-outdoors'),
      params: [
        ['base-rate', percent(Math.round(forecast.rain_base_rate * 100))],
        ['trust', sentence('methods.value.trust')],
      ],
      math: [
        'P = 1/(1 + exp(−(b + f(z) + wᵀx + m)))',
        sentence('methods.math.rain-label'),
        sentence('methods.math.dry-label'),
      ],
    },
    {
      id: 'verify',
      stage: 'judge',
      module: 'station/forecast/verification',
      consumes: ['forecast', 'history'],
      produces: ['skill', 'coverage'],
      params: [['every', seconds(TICK_S)]],
      math: ['skill = 1 − MAE/MAE_persistence'],
    },
    {
      id: 'monitor',
      stage: 'judge',
      module: 'station/watch',
      consumes: ['sample', 'innovation', 'forecast'],
      produces: ['events', 'health', 'drift_stress'],
      params: [
        ['novelty-threshold', sentence('methods.value.novelty-threshold')],
        ['drift-alarm', sentence('methods.value.drift-alarm')],
      ],
      math: ['d² = (v−μ)ᵀ C⁻¹ (v−μ)', 'm⁺ ← max(0, m⁺ + w − δ)'],
    },
  ];
}

export const flow: [string, string][] = [
  ['sense', 'thermal'],
  ['sense', 'humidity'],
  ['thermal', 'humidity'],
  ['thermal', 'filters'],
  ['humidity', 'filters'],
  ['sense', 'filters'],
  ['filters', 'derive'],
  ['sense', 'sky'],
  ['derive', 'sky'],
  ['derive', 'store'],
  ['store', 'climatology'],
  ['derive', 'heads'],
  ['climatology', 'heads'],
  ['sky', 'heads'],
  ['heads', 'blend'],
  ['climatology', 'blend'],
  ['blend', 'interval'],
  ['climatology', 'outlook'],
  ['derive', 'rain'],
  ['sky', 'rain'],
  ['interval', 'verify'],
  ['verify', 'monitor'],
  ['sense', 'monitor'],
];
