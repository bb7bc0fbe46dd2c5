import { describe, expect, it } from 'vitest';
import { Zone } from '../../../src/base/zone.ts';
import { isQuiet, quietUntilS } from '../../../src/station/alarms/quiet.ts';

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

  it('may lie within a day, and may not be', () => {
    expect(isQuiet('13:00-15:00', berlin, at('2026-01-10T14:00:00+01:00'))).toBe(true);
    expect(isQuiet('13:00-15:00', berlin, at('2026-01-10T23:00:00+01:00'))).toBe(false);
    expect(isQuiet(null, berlin, at('2026-01-10T23:00:00+01:00'))).toBe(false);
  });
});
