import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasLighthouse, lighthouse } from './support/lighthouse.ts';
import { type Stage, stage } from './support/stage.ts';

if (!hasLighthouse) console.warn('\nSKIPPED: what Lighthouse says, because it is not installed (npm run tools)\n');

let station: Stage;
beforeAll(async () => {
  station = await stage({ historyDays: 30 });
});
afterAll(() => station?.stop());

/** All six views: `npm run lighthouse`. Here the first, and the heaviest, whose own score hangs on how busy the machine is. */
describe.skipIf(!hasLighthouse)('Lighthouse, for a telephone on slow mobile data,', () => {
  it('gives Now 95 points at least, and finds nothing that shuts somebody out or moves', async () => {
    const [now] = await lighthouse([`${station.url}/#/now`], 3);
    expect(now!.performance, now!.wanting.join('\n')).toBeGreaterThanOrEqual(0.95);
    expect(now!.accessibility).toBe(1);
    expect(now!.layoutShift).toBeLessThanOrEqual(0.02);
    // A stream's first messages are in it.
    expect(now!.bytes).toBeLessThanOrEqual(66 * 1024);
  });

  it('finds nothing in History that shuts somebody out or moves', async () => {
    const [history] = await lighthouse([`${station.url}/#/history`]);
    expect(history!.accessibility).toBe(1);
    expect(history!.layoutShift).toBeLessThanOrEqual(0.02);
    expect(history!.bytes).toBeLessThanOrEqual(140 * 1024);
  });
});
