import { describe, expect, it } from 'vitest';
import type { ForecastEntry } from '../../../src/contract/forecast.ts';
import { fanDataOf } from '../../../src/renderer/kit/charts/fan-data.ts';
import { drawn, foretold, points, state } from '../support/fans.ts';

describe('what is drawn is true', () => {
  it('while data flow: a dot at now, and the fan from it', () => {
    const { dot, x, band } = drawn({});
    expect(dot).toMatchObject({ x: x(1e6), isFresh: true });
    expect(points(band)[0]![0]).toBeCloseTo(x(1e6), 1);
  });
  it('of a sensor outdoors: its own past, and not that of the room', () => {
    const history = { n: 1, bucket_s: 300, series: { ts: [1e6 - 600], temp: [21], outdoor_temp: [3] } };
    const { forecast } = state();
    const past = (bundle: typeof forecast) =>
      fanDataOf('temperature', state({ history: history as never, forecast: bundle })).past.values;
    expect(past(forecast)).toEqual([21]);
    expect(past({ ...forecast!, series: { temperature: 'outdoor_temp' } })).toEqual([3]);
  });
  it('three hours after the last sample: no dot at now, and no band that knows the present exactly', () => {
    const issued = 1e6 - 10_800;
    const late = (e: ForecastEntry): ForecastEntry => ({ ...e, valid_ts: e.valid_ts - 10_800 });
    const old = state().forecast!;
    const { dot, x, band, marks } = drawn({
      isStale: true,
      isForecastOld: true,
      sample: { tS: issued, value: 4.4 },
      forecast: {
        ...old,
        issued_ts: issued,
        targets: { temperature: [...old.targets['temperature']!.map(late), foretold(43_200, 5, 2, 8)] },
      },
    });
    expect(dot).toMatchObject({ x: x(issued), isFresh: false });
    const at = points(band);
    expect(at[0]![0]).toBeCloseTo(x(issued), 1);
    const atNow = at.filter(([px]) => Math.abs(px - x(1e6)) < 1).map(([, py]) => py);
    expect(Math.abs(atNow[0]! - atNow[1]!)).toBeGreaterThan(10); // the three-hour entry falls on now
    expect(marks.map((mark) => mark.entry.valid_ts)).toEqual([1e6 + 43_200]);
  });
  it('the line goes through the low and the high that the words beside it have, where no horizon is near', () => {
    const extreme = (hours: number, value: number) => ({
      from_ts: 1e6,
      by_ts: 1e6 + 86_400,
      value,
      lo: value - 2,
      hi: value + 2,
      about_ts: 1e6 + hours * 3600,
    });
    const entries = [foretold(3600, 5, 4, 6), foretold(43_200, 6, 3, 9), foretold(86_400, 7, 3, 11)];
    const mu = (...extremes: (ReturnType<typeof extreme> | null)[]) =>
      fanDataOf(
        'temperature',
        state({ forecast: { ...state().forecast!, targets: { temperature: entries } }, extremes }),
      ).entries.map((entry) => entry.mu);
    expect(mu(extreme(6, -1), extreme(18, 12))).toEqual([5, -1, 6, 12, 7]);
    expect(mu(extreme(2, 4), extreme(23, 8))).toEqual([5, 4, 6, 8, 7]);
    expect(mu(null, extreme(12.4, 12), extreme(-3, 9), extreme(24, 8))).toEqual([5, 6, 7]);
  });
  it('a quantity that was not foretold anew is old alone, from its own hour on', () => {
    const issued_ts = 1e6 - 7200;
    const entries = [foretold(3600, 5, 4, 6, { issued_ts, delta: 0.4 })];
    const data = fanDataOf(
      'temperature',
      state({ forecast: { ...state().forecast!, targets: { temperature: entries } } }),
    );
    expect([data.isForecastOld, data.issuedS]).toEqual([true, issued_ts]);
    expect(data.start).toEqual({ tS: issued_ts, value: 4.6 });
  });
  it('a sensor that died longer ago than the chart reaches has no dot at all', () => {
    const { dot, past } = drawn({ isStale: true, sample: { tS: 1e6 - 90_000, value: 4.4 } });
    expect(dot).toBeNull();
    expect(past).not.toMatch(/NaN/);
  });
  it('the middle half of the truths lies inside the band, where its edges are known', () => {
    const quantiles = { p05: 2, p25: 4, p75: 5.5, p95: 8 };
    const entries = [
      foretold(3600, 5, 2, 8, { quantiles }),
      foretold(10_800, 5, 2, 8, { quantiles: { ...quantiles, p25: 4.5, p75: 9.5 } }),
      foretold(21_600, 5, 1, 9, { provisional: true }),
    ];
    const forecast = { ...state().forecast!, targets: { temperature: entries } };
    const { inner, x, y } = drawn({ forecast });
    const at = (hours: number): number[] =>
      points(inner)
        .filter(([px]) => Math.abs(px - x(1e6 + hours * 3600)) < 0.1)
        .map(([, py]) => py);
    for (const [hours, edges] of [
      [1, [5.5, 4]],
      [3, [8, 4]], // as wide as before on its lower side, and never beyond the band on its upper one
      [6, []],
    ] as const) {
      expect(at(hours).length).toBe(edges.length);
      for (const [i, edge] of edges.entries()) expect(at(hours)[i]).toBeCloseTo(y(edge), 0);
    }
    expect(drawn({}).inner).toBe('');
  });
  it('a first guess is not drawn as a band that holds its promise', () => {
    const entries = [foretold(900, 4.4, 4, 5), foretold(3600, 4.9, 1, 9, { provisional: true })];
    const forecast = { ...state().forecast!, targets: { temperature: entries } };
    const { band, provisional, x } = drawn({ forecast });
    expect(Math.max(...points(band).map(([px]) => px))).toBeCloseTo(x(1e6 + 900), 1);
    expect(Math.min(...points(provisional).map(([px]) => px))).toBeCloseTo(x(1e6 + 900), 1);
    const all = entries.map((e) => ({ ...e, provisional: true }));
    expect(drawn({ forecast: { ...forecast, targets: { temperature: all } } }).band).toBe('');
  });
});
