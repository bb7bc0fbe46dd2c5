import { describe, expect, it } from 'vitest';
import { Tendency } from '../../../src/station/alarms/tendency.ts';

/** Millimetres by the second at which the gauge reported them; the most that was in the sum at once. */
function mostOf(overS: number, falls: Readonly<Record<number, number>>, everyS = 10): number {
  const rain = new Tendency(overS, true);
  let most = 0;
  for (let s = everyS; s <= Math.max(...Object.keys(falls).map(Number)) + overS; s += everyS) {
    rain.pass(everyS);
    rain.look(falls[s] ?? 0);
    most = Math.max(most, rain.rise(null)!);
  }
  return most;
}

describe('rain within a length of time', () => {
  it('is all that fell within it, wherever it begins', () => {
    // Two showers that lie 50 minutes apart, at every place against the clock of the sum.
    for (let s = 10; s <= 600; s += 10) expect(mostOf(3600, { [s]: 5, [s + 3000]: 5 }), `from ${s} s`).toBe(10);
    for (let s = 10; s <= 600; s += 10) expect(mostOf(3600, { [s]: 5, [s + 3530]: 5 }), `from ${s} s`).toBe(10);
    for (let s = 10; s <= 600; s += 10) expect(mostOf(300, { [s]: 1, [s + 200]: 1 }), `from ${s} s`).toBe(2);
  });

  it('counts nothing that fell before it, and steady rain as much at any moment', () => {
    expect(mostOf(3600, { 20: 5, 3700: 5 })).toBe(5);
    const rain = new Tendency(600, true);
    const sums: number[] = [];
    for (let s = 0; s < 7200; s += 10) {
      rain.pass(10);
      rain.look(0.1); // six millimetres in ten minutes
      if (s > 1200) sums.push(rain.rise(null)!);
    }
    expect(Math.min(...sums)).toBeGreaterThan(5.8);
    expect(Math.max(...sums)).toBeLessThan(6.05);
  });

  it('is kept in a few looks, however long it rains', () => {
    for (const overS of [300, 3600, 86_400]) {
      const rain = new Tendency(overS, true);
      for (let s = 0; s < 2 * overS; s += 2) {
        rain.pass(2);
        rain.look(0.01);
      }
      expect(rain.toJSON().looks.length).toBeLessThan(110);
    }
  });
});
