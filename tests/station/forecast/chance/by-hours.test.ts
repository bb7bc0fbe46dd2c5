import { describe, expect, it } from 'vitest';
import { HOUR_S } from '../../../../src/base/durations.ts';
import { Zone } from '../../../../src/base/zone.ts';
import { Paths } from '../../../../src/station/forecast/bands/paths.ts';
import { chancesOf, threeHours } from '../../../../src/station/forecast/chance/by-hours.ts';
import { nearAChange, turnsAfter } from '../../../support/clock-changes.ts';
import fc from '../../../support/drawn.ts';

const berlin = new Zone('Europe/Berlin');
const at = (iso: string): number => Date.parse(iso) / 1000;
const clock = (tS: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin', timeStyle: 'short' }).format(tS * 1000);
const asIs = (share: number): number => share;

describe('three hours of the clock', () => {
  it('begin now, and end where the forecast does or before', () => {
    const nowS = at('2026-11-21T17:40:00Z');
    const spans = threeHours(berlin, nowS, nowS + 24 * HOUR_S);
    expect(spans.map(({ fromS, byS }) => `${clock(fromS)}–${clock(byS)}`)).toEqual([
      ...['18:40–21:00', '21:00–00:00', '00:00–03:00', '03:00–06:00', '06:00–09:00', '09:00–12:00'],
      ...['12:00–15:00', '15:00–18:00'],
    ]);
  });

  it.each([
    ['2026-10-25T00:58:00Z', ['02:58–03:00', '03:00–06:00', '06:00–09:00']],
    ['2027-03-28T00:58:00Z', ['01:58–03:00', '03:00–06:00', '06:00–09:00']],
  ])('keep to the clock on the night in which it is set: %s', (now, cells) => {
    const nowS = at(now);
    const spans = threeHours(berlin, nowS, nowS + 12 * HOUR_S);
    expect(spans.map(({ fromS, byS }) => `${clock(fromS)}–${clock(byS)}`).slice(0, 3)).toEqual(cells);
  });

  it('meet at 0, 3, 6 … of the clock, once each, in every zone', () => {
    fc.assert(
      fc.property(nearAChange, ({ zone, tS }) => {
        const spans = threeHours(zone, tS, tS + 24 * HOUR_S);
        expect([tS, ...spans.map(({ byS }) => byS)].slice(0, -1)).toEqual(spans.map(({ fromS }) => fromS));
        const turns = turnsAfter({ zone, tS }, 3 * HOUR_S).filter((atS) => atS <= tS + 24 * HOUR_S);
        expect(spans.map(({ byS }) => byS)).toEqual(turns);
      }),
    );
  });
});

describe('chances by three hours', () => {
  const nowS = at('2026-11-21T18:00:00Z');
  const zone = new Zone('UTC');
  const paths = new Paths({
    target: 'temperature',
    tS: nowS,
    anchor: 3,
    stepS: 300,
    nodes: [
      { horizonS: HOUR_S, forecast: 2, halfwidth: 1, quantiles: null },
      { horizonS: 12 * HOUR_S, forecast: -1, halfwidth: 2, quantiles: null },
      { horizonS: 24 * HOUR_S, forecast: 6, halfwidth: 2.5, quantiles: null },
    ],
    usual: () => null,
  });
  const values = [-4, 0, 4];
  const { spans } = chancesOf('temperature', paths, values, zone, nowS, { below: asIs, above: asIs });
  const frost = spans.map(({ below }) => below[1]!);

  it('follow the course: none at dusk, most before sunrise, less at noon', () => {
    expect(spans).toHaveLength(8);
    expect(frost[0]).toBeLessThan(0.2);
    expect(frost[3]).toBeGreaterThan(0.6);
    expect(frost[7]).toBeLessThan(frost[3]!);
  });

  it('are none above the chance until the end of the span, and fall with the threshold', () => {
    for (const { by_ts, below, above } of spans) {
      expect(below[1]).toBeLessThanOrEqual(paths.chance('below', 0, by_ts)! + 1e-9);
      expect([...below].sort((a, b) => a - b)).toEqual(below);
      expect([...above].sort((a, b) => b - a)).toEqual(above);
    }
  });

  it('of the whole day are none below that of one of its spans', () => {
    const { whole } = chancesOf('temperature', paths, values, zone, nowS, { below: asIs, above: asIs });
    for (const { below, above } of spans) {
      expect(whole!.below[1]).toBeGreaterThanOrEqual(below[1]!);
      expect(whole!.above[1]).toBeGreaterThanOrEqual(above[1]!);
    }
  });

  it('of a station without a forecast are none', () => {
    expect(chancesOf('temperature', null, values, zone, nowS, { below: asIs, above: asIs })).toEqual({
      target: 'temperature',
      issued_ts: null,
      values,
      spans: [],
      whole: null,
    });
  });
});
