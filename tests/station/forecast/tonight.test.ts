import { describe, expect, it } from 'vitest';
import { HOUR_S } from '../../../src/base/durations.ts';
import { Zone } from '../../../src/base/zone.ts';
import { Paths } from '../../../src/station/forecast/bands/paths.ts';
import { spansOf, tonightOf } from '../../../src/station/forecast/tonight.ts';

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
      nodes: [6, 12, 24].map((hours) => ({ horizonS: hours * HOUR_S, forecast, halfwidth: 2, quantiles: null })),
      usual: () => null,
    });
  const asIs = (share: number) => share;

  it('is a low with its hour, and the chance of frost with the hour from which it counts', () => {
    const { low, high, frost } = tonightOf(paths(-1), zone, eveningS, asIs);
    expect(low!.value).toBeLessThan(-1);
    expect(low!.lo).toBeLessThan(low!.value);
    expect(high!.from_ts).toBe(at('2026-11-25T08:00:00Z'));
    expect(frost!.chance).toBeGreaterThan(0.8);
    expect(frost!.from_ts).toBeGreaterThan(eveningS);
    expect(frost!.from_ts).toBeLessThan(frost!.by_ts);
  });

  it('says no hour of a frost that hardly comes', () => {
    expect(tonightOf(paths(12), zone, eveningS, asIs).frost).toEqual({
      by_ts: at('2026-11-25T08:00:00Z'),
      chance: 0,
      from_ts: null,
    });
  });

  it('is not known while nothing is foretold', () => {
    expect(tonightOf(null, zone, eveningS, asIs)).toEqual({ issued_ts: null, low: null, high: null, frost: null });
  });
});
