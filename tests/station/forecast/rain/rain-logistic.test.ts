import { describe, expect, it } from 'vitest';
import { restored, savedState } from '../../../../src/maths/codec.ts';
import { OnlineLogistic, sigmoid } from '../../../../src/maths/online-logistic.ts';
import { PRIOR_SLOPES, RainLearner } from '../../../../src/station/forecast/rain/learner.ts';
import { seeded } from '../../../support/seeded.ts';

const N = 9;
const NOTHING = Array<number>(N).fill(0);
const TRUE_WEIGHTS = [-1, 0.8, -0.6, 0.4, 0.9, -0.3, 0.2, 0.5, -0.7];

function world(seed: number, n: number): { x: Float64Array; wet: number }[] {
  const { uniform, normal } = seeded(seed);
  return Array.from({ length: n }, () => {
    const x = Float64Array.from({ length: N }, (_, i) => (i === 0 ? 1 : normal()));
    const p = sigmoid(x.reduce((sum, value, i) => sum + value * TRUE_WEIGHTS[i]!, 0));
    return { x, wet: uniform() < p ? 1 : 0 };
  });
}

/** Batch maximum a posteriori by plain gradient descent, independent of the code under test. */
function batchMap(data: { x: Float64Array; wet: number }[], variance: number): number[] {
  let w = new Array<number>(N).fill(0);
  for (let turn = 0; turn < 400; turn++) {
    const gradient = w.map((value) => value / variance);
    for (const { x, wet } of data) {
      const error = sigmoid(x.reduce((sum, value, i) => sum + value * w[i]!, 0)) - wet;
      for (let i = 0; i < N; i++) gradient[i] = gradient[i]! + error * x[i]!;
    }
    w = w.map((value, i) => value - (4 / data.length) * gradient[i]!);
  }
  return w;
}

describe('logistic regression, one label at a time', () => {
  it('comes within .05 of the batch solution after one pass over 2000 labels', () => {
    const data = world(3, 2000);
    const online = new OnlineLogistic(NOTHING, 0.1);
    for (const { x, wet } of data) online.learn(x, wet, 1);
    const batch = batchMap(data, 0.1);
    online.weights.forEach((weight, i) => {
      expect(Math.abs(weight - batch[i]!), `weight ${i}`).toBeLessThan(0.05);
    });
  });

  it('goes on after a restart as if nothing had happened', () => {
    const data = world(4, 60);
    const before = new OnlineLogistic(NOTHING, 0.1);
    for (const { x, wet } of data.slice(0, 30)) before.learn(x, wet, 1);
    const after = restored(new OnlineLogistic(NOTHING, 0), JSON.parse(JSON.stringify(savedState(before))));
    for (const { x, wet } of data.slice(30)) {
      before.learn(x, wet, 0.7);
      after.learn(x, wet, 0.7);
    }
    expect(savedState(after)).toEqual(savedState(before));
  });
});

const straight = (x: ArrayLike<number>): number =>
  Array.from(x).reduce((sum, value, i) => sum + value * PRIOR_SLOPES[i]!, 0);

describe('the labels people give', () => {
  const lesson = (value: number, x: readonly number[]) => ({
    id: 1,
    value,
    early: [...x],
    late: null,
    prior: { early: straight(x), late: null },
    intercept: -1.5,
    baseRate: 0.14,
  });

  it('do not make rain common, though rain is reported ten times more readily than dry weather', () => {
    const { uniform, normal } = seeded(12);
    const trueRate = 0.14;
    const learner = new RainLearner();
    const moments: Float64Array[] = [];
    for (let labels = 0; labels < 1500; ) {
      const x = Float64Array.from({ length: N }, (_, i) => (i === 0 ? 1 : 0.5 * normal()));
      const wet = uniform() < sigmoid(-2 + straight(x));
      moments.push(x);
      if (uniform() >= (wet ? 1 : 0.1)) continue;
      learner.learn({ ...lesson(wet ? 1 : 0, [...x]), intercept: -2, baseRate: trueRate });
      labels += 1;
    }
    const mean = moments.reduce((sum, x) => sum + learner.probabilities(x, straight(x), -2).model, 0) / moments.length;
    expect(Math.abs(mean - trueRate)).toBeLessThan(0.03);
  });

  it('leave some doubt even after a thousand identical reports of rain', () => {
    const learner = new RainLearner();
    const x = [1, 0.5, 0.5, 0, 0, 0.5, 0, 0, 0.2];
    for (let i = 0; i < 1000; i++) learner.learn(lesson(1, x));
    const { model } = learner.probabilities(Float64Array.from(x), straight(x), -1.5);
    expect(model).toBeGreaterThan(0.5);
    expect(model).toBeLessThan(0.95);
  });

  it('are scored before they are learned', () => {
    const learner = new RainLearner();
    const x = [1, 0, 0, 0, 0, 0, 0, 0, 0];
    const p = learner.probabilities(Float64Array.from(x), straight(x), -1.5).rain;
    expect(learner.learn(lesson(1, x))).toBeCloseTo(-Math.log(p), 12);
    expect(learner.state.loss.value).toBeCloseTo(-Math.log(p), 12);
  });

  it('earn trust as n/(n + 20)', () => {
    const learner = new RainLearner();
    const x = [1, 0, 1, 0, 0, 1, 0, 0, 1];
    expect(learner.probabilities(Float64Array.from(x), straight(x), -1.5).trust).toBe(0);
    for (let i = 0; i < 20; i++) learner.learn(lesson(i % 2, x));
    const { trust, prior, model, rain } = learner.probabilities(Float64Array.from(x), straight(x), -1.5);
    expect(trust).toBe(0.5);
    expect((rain - prior) * (model - rain)).toBeGreaterThanOrEqual(0);
  });
});
