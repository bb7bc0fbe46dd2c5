import { describe, expect, it } from 'vitest';
import { volatilityInputs } from '../../../../src/station/forecast/bands/width-inputs.ts';
import {
  FEATURE_COUNT,
  FEATURE_NAMES,
  type FeatureName,
  type HeadView,
  headFeatures,
  type Scene,
  sharedFeatures,
  targetFeatures,
} from '../../../../src/station/forecast/learners/features.ts';
import { TickHistory } from '../../../../src/station/forecast/learners/history.ts';
import { RunningMeans } from '../../../../src/station/forecast/learners/running.ts';
import type { TickRow } from '../../../../src/station/tick.ts';
import { bareRow, rowOf, START_S } from '../weather.ts';

const STEP_S = 300;
const NOW_S = START_S + 2 * 86400;
const nothing = { temperature: null, humidity: null, pressure: null, dew_point: null };

/** A row every five minutes up to now: temperature falls 1 °C an hour, humidity rises 2 %, pressure follows a bent line. */
const steady = (tS: number): TickRow => {
  const hours = (tS - NOW_S) / 3600;
  return {
    ...rowOf(tS, 10 - hours, 60 + 2 * hours, 1000 + 0.5 * hours + 0.05 * hours * hours),
    dewPointC: 4 + 0.5 * hours,
    cloudIndex: 0.25,
    rates: { temperatureCPerH: -1, humidityPctPerH: 2, pressureHpaPerH: 0.5 },
  };
};

interface Given {
  scene?: Partial<Scene>;
  head?: Partial<HeadView>;
  /** Changes or drops rows of the past. */
  past?: (row: TickRow) => TickRow | null;
}

function features({ scene = {}, head = {}, past = (row) => row }: Given = {}): (name: FeatureName) => number {
  const history = new TickHistory(STEP_S);
  const running = new RunningMeans(STEP_S);
  for (let tS = NOW_S - 30 * 3600; tS <= NOW_S; tS += STEP_S) {
    const row = past(steady(tS));
    if (!row) continue;
    history.push(row);
    running.observe(row, 0.5);
  }
  const full: Scene = {
    row: steady(NOW_S),
    gridS: NOW_S,
    history,
    running,
    climate: nothing,
    hour: [0.8, 0.6, 0.28, 0.96],
    sunNow: 0.5,
    ...scene,
  };
  const view: HeadView = {
    target: 'temperature',
    horizonS: 3600,
    scale: 1,
    sunTarget: 0.4,
    sunMean: 0.45,
    climateNow: null,
    climateThen: null,
    lastError: null,
    ...head,
  };
  const phi = headFeatures(full, targetFeatures(full, sharedFeatures(full), view.target), view);
  expect(phi).toHaveLength(FEATURE_COUNT);
  return (name) => phi[FEATURE_NAMES.indexOf(name)]!;
}

describe('the 33 features', () => {
  it('are 33, each named once', () => {
    expect(FEATURE_NAMES).toHaveLength(33);
    expect(new Set(FEATURE_NAMES).size).toBe(33);
  });

  it('know the sun now, then, and between, and the solar hour', () => {
    const of = features();
    expect(['bias', 'sun_now', 'sun_target', 'sun_mean'].map((name) => of(name as FeatureName))).toEqual([
      1, 0.5, 0.4, 0.45,
    ]);
    expect(['hour_cos', 'hour_sin', 'hour2_cos', 'hour2_sin'].map((name) => of(name as FeatureName))).toEqual([
      0.8, 0.6, 0.28, 0.96,
    ]);
  });

  it('measure anomalies against what is usual, each in its own unit', () => {
    const of = features({ scene: { climate: { temperature: 12.5, humidity: 50, pressure: 1004, dew_point: 3 } } });
    expect(of('temp_anomaly')).toBeCloseTo(-0.5, 12);
    expect(of('humidity_anomaly')).toBeCloseTo(0.5, 12);
    expect(of('pressure_anomaly')).toBeCloseTo(-0.5, 12);
    expect(of('dew_anomaly')).toBeCloseTo(0.2, 12);
  });

  it('are neutral about anomalies until climatology is ready', () => {
    const of = features();
    for (const name of ['temp_anomaly', 'dew_anomaly', 'humidity_anomaly', 'pressure_anomaly'] as const) {
      expect(of(name)).toBe(0);
    }
    expect(of('climatology_change')).toBe(0);
  });

  it('say how far climatology moves until the target time', () => {
    expect(features({ head: { climateNow: 8, climateThen: 11 } })('climatology_change')).toBeCloseTo(1, 12);
    const humid = features({ head: { target: 'humidity', climateNow: 60, climateThen: 45 } });
    expect(humid('climatology_change')).toBeCloseTo(-1, 12);
  });

  it('say what happened at this time yesterday', () => {
    expect(features({ head: { horizonS: 10800 } })('yesterday_change')).toBeCloseTo(-1, 12);
    expect(features({ head: { horizonS: 86400 } })('yesterday_change')).toBeCloseTo(-4, 12); // −8, clipped
  });

  it('hold the rate and the changes of the head’s own target', () => {
    const of = features();
    expect(of('own_rate')).toBeCloseTo(-1 / 1.5, 12);
    expect(of('own_change_15m')).toBeCloseTo(-0.25 / 0.5, 12);
    expect(of('own_change_1h')).toBeCloseTo(-1 / 1.5, 12);
    expect(of('own_change_3h')).toBeCloseTo(-1, 12);
    const humid = features({ head: { target: 'humidity' } });
    expect(humid('own_rate')).toBeCloseTo(2 / 7.5, 12);
    expect(humid('own_change_1h')).toBeCloseTo(2 / 7.5, 12);
  });

  it('compare with the mean of the last half day', () => {
    // A line falling at 1 °C/h stands 12 h × 1 °C below its exponential mean, less what 30 h of start-up leave out.
    expect(features()('own_vs_day_mean')).toBeCloseTo(-10.6 / 4, 0);
  });

  it('hold the last error of the head in units of its scale', () => {
    expect(features({ head: { lastError: 0.6, scale: 0.5 } })('last_head_error')).toBeCloseTo(0.6, 12);
    expect(features({ head: { lastError: null } })('last_head_error')).toBe(0);
  });

  it('see a trough pass in pressure', () => {
    const of = features();
    const fall = (h: number) => 0.5 * h - 0.05 * h * h;
    expect(of('pressure_change_2h')).toBeCloseTo(fall(2) / 1.5, 9);
    expect(of('pressure_change_6h')).toBeCloseTo(fall(6) / 3, 9);
    expect(of('pressure_change_12h')).toBeCloseTo(fall(12) / 5, 9);
    expect(of('pressure_curvature')).toBeCloseTo((2 * 0.05 * 9) / 1.5, 9);
  });

  it('know how dry the air is, and whether it can cool at night', () => {
    expect(features()('dew_depression')).toBeCloseTo(0, 12); // 10 − 4 − 6
    const row = { ...steady(NOW_S), dewPointC: -2 };
    const night = features({ scene: { row }, head: { sunMean: 0 } });
    expect(night('dew_depression')).toBeCloseTo(1, 12);
    expect(night('dew_depression_night')).toBeCloseTo(1, 12);
    expect(features({ scene: { row }, head: { sunMean: 0.25 } })('dew_depression_night')).toBeCloseTo(0.5, 12);
    expect(features({ scene: { row }, head: { sunMean: 0.9 } })('dew_depression_night')).toBe(0);
  });

  it('see the sky and the light it lets through', () => {
    const of = features();
    expect(of('cloud')).toBeCloseTo(-0.5, 9); // 2 × .25 − 1
    expect(of('cloud_sun')).toBeCloseTo(2 * -0.5 * 0.45, 9);
    expect(of('light_now')).toBeCloseTo(2 * 0.75 * 0.5, 12);
    expect(of('light_hour')).toBeCloseTo(0.75, 9);
  });

  it('have no light without a light sensor', () => {
    const of = features({
      past: (row) => ({ ...row, cloudIndex: null }),
      scene: { row: { ...steady(NOW_S), cloudIndex: null } },
    });
    for (const name of ['cloud', 'cloud_sun', 'light_now', 'light_hour'] as const) expect(of(name)).toBeCloseTo(0, 12);
  });

  it('let the sky of the day fade through the night', () => {
    const dusk = NOW_S - 24 * 3600;
    const of = features({ past: (row) => (row.tS > dusk ? { ...row, cloudIndex: null } : row) });
    expect(of('cloud')).toBeCloseTo(-0.5 / Math.E, 3);
  });

  it('carry moisture and heat into the other heads', () => {
    const of = features({ head: { target: 'pressure' } });
    expect(of('dew_change_1h')).toBeCloseTo(0.5, 12);
    expect(of('dew_change_3h')).toBeCloseTo(0.75, 12);
    expect(of('temp_change_3h')).toBeCloseTo(-1, 12);
  });

  it('are clipped to four', () => {
    expect(features({ scene: { row: rowOf(NOW_S, 60, 50, 1000) } })('own_change_15m')).toBe(4);
  });

  it('are 0 where either end of a lag is missing, and leave the others alone', () => {
    const of = features({ past: (row) => (row.tS === NOW_S - 3600 ? { ...row, temperatureC: null } : row) });
    expect(of('own_change_1h')).toBe(0);
    expect(of('own_change_15m')).toBeCloseTo(-0.5, 12);
    const gap = features({ past: (row) => (row.tS > NOW_S - 5 * 3600 && row.tS < NOW_S ? null : row) });
    expect(gap('own_change_3h')).toBe(0);
    expect(gap('pressure_curvature')).toBe(0);
    expect(gap('pressure_change_6h')).not.toBe(0);
  });

  it('do without everything at once', () => {
    const phi = features({
      scene: { row: bareRow(NOW_S), history: new TickHistory(STEP_S), running: new RunningMeans(STEP_S) },
    });
    const quiet = FEATURE_NAMES.filter((name) => phi(name) !== 0);
    expect(quiet).toEqual([
      'bias',
      'sun_now',
      'sun_target',
      'sun_mean',
      'hour_cos',
      'hour_sin',
      'hour2_cos',
      'hour2_sin',
    ]);
  });
});

describe('the inputs of volatility', () => {
  it('are sizes of the head’s own features, and bounded', () => {
    const phi = new Float64Array(FEATURE_COUNT);
    const put = (name: FeatureName, value: number) => {
      phi[FEATURE_NAMES.indexOf(name)] = value;
    };
    put('sun_target', 0.7);
    put('own_change_1h', -4);
    put('pressure_change_6h', -1.5);
    put('dew_depression', 3);
    expect([...volatilityInputs(phi, 0.6, 0.9, [0.1, 0.2])]).toEqual([1, 0.1, 0.2, 0.7, 4, 1.5, 0.3, 2, 1.5]);
  });
});
