import { describe, expect, it } from 'vitest';
import { HOUR_S } from '../../../src/base/durations.ts';
import { mulberry32 } from '../../../src/base/random.ts';
import { Zone } from '../../../src/base/zone.ts';
import { RainSums } from '../../../src/station/inputs/rain-sums.ts';

const berlin = new Zone('Europe/Berlin');
const at = (iso: string) => Date.parse(iso) / 1000;
const nothing = () => null;

describe('rain sums', () => {
  it('month and year begin with what is stored since their local midnight, and take increments from then on', () => {
    const asked: [number, number][] = [];
    const sums = new RainSums(berlin, (fromS, untilS) => {
      asked.push([fromS, untilS]);
      return asked.length === 1 ? 12.4 : 612.8;
    });
    const nowS = at('2026-11-26T17:00:00Z');
    sums.add(0.2, nowS);
    expect(asked).toEqual([
      [at('2026-10-31T23:00:00Z'), nowS],
      [at('2025-12-31T23:00:00Z'), nowS],
    ]);
    sums.add(0.2, nowS + 60);
    expect(sums.at(nowS + 60)).toEqual({ rain_event: 0.4, rain_month: 12.8, rain_year: 613.2 });
  });

  it('a new month begins at 0, and so does a new year, at local midnight', () => {
    const sums = new RainSums(berlin, nothing);
    sums.add(1, at('2026-12-31T22:59:00Z'));
    sums.add(0.5, at('2026-12-31T23:00:00Z'));
    expect(sums.at(at('2026-12-31T23:00:00Z'))).toMatchObject({ rain_month: 0.5, rain_year: 0.5 });
  });

  it('a clock that goes back over midnight opens no month again', () => {
    const sums = new RainSums(berlin, nothing);
    sums.add(1, at('2026-12-01T10:00:00Z'));
    sums.add(1, at('2026-11-30T10:00:00Z'));
    expect(sums.at(at('2026-12-01T10:00:00Z'))).toMatchObject({ rain_month: 2 });
  });

  it('six hours without rain end an event; what fell of it is shown until the next one', () => {
    const sums = new RainSums(berlin, nothing);
    const startS = at('2026-11-20T00:00:00Z');
    sums.add(1, startS);
    sums.add(0, startS + 5 * HOUR_S);
    sums.add(1, startS + 6 * HOUR_S);
    sums.add(0, startS + 20 * HOUR_S);
    expect(sums.at(startS + 20 * HOUR_S).rain_event).toBe(2);
    sums.add(0.2, startS + 21 * HOUR_S);
    expect(sums.at(startS + 21 * HOUR_S).rain_event).toBe(0.2);
  });

  it.each([1, 2, 3, 4, 5, 6])(
    'taken anew from what is stored are those that were counted: over midnights, summer time, months, a stop, a late row, rain struck out: %i',
    (seed) => {
      const random = mulberry32(seed);
      const stored: { tS: number; mm: number }[] = [];
      const whole = (mm: number) => Math.round(mm * 1e6) / 1e6;
      const sumOf = (fromS: number, untilS: number) => {
        const rows = stored.filter(({ tS }) => tS >= fromS && tS < untilS);
        return rows.length === 0 ? null : whole(rows.reduce((all, { mm }) => all + mm, 0));
      };
      const showers = (fromS: number, untilS: number) =>
        stored.filter(({ tS, mm }) => mm > 0 && tS >= fromS && tS < untilS).sort((a, b) => a.tS - b.tS);
      let tS = at(seed % 2 === 0 ? '2026-03-28T12:00:00Z' : '2026-10-24T12:00:00Z');
      let live = new RainSums(berlin, sumOf);
      for (let i = 0; i < 600; i += 1) {
        tS += random() < 0.02 ? 8 * HOUR_S : 60 + Math.floor(random() * 1800);
        const mm = random() < 0.5 ? 0 : Math.ceil(random() * 30) / 10;
        live.add(mm, tS);
        stored.push({ tS, mm });
        if (random() < 0.01) live = new RainSums(berlin, sumOf, live.toJSON());
        if (i % 50 !== 0) continue;
        const anew = new RainSums(berlin, sumOf);
        anew.resum(tS + 0.001, showers);
        expect(anew.at(tS)).toEqual(live.at(tS));
        expect(anew.toJSON()).toEqual(live.toJSON());
      }
      // A hand at the gauge, struck out: as if it had never been. A row that came late counts.
      const never = live.at(tS);
      live.add(200, tS + 30);
      live.resum(tS + 60, showers);
      expect(live.at(tS + 60)).toEqual(never);
      stored.push({ tS: tS - 1, mm: 1.2 });
      live.resum(tS + 60, showers);
      expect(live.at(tS + 60).rain_year).toBe(whole(never.rain_year! + 1.2));
    },
  );
});
