import { describe, expect, it } from 'vitest';
import { Calendar, dayOf, dayText } from '../../src/renderer/kit/calendar.ts';
import { dateOf, dayFromText, firstOfMonth, monthsOn } from '../../src/renderer/kit/calendar-dates.ts';

const at = (iso: string): number => Date.parse(iso) / 1000;
const ZONES = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata'];

describe('a day of the calendar', () => {
  it('is written and read as date fields write it, and what is no day is none', () => {
    expect(dayText(dayFromText('2028-02-29')!)).toBe('2028-02-29');
    expect(dayText(dayFromText('0007-03-01')!)).toBe('0007-03-01');
    for (const no of ['2027-02-29', '2026-13-01', '', '26-1-1', '2026-01-01T00:00', 'now'])
      expect(dayFromText(no)).toBeNull();
  });
  it('has a counterpart some months on, the last of a month that is too short', () => {
    const on = (text: string, months: number) => dayText(monthsOn(dayFromText(text)!, months));
    expect(on('2026-01-31', 1)).toBe('2026-02-28');
    expect(on('2028-02-29', -12)).toBe('2027-02-28');
    expect(on('2026-11-21', -12)).toBe('2025-11-21');
    expect(on('2026-10-31', -11)).toBe('2025-11-30');
    expect(dayText(firstOfMonth(dayFromText('2026-11-21')!))).toBe('2026-11-01');
    expect(dateOf(dayOf(2026, 14, 1))).toEqual({ year: 2027, month: 2, day: 1 });
  });
});

describe.each(ZONES)('every day of ten years in %s', (zone) => {
  const calendar = new Calendar(zone);
  const days = Array.from({ length: dayOf(2034, 1, 1) - dayOf(2024, 1, 1) }, (_, i) => dayOf(2024, 1, 1) + i);

  it('begins the second after the one before it ended, and is as long as its clocks make it', () => {
    const lengths = new Map<number, number>();
    for (const day of days) {
      const startS = calendar.startS(day);
      const endS = calendar.startS(day + 1);
      expect(calendar.dayAt(startS)).toBe(day);
      expect(calendar.dayAt(startS - 1)).toBe(day - 1);
      expect(calendar.dayAt(endS - 1)).toBe(day);
      lengths.set((endS - startS) / 3600, (lengths.get((endS - startS) / 3600) ?? 0) + 1);
    }
    const unusual = zone === 'Asia/Kolkata' ? [] : zone === 'Australia/Lord_Howe' ? [23.5, 24.5] : [23, 25];
    expect([...lengths.keys()].sort()).toEqual([...unusual, 24].sort());
    for (const length of unusual) expect(lengths.get(length)).toBe(10);
  });
});

describe('a change of the clocks', () => {
  it('leaves out the hour that is not there, and takes the first of two', () => {
    const berlin = new Calendar('Europe/Berlin');
    expect(berlin.at(dayOf(2026, 3, 29), 2)).toBeNull();
    expect(berlin.at(dayOf(2026, 3, 29), 3)).toBe(at('2026-03-29T01:00:00Z'));
    expect(berlin.at(dayOf(2026, 10, 25), 2, 30)).toBe(at('2026-10-25T00:30:00Z'));
    expect(new Calendar('Australia/Lord_Howe').at(dayOf(2026, 10, 4), 2)).toBeNull();
  });
  it('at midnight makes the day begin at one o’clock', () => {
    const cairo = new Calendar('Africa/Cairo');
    const day = dayOf(2026, 4, 24);
    expect(cairo.fields(cairo.startS(day))).toMatchObject({ day: 24, hour: 1, minute: 0 });
    expect(cairo.dayAt(cairo.startS(day) - 1)).toBe(day - 1);
  });
  it('does not move the time of day some days on', () => {
    const berlin = new Calendar('Europe/Berlin');
    expect(berlin.daysOn(at('2026-10-28T11:30:00Z'), -7)).toBe(at('2026-10-21T10:30:00Z'));
    expect(berlin.daysOn(at('2026-03-27T23:30:00Z'), 2)).toBe(at('2026-03-29T22:30:00Z'));
  });
});
