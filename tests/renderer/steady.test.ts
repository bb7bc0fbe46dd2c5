import { describe, expect, it } from 'vitest';
import type { Outside } from '../../src/renderer/dashboard/now/saying.ts';
import { Steady } from '../../src/renderer/dashboard/now/steady.ts';

const nowS = 1_795_726_800;
const air = (afterS: number, changed: Partial<Outside> = {}): Outside => ({
  nowS: nowS + afterS,
  temperatureC: 4 + afterS / 1000,
  rateCPerH: 0.2,
  thanYesterdayC: 2,
  rainChance: 0.14,
  rainingSinceS: null,
  entries: [],
  ...changed,
});

describe('the words of the sentence', () => {
  it('stand for five minutes while figures cross their limits, and the temperature does not', () => {
    const steady = new Steady();
    const told = [0, 60, 120, 180, 240, 300, 360].map((afterS, i) =>
      steady.next(air(afterS, { rateCPerH: i % 2 ? 0.4 : 0.2, rainChance: i % 2 ? 0.16 : 0.14 }), false),
    );
    expect(told.map(({ rateCPerH }) => rateCPerH)).toEqual([0.2, 0.2, 0.2, 0.2, 0.2, 0.4, 0.4]);
    expect(told.map(({ rainChance }) => rainChance)).toEqual([0.14, 0.14, 0.14, 0.14, 0.14, 0.16, 0.16]);
    expect(told[2]!.temperatureC).toBeCloseTo(4.12);
  });

  it('change at once when rain begins or ends, an alarm fires, or something becomes known', () => {
    const steady = new Steady();
    steady.next(air(0), false);
    expect(steady.next(air(60, { rainChance: 0.9, rainingSinceS: nowS }), false).rainChance).toBe(0.9);
    expect(steady.next(air(120, { rainChance: 0.3 }), false).rainChance).toBe(0.3);
    expect(steady.next(air(180, { rainChance: 0.5 }), true).rainChance).toBe(0.5);
    expect(steady.next(air(200, { rainChance: 0.6, thanYesterdayC: null }), true).rainChance).toBe(0.6);
  });
});
