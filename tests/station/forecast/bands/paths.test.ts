import { describe, expect, it } from 'vitest';
import { HOUR_S } from '../../../../src/base/durations.ts';
import { bandFloor, priorHalfwidth } from '../../../../src/station/forecast/bands/head-band.ts';
import { normals } from '../../../../src/station/forecast/bands/path-errors.ts';
import { Paths } from '../../../../src/station/forecast/bands/paths.ts';
import {
  type BandQuantiles,
  bandQuantiles,
  quantilesWithin,
} from '../../../../src/station/forecast/bands/quantiles.ts';
import { seeded } from '../../../support/seeded.ts';

const T_S = 1_750_000_000;
const flat = (
  nodes: readonly [hours: number, forecast: number, halfwidth: number, quantiles?: BandQuantiles][],
  usual = (_: number): number | null => null,
  stepS = HOUR_S,
) =>
  new Paths({
    target: 'temperature',
    tS: T_S,
    anchor: 5,
    stepS,
    nodes: nodes.map(([hours, forecast, halfwidth, quantiles = null]) => ({
      horizonS: hours * HOUR_S,
      forecast,
      halfwidth,
      quantiles,
    })),
    usual,
  });

const WALKS = 4000;
/** What Paths takes for the to and fro within an hour, of the squared error of an hour. */
const ROUGH = 0.35;
/** Over an hour from 0 to `end`, its random walk tied down at both ends, seen `looks` times. */
function lowestOfWalk(normal: () => number, looks: number, end: number): number {
  const walk = [0];
  for (let i = 1; i <= looks; i++) walk.push(walk[i - 1]! + Math.sqrt(ROUGH / looks) * normal());
  return Math.min(...walk.slice(1).map((at, i) => at + ((i + 1) / looks) * (end - walk[looks]!)));
}

const evening = flat([
  [1, 4, 1],
  [3, 3, 2],
  [12, 2, 3],
  [24, 5, 4],
]);

describe('draws', () => {
  it.each([0, 1, 2, 3, 4, 5])('of dimension %d are normal', (dimension) => {
    const z = normals(dimension, 500);
    const mean = z.reduce((sum, v) => sum + v, 0) / 500;
    expect(Math.abs(mean)).toBeLessThan(0.03);
    expect(Math.sqrt(z.reduce((sum, v) => sum + v * v, 0) / 500)).toBeCloseTo(1, 1);
    expect(z.filter((v) => Math.abs(v) <= 1.645).length / 500).toBeCloseTo(0.9, 1);
  });

  it('of two dimensions know next to nothing of each other', () => {
    for (let a = 0; a < 6; a++)
      for (let b = 0; b < a; b++) {
        const [x, y] = [normals(a, 500), normals(b, 500)];
        expect(Math.abs(x.reduce((sum, v, i) => sum + v * y[i]!, 0) / 500)).toBeLessThan(0.15);
      }
  });
});

describe('the chance of passing a value', () => {
  it('at the first horizon is what its band says', () => {
    expect(flat([[1, 4, 1.645]]).chance('below', 4, T_S + HOUR_S)).toBeCloseTo(0.5, 1);
    expect(flat([[1, 4, 1.645]]).chance('below', 3, T_S + HOUR_S)).toBeCloseTo(0.16, 1);
    expect(flat([[1, 4, 1.645]]).chance('above', 4 + 1.645, T_S + HOUR_S)).toBeCloseTo(0.05, 1);
  });

  it('is as skewed as the errors were', () => {
    const band: BandQuantiles = [-4, -1, 0.2, 1];
    expect(flat([[1, 4, 2.5, band]]).chance('below', 0, T_S + HOUR_S)).toBeCloseTo(0.05, 2);
    expect(flat([[1, 4, 2.5, band]]).chance('below', 3, T_S + HOUR_S)).toBeCloseTo(0.25, 2);
    expect(flat([[1, 4, 2.5, band]]).chance('above', 4.2, T_S + HOUR_S)).toBeCloseTo(0.25, 2);
    expect(flat([[1, 4, 2.5, band]]).chance('above', 5, T_S + HOUR_S)).toBeCloseTo(0.05, 2);
  });

  it('counts what happens between the hours as often as a station looks, like courses that are walked look by look', () => {
    const { normal } = seeded(7);
    for (const looks of [4, 12]) {
      const paths = flat([[1, 5.2, 1.645]], undefined, HOUR_S / looks);
      for (const value of [4.8, 4.4, 3.8]) {
        let passed = 0;
        for (let i = 0; i < WALKS; i++) passed += lowestOfWalk(normal, looks, 0.2 + normal()) < value - 5 ? 1 : 0;
        expect(Math.abs(paths.chance('below', value, T_S + HOUR_S)! - passed / WALKS)).toBeLessThan(0.03);
      }
    }
  });

  it('grows with the time there is, and falls with the distance', () => {
    let before = 0;
    for (const hours of [1, 2, 3, 6, 12, 18, 24]) {
      const chance = evening.chance('below', 1, T_S + hours * HOUR_S)!;
      expect(chance).toBeGreaterThanOrEqual(before);
      before = chance;
    }
    const all = [-5, -3, -1, 0, 1, 2, 3, 9].map((value) => evening.chance('below', value, T_S + 24 * HOUR_S)!);
    expect(all).toEqual(all.toSorted((a, b) => a - b));
    expect(all.at(-1)).toBe(1);
    expect(evening.chance('above', 30, evening.lastS)).toBe(0);
  });

  it('never grows less with time, whatever is trusted of the leads on the way, nor with a nearer value', () => {
    const fickle = (share: number, leadS: number) => share ** (leadS % (2 * HOUR_S) === 0 ? 2 : 0.5);
    for (const trusted of [(share: number) => share, fickle]) {
      let before = 0;
      for (let leadS = HOUR_S; leadS <= 24 * HOUR_S; leadS += HOUR_S / 4) {
        const [near, far] = [2, 1].map((value) => evening.chance('below', value, T_S + leadS, trusted)!);
        expect(near).toBeGreaterThanOrEqual(before);
        expect(far).toBeLessThanOrEqual(near!);
        before = near!;
      }
    }
  });

  it('bends as days usually do between two horizons', () => {
    const nightfall = (tS: number) => 10 - 6 * Math.sin((Math.PI * (tS - T_S)) / (12 * HOUR_S));
    const nodes: [number, number, number][] = [[12, 5, 1]];
    expect(flat(nodes).chance('below', 2, T_S + 12 * HOUR_S)).toBeLessThan(0.01);
    expect(flat(nodes, nightfall).chance('below', 2, T_S + 12 * HOUR_S)).toBeGreaterThan(0.95);
  });

  it('from now on is the chance until then, at any minute, and a part of a span never has a larger one', () => {
    for (let leadS = HOUR_S; leadS <= 24 * HOUR_S; leadS += 0.7 * HOUR_S) {
      const within = (fromS: number) =>
        evening.sharesBetween([{ side: 'below', value: 1 }], T_S + fromS, T_S + leadS)[0]!;
      expect(within(0)).toBeCloseTo(evening.chance('below', 1, T_S + leadS)!, 12);
      let before = within(0);
      for (let fromS = 0.3 * HOUR_S; fromS < leadS; fromS += 0.4 * HOUR_S) {
        expect(within(fromS)).toBeLessThanOrEqual(before + 1e-12);
        before = within(fromS);
      }
    }
  });

  it('of a span counts what lies beside it by its share of the hour alone', () => {
    const nodes: [number, number, number][] = [3, 4, 5].map((hours) => [hours, hours === 4 ? 2 : 5, 0.001]);
    const sure = flat(nodes, undefined, 300);
    const below3 = (fromH: number, byH: number) =>
      sure.sharesBetween([{ side: 'below', value: 3 }], T_S + fromH * HOUR_S, T_S + byH * HOUR_S)[0];
    expect([below3(1, 3), below3(1, 3.25), below3(1, 4), below3(4.75, 5), below3(5, 5)]).toEqual([0, 0.25, 1, 0.25, 0]);
  });

  it('at each lead is told up to the end that is asked for, and of no time after it', () => {
    const leads = evening.sharesAt({ side: 'below', value: 1 }, T_S + 7.4 * HOUR_S).map(({ leadS }) => leadS / HOUR_S);
    expect(leads.slice(-2)).toEqual([7, 7.4]);
  });

  it('is unknown beyond the last horizon, in the past, and where nothing was foretold', () => {
    expect(evening.chance('below', 0, T_S + 25 * HOUR_S)).toBeNull();
    expect(evening.chance('below', 0, T_S)).toBeNull();
    expect(flat([]).chance('below', 0, T_S + HOUR_S)).toBeNull();
  });
});

describe('bands', () => {
  const alone = { target: 'temperature', horizonS: 3 * HOUR_S, youth: 0, shorter: null } as const;

  it('are never nothing', () => {
    expect(bandFloor(0, alone)).toBeGreaterThan(0);
    expect(bandFloor(2, alone)).toBe(2);
  });

  it('are not narrower than the one before while a head is young, and hardly so later', () => {
    expect(bandFloor(1, { ...alone, shorter: 10 })).toBe(6);
    expect(bandFloor(8, { ...alone, shorter: 10 })).toBe(8);
    expect(bandFloor(8, { ...alone, shorter: 10, youth: 0.01 })).toBe(10);
    expect(bandFloor(0.1, { ...alone, youth: 1 })).toBe(priorHalfwidth('temperature', 3 * HOUR_S));
  });

  it('have quantiles as skewed as their errors, and as far apart as they are wide', () => {
    const errors = Float64Array.from({ length: 19 }, (_, i) => (i < 9 ? 0.1 : 0.3) * (i - 9));
    const [p05, p25, p75, p95] = bandQuantiles(4, errors);
    expect(p95 - p05).toBeCloseTo(8, 9);
    expect(p95).toBeCloseTo(-3 * p05, 9);
    expect([p25, p75].map((q) => p05 < q && q < p95)).toEqual([true, true]);
    expect(bandQuantiles(4, new Float64Array(19))).toEqual([-4, -0.41 * 4, 0.41 * 4, 4]);
  });

  it('keep the forecast between their outer quantiles, though all errors of a first day had one sign', () => {
    for (const sign of [-1, 1]) {
      const errors = Float64Array.from({ length: 19 }, (_, i) => 0.5 * sign + 0.01 * (i - 9));
      const [p05, p25, p75, p95] = bandQuantiles(4, errors);
      expect([p05, p95].map((q) => Number(q.toFixed(9)))).toEqual(sign < 0 ? [-6, 2] : [-2, 6]);
      expect([p25 - p05, p75 - p25, p95 - p75].every((part) => part > 0)).toBe(true);
    }
    const hardlyEver = Float64Array.from({ length: 19 }, (_, i) => (i < 17 ? 0 : 1e-6)); // a sensor that shows coarse steps
    expect(bandQuantiles(4, hardlyEver)).toEqual([0, 0, 0, 8]);
  });

  it('are never all one value, though a hygrometer stands at a bound', () => {
    const upwards = Float64Array.from({ length: 19 }, (_, i) => (i < 17 ? 0 : 1e-6));
    const downwards = Float64Array.from(upwards, (_, i) => -upwards[18 - i]!);
    const percent = [0, 100] as const;
    expect(quantilesWithin(percent, 100, 4, upwards)).toEqual([-4, -0.41 * 4, 0.41 * 4, 4]);
    expect(quantilesWithin(percent, 0, 4, downwards)).toEqual([-4, -0.41 * 4, 0.41 * 4, 4]);
    expect(quantilesWithin(percent, 60, 4, upwards)).toEqual([0, 0, 0, 8]);
    expect(quantilesWithin(percent, 100, 4, null)).toEqual([-4, -0.41 * 4, 0.41 * 4, 4]);
  });
});

describe('the extreme of a span', () => {
  it('has a band that one path in twenty passes', () => {
    const low = evening.extreme('below', T_S, T_S + 12 * HOUR_S)!;
    expect(low.value).toBe(2);
    expect(evening.chance('below', low.lo, T_S + 12 * HOUR_S)).toBeCloseTo(0.05, 2);
    expect(evening.chance('below', low.hi, T_S + 12 * HOUR_S)).toBeCloseTo(0.95, 2);
  });

  it('knows nothing of what came before the span', () => {
    const warms = flat([
      [1, -5, 1],
      [12, 8, 1],
      [24, 9, 1],
    ]);
    expect(warms.extreme('below', T_S, T_S + 24 * HOUR_S)!.value).toBeLessThan(-4);
    expect(warms.extreme('below', T_S + 12 * HOUR_S, T_S + 24 * HOUR_S)!.value).toBeGreaterThan(6);
  });

  it('knows nothing of what comes after the span', () => {
    const climbs = flat([
      [3, 0, 0.001],
      [4, 12, 0.001],
    ]);
    expect(climbs.extreme('above', T_S + HOUR_S, T_S + 3.25 * HOUR_S)!.hi).toBeLessThan(4);
  });

  it('comes when the middle of the paths has it', () => {
    const dips = flat([
      [6, 0, 0.5],
      [12, 10, 0.5],
      [24, 10, 0.5],
    ]);
    expect(dips.extreme('below', T_S, T_S + 24 * HOUR_S)!.leadS).toBe(6 * HOUR_S);
    expect(dips.extreme('above', T_S + 8 * HOUR_S, T_S + 24 * HOUR_S)!.leadS).toBeGreaterThanOrEqual(12 * HOUR_S);
  });

  it('is on the curve beside it, however wide the band', () => {
    const firstGuess = flat([
      [0.25, 3.8, 1],
      [1, 3.9, 2],
      [3, 4.5, 3.5],
      [6, 5.5, 4.9],
      [12, 5, 6.9],
      [24, 4, 9.8],
    ]);
    const high = firstGuess.extreme('above', T_S, T_S + 12 * HOUR_S)!;
    expect([high.value, high.leadS]).toEqual([5.5, 6 * HOUR_S]);
    expect(high.hi).toBeGreaterThan(10);
    const low = firstGuess.extreme('below', T_S + 12 * HOUR_S, T_S + 24 * HOUR_S)!;
    expect([low.value, low.leadS]).toEqual([4, 24 * HOUR_S]);
  });

  it('is not known where the forecast does not reach', () => {
    expect(evening.extreme('below', T_S + 25 * HOUR_S, T_S + 30 * HOUR_S)).toBeNull();
    expect(evening.extreme('below', T_S + HOUR_S, T_S + HOUR_S)).toBeNull();
    expect(flat([]).extreme('above', T_S, T_S + HOUR_S)).toBeNull();
  });
});
