import { describe, expect, it } from 'vitest';
import { unitOf, unitWindow } from '../../src/renderer/dashboard/history/units.ts';
import { Calendar, dayOf } from '../../src/renderer/kit/calendar.ts';

const zurich = new Calendar('Europe/Zurich');
const at = (iso: string): number => Date.parse(iso) / 1000;

describe('a day, a month, a year', () => {
  it.each([
    ['day', dayOf(2026, 3, 29), 0, '2026-03-28T23:00Z', '2026-03-29T22:00Z'],
    ['day', dayOf(2026, 3, 1), -1, '2026-02-27T23:00Z', '2026-02-28T23:00Z'],
    ['month', dayOf(2026, 1, 31), 1, '2026-01-31T23:00Z', '2026-02-28T23:00Z'],
    ['month', dayOf(2026, 1, 15), -1, '2025-11-30T23:00Z', '2025-12-31T23:00Z'],
    ['year', dayOf(2028, 2, 29), -1, '2026-12-31T23:00Z', '2027-12-31T23:00Z'],
  ] as const)('%s %i, %i on', (unit, day, by, from, to) => {
    const window = unitWindow(unit, day, zurich, by);
    expect(window).toEqual({ fromS: at(from), toS: at(to) });
    expect(unitOf(window, zurich)).toBe(unit);
  });

  it('is no other stretch', () => {
    const { fromS, toS } = unitWindow('day', dayOf(2026, 11, 21), zurich);
    expect(unitOf({ fromS: fromS + 60, toS }, zurich)).toBeNull();
    expect(unitOf({ fromS, toS: toS + 3600 }, zurich)).toBeNull();
  });
});
