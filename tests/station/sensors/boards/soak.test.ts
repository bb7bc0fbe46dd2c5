import { expect, it } from 'vitest';
import { soak } from '../../../support/soak.ts';

it('loses no reading of a healthy chip in a day of random faults, tells none that is untrue, and leaves nothing behind', async () => {
  const report = await soak(24, 6);
  expect(report.turns).toBeGreaterThan(43_000);
  expect(Object.keys(report.episodes).length).toBe(8);
  expect(report.owed).toBeGreaterThan(100_000);
  expect(report.lost).toEqual([]);
  expect(report.wrong).toEqual([]);
  expect(report.unpaired).toEqual([]);
  expect(report.mostTransfers).toBeLessThanOrEqual(16);
  expect(report.pendingSleepsAfterClose).toBe(0);
  expect(report.transfersAfterClose).toBe(0);
});
