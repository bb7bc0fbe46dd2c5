import { describe, expect, it } from 'vitest';
import { HOUR_S } from '../../../src/base/durations.ts';
import { atOnce, type Steps } from '../../../src/base/steps.ts';
import { Zone } from '../../../src/base/zone.ts';
import { SHELF } from '../../../src/config/alarm-shelf.ts';
import { AlarmChances } from '../../../src/station/alarms/alarm-chances.ts';
import { Paths } from '../../../src/station/forecast/bands/paths.ts';
import { type FrostSaid, type Measured, spansOf, tonightOf } from '../../../src/station/forecast/tonight.ts';
import type { TickRow } from '../../../src/station/tick.ts';

const local = (zone: Zone, tS: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone.name, dateStyle: 'short', timeStyle: 'short' }).format(tS * 1000);
const at = (iso: string): number => Date.parse(iso) / 1000;

describe('tonight, by the station’s clock', () => {
  const berlin = new Zone('Europe/Berlin');
  const spans = (iso: string, zone = berlin) => {
    const { night, day } = spansOf(zone, at(iso));
    return [night, day].map(({ fromS, byS }) => `${local(zone, fromS)} – ${local(zone, byS)}`);
  };

  it.each([
    ['2026-11-24T02:00:00Z', '2026-11-24 03:00 – 2026-11-24 08:00', '2026-11-24 08:00 – 2026-11-24 20:00'],
    ['2026-11-24T07:00:00Z', '2026-11-24 18:00 – 2026-11-25 08:00', '2026-11-24 08:00 – 2026-11-24 20:00'],
    ['2026-11-24T13:30:00Z', '2026-11-24 18:00 – 2026-11-25 08:00', '2026-11-24 14:30 – 2026-11-24 20:00'],
    ['2026-11-24T16:00:00Z', '2026-11-24 18:00 – 2026-11-25 08:00', '2026-11-25 08:00 – 2026-11-25 20:00'],
    ['2026-11-24T20:00:00Z', '2026-11-24 21:00 – 2026-11-25 08:00', '2026-11-25 08:00 – 2026-11-25 20:00'],
  ])('at %s', (now, night, day) => {
    expect(spans(now)).toEqual([night, day]);
  });

  it('ends at eight in nights that are an hour shorter or longer, too', () => {
    expect(spans('2026-03-28T20:00:00Z')[0]).toBe('2026-03-28 21:00 – 2026-03-29 08:00');
    expect(spans('2026-10-24T20:00:00Z')[0]).toBe('2026-10-24 22:00 – 2026-10-25 08:00');
    expect(spans('2026-10-03T10:00:00Z', new Zone('Australia/Lord_Howe'))[0]).toBe(
      '2026-10-03 20:30 – 2026-10-04 08:00',
    );
  });
});

describe('what the night brings', () => {
  const zone = new Zone('UTC');
  const eveningS = at('2026-11-24T18:00:00Z');
  const paths = (forecast: number) =>
    new Paths({
      target: 'temperature',
      tS: eveningS,
      anchor: 3,
      stepS: 300,
      nodes: [6, 12, 24].map((hours) => ({
        horizonS: hours * HOUR_S,
        forecast,
        halfwidth: 2,
        quantiles: [-2, -0.8, 0.8, 2],
      })),
      usual: () => null,
    });
  const byS = at('2026-11-25T08:00:00Z');
  /** With a value for each five minutes that were measured. */
  const told = (
    ways: Paths | null,
    nowS: number,
    frost: FrostSaid | null,
    valueAt: (tS: number) => number | null = () => null,
  ) => {
    function* measured(sinceS: number): Steps<Measured> {
      const ts = Array.from({ length: (nowS - sinceS) / 300 }, (_, i) => sinceS + i * 300);
      return { ts, lo: ts.map(valueAt), hi: ts.map(valueAt) };
    }
    return atOnce(tonightOf(ways, zone, nowS, frost, measured));
  };
  const said = (chance: number | null) => ({ chance, byS });

  it('is a low with its hour, and the chance of frost with the hour from which it counts', () => {
    const { low, high, frost } = told(paths(-1), eveningS, said(0.83));
    expect(low!.value).toBe(-1);
    expect(low!.lo).toBeLessThan(low!.value);
    expect(high!.from_ts).toBe(at('2026-11-25T08:00:00Z'));
    expect([frost!.chance, frost!.by_ts]).toEqual([0.83, byS]); // the alarm's own number
    expect(frost!.from_ts).toBeGreaterThan(eveningS);
    expect(frost!.from_ts).toBeLessThan(frost!.by_ts);
  });

  it('has its frost from the evening on, where the morning is near 0 °C and the noon is mild', () => {
    const morningS = at('2026-11-25T08:10:00Z');
    const near = (hours: number, forecast: number, halfwidth: number) => ({
      horizonS: hours * HOUR_S,
      forecast,
      halfwidth,
      quantiles: [-1, -0.4, 0.4, 1] as const,
    });
    const ways = new Paths({
      target: 'temperature',
      tS: morningS,
      anchor: 0.1,
      stepS: 300,
      nodes: [near(1, 0.3, 1), near(3, 0.8, 1.4), near(6, 1.2, 1.4), near(12, -0.4, 2), near(24, -0.8, 2.8)],
      usual: () => null,
    });
    const { frost } = told(ways, morningS, { chance: 0.92, byS: at('2026-11-26T08:00:00Z') });
    expect(frost!.from_ts).toBeGreaterThan(at('2026-11-25T17:00:00Z'));
    expect(frost!.from_ts).toBeLessThan(at('2026-11-25T20:10:00Z')); // where the forecast itself is below 0 °C
  });

  it('is never less than what the night has measured so far', () => {
    const nowS = at('2026-11-25T02:00:00Z');
    const coldS = at('2026-11-24T23:00:00Z');
    const low = (measured: (tS: number) => number | null) => told(paths(3), nowS, said(0), measured).low!;
    const foretold = low(() => null);
    expect(low((tS) => (tS === coldS ? -4 : 5))).toEqual({
      ...foretold,
      value: -4,
      lo: Math.min(-4, foretold.lo),
      hi: -4,
      about_ts: coldS,
    });
    expect(low(() => 9)).toEqual(foretold);
    // The day before is no part of it.
    expect(low((tS) => (tS < at('2026-11-24T18:00:00Z') ? -9 : null))).toEqual(foretold);
  });

  it('says no hour of a frost that hardly comes', () => {
    expect(told(paths(12), eveningS, said(0)).frost).toEqual({
      by_ts: at('2026-11-25T08:00:00Z'),
      chance: 0,
      from_ts: null,
    });
  });

  it('has no chance of frost before the alarm has worked one out, or of a morning that is over', () => {
    for (const frost of [null, said(null), { chance: 0.5, byS: eveningS }])
      expect(told(paths(-1), eveningS, frost).frost).toBeNull();
  });

  it('is asked once, by the owner’s rule where that asks of frost, and kept for the page where none does', () => {
    const row = {
      tS: eveningS,
      temperatureC: 3,
      humidityPct: 80,
      dewPointC: 0,
      stationHpa: 1000,
      seaLevelRatio: 1.005,
    };
    const rule = (limit: number) => ({ ...SHELF.frost_tonight, id: 'frost_tonight', limit });
    const frosts = [[rule(0)], [rule(2)], []].map((rules) => {
      const chances = new AlarmChances(rules, zone, 300);
      chances.tick(row as TickRow);
      expect(chances.work({ paths: () => paths(-1) })).toContain(rules[0]?.limit === 0 ? 'frost_tonight' : '~frost');
      expect(chances.all.map(({ rule: { id } }) => id)).toEqual(rules.map(({ id }) => id));
      if (rules[0]?.limit === 0) expect(chances.frost).toBe(chances.latest('frost_tonight'));
      return chances.frost;
    });
    const chances = new AlarmChances([rule(0)], zone, 300);
    const work = () => chances.work({ paths: () => paths(-1) });
    chances.tick(row as TickRow);
    work();
    chances.take([{ ...rule(0), on: 0.9 }]); // the same question
    expect([chances.frost, work(), chances.all[0]!.rule.on]).toEqual([frosts[0], [], 0.9]);
    chances.take([rule(2)]);
    expect([chances.frost, work(), chances.frost]).toEqual([null, ['frost_tonight', '~frost'], frosts[0]]);
    chances.forget((target) => target === 'pressure');
    expect(chances.frost).toEqual(frosts[0]); // another barometer
    for (const spoil of [() => chances.timeMoved(3600, row.tS, row.tS), () => chances.forget(() => true)]) {
      chances.tick(row as TickRow);
      spoil();
      chances.take([rule(chances.all[0]!.rule.limit! + 1)]);
      expect([work(), chances.frost]).toEqual([[], null]); // the row of before is of another time, or on another scale
    }
    expect(frosts[0]).toMatchObject({ byS, chance: expect.closeTo(0.9, 0) });
    expect(frosts.slice(1)).toEqual([frosts[0], frosts[0]]);
  });

  it('is not known while nothing is foretold', () => {
    expect(told(null, eveningS, said(0.5))).toEqual({
      issued_ts: null,
      low: null,
      high: null,
      frost: null,
    });
  });
});
