import { describe, expect, it } from 'vitest';
import { VOLATILITY_INPUTS } from '../../../src/station/forecast/bands/width-inputs.ts';
import { Head } from '../../../src/station/forecast/heads/head.ts';
import type { Matured } from '../../../src/station/forecast/heads/matured.ts';
import { FEATURE_COUNT, FEATURE_NAMES, type FeatureName } from '../../../src/station/forecast/learners/features.ts';
import type { PendingRow } from '../../../src/station/forecast/pending.ts';
import { seeded } from '../../support/seeded.ts';

/** One head on a grid of ten minutes, fed with a process whose best forecast is known. */
const STEP_S = 600;

interface World {
  x: Float64Array;
  /** Features at step t, by name; the rest is 0. */
  phi: (t: number) => Partial<Record<FeatureName, number>>;
  /** Climatology at step t; null when there is none. */
  usual?: (t: number) => number;
}

function replay({ x, phi, usual }: World, delay: number): { head: Head; matured: Matured[] } {
  const head = new Head('temperature', delay * STEP_S, STEP_S);
  const waiting: PendingRow[] = [];
  const matured: Matured[] = [];
  const psi = new Float64Array(VOLATILITY_INPUTS);
  psi[0] = 1;
  for (let t = 0; t < x.length; t++) {
    const due = t >= delay ? waiting[t - delay] : undefined;
    if (due) matured.push(head.scoreAndLearn(due, x[t]!));
    head.pupils.state.wide.consolidate();
    const features = new Float64Array(FEATURE_COUNT);
    features[0] = 1;
    for (const [name, value] of Object.entries(phi(t))) features[FEATURE_NAMES.indexOf(name as FeatureName)] = value;
    const issue = head.issue(t * STEP_S, x[t]!, usual ? usual(t + delay) : null, features, psi);
    waiting.push(head.pending(issue, features, psi, t * STEP_S, 0, 1));
  }
  return { head, matured };
}

const mean = (list: readonly Matured[], of: (m: Matured) => number): number =>
  list.reduce((sum, m) => sum + of(m), 0) / list.length;
const mse = (list: readonly Matured[]) => mean(list, (m) => (m.truth - m.forecast) ** 2);
const skill = (list: readonly Matured[]) =>
  1 - mean(list, (m) => Math.abs(m.truth - m.forecast)) / mean(list, (m) => Math.abs(m.truth - m.persistence));
const coverage = (list: readonly Matured[]) =>
  mean(list, (m) => (Math.abs(m.truth - m.forecast) <= m.halfwidth! ? 1 : 0));

function autoregression(seed: number, n: number, r: number): Float64Array {
  const { normal } = seeded(seed);
  const x = new Float64Array(n);
  x[0] = normal();
  for (let t = 1; t < n; t++) x[t] = r * x[t - 1]! + Math.sqrt(1 - r * r) * normal();
  return x;
}

describe('a head comes to the optimum that is known', () => {
  it.each([
    [0.9, 1],
    [0.97, 6],
    [0.99, 24],
  ])('of an autoregression with coefficient %d at %d steps', (r, h) => {
    const x = autoregression(71, 20_500, r);
    const { matured } = replay(
      { x, phi: (t) => ({ temp_anomaly: x[t]! / 5, own_change_1h: (x[t]! - (x[t - 1] ?? x[t]!)) / 1.5 }) },
      h,
    );
    const late = matured.slice(4000);
    expect(mse(late)).toBeLessThan(1.07 * (1 - r ** (2 * h)));
    expect(Math.abs(skill(late) - (1 - Math.sqrt((1 + r ** h) / 2)))).toBeLessThan(0.02);
    expect(coverage(late.slice(-16_000))).toBeGreaterThan(0.897);
    expect(coverage(late.slice(-16_000))).toBeLessThan(0.903);
  });

  it.each([1, 6, 24])('of a random walk: nothing changes, at %d steps', (h) => {
    const { normal } = seeded(72 + h);
    const x = new Float64Array(20_000);
    for (let t = 1; t < x.length; t++) x[t] = x[t - 1]! + 0.3 * normal();
    const { matured } = replay(
      { x, phi: (t) => ({ own_change_1h: x[t]! - (x[t - 6] ?? x[t]!), own_change_3h: x[t]! - (x[t - 18] ?? x[t]!) }) },
      h,
    );
    expect(skill(matured.slice(4000))).toBeGreaterThan(-0.01);
  });

  it.each([6, 24, 72])('of a season of 144 steps with correlated noise, at %d steps', (h) => {
    const r = 0.97;
    const noise = autoregression(75, 20_000, r);
    const season = (t: number) => 3 * Math.sin((2 * Math.PI * t) / 144);
    const x = noise.map((value, t) => value + season(t));
    const { head, matured } = replay(
      {
        x,
        usual: season,
        phi: (t) => ({ temp_anomaly: (x[t]! - season(t)) / 5, climatology_change: (season(t + h) - season(t)) / 3 }),
      },
      h,
    );
    expect(mse(matured.slice(4000))).toBeLessThan(1.1 * (1 - r ** (2 * h)));
    const theta = head.learner.theta[FEATURE_NAMES.indexOf('climatology_change')]!;
    expect((theta * head.scaleUnit) / 3).toBeGreaterThan(0.97);
    expect((theta * head.scaleUnit) / 3).toBeLessThan(1.03);
  });

  it.each([1, 6, 24])('and finds nothing in inputs that have nothing to do with the target, at %d steps', (h) => {
    const { normal } = seeded(79 + h);
    const x = new Float64Array(20_000);
    for (let t = 1; t < x.length; t++) x[t] = x[t - 1]! + 0.3 * normal();
    const shuffled = x.map(() => normal());
    const { matured } = replay(
      { x, phi: (t) => ({ own_change_1h: shuffled[t]!, light_now: shuffled[(7 * t) % x.length]!, sun_now: 0.5 }) },
      h,
    );
    expect(skill(matured.slice(4000))).toBeLessThan(0.005);
  });
});
