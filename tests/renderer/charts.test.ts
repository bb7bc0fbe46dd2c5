import { describe, expect, it } from 'vitest';
import type { ForecastEntry } from '../../src/contract/forecast.ts';
import type { HistoryRange } from '../../src/contract/history.ts';
import { freeSpot } from '../../src/renderer/dashboard/forecast/chances/free-spot.ts';
import { decimalsFor, fan as fanOf, knownOf } from '../../src/renderer/kit/charts/fan.ts';
import { bandsOf, type FanData, type FanState, fanDataOf } from '../../src/renderer/kit/charts/fan-data.ts';
import { EDGE, FOOT, type FrameOf, frameOf, GUTTER } from '../../src/renderer/kit/charts/frame.ts';
import { gappedBand } from '../../src/renderer/kit/charts/gapped-band.ts';
import { gappedLine, smoothBand, smoothLine, withGaps } from '../../src/renderer/kit/charts/path.ts';
import { axisFor, extent } from '../../src/renderer/kit/charts/scale.ts';
import fc from '../support/drawn.ts';

const SIZE = { width: 700, height: 200, unit: 1 };
const frame = (of: Partial<FrameOf>, units: 'metric' | 'imperial' = 'metric', size = SIZE) =>
  frameOf({ fromS: 0, toS: 86_400, kind: 'temperature', known: [[10, null, 14]], ticks: () => [], ...of }, size, units);

describe('the frame of a time chart', () => {
  it('has its gutter, edge and foot in design pixels, and time from one end to the other', () => {
    const { plot, x } = frame({}, 'metric', { width: 700, height: 200, unit: 1.5 });
    expect([plot.left, 700 - plot.right, 200 - plot.bottom]).toEqual([GUTTER * 1.5, EDGE * 1.5, FOOT * 1.5]);
    expect([x(0), x(86_400)]).toEqual([plot.left, plot.right]);
  });
  it('takes values in the units of the station, and writes those of the reader', () => {
    const { y, level, axis, of, write } = frame({}, 'imperial');
    expect(y(10)).toBeCloseTo(level(50), 9);
    expect(axis.from).toBeLessThan(50);
    expect(write(of(-2), 0)).toBe('28°');
    expect(frame({ kind: 'humidity' }).write(57, 0)).toBe('57\u202f%');
    expect(frame({ kind: 'probability', known: [[0.2]] }).of(0.2)).toBe(20);
  });
  it('draws no noise as weather: every quantity has a least span in either units', () => {
    const flat = (kind: FrameOf['kind'], units: 'metric' | 'imperial') => {
      const { axis } = frame({ kind, known: [[1000, 1000.01]] }, units);
      return (axis.to - axis.from) / 1.12;
    };
    expect(flat('pressure', 'imperial')).toBeCloseTo(0.06, 9);
    expect(flat('pressure', 'metric')).toBeCloseTo(2, 9);
    expect(flat('temperature', 'imperial')).toBeCloseTo(4, 9);
  });
  it('has no rain of less than nothing, and degrees below zero', () => {
    const from = (kind: FrameOf['kind'], known: number[]) => frame({ kind, known: [known] }).axis.from;
    expect(from('rain', [0, 0])).toBe(0);
    expect(from('wind', [0, 7])).toBe(0);
    expect(from('probability', [-0.2, 0.3])).toBeLessThan(-20);
    expect(from('temperature', [0, 0])).toBe(-1.12);
    expect(frame({ kind: 'rain', known: [[0, 0]] }).axis.to).toBeCloseTo(1.12, 9);
  });
  it('labels nothing where nothing is known', () => {
    expect(frame({ known: [[null], []] }).axis.ticks).toEqual([]);
  });
  it('shades the nights of a place, but no stripes of half a year', () => {
    const place = { latitudeDeg: 50, longitudeDeg: 8 };
    const ofDays = (days: number) => frame({ place, toS: days * 86_400 }).nights.length;
    expect(ofDays(3)).toBe(4);
    expect(ofDays(180)).toBe(0);
    expect(frame({ place: null }).nights).toEqual([]);
  });
  it('joins no neighbours that are too far apart, and draws nothing beyond its ends', () => {
    const { points } = frame({});
    const at = points([-60, 0, 60, 9000], [1, 2, 3, 4], 120);
    expect(at.map((point) => point !== null)).toEqual([false, true, true, false, true]);
  });
});

describe('an axis', () => {
  it('carries at most four round labels and holds all of its data', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -1e4, max: 1e4, noNaN: true }),
        fc.double({ min: 0, max: 1e3, noNaN: true }),
        (low, span) => {
          const axis = axisFor(low, low + span, 1);
          expect(axis.from).toBeLessThanOrEqual(low);
          expect(axis.to).toBeGreaterThanOrEqual(low + span);
          expect(axis.ticks.length).toBeLessThanOrEqual(4);
          for (const tick of axis.ticks)
            expect(tick.toFixed(axis.decimals)).toBe(
              String(Number(tick.toFixed(axis.decimals)).toFixed(axis.decimals)),
            );
        },
      ),
    );
  });
  it('ignores what is not known', () => {
    expect(extent([null, 3, null], [7])).toEqual([3, 7]);
    expect(extent([null], [])).toBeNull();
  });
});

describe('a line', () => {
  it('leaves a gap where the data have one', () => {
    const line = gappedLine([{ x: 0, y: 1 }, { x: 1, y: 2 }, null, { x: 3, y: 4 }]);
    expect(line).toBe('M0.0 1.0L1.0 2.0M3.0 4.0');
    const rows = withGaps([0, 60, 4000], [1, 2, 3], 120);
    expect(rows.map((row) => row.value)).toEqual([1, 2, null, 3]);
    const top = rows.map((row) => (row.value === null ? null : { x: row.tS, y: 1 }));
    expect(gappedBand(top, top).match(/Z/g)).toHaveLength(1); // the lonely third point makes no area
  });
  it('never swings beyond its own points', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 100, noNaN: true }), { minLength: 2, maxLength: 8 }), (ys) => {
        const path = smoothLine(ys.map((y, i) => ({ x: i * 37, y })));
        const numbers = path.match(/-?\d+\.\d/g)!.map(Number);
        const heights = numbers.filter((_, i) => i % 2 === 1);
        expect(Math.min(...heights)).toBeGreaterThanOrEqual(Math.min(...ys) - 0.1);
        expect(Math.max(...heights)).toBeLessThanOrEqual(Math.max(...ys) + 0.1);
      }),
    );
  });
  it('closes a band around both of its edges', () => {
    const band = smoothBand(
      [
        { x: 0, y: 5 },
        { x: 10, y: 1 },
      ],
      [
        { x: 0, y: 5 },
        { x: 10, y: 9 },
      ],
    );
    expect(band).toMatch(/^M0\.0 5\.0C.*10\.0 1\.0L10\.0 9\.0C.*0\.0 5\.0Z$/);
  });
});

const entry = (horizon_s: number, mu: number | null, half = 1) => ({
  horizon_s,
  horizon_label: '',
  valid_ts: 1e6 + horizon_s,
  mu,
  lo: mu === null ? null : mu - half,
  hi: mu === null ? null : mu + half,
  p25: null,
  p75: null,
  isProvisional: false,
});
const input: FanData = {
  fromS: 1e6 - 43_200,
  toS: 1e6 + 86_400,
  nowS: 1e6,
  past: { ts: [1e6 - 600, 1e6 - 300], values: [10, 11], widestGapS: 1000 },
  sample: { tS: 1e6, value: 12, isFresh: true },
  start: { tS: 1e6, value: 12 },
  issuedS: 1e6,
  said: [],
  isForecastOld: false,
  entries: [900, 3600, 10_800, 21_600, 43_200, 86_400].map((h) => entry(h, 12 + h / 20_000)),
};
/** A fan in the frame of a chart of 700 by 200 pixels. */
function fan(data: FanData) {
  const inside = frame({ ...data, known: knownOf(data), headRoom: 14 });
  return { ...inside, ...fanOf(data, inside, 7) };
}

describe('the fan', () => {
  it('is true to time: a horizon twice as far lies twice as far to the right', () => {
    const { x, marks } = fan(input);
    const px = (s: number): number => x(1e6 + s) - x(1e6);
    expect(px(86_400)).toBeCloseTo(2 * px(43_200), 6);
    expect(marks.at(-1)!.x - x(1e6)).toBeCloseTo(8 * px(10_800), 6);
  });
  it('writes no number over another, and none beside the dot of now', () => {
    const { marks, x } = fan(input);
    const labelled = marks.filter((mark) => mark.labelY !== null);
    expect(labelled.length).toBeGreaterThanOrEqual(3);
    for (const [i, mark] of labelled.entries()) {
      expect(mark.x - (labelled[i - 1]?.x ?? x(1e6))).toBeGreaterThanOrEqual(36);
    }
  });
  it('joins the past to now only when there is no hole between them', () => {
    expect(fan(input).past.match(/L/g)).toHaveLength(2);
    const late = fan({ ...input, past: { ...input.past, ts: [1e6 - 9000, 1e6 - 8700] } });
    expect(late.past.match(/L/g)).toHaveLength(1);
  });
  it('draws nothing and labels nothing when nothing is known', () => {
    const blank = fan({
      ...input,
      past: { ts: [], values: [], widestGapS: 1 },
      sample: null,
      start: null,
      entries: [entry(900, null)],
    });
    expect([blank.past, blank.future, blank.band, blank.marks.length, blank.axis.ticks.length]).toEqual([
      '',
      '',
      '',
      0,
      0,
    ]);
  });
});

const foretold = (horizon_s: number, mu: number, lo: number, hi: number, more: object = {}): ForecastEntry => ({
  horizon_s,
  horizon_label: '',
  valid_ts: 1e6 + horizon_s,
  mu,
  lo,
  hi,
  delta: 0,
  sigma: 1,
  weights: { persistence: 1, climatology: 0, learned: 0 },
  ...more,
});
const state = (more: Partial<FanState> = {}): FanState => ({
  nowS: 1e6,
  history: {
    n: 2,
    bucket_s: 300,
    series: { ts: [1e6 - 600, 1e6 - 300], temp: [4, 4.2] } as unknown as HistoryRange['series'],
  } as HistoryRange,
  sample: { tS: 1e6 - 1, value: 4.4 },
  isStale: false,
  forecast: {
    issued_ts: 1e6 - 120,
    anchors: { temperature: 4.3 },
    targets: { temperature: [foretold(3600, 4.9, 3.4, 6.3), foretold(10_800, 4.8, 3.7, 5.8)] },
  },
  isForecastOld: false,
  yesterday: null,
  extremes: [],
  pastS: 43_200,
  futureS: 86_400,
  ...more,
});
const drawn = (more: Partial<FanState>) => fan({ ...input, ...fanDataOf('temperature', state(more)) });
/** The width of a band where a vertical line at x crosses it: from the path's own points. */
const points = (path: string): Array<[number, number]> =>
  [...path.matchAll(/(-?\d+\.\d) (-?\d+\.\d)(?=[CLZM]|$)/g)].map((m) => [Number(m[1]), Number(m[2])]);

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

describe('yesterday’s forecast', () => {
  const said = {
    issued_ts: 1e6 - 88_000,
    anchors: {},
    targets: {
      temperature: [-80_000, -43_000, -1600, 9000].map((s, i) => ({
        horizon_s: 3600 * (i + 1),
        valid_ts: 1e6 + s,
        mu: i === 1 ? 7 : 5,
        lo: 4,
        hi: 6,
      })),
    },
    first_ts: 0,
    last_ts: 1e6,
  };
  it('lies beside what came, up to now and no farther', () => {
    const { said: path, x, y } = drawn({ yesterday: said });
    const at = points(path);
    expect(Math.min(...at.map(([px]) => px))).toBeCloseTo(x(1e6 - 43_200), 1); // from the edge, not from beyond it
    expect(at.at(-1)![0]).toBeCloseTo(x(1e6 - 1600), 1);
    expect(at.some(([px, py]) => Math.abs(px - x(1e6 - 43_000)) < 0.1 && Math.abs(py - y(7)) < 0.1)).toBe(true);
  });
  it('that was never made draws nothing', () => expect(drawn({}).said).toBe(''));
});

describe('bands', () => {
  it('never know more of what is farther away', () => {
    const [, second] = bandsOf([foretold(3600, 4.85, 3.4, 6.3), foretold(10_800, 4.75, 3.7, 5.8)], 'temperature');
    expect(second!.lo).toBeCloseTo(3.3, 9);
    expect(second!.hi).toBeCloseTo(6.2, 9);
  });
  it('of any forecast hold what the station promised, and widen on both sides', () => {
    const side = fc.double({ min: 0, max: 9, noNaN: true });
    fc.assert(
      fc.property(fc.array(fc.tuple(side, side), { minLength: 2, maxLength: 6 }), (sides) => {
        const entries = sides.map(([below, above], i) => foretold(900 * (i + 1), 50, 50 - below, 50 + above));
        const bands = bandsOf(entries, 'humidity');
        for (const [i, band] of bands.entries()) {
          expect(band.lo!).toBeLessThanOrEqual(entries[i]!.lo! + 1e-9);
          expect(band.hi!).toBeGreaterThanOrEqual(entries[i]!.hi! - 1e-9);
          if (i > 0) expect(band.hi! - band.lo!).toBeGreaterThanOrEqual(bands[i - 1]!.hi! - bands[i - 1]!.lo! - 1e-9);
        }
      }),
    );
  });
  it('of humidity stay between nothing and everything', () => {
    const [, far] = bandsOf([foretold(900, 50, 10, 90), foretold(3600, 95, 92, 98)], 'humidity');
    expect([far!.lo, far!.hi]).toEqual([55, 100]);
  });
});

describe('the numbers on the fan', () => {
  it('take one decimal more when neighbours that differ would read the same', () => {
    expect(decimalsFor([4.6, 5.2, 4.9], 0)).toBe(1);
    expect(decimalsFor([4.6, 7.2, 2.9], 0)).toBe(0);
    expect(decimalsFor([5, 5, 5], 0)).toBe(0);
  });
  it('stand on the line, so that none reads as a bound', () => {
    const { marks } = fan(input);
    for (const { y, labelY } of marks) if (labelY !== null) expect(y - labelY).toBe(9);
  });
});

describe('the words at the picked line', () => {
  const line = { from: 100, to: 500, lineY: 80, unit: 1, letters: 8 };
  it('stand beside “now” above the line', () => {
    const far = { x: 300, y: 76, labelY: 67 };
    expect(freeSpot([far], line)).toMatchObject({ x: 108, y: 74 });
    expect(freeSpot([{ x: 140, y: 140, labelY: 131 }], line).x).toBe(108);
  });
  it('go to the other end where a point or its number stands', () => {
    for (const near of [
      { x: 140, y: 84, labelY: 75 },
      { x: 140, y: 80, labelY: null },
    ])
      expect(freeSpot([near], line)).toMatchObject({ x: 500, y: 74, 'text-anchor': 'end' });
  });
  it('go below the line where points stand at both ends, and long words begin before a point', () => {
    const near = { x: 140, y: 80, labelY: 71 };
    const last = { x: 490, y: 78, labelY: 69 };
    expect(freeSpot([near, last], line)).toMatchObject({ x: 108, y: 96 });
    expect(freeSpot([{ x: 200, y: 80, labelY: 71 }], { ...line, letters: 16 }).x).toBe(500);
  });
  it('stand between the points of a telephone, where those beside "now" and at the end leave no room on either side', () => {
    // A night around 0°: picked is 0°, and the course crosses it.
    const marks = [
      { x: 155, y: 342, labelY: null },
      { x: 200, y: 372, labelY: 363 },
      { x: 256, y: 384, labelY: 375 },
      { x: 321, y: 401, labelY: 392 },
      { x: 367, y: 363, labelY: 354 },
    ];
    const { x, y } = freeSpot(marks, { from: 145, to: 375, lineY: 358, unit: 1, letters: 8 });
    expect(y).toBe(352);
    expect(x).toBeGreaterThan(200 + 18);
    expect(x + 56).toBeLessThan(367 - 18);
  });
});
