import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FanInput, fan } from '../../src/renderer/charts/fan.ts';
import { gappedBand, gappedLine, smoothBand, smoothLine, withGaps } from '../../src/renderer/charts/path.ts';
import { axisFor, extent, linear } from '../../src/renderer/charts/scale.ts';

describe('a scale', () => {
  it('goes to pixels and back', () => {
    fc.assert(
      fc.property(fc.double({ min: -50, max: 50, noNaN: true }), (value) => {
        const scale = linear(-50, 50, 400, 20);
        expect(scale.invert(scale(value))).toBeCloseTo(value, 6);
      }),
    );
  });
});

describe('an axis', () => {
  it('carries at most four round labels and holds all of its data', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -1e4, max: 1e4, noNaN: true }),
        fc.double({ min: 0, max: 1e3, noNaN: true }),
        (low, span) => {
          const axis = axisFor(low, low + span, 4, 1);
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
});
const input: FanInput = {
  width: 700,
  height: 200,
  unit: 1,
  fromS: 1e6 - 43_200,
  toS: 1e6 + 86_400,
  nowS: 1e6,
  past: { ts: [1e6 - 600, 1e6 - 300], values: [10, 11], widestGapS: 1000 },
  live: 12,
  entries: [900, 3600, 10_800, 21_600, 43_200, 86_400].map((h) => entry(h, 12 + h / 20_000)),
  gutterPx: 26,
  leastSpan: 4,
  spacingPx: 36,
  ringSpacingPx: 7,
};

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
      live: null,
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
