import { describe, expect, it } from 'vitest';
import { restored, savedState } from '../../../src/maths/codec.ts';
import { MOUNTS, mountedBy } from '../../../src/station/attitude/mounting.ts';
import { Orientation, type OrientationSettings } from '../../../src/station/attitude/orientation.ts';
import { seeded } from '../../support/seeded.ts';
import { atRest, inBody, type Pose } from '../../support/turned-board.ts';

const T0 = 1_790_000_000;
const flat: OrientationSettings = { axes: MOUNTS.flat, rotationDeg: 0, headingOffsetDeg: 0 };
const IRON = { x: 31, y: -12, z: 18 };

const onCircle = (a: number, b: number): number => Math.abs(((a - b + 540) % 360) - 180);

/** A board that is turned around for a few minutes, then set down. */
function calibrated(settings: OrientationSettings = flat, iron = IRON) {
  const orientation = new Orientation(settings);
  const { normal } = seeded(4);
  let tS = T0;
  for (let turn = 0; turn < 120; turn++) {
    const pose = { headingDeg: turn * 12, pitchDeg: 40 * Math.sin(turn / 7), rollDeg: 50 * Math.sin(turn / 11) };
    tS += 2;
    orientation.learn(atRest(pose, iron, normal), tS);
  }
  orientation.takeMove();
  return { orientation, tS, normal };
}

const rest = (orientation: Orientation, pose: Pose, fromS: number, seconds: number, iron = IRON) => {
  let last = orientation.learn(atRest(pose, iron), fromS + 2);
  for (let tS = fromS + 4; tS <= fromS + seconds; tS += 2) last = orientation.learn(atRest(pose, iron), tS);
  return last;
};

it.each<Pose>([
  { rollDeg: 0, pitchDeg: 0, headingDeg: 0 },
  { rollDeg: 12, pitchDeg: -20, headingDeg: 225 },
  { rollDeg: -35, pitchDeg: 62, headingDeg: 301 },
  { rollDeg: 135, pitchDeg: 8, headingDeg: 60 },
  { rollDeg: 5, pitchDeg: -3, headingDeg: 359.8 },
])('tells the pose of a board without a field of its own: $rollDeg, $pitchDeg, $headingDeg', (pose) => {
  const none = { x: 0, y: 0, z: 0 };
  const { orientation, tS } = calibrated(flat, none);
  const { rollDeg, pitchDeg, yawDeg, compassDeg } = rest(orientation, pose, tS, 60, none);
  expect(rollDeg).toBeCloseTo(pose.rollDeg!, 0);
  expect(pitchDeg).toBeCloseTo(pose.pitchDeg!, 0);
  expect(onCircle(yawDeg!, pose.headingDeg!)).toBeLessThan(1);
  expect(onCircle(compassDeg!, pose.headingDeg!)).toBeLessThan(1);
});

describe('the compass', () => {
  it('says nothing until the board has been turned: its own field could be off by any angle', () => {
    const orientation = new Orientation(flat);
    const { normal } = seeded(1);
    for (let turn = 0; turn < 5000; turn++) {
      const { compassDeg, pitchDeg } = orientation.learn(atRest({ headingDeg: 40 }, IRON, normal), T0 + 2 * turn);
      expect(compassDeg).toBeNull();
      expect(pitchDeg).not.toBeNull();
    }
  });

  it('says nothing after a small turn', () => {
    const orientation = new Orientation(flat);
    const { normal } = seeded(2);
    for (let turn = 0; turn < 400; turn++) {
      const headingDeg = 30 * Math.sin(turn / 30);
      expect(orientation.learn(atRest({ headingDeg }, IRON, normal), T0 + 2 * turn).compassDeg).toBeNull();
    }
  });

  it('is right within 5 degrees once the board was turned in many directions, and knows true north from its offset', () => {
    const { orientation, tS } = calibrated({ ...flat, headingOffsetDeg: 3.5 });
    for (const [i, headingDeg] of [0, 77, 164, 233, 359].entries()) {
      const { compassDeg, yawDeg } = rest(orientation, { headingDeg, pitchDeg: 10 }, tS + 100 * i, 100);
      expect(onCircle(compassDeg!, headingDeg + 3.5)).toBeLessThan(5);
      expect(onCircle(yawDeg!, headingDeg)).toBeLessThan(5);
    }
  });

  it('learns enough from one turn on a table for a board that stays level', () => {
    const orientation = new Orientation(flat);
    const { normal } = seeded(3);
    let tS = T0;
    for (let turn = 0; turn < 60; turn++) {
      tS += 2;
      orientation.learn(atRest({ headingDeg: turn * 10 }, IRON, normal), tS);
    }
    expect(onCircle(rest(orientation, { headingDeg: 120 }, tS, 60).compassDeg!, 120)).toBeLessThan(5);
  });

  it('falls silent with too little field to go by', () => {
    const { orientation, tS } = calibrated();
    const faint = { x: IRON.x + 1, y: IRON.y, z: IRON.z + 3 };
    orientation.learn({ ...atRest({}), fieldUt: faint }, tS + 2);
    const reading = orientation.learn({ ...atRest({}), fieldUt: faint }, tS + 4);
    expect(reading.compassDeg).toBeNull();
    expect(reading.yawDeg).toBeNull();
  });

  it('remembers the field of the board across a restart', () => {
    const { orientation, tS } = calibrated();
    const after = restored(new Orientation(flat), JSON.parse(JSON.stringify(savedState(orientation))));
    expect(onCircle(rest(after, { headingDeg: 200 }, tS, 30).compassDeg!, 200)).toBeLessThan(5);
  });

  it('learns anew when the board got other neighbours', () => {
    const { orientation, tS, normal } = calibrated();
    const other = { x: -25, y: 30, z: -6 };
    let nowS = tS;
    for (let turn = 0; turn < 200; turn++) {
      const pose = { headingDeg: turn * 12, pitchDeg: 40 * Math.sin(turn / 7), rollDeg: 50 * Math.sin(turn / 11) };
      nowS += 2;
      orientation.learn(atRest(pose, other, normal), nowS);
    }
    expect(onCircle(rest(orientation, { headingDeg: 90 }, nowS, 60, other).compassDeg!, 90)).toBeLessThan(5);
  });
});

it('shows nothing it was not shown: no tilt while shaken, no heading without field, no rates without gyroscope', () => {
  const { orientation, tS } = calibrated();
  const level = atRest({ headingDeg: 10 }, IRON);
  expect(orientation.learn({ ...level, accelG: { x: 0, y: 0, z: 1.6 } }, tS + 2)).toMatchObject({
    pitchDeg: null,
    compassDeg: null,
    accelG: { x: 0, y: 0, z: 1.6 },
  });
  expect(orientation.learn({ ...level, fieldUt: null }, tS + 4)).toMatchObject({ yawDeg: null, compassDeg: null });
  expect(orientation.learn({ accelG: null, gyroDps: null, fieldUt: null }, tS + 6)).toEqual({
    pitchDeg: null,
    rollDeg: null,
    yawDeg: null,
    compassDeg: null,
    accelG: null,
    gyroDps: null,
  });
});

it('averages directions, not angles: the mean of 359 and 1 is north', () => {
  const none = { x: 0, y: 0, z: 0 };
  const { orientation, tS } = calibrated(flat, none);
  let compassDeg: number | null = null;
  for (let turn = 0; turn < 60; turn++) {
    ({ compassDeg } = orientation.learn(atRest({ headingDeg: turn % 2 ? 357 : 3 }, none), tS + 2 * turn));
  }
  expect(onCircle(compassDeg!, 0)).toBeLessThan(1.5);
});

it('takes the bias off the gyroscope once the board has lain still', () => {
  const orientation = new Orientation(flat);
  expect(orientation.learn(atRest({}), T0).gyroDps).toEqual({ x: 1.2, y: -0.7, z: 2.1 });
  const { gyroDps } = rest(orientation, {}, T0, 200);
  expect(Math.hypot(gyroDps!.x, gyroDps!.y, gyroDps!.z)).toBeLessThan(0.01);
});

describe('mounting', () => {
  const none = { x: 0, y: 0, z: 0 };

  it('turns the forward edge: a board looking east, mounted a quarter clockwise, is a station looking north', () => {
    const { orientation, tS } = calibrated({ ...flat, rotationDeg: 90 }, none);
    expect(onCircle(rest(orientation, { headingDeg: 90 }, tS, 60, none).compassDeg!, 0)).toBeLessThan(1);
  });

  it('knows a board on a wall, whose face looks forward, for upright', () => {
    // Face forward: the station's forward is the board's up (-z), its down is the board's forward edge.
    const { orientation, tS } = calibrated({ ...flat, axes: ['-z', '+y', '+x'] }, none);
    const { rollDeg, pitchDeg } = rest(orientation, { pitchDeg: -90 }, tS, 60, none);
    expect(rollDeg).toBeCloseTo(0, 1);
    expect(pitchDeg).toBeCloseTo(0, 1);
  });

  it.each(Object.entries(MOUNTS))('%s is a turned board: each axis once, right-handed', (_, axes) => {
    const turned = mountedBy(axes, 0);
    const [a, b, c] = [turned({ x: 1, y: 0, z: 0 }), turned({ x: 0, y: 1, z: 0 }), turned({ x: 0, y: 0, z: 1 })];
    const across = { x: a.y * b.z - a.z * b.y + 0, y: a.z * b.x - a.x * b.z + 0, z: a.x * b.y - a.y * b.x + 0 };
    expect(c).toEqual(across);
    expect(Math.hypot(a.x, a.y, a.z) * Math.hypot(b.x, b.y, b.z)).toBe(1);
  });

  it('keeps what was learned when it is changed', () => {
    const { orientation, tS } = calibrated();
    const turned = restored(
      new Orientation({ ...flat, rotationDeg: 180 }),
      JSON.parse(JSON.stringify(savedState(orientation))),
    );
    expect(onCircle(rest(turned, { headingDeg: 30 }, tS, 30).compassDeg!, 210)).toBeLessThan(5);
  });
});

describe('a moved board', () => {
  const settled = () => {
    const { orientation, tS } = calibrated();
    rest(orientation, { headingDeg: 30 }, tS, 300);
    orientation.takeMove();
    return { orientation, tS: tS + 300 };
  };

  it.each<[string, Pose, Pose]>([
    ['tilted', { headingDeg: 30, pitchDeg: 20 }, { pitchDeg: 20 }],
    ['turned on the table', { headingDeg: 150 }, { headingDeg: 120 }],
  ])('is told of once, after a minute: %s', (_, pose, { pitchDeg }) => {
    const { orientation, tS } = settled();
    rest(orientation, pose, tS, 50);
    expect(orientation.takeMove()).toBeNull();
    rest(orientation, pose, tS + 50, 50);
    const move = orientation.takeMove();
    expect(move).not.toBeNull();
    if (pitchDeg) expect(move!.tiltedDeg).toBeCloseTo(pitchDeg, 0);
    else expect(move!.turnedDeg).toBeGreaterThan(20);
    rest(orientation, pose, tS + 100, 600);
    expect(orientation.takeMove()).toBeNull();
  });

  it('is not one that was knocked and put back', () => {
    const { orientation, tS } = settled();
    rest(orientation, { headingDeg: 30, rollDeg: 60 }, tS, 40);
    rest(orientation, { headingDeg: 30 }, tS + 40, 600);
    expect(orientation.takeMove()).toBeNull();
  });

  it('is not one that is picked up again and again', () => {
    const { orientation, tS } = settled();
    for (let i = 0; i < 5; i++) {
      rest(orientation, { headingDeg: 30, rollDeg: 60 }, tS + 80 * i, 40);
      rest(orientation, { headingDeg: 30 }, tS + 80 * i + 40, 40);
    }
    expect(orientation.takeMove()).toBeNull();
  });

  it('is not one whose sensors were gone for a while', () => {
    const { orientation, tS } = settled();
    for (let s = 2; s < 300; s += 2) orientation.learn({ accelG: null, gyroDps: null, fieldUt: null }, tS + s);
    rest(orientation, { headingDeg: 30 }, tS + 300, 200);
    expect(orientation.takeMove()).toBeNull();
  });

  it('is noticed also when it was moved while the station was off', () => {
    const { orientation, tS } = settled();
    const after = restored(new Orientation(flat), JSON.parse(JSON.stringify(savedState(orientation))));
    rest(after, { headingDeg: 30, rollDeg: 90 }, tS + 86_400, 100);
    expect(after.takeMove()!.tiltedDeg).toBeCloseTo(90, 0);
  });

  it('is no news on the very first day', () => {
    const orientation = new Orientation(flat);
    rest(orientation, { headingDeg: 30 }, T0, 600);
    expect(orientation.takeMove()).toBeNull();
  });
});

it('agrees with its own picture of a tilted board', () => {
  // Nose up by 90 degrees: forward points at the sky, so gravity lies along the board's tail.
  const down = inBody({ x: 0, y: 0, z: 1 }, { pitchDeg: 90 });
  expect(down.x).toBeCloseTo(-1, 9);
});
