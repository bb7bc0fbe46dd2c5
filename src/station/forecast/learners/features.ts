import { DAY_S, HOUR_S } from '../../../base/durations.ts';
import type { Target } from '../../../contract/names.ts';
import type { TickRow } from '../../tick.ts';
import type { ClimateValues } from '../climate/climatology.ts';
import { clip, difference, type HeadKey, UNIT } from '../grid.ts';
import type { HistorySeries, TickHistory } from './history.ts';
import { lightNow, type RunningMeans } from './running.ts';
import { VALUE_OF } from './series.ts';

/** Named once, in the order of every weight vector. 13–20 speak of the head's own target and horizon. */
export const FEATURE_NAMES = [
  'bias',
  'sun_now',
  'sun_target',
  'sun_mean',
  'hour_cos',
  'hour_sin',
  'hour2_cos',
  'hour2_sin',
  'temp_anomaly',
  'dew_anomaly',
  'humidity_anomaly',
  'pressure_anomaly',
  'climatology_change',
  'yesterday_change',
  'own_rate',
  'own_change_15m',
  'own_change_1h',
  'own_change_3h',
  'own_vs_day_mean',
  'last_head_error',
  'pressure_change_2h',
  'pressure_change_6h',
  'pressure_change_12h',
  'pressure_curvature',
  'dew_depression',
  'dew_depression_night',
  'cloud',
  'cloud_sun',
  'light_now',
  'light_hour',
  'dew_change_1h',
  'dew_change_3h',
  'temp_change_3h',
] as const;

export type FeatureName = (typeof FEATURE_NAMES)[number];
export const FEATURE_COUNT = FEATURE_NAMES.length;

export const FEATURE_AT = Object.fromEntries(FEATURE_NAMES.map((name, i) => [name, i])) as Record<FeatureName, number>;
/** Divisors: a change that is large for its feature becomes about 1. Those of the head's own target count in its `UNIT`. */
const PER = {
  // K, % and hPa away from the climatology of the hour.
  temp_anomaly: 5,
  dew_anomaly: 5,
  humidity_anomaly: 20,
  pressure_anomaly: 8,
  // hPa; the curvature is of three readings, three hours apart.
  pressure_change_2h: 1.5,
  pressure_change_6h: 3,
  pressure_change_12h: 5,
  pressure_curvature: 1.5,
  // K. The depression counts from as many, too.
  dew_depression: 6,
  dew_change_1h: 1,
  dew_change_3h: 2,
  temp_change_3h: 3,
  // `UNIT` an hour, then `UNIT`.
  own_rate: 1.5,
  own_change_15m: 0.5,
  own_change_1h: 1.5,
  own_change_3h: 3,
  own_vs_day_mean: 4,
  climatology_change: 3,
  yesterday_change: 3,
  // Usual errors of the head.
  last_head_error: 2,
} as const satisfies Partial<Record<FeatureName, number>>;

/** No feature is farther from 0. */
const BOUND = 4;

/** Inputs common to all heads at one moment. `row` may lie between grid points (a refresh); lags then start from the grid. */
export interface Scene {
  row: TickRow;
  /** The grid time that lags count from: the row's own on a tick. */
  gridS: number;
  history: TickHistory;
  running: RunningMeans;
  climate: ClimateValues;
  /** Cosines and sines of the solar hour at t: cos w, sin w, cos 2w, sin 2w. */
  hour: readonly [number, number, number, number];
  sunNow: number;
}

/** Inputs of one head. */
export interface HeadView extends HeadKey {
  scale: number;
  sunTarget: number;
  sunMean: number;
  climateNow: number | null;
  climateThen: number | null;
  /** truth − learned of the newest matured forecast of this head, null when older than two hours. */
  lastError: number | null;
}

const setter = (x: Float64Array) => (name: FeatureName, value: number) => {
  x[FEATURE_AT[name]] = clip(value, -BOUND, BOUND);
};

/** v(t) − v(t − lag); 0 when either end is missing. */
function change(scene: Scene, series: HistorySeries, lagS: number): number {
  return difference(VALUE_OF[series](scene.row), scene.history.at(series, scene.gridS - lagS));
}

/** The features that all heads share, written into a fresh vector; those of the head stay 0. */
export function sharedFeatures(scene: Scene): Float64Array {
  const { row, climate, running, history, gridS } = scene;
  const x = new Float64Array(FEATURE_COUNT);
  const set = setter(x);
  set('bias', 1);
  set('sun_now', scene.sunNow);
  set('hour_cos', scene.hour[0]);
  set('hour_sin', scene.hour[1]);
  set('hour2_cos', scene.hour[2]);
  set('hour2_sin', scene.hour[3]);
  set('temp_anomaly', difference(row.temperatureC, climate.temperature) / PER.temp_anomaly);
  set('dew_anomaly', difference(row.dewPointC, climate.dew_point) / PER.dew_anomaly);
  set('humidity_anomaly', difference(row.humidityPct, climate.humidity) / PER.humidity_anomaly);
  set('pressure_anomaly', difference(row.stationHpa, climate.pressure) / PER.pressure_anomaly);
  set('pressure_change_2h', change(scene, 'pressure', 7200) / PER.pressure_change_2h);
  set('pressure_change_6h', change(scene, 'pressure', 21600) / PER.pressure_change_6h);
  set('pressure_change_12h', change(scene, 'pressure', 12 * HOUR_S) / PER.pressure_change_12h);
  const threeHoursAgo = history.at('pressure', gridS - 10800);
  const sixHoursAgo = history.at('pressure', gridS - 21600);
  if (row.stationHpa !== null && threeHoursAgo !== null && sixHoursAgo !== null) {
    set('pressure_curvature', (row.stationHpa - 2 * threeHoursAgo + sixHoursAgo) / PER.pressure_curvature);
  }
  set('dew_depression', dewDepression(row));
  set('cloud', running.state.sky);
  set('light_now', lightNow(row.cloudIndex, scene.sunNow));
  set('light_hour', running.state.light);
  set('dew_change_1h', change(scene, 'dew_point', HOUR_S) / PER.dew_change_1h);
  set('dew_change_3h', change(scene, 'dew_point', 10800) / PER.dew_change_3h);
  set('temp_change_3h', change(scene, 'temperature', 10800) / PER.temp_change_3h);
  return x;
}

const dewDepression = ({ temperatureC, dewPointC }: TickRow): number =>
  temperatureC === null || dewPointC === null
    ? 0
    : (temperatureC - dewPointC - PER.dew_depression) / PER.dew_depression;

/** Features of a target, the same at all its horizons, after the shared ones. */
export function targetFeatures(scene: Scene, shared: Float64Array, target: Target): Float64Array {
  const { row } = scene;
  const unit = UNIT[target];
  const x = shared.slice();
  const set = setter(x);
  set('own_rate', (VALUE_OF[`${target}Rate`](row) ?? 0) / (PER.own_rate * unit));
  set('own_change_15m', change(scene, target, 900) / (PER.own_change_15m * unit));
  set('own_change_1h', change(scene, target, HOUR_S) / (PER.own_change_1h * unit));
  set('own_change_3h', change(scene, target, 10800) / (PER.own_change_3h * unit));
  set(
    'own_vs_day_mean',
    difference(VALUE_OF[target](row), scene.running.dayMean(target)) / (PER.own_vs_day_mean * unit),
  );
  return x;
}

/** The 33 features of one head, written into `x`. A missing input is the neutral value 0. */
export function headFeatures(
  scene: Scene,
  ofTarget: Float64Array,
  head: HeadView,
  x: Float64Array = new Float64Array(FEATURE_COUNT),
): Float64Array {
  const { history, gridS, running } = scene;
  const { target } = head;
  const unit = UNIT[target];
  for (let i = 0; i < FEATURE_COUNT; i++) x[i] = ofTarget[i]!;
  const set = setter(x);
  set('sun_target', head.sunTarget);
  set('sun_mean', head.sunMean);
  set('climatology_change', difference(head.climateThen, head.climateNow) / (PER.climatology_change * unit));
  const yesterday = history.at(target, gridS - DAY_S);
  set(
    'yesterday_change',
    difference(history.at(target, gridS - DAY_S + head.horizonS), yesterday) / (PER.yesterday_change * unit),
  );
  set('last_head_error', (head.lastError ?? 0) / (PER.last_head_error * head.scale));
  set('dew_depression_night', x[FEATURE_AT.dew_depression]! * (1 - Math.min(1, 2 * head.sunMean)));
  set('cloud_sun', 2 * running.state.sky * head.sunMean);
  return x;
}
