import { describe, expect, it } from 'vitest';
import { savedState } from '../../src/maths/codec.ts';
import { type NetLessons, type NetSettings, trainNet } from '../../src/maths/net-trainer.ts';
import { type NetShape, SmallNet } from '../../src/maths/small-net.ts';
import { seeded } from '../support/seeded.ts';

const SHAPE: NetShape = [5, 12, 8, 2];
const SETTINGS: NetSettings = {
  shape: SHAPE,
  epochs: 40,
  batch: 32,
  rate: 0.01,
  decay: 0.01,
  hidden: 0,
  bound: 2,
  seed: 3,
};

/** Two answers that no weighted sum gives: whether two inputs have the same sign, and how far one is from its middle. */
function corners(seed: number, n: number): NetLessons {
  const { normal } = seeded(seed);
  const inputs = Float32Array.from({ length: n * SHAPE[0] }, (_, i) => 100 + 20 * (i % SHAPE[0]) * normal());
  const answers = new Float32Array(2 * n);
  for (let i = 0; i < n; i++) {
    const [, a = 0, b = 0] = inputs.subarray(i * SHAPE[0], (i + 1) * SHAPE[0]);
    answers[2 * i] = Math.sign((a - 100) * (b - 100));
    answers[2 * i + 1] = 5 * Math.abs(a - 100);
  }
  return { inputs, answers };
}

function learned(lessons: NetLessons, settings = SETTINGS): SmallNet {
  const teaching = trainNet(lessons, settings);
  let step = teaching.next();
  while (!step.done) step = teaching.next();
  return step.value;
}

/** Of what each answer varies by, the part that is left. */
function left(net: SmallNet, { inputs, answers }: NetLessons): number[] {
  const sums = [0, 0];
  const spread = [0, 0];
  const n = answers.length / 2;
  for (let i = 0; i < n; i++) {
    const said = net.predict(inputs.subarray(i * SHAPE[0], (i + 1) * SHAPE[0]));
    for (const j of [0, 1]) {
      sums[j] = sums[j]! + (answers[2 * i + j]! - said[j]!) ** 2;
      spread[j] = spread[j]! + (answers[2 * i + j]! - (j === 0 ? 0 : 80)) ** 2;
    }
  }
  return sums.map((sum, j) => sum / spread[j]!);
}

describe('a small net', () => {
  const taught = corners(1, 1200);
  const net = learned(taught);

  it('learns what is in no weighted sum, all answers at once, on lessons it has not seen', () => {
    for (const part of left(net, corners(2, 300))) expect(part).toBeLessThan(0.25);
  });

  it('is the same from the same lessons and seed, and another from another seed', () => {
    const few = corners(4, 64);
    expect(learned(few).state).toEqual(learned(few).state);
    expect(learned(few, { ...SETTINGS, seed: 4 }).state).not.toEqual(learned(few).state);
  });

  it('takes a missing input for its mean, and learns the other answers where one is missing', () => {
    const holes = corners(5, 1200);
    for (let i = 0; i < holes.answers.length; i += 6) holes.answers[i] = Number.NaN;
    for (let i = 4; i < holes.inputs.length; i += 15) holes.inputs[i] = Number.NaN;
    const other = learned(holes);
    for (const part of left(other, corners(2, 300))) expect(part).toBeLessThan(0.3);
    expect([...other.predict(new Float32Array(5).fill(Number.NaN))].every(Number.isFinite)).toBe(true);
  });

  it('says nothing that is not a number where nothing was ever measured', () => {
    const nothing = { inputs: new Float32Array(50).fill(Number.NaN), answers: new Float32Array(20).fill(Number.NaN) };
    expect([...learned(nothing).predict([1, 2, 3, 4, 5])]).toEqual([0, 0]);
    expect(learned({ inputs: new Float32Array(0), answers: new Float32Array(0) }).shape).toEqual(SHAPE);
  });

  it('knows nothing of an answer that was never given or always the same, and learns the other as well as alone', () => {
    const { inputs, answers } = corners(6, 600);
    for (const [first, second] of [
      [Number.NaN, null],
      [0.7, null],
      [null, Number.NaN],
    ] as const) {
      const some = answers.map((answer, i) => (i % 2 === 0 ? first : second) ?? answer);
      const other = learned({ inputs, answers: some });
      expect([0, 1].map((output) => other.knows(output))).toEqual([first === null, second === null]);
      expect(new SmallNet(SHAPE).restore(savedState(other)).knows(0)).toBe(first === null);
      expect(left(other, corners(2, 300))[first === null ? 0 : 1]).toBeLessThan(0.35);
    }
    expect(net.knows(2)).toBe(false);
  });

  it('takes no notice of an input that never changed, however large, when it does', () => {
    const stood = 1009.9000244140625; // of pressures one whose squares do not add up
    const { inputs, answers } = corners(7, 2000);
    const other = learned(
      { inputs: inputs.map((input, i) => (i % 5 === 0 ? stood : input)), answers },
      { ...SETTINGS, epochs: 1 },
    );
    const said = [stood, 990, 1030].map((now) => [...other.predict([now, 110, 90, 80, 120])]);
    expect(said[1]).toEqual(said[0]);
    expect(said[2]).toEqual(said[0]);
  });

  it('refuses what another net saved', () => {
    const saved = savedState(net);
    expect(() => new SmallNet([5, 12, 8, 3]).restore(saved)).toThrow('expected 5,12,8,3');
    expect(() => new SmallNet(SHAPE).restore({ ...saved, centre: saved.scale })).toThrow('8 bytes in place of 20');
  });
});
