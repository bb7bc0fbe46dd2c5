import { describe, expect, it } from 'vitest';
import {
  ABREAST,
  backAbreast,
  forwardAbreast,
  gradientAbreast,
  type Layer,
  roomFor,
} from '../../src/maths/net-layers.ts';
import { seeded } from '../support/seeded.ts';

const { normal } = seeded(11);
const random = (values: Float64Array, n: number) => {
  for (let i = 0; i < n; i++) values[i] = normal();
  return values;
};

describe.each([
  [6, 4],
  [5, 3],
  [1, 1],
])('a layer from %d to %d', (from, to) => {
  const layer: Layer = { at: 2, from, to };
  const weights = Float32Array.from({ length: 2 + (from + 1) * to }, normal);
  const x = random(roomFor(from), ABREAST * from);
  const errors = random(roomFor(to), ABREAST * to);
  const weight = (j: number, i: number) => weights[2 + j * from + i]!;
  const sum = (n: number, of: (i: number) => number) =>
    Array.from({ length: n }, (_, i) => of(i)).reduce((a, b) => a + b, 0);
  const every = (n: number, check: (i: number, lesson: number) => void) => {
    for (let i = 0; i < n; i++) for (let lesson = 0; lesson < ABREAST; lesson++) check(i, lesson);
  };

  it('answers each of four lessons as if it were alone', () => {
    const y = roomFor(to);
    forwardAbreast(weights, layer, x, y);
    every(to, (j, lesson) => {
      const wanted = weights[2 + from * to + j]! + sum(from, (i) => weight(j, i) * x[ABREAST * i + lesson]!);
      expect(y[ABREAST * j + lesson]).toBeCloseTo(wanted, 12);
    });
  });

  it('tells each weight, and what came in, what the errors say of it', () => {
    const gradient = new Float64Array(weights.length).fill(1);
    gradientAbreast(gradient, layer, x, errors);
    const told = (of: (lesson: number) => number) => 1 + sum(ABREAST, of);
    for (let j = 0; j < to; j++) {
      for (let i = 0; i < from; i++) {
        const wanted = told((lesson) => errors[ABREAST * j + lesson]! * x[ABREAST * i + lesson]!);
        expect(gradient[2 + j * from + i]).toBeCloseTo(wanted, 12);
      }
      expect(gradient[2 + from * to + j]).toBeCloseTo(
        told((lesson) => errors[ABREAST * j + lesson]!),
        12,
      );
    }
    const onto = roomFor(from);
    backAbreast(weights, layer, errors, onto);
    every(from, (i, lesson) => {
      const wanted = sum(to, (j) => weight(j, i) * errors[ABREAST * j + lesson]!);
      expect(onto[ABREAST * i + lesson]).toBeCloseTo(wanted, 12);
    });
    expect([...gradient.subarray(0, 2)]).toEqual([1, 1]);
  });
});
