import { describe, expect, it } from 'vitest';
import { Zone } from '../../../src/base/zone.ts';
import { isQuiet, quietUntilS } from '../../../src/station/alarms/quiet.ts';
import { minutesAround, nearAChange } from '../../support/clock-changes.ts';
import fc from '../../support/drawn.ts';

const berlin = new Zone('Europe/Berlin');
const at = (text: string): number => Date.parse(text) / 1000;
const quiet = '22:00-06:30';

describe('quiet hours', () => {
  it.each([
    ['2026-01-10T21:59:00+01:00', false],
    ['2026-01-10T22:00:00+01:00', true],
    ['2026-01-11T06:29:00+01:00', true],
    ['2026-01-11T06:30:00+01:00', false],
  ])('at %s: %s', (time, is) => expect(isQuiet(quiet, berlin, at(time))).toBe(is));

  it.each([
    ['2026-03-28T22:00:00+01:00', '2026-03-29T06:30:00+02:00', 7.5],
    ['2026-10-24T22:00:00+02:00', '2026-10-25T06:30:00+01:00', 9.5],
  ])('a night in which the clock is set is quiet from the one time to the other: %s', (from, to, hours) => {
    const looked = [];
    for (let tS = at(from) - 7200; tS < at(to) + 7200; tS += 60) if (isQuiet(quiet, berlin, tS)) looked.push(tS);
    expect([looked[0], looked.at(-1)! + 60]).toEqual([at(from), at(to)]);
    expect(looked.length / 60).toBe(hours);
    for (const tS of looked) expect(quietUntilS(quiet, berlin, tS)).toBe(at(to));
  });

  it('that end within the hour that is skipped end with it', () => {
    for (const time of ['2027-03-27T23:00:00+01:00', '2027-03-28T01:30:00+01:00', '2027-03-28T01:59:00+01:00'])
      expect(quietUntilS('22:00-02:30', berlin, at(time))).toBe(at('2027-03-28T03:00:00+02:00'));
  });

  it('end at the first minute that is not quiet, in every zone', () => {
    const clock = (localS: number): string => new Date(localS * 1000).toISOString().slice(11, 16);
    const minutes = (min: number, max: number) => fc.integer({ min, max }).map((minute) => minute * 60);
    fc.assert(
      fc.property(nearAChange, minutes(0, 600), minutes(1, 240), ({ zone, tS }, sinceS, aheadS) => {
        const localS = tS + zone.offsetS(tS);
        const span = `${clock(localS - sinceS)}-${clock(localS + aheadS)}`;
        const loud = minutesAround({ zone, tS }).find(({ atS }) => atS > tS && !isQuiet(span, zone, atS))!;
        expect(quietUntilS(span, zone, tS)).toBe(loud.atS);
      }),
    );
  });

  it('may lie within a day, and may not be', () => {
    expect(isQuiet('13:00-15:00', berlin, at('2026-01-10T14:00:00+01:00'))).toBe(true);
    expect(isQuiet('13:00-15:00', berlin, at('2026-01-10T23:00:00+01:00'))).toBe(false);
    expect(isQuiet(null, berlin, at('2026-01-10T23:00:00+01:00'))).toBe(false);
  });
});
