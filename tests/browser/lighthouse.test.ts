import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { VIEWS } from './support/browser.ts';
import { hasLighthouse, lighthouse, type Verdict } from './support/lighthouse.ts';
import { type Stage, stage } from './support/stage.ts';

if (!hasLighthouse) console.warn('\nSKIPPED: what Lighthouse says, because it is not installed (npm run tools)\n');

/**
 * Now is what everybody loads first, with a stream's first messages in it; who comes by a link to History takes its charts and answers. Alarms asks
 * for the settings, 7 KB. Nerd writes formulas, whose signs bring 12 KB of font: what was measured and 1 %.
 */
const MOST_KB: Partial<Record<string, number>> = {
  now: 66,
  history: 122,
  alarms: 102,
  nerd: 103,
};
const TRIES = 16;

let station: Stage;
beforeAll(async () => {
  station = await stage({ historyDays: 30 });
});
afterAll(() => station?.stop());

describe.skipIf(!hasLighthouse)('Lighthouse, for a telephone on slow mobile data,', () => {
  it.each([...VIEWS, 'settings', 'about'] as const)(
    'gives %s 95 points at least, and finds nothing that shuts somebody out or moves',
    async (view) => {
      const [verdict] = await lighthouse([`${station.url}/#/${view}`], TRIES);
      const { performance, accessibility, layoutShift, bytes, speed, wanting } = verdict as Verdict;
      expect(performance, `on a machine of speed ${speed}: ${wanting.join('\n')}`).toBeGreaterThanOrEqual(0.95);
      expect(accessibility).toBe(1);
      expect(layoutShift).toBeLessThanOrEqual(0.02);
      expect(bytes).toBeLessThanOrEqual((MOST_KB[view] ?? 100) * 1024);
    },
  );
});
