import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasLighthouse, lighthouse, type Verdict } from './support/lighthouse.ts';
import { type Stage, stage } from './support/stage.ts';

if (!hasLighthouse) console.warn('\nSKIPPED: what Lighthouse says, because it is not installed (npm run tools)\n');

const TRIES = 3;

let station: Stage;
beforeAll(async () => {
  station = await stage({ historyDays: 30 });
});
afterAll(() => station?.stop());

/** All six views: `npm run lighthouse`. Here the lightest and the first. */
describe.skipIf(!hasLighthouse)('Lighthouse, for a telephone on slow mobile data,', () => {
  it.each([
    ['now', 66],
    ['methods', 100],
  ])('gives %s 95 points at least, and finds nothing that shuts somebody out or moves', async (view, mostKb) => {
    const [verdict] = await lighthouse([`${station.url}/#/${view}`], TRIES);
    const { performance, accessibility, layoutShift, bytes, speed, wanting } = verdict as Verdict;
    expect(performance, `on a machine of speed ${speed}: ${wanting.join('\n')}`).toBeGreaterThanOrEqual(0.95);
    expect(accessibility).toBe(1);
    expect(layoutShift).toBeLessThanOrEqual(0.02);
    expect(bytes).toBeLessThanOrEqual(mostKb * 1024);
  });

  it('finds nothing in History that shuts somebody out or moves', async () => {
    const [history] = await lighthouse([`${station.url}/#/history`]);
    expect(history!.accessibility).toBe(1);
    expect(history!.layoutShift).toBeLessThanOrEqual(0.02);
    expect(history!.bytes).toBeLessThanOrEqual(140 * 1024);
  });
});
