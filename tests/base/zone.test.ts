import { describe, expect, it } from 'vitest';
import { DAY_S, HOUR_S } from '../../src/base/durations.ts';
import { Zone } from '../../src/base/zone.ts';
import { minutesAround, nearAChange, turnsAfter } from '../support/clock-changes.ts';
import fc from '../support/drawn.ts';

const at = (text: string): number => Date.parse(text) / 1000;
const iso = (tS: number): string => new Date(tS * 1000).toISOString().slice(0, 16);

describe('the next time that the clock shows', () => {
  it.each([
    ['Europe/Berlin', '2027-03-28T00:28:00Z', 2, '2027-03-28T01:00'], // skipped: the clock shows 03:00
    ['Europe/Berlin', '2027-03-28T01:00:00Z', 2, '2027-03-29T00:00'],
    ['Europe/Berlin', '2026-10-25T00:58:00Z', 3, '2026-10-25T02:00'],
    ['Europe/Berlin', '2026-10-25T00:30:00Z', 2, '2026-10-26T01:00'], // comes twice, and counts once
    ['America/Havana', '2026-11-01T03:50:00Z', 0, '2026-11-01T04:00'],
    ['America/Havana', '2026-11-01T04:10:00Z', 0, '2026-11-02T05:00'],
    ['Pacific/Apia', '2011-12-30T09:00:00Z', 8, '2011-12-30T10:00'], // the 30th was left out
  ])('in %s at %s the hour %i is %s', (zone, from, hour, is) => {
    expect(iso(new Zone(zone).nextS(at(from), DAY_S, hour * HOUR_S))).toBe(is);
  });

  it('a time is the first minute that has come as far, in every zone', () => {
    const periods = fc.constantFrom(...[1, 3, 24].map((hours) => hours * HOUR_S));
    fc.assert(
      fc.property(nearAChange, periods, fc.integer({ min: 0, max: 1439 }), (now, everyS, minute) => {
        const phaseS = (minute * 60) % everyS;
        expect(now.zone.nextS(now.tS, everyS, phaseS)).toBe(turnsAfter(now, everyS, phaseS)[0]);
      }),
    );
  });
});

describe('a local day', () => {
  it('begins at the first minute of its date, in every zone', () => {
    fc.assert(
      fc.property(nearAChange, ({ zone, tS }) => {
        const day = zone.dayOf(tS) + 1;
        const first = minutesAround({ zone, tS }).find(({ localS }) => localS >= day * DAY_S)!;
        expect(zone.startOf(day)).toBe(first.atS);
      }),
    );
  });
});
