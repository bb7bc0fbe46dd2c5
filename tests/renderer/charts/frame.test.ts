import { describe, expect, it } from 'vitest';
import { EDGE, FOOT, type FrameOf, GUTTER } from '../../../src/renderer/kit/charts/frame.ts';
import { axisFor, extent } from '../../../src/renderer/kit/charts/scale.ts';
import fc from '../../support/drawn.ts';
import { frame } from '../support/fans.ts';

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
