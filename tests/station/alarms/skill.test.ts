import { describe, expect, it } from 'vitest';
import { DAY_S } from '../../../src/base/durations.ts';
import type { Period } from '../../../src/station/alarms/chance-record.ts';
import { scoreOf } from '../../../src/station/alarms/score.ts';
import { seeded } from '../../support/seeded.ts';

/** A night of twenty questions, each said to come with the same chance; the thermometer alone says yes to all or to none. */
function nightOf(day: number, said: number, came: boolean, naive: boolean): Period {
  const startS = 1.6e9 + day * DAY_S;
  const firsts = Array.from({ length: 19 }, (_, k) => (said >= (k + 1) * 0.05 ? 60 : -1));
  return {
    startS,
    byS: startS + DAY_S,
    most: said,
    firsts,
    onsets: came ? [600] : [],
    naive: naive ? 0 : -1,
    tenths: [[Math.floor(said * 10), 20, 20 * said, came ? 20 : 0]],
    squares: 20 * (said - (came ? 1 : 0)) ** 2,
    naiveWrong: naive === came ? 0 : 20,
    came,
  };
}

const year = (of: (day: number) => Period): Period[] => Array.from({ length: 365 }, (_, day) => of(day));
/** How often it freezes at that time of the year, and on which nights it did. */
const usual = (day: number): number => 0.5 - 0.49 * Math.cos((2 * Math.PI * day) / 365);
const { uniform } = seeded(3);
const frozen = Array.from({ length: 365 }, (_, day) => uniform() < usual(day));
const freezes = (day: number): boolean => frozen[day]!;

describe('Brier skill of an alarm', () => {
  it('is none for who only knows the season: the climatology of the station knows it, too', () => {
    const seasonal = year((day) => nightOf(day, usual(day), freezes(day), false));
    expect(Math.abs(scoreOf('frost', seasonal, 0.4, true).brier_skill!)).toBeLessThan(0.1);
  });

  it('is large for who knows the night', () => {
    const knowing = year((day) => nightOf(day, freezes(day) ? 0.95 : 0.05, freezes(day), true));
    const frosts = frozen.filter(Boolean).length;
    const { brier_skill, naive, false_per_month } = scoreOf('frost', knowing, 0.6, true);
    expect(brier_skill).toBeGreaterThan(0.9);
    expect(false_per_month).toBe(0);
    expect(naive).toMatchObject({ warnings: 365, came: frosts, missed: 0, median_lead_h: 10 });
    expect(naive!.brier_skill).toBeLessThan(0);
    expect(naive!.false_per_month).toBeCloseTo((365 - frosts) / 12, 1);
  });

  it('climatology says nothing of a night from the night itself', () => {
    const once = year((day) => nightOf(day, 0.01, day === 200, false));
    expect(scoreOf('frost', once, 0.6, true).brier_skill!).toBeCloseTo(0, 1);
  });

  it('is unknown where it never came', () => {
    const warm = year((day) => nightOf(day, 0.05, false, false));
    expect(scoreOf('frost', warm, 0.6, true).brier_skill).toBeNull();
  });
});

describe('reliability', () => {
  it('counts questions, and the nights they are of', () => {
    const nights = [nightOf(0, 0.55, true, true), nightOf(1, 0.55, false, true), nightOf(2, 0.95, true, true)];
    expect(scoreOf('frost', nights, 0.6, true).reliability).toEqual([
      { said: 0.55, came: 0.5, n: 40, nights: 2 },
      { said: 0.95, came: 1, n: 20, nights: 1 },
    ]);
  });
});
