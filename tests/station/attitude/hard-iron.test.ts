import { expect, it } from 'vitest';
import { HardIron } from '../../../src/station/attitude/hard-iron.ts';
import { MOUNTS } from '../../../src/station/attitude/mounting.ts';
import { Orientation } from '../../../src/station/attitude/orientation.ts';
import { norm } from '../../../src/station/attitude/vectors.ts';
import { seeded } from '../../support/seeded.ts';
import { atRest, EARTH, inBody } from '../../support/turned-board.ts';

const level = { x: 0, y: 0, z: 1 };
const onCircle = (a: number, b: number): number => Math.abs(((a - b + 540) % 360) - 180);

it('finds the field of the board itself to within 1 uT, from readings all around', () => {
  const { normal, uniform } = seeded(5);
  const iron = { x: 42, y: -17, z: 25 };
  const learned = new HardIron();
  for (let i = 0; i < 200; i++) {
    const pose = { headingDeg: 360 * uniform(), pitchDeg: 180 * uniform() - 90, rollDeg: 360 * uniform() };
    learned.learn(atRest(pose, iron, normal).fieldUt);
  }
  expect(learned.offsetUt.x).toBeCloseTo(iron.x, 0);
  expect(learned.offsetUt.y).toBeCloseTo(iron.y, 0);
  expect(learned.offsetUt.z).toBeCloseTo(iron.z, 0);
  expect(learned.headingErrorDeg(level, { x: iron.x + 20, y: iron.y, z: iron.z + 44 })).toBeLessThan(3);
});

it('keeps a covariance over a hundred thousand readings of a board that never rests', () => {
  const { normal, uniform } = seeded(8);
  const learned = new HardIron();
  for (let i = 0; i < 100_000; i++) {
    const pose = { headingDeg: 360 * uniform(), pitchDeg: 180 * uniform() - 90, rollDeg: 360 * uniform() };
    const iron = uniform() < 0.001 ? { x: 400 * normal(), y: 400 * normal(), z: 400 * normal() } : { x: 5, y: 6, z: 7 };
    learned.learn(atRest(pose, iron, normal).fieldUt);
  }
  const { p } = learned.state;
  for (let row = 0; row < 4; row++) {
    expect(p[5 * row]).toBeGreaterThan(0);
    for (let col = 0; col < row; col++) {
      expect(p[4 * row + col]).toBeCloseTo(p[4 * col + row]!, 12);
      expect(p[4 * row + col]! ** 2).toBeLessThanOrEqual(p[5 * row]! * p[5 * col]!);
    }
  }
  expect(learned.offsetUt.x).toBeCloseTo(5, 0);
});

it('counts a board that lies still as one direction, however long', () => {
  const { normal } = seeded(6);
  const learned = new HardIron();
  for (let i = 0; i < 10_000; i++) learned.learn(atRest({}, { x: 9, y: 9, z: 9 }, normal).fieldUt);
  expect(learned.state.directions).toBe(1);
  expect(learned.headingErrorDeg(level, EARTH)).toBeGreaterThan(45);
});

it('shrugs at a magnet that passes', () => {
  const { normal } = seeded(7);
  const learned = new HardIron();
  const pose = (i: number) => ({ headingDeg: 13 * i, pitchDeg: 50 * Math.sin(i / 5), rollDeg: 60 * Math.sin(i / 9) });
  for (let i = 0; i < 100; i++) learned.learn(atRest(pose(i), { x: 10, y: 20, z: 5 }, normal).fieldUt);
  const before = learned.offsetUt;
  learned.learn({ x: 300, y: 100, z: -250 });
  learned.learn({ x: 180, y: 60, z: -90 });
  const after = learned.offsetUt;
  expect(norm({ x: after.x - before.x, y: after.y - before.y, z: after.z - before.z })).toBeLessThan(0.1);
});

/**
 * The promise behind a compass that may be null: 600 boards with fields of up to 70 uT of their own, two percent of soft iron, turned
 * through anything from a corner to everywhere, then laid down somewhere.
 */
it('keeps a compass that speaks within 8 degrees of the truth, and lets it speak after a full turn', () => {
  let spoke = 0;
  let wrong = 0;
  let silentAfterFullTurn = 0;
  for (let seed = 1; seed <= 600; seed++) {
    const { uniform, normal } = seeded(seed);
    const iron = { x: 40 * (2 * uniform() - 1), y: 40 * (2 * uniform() - 1), z: 40 * (2 * uniform() - 1) };
    const soft = { x: 1 + 0.02 * normal(), y: 1 + 0.02 * normal(), z: 1 + 0.02 * normal() };
    const arcDeg = 720 * uniform();
    const tiltDeg = 40 * uniform();
    const reads = (pose: { headingDeg: number; pitchDeg: number; rollDeg: number }) => {
      const north = inBody(EARTH, pose);
      return {
        ...atRest(pose, iron, normal),
        fieldUt: {
          x: soft.x * north.x + iron.x + 0.2 * normal(),
          y: soft.y * north.y + iron.y + 0.2 * normal(),
          z: soft.z * north.z + iron.z + 0.2 * normal(),
        },
      };
    };
    const orientation = new Orientation({ axes: MOUNTS.flat, rotationDeg: 0, headingOffsetDeg: 0 });
    const startDeg = 360 * uniform();
    for (let i = 0; i < 80; i++) {
      const pose = {
        headingDeg: startDeg + (arcDeg * i) / 80,
        pitchDeg: tiltDeg * Math.sin(i / 7),
        rollDeg: tiltDeg * Math.sin(i / 11),
      };
      orientation.learn(reads(pose), 2 * i);
    }
    const pose = { headingDeg: 360 * uniform(), pitchDeg: 0, rollDeg: 0 };
    let compassDeg: number | null = null;
    for (let i = 0; i < 30; i++) ({ compassDeg } = orientation.learn(reads(pose), 200 + 2 * i));
    if (compassDeg === null) {
      if (arcDeg > 360) silentAfterFullTurn++;
      continue;
    }
    spoke++;
    if (onCircle(compassDeg, pose.headingDeg) > 8) wrong++;
  }
  expect(spoke).toBeGreaterThan(300);
  expect(wrong / spoke).toBeLessThan(0.01);
  expect(silentAfterFullTurn).toBeLessThan(15); // of some 300
});
