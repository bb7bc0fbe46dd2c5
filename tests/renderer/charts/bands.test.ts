import { describe, expect, it } from 'vitest';
import { bandsOf } from '../../../src/renderer/kit/charts/fan-data.ts';
import fc from '../../support/drawn.ts';
import { drawn, foretold, points } from '../support/fans.ts';

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
