import { describe, expect, it } from 'vitest';
import { petal, roseOf } from '../../src/renderer/dashboard/now/rose.ts';

describe('the rose of the wind', () => {
  it('has shares of eight sectors, half a sector to each side of north', () => {
    expect(roseOf([350, 10, 90, 337], [2, 2, 2, 2])).toEqual([0.5, 0, 0.25, 0, 0, 0, 0, 0.25]);
  });
  it('leaves out calm air, where a vane shows where it was left, and hours without a direction', () => {
    expect(roseOf([180, 90, null], [3, 0.2, 3])).toEqual([0, 0, 0, 0, 1, 0, 0, 0]);
    expect(roseOf([90, null], [0.1, 4])).toBeNull();
    expect(roseOf()).toBeNull();
  });
  it('draws north upwards and east to the right, with the area for the share', () => {
    const tip = (sector: number, share: number): number[] =>
      /A(\S+).* (\S+) (\S+)z/.exec(petal(sector, share))!.slice(1).map(Number);
    const [whole, x, y] = tip(0, 1);
    expect([whole, x! > 50, y! < 15]).toEqual([40, true, true]);
    expect(tip(2, 1)[1]).toBeGreaterThan(85);
    expect(tip(0, 0.25)[0]).toBe(20);
  });
});
