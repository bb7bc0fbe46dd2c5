import { describe, expect, it } from 'vitest';
import { freeSpot } from '../../../src/renderer/dashboard/forecast/chances/free-spot.ts';
import { decimalsFor } from '../../../src/renderer/kit/charts/fan.ts';
import { entry, fan, input } from '../support/fans.ts';

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
