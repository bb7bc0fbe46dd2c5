import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { realNowS } from '../support/real-now.ts';
import { launch, VIEWS, visit } from './support/browser.ts';
import { AFTERNOON_S, type Stage, stage } from './support/stage.ts';

let browser: Browser;
let warm: Stage;
/** Ten days behind the clock of whoever looks at it. */
let late: Stage;
beforeAll(async () => {
  const tenDaysAgoS = realNowS('the page asks for the days before its own clock') - 10 * 86_400;
  [browser, warm, late] = await Promise.all([launch(), stage({ startS: AFTERNOON_S }), stage({ startS: tenDaysAgoS })]);
});
afterAll(async () => {
  await browser?.close();
  await warm?.stop();
  await late?.stop();
});

interface Shift {
  value: number;
  sources: string[];
}

/** What moves by itself after it was first painted. Nothing may: somebody was about to touch it. */
const MOST = 0.02;

describe.each([
  ['a telephone', 412, 823],
  ['the panel', 800, 480],
  ['a desktop', 1350, 940],
])('on %s', (_name, width, height) => {
  // Beside each other, for most of it is waiting.
  it.concurrent.each([
    ...VIEWS.map((view) => [view, '', () => warm] as const),
    ['history', ' of a station with another clock', () => late] as const,
  ])('%s%s stands still while its answers arrive', async (view, _clock, of) => {
    const visitor = await visit(browser, of().url, {
      viewport: { width, height },
      view,
      before: async (page) => {
        await page.addInitScript(() => {
          const shifts: Shift[] = [];
          (window as unknown as { shifts: Shift[] }).shifts = shifts;
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries() as unknown as Array<{
              value: number;
              hadRecentInput: boolean;
              sources: Array<{ node: Node | null; previousRect: DOMRect; currentRect: DOMRect }>;
            }>) {
              if (entry.hadRecentInput) continue;
              shifts.push({
                value: entry.value,
                sources: entry.sources.map(({ node, previousRect, currentRect }) => {
                  const box = (r: DOMRect) => [r.x, r.y, r.width, r.height].map(Math.round).join(' ');
                  const name =
                    node instanceof Element ? `${node.tagName}.${node.getAttribute('class')}` : String(node?.nodeName);
                  return `${name}: ${box(previousRect)} → ${box(currentRect)}`;
                }),
              });
            }
          }).observe({ type: 'layout-shift', buffered: true });
        });
        // As over a slow network: the script first, every answer later and one after the other.
        let nth = 0;
        await page.route('**/api/**', async (route) => {
          if (route.request().url().endsWith('/stream')) return route.continue();
          await new Promise((resolve) => setTimeout(resolve, 150 + 60 * (nth++ % 8)));
          await route.continue();
        });
      },
    });
    await visitor.page.waitForTimeout(2500);
    const shifts = await visitor.page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);
    const total = shifts.reduce((sum, { value }) => sum + value, 0);
    const told = shifts
      .filter(({ value }) => value > 0.001)
      .map(({ value, sources }) => `${value.toFixed(3)} ${sources.join('; ')}`);
    expect(total, told.join('\n')).toBeLessThanOrEqual(MOST);
    await visitor.close();
  });
});
