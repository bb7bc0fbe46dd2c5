import { describe, expect, it } from 'vitest';
import { Held } from '../../src/renderer/dashboard/held.ts';
import { isLowFirst } from '../../src/renderer/dashboard/wall/next.ts';
import { topicOf } from '../../src/renderer/dashboard/wall/sentence.ts';
import { type Sky, symbolOf } from '../../src/renderer/dashboard/wall/sky.ts';

const calm: Sky = {
  isOld: false,
  isIndoors: false,
  isRaining: false,
  temperatureC: 12,
  lacksThermometer: false,
  frostChance: 0,
  highC: 15,
  pressureRateHpaPerH: 0,
  rainChance: 0.05,
  humidityPct: 60,
  dewDepressionK: 7,
  cloudIndex: 0.1,
  sunDeg: 20,
};

describe('symbol of the wall: the first reason that holds', () => {
  it.each<[string, Partial<Sky>]>([
    ['clear-day', {}],
    ['some-cloud', { cloudIndex: 0.5 }],
    ['overcast', { cloudIndex: 0.9 }],
    ['night', { sunDeg: -5, cloudIndex: null }],
    ['unknown', { cloudIndex: null }],
    ['fog-prone', { dewDepressionK: 0.4, humidityPct: 97 }],
    ['rain-likely', { rainChance: 0.6, dewDepressionK: 0.4, humidityPct: 97 }],
    ['storm', { pressureRateHpaPerH: -1.5, rainChance: 0.9 }],
    ['heat', { highC: 33 }],
    ['frost', { frostChance: 0.7, rainChance: 0.9 }],
    ['frost', { temperatureC: -0.1 }],
    ['rain-now', { isRaining: true, temperatureC: -0.1 }],
    ['unknown', { isOld: true, isRaining: true }],
    // Air of a room says nothing of the weather outside.
    ['clear-day', { isIndoors: true, frostChance: 0.9, temperatureC: -1, highC: 35 }],
  ])('%s for %j', (symbol, change) => {
    expect(symbolOf({ ...calm, ...change })).toBe(symbol);
  });
});

describe('sentence of the wall: what matters most', () => {
  it.each<[string, Partial<Sky>]>([
    ['dry', {}],
    ['none', { rainChance: null }],
    ['rainPossible', { rainChance: 0.4 }],
    ['frost', { frostChance: 0.1, rainChance: 0.4 }],
    ['rainLikely', { frostChance: 0.1, rainChance: 0.6 }],
    ['frost', { frostChance: 0.4, rainChance: 0.6 }],
    ['storm', { pressureRateHpaPerH: -1.3 }],
    ['noThermometer', { temperatureC: null, lacksThermometer: true }],
    ['rainLikely', { temperatureC: null, lacksThermometer: true, rainChance: 0.6 }],
    ['freezing', { temperatureC: -2, frostChance: 0.9 }],
    ['raining', { isRaining: true, temperatureC: -2 }],
    ['old', { isOld: true, isRaining: true }],
  ])('%s for %j', (topic, change) => {
    expect(topicOf({ ...calm, ...change })).toBe(topic);
  });
});

describe('extreme that comes next on the wall', () => {
  const nowS = 1_800_000_000;
  const [before, soon, late] = [-2 * 3600, 3 * 3600, 9 * 3600].map((s) => ({ about_ts: nowS + s }));
  it.each([
    ['low', 'both are to come', soon, late],
    ['high', 'both are to come', late, soon],
    ['high', 'the low is over', before, soon],
    ['low', 'the high is over', late, before],
  ])('is the %s where %s', (which, _when, low, high) => {
    expect(isLowFirst(low!, high!, nowS)).toBe(which === 'low');
  });
  it('is the one that is now for as long as its answer stands: the minute turns before the next one comes', () => {
    for (const answeredAgoS of [-2, 0, 30, 60, 300]) {
      const now = { about_ts: nowS - answeredAgoS };
      expect(isLowFirst(late!, now, nowS), `high, ${answeredAgoS} s`).toBe(false);
      expect(isLowFirst(now, late!, nowS), `low, ${answeredAgoS} s`).toBe(true);
    }
  });
});

describe('words that are held', () => {
  it('change once in five minutes at most, however often their reason does', () => {
    const held = new Held<string>();
    let changes = 0;
    let before = held.next('dry', 0);
    for (let tS = 10; tS <= 3600; tS += 10) {
      const now = held.next(tS % 20 === 0 ? 'dry' : 'rain', tS);
      if (now !== before) changes += 1;
      before = now;
    }
    expect(changes).toBeGreaterThan(0);
    expect(changes).toBeLessThanOrEqual(12);
  });

  it('change at once when something happens, and when a clock is set back', () => {
    const held = new Held<string>();
    expect(held.next('dry', 1000, 'no')).toBe('dry');
    expect(held.next('rain', 1010, 'no')).toBe('dry');
    expect(held.next('raining', 1020, 'yes')).toBe('raining');
    expect(held.next('dry', 500, 'yes')).toBe('dry');
  });
});
