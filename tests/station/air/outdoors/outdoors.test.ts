import { describe, expect, it } from 'vitest';
import { DAY_S, HOUR_S } from '../../../../src/base/durations.ts';
import { Et0Counter } from '../../../../src/station/air/outdoors/et0-counter.ts';
import { Outdoors } from '../../../../src/station/air/outdoors/outdoors.ts';
import { SunshineCounter } from '../../../../src/station/air/outdoors/sunshine-counter.ts';
import { haurwitzWm2 } from '../../../../src/station/air/physics/clear-sky.ts';
import { solarPosition } from '../../../../src/station/air/physics/sun.ts';

const place = { latitude: 50, longitude: 0 };
const DAY = Date.parse('2024-06-20T00:00:00Z') / 1000;
const NOON = DAY + 12 * HOUR_S;
const elevationAt = (tS: number) => solarPosition(tS, place)!.elevationDeg;

describe('sunshine counter', () => {
  const sunshineOf = (everyS: number, sky: number, skip = (_: number) => false) => {
    const counter = new SunshineCounter(place);
    let sum = 0;
    for (let tS = DAY; tS <= DAY + DAY_S; tS += everyS) {
      if (!skip(tS)) sum += counter.learn(sky * haurwitzWm2(elevationAt(tS)), tS, tS) ?? 0;
    }
    return sum / HOUR_S;
  };

  it('a cloudless midsummer day has the hours between a low sun and a low sun, however often somebody reports', () => {
    const hours = [16, 60, 300].map((everyS) => sunshineOf(everyS, 1));
    for (const h of hours) expect(h).toBeGreaterThan(14);
    for (const h of hours) expect(h).toBeLessThan(16);
    expect(Math.max(...hours) - Math.min(...hours)).toBeLessThan(0.2);
  });

  it('an overcast day has none', () => expect(sunshineOf(60, 0.25)).toBe(0));

  it('a console that is silent for three hours has three of its intervals of them', () => {
    const whole = sunshineOf(60, 1);
    const silent = sunshineOf(60, 1, (tS) => tS > NOON && tS < NOON + 3 * HOUR_S);
    expect(whole - silent).toBeCloseTo(3 - (3 * 60) / HOUR_S, 2);
  });

  it('without a position there is none, and not 0', () => {
    const counter = new SunshineCounter({ latitude: null, longitude: null });
    expect(counter.learn(800, NOON, NOON)).toBeNull();
    expect(counter.learn(800, NOON + 60, NOON + 60)).toBeNull();
  });
});

describe('evapotranspiration counter', () => {
  const summerOf = (missing: (tS: number) => boolean) => {
    const counter = new Et0Counter(place, 100);
    const hours: (number | null)[] = [];
    for (let tS = DAY + 8 * HOUR_S; tS <= DAY + 20 * HOUR_S; tS += 60) {
      const solarWm2 = missing(tS) ? null : haurwitzWm2(elevationAt(tS));
      const mm = counter.learn({ temperatureC: 22, humidityPct: 50, windMs: 2, solarWm2, stationHpa: 1003 }, tS);
      if (tS % HOUR_S === 0 && tS > DAY + 8 * HOUR_S) hours.push(mm);
    }
    return hours;
  };

  it('a clear summer day has some five millimetres between eight and twenty o’clock', () => {
    const hours = summerOf(() => false);
    expect(hours).toHaveLength(12);
    const sum = hours.reduce<number>((a, mm) => a + mm!, 0);
    expect(sum).toBeGreaterThan(4);
    expect(sum).toBeLessThan(7);
  });

  it('an hour that misses half an hour of an input has none; its neighbours have theirs', () => {
    const hours = summerOf((tS) => tS >= NOON && tS < NOON + HOUR_S / 2);
    expect(hours.map((mm) => mm === null)).toEqual(hours.map((_, i) => i === 4));
  });

  it('says nothing at night before it has seen how clear a day is', () => {
    const counter = new Et0Counter(place, 100);
    const night = { temperatureC: 12, humidityPct: 80, windMs: 1, solarWm2: 0, stationHpa: 1003 };
    for (let tS = DAY; tS <= DAY + 3 * HOUR_S; tS += 60) expect(counter.learn(night, tS)).toBeNull();
  });
});

describe('outdoors', () => {
  const board = { temperatureC: 22, humidityPct: 50, stationHpa: 1003 };
  const et0Of = (indoors: boolean) => {
    const outdoors = new Outdoors({ place, altitudeM: 100, indoors });
    let last: number | undefined;
    for (let tS = NOON; tS <= NOON + HOUR_S; tS += 60)
      last = outdoors.learn({ solarWm2: 600, windSpeedMs: 2 }, board, tS, tS)?.et0Mm ?? last;
    return last;
  };

  it('the air of a room dries no garden; that of a board out of doors does', () => {
    expect(et0Of(true)).toBeUndefined();
    expect(et0Of(false)).toBeGreaterThan(0.2);
  });

  it('a station without such sensors stores nothing more', () => {
    const outdoors = new Outdoors({ place, altitudeM: 100, indoors: false });
    expect(outdoors.learn(undefined, board, NOON, NOON)).toBeUndefined();
    expect(outdoors.learn({ co2Ppm: 500 }, board, NOON, NOON)).toEqual({ co2Ppm: 500 });
  });
});
