import { describe, expect, it } from 'vitest';
import { gappedBand } from '../../../src/renderer/kit/charts/gapped-band.ts';
import { gappedLine, smoothBand, smoothLine, withGaps } from '../../../src/renderer/kit/charts/path.ts';
import fc from '../../support/drawn.ts';

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
