import type { Browser, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Glance } from '../../src/contract/glance.ts';
import type { Status } from '../../src/contract/status.ts';
import { realNowS } from '../support/real-now.ts';
import { share } from '../support/share.ts';
import { launch, VIEWS, visit } from './support/browser.ts';
import { AFTERNOON_S, type Stage, stage } from './support/stage.ts';

let browser: Browser;
let warm: Stage;
/** Ten days behind the clock of whoever looks at it. */
let late: Stage;
/** Its record is long enough to say what is usual. */
let years: Stage;
/** Simulated, as `--demo` is, with something to tell: its stream comes last. */
let demo: Stage;
beforeAll(async () => {
  const tenDaysAgoS = realNowS('the page asks for the days before its own clock') - 10 * 86_400;
  [browser, warm, late, years, demo] = await Promise.all([
    launch(),
    stage({ startS: AFTERNOON_S }),
    stage({ startS: tenDaysAgoS }),
    stage({ startS: AFTERNOON_S, status: { history_days: 1500 } }),
    stage({ startS: AFTERNOON_S, simulated: true, status: { name: 'Weatherglass', notices: [notice] } }),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await warm?.stop();
  await late?.stop();
  await years?.stop();
  await demo?.stop();
});

const notice: Status['notices'][number] = { severity: 'info', text: 'Simulated weather.' };
const usual: NonNullable<Glance['today']['usual']> = { years: 4, temp_min: 1, temp_max: 9, than_c: -0.9 };

interface Shift {
  value: number;
  sources: string[];
}

const isStream = (request: Request): boolean => new URL(request.url()).pathname === '/api/stream';

/** What moves by itself after it was first painted. Nothing may: somebody was about to touch it. */
const MOST = 0.02;

const screens = [
  ['a telephone', 390, 844],
  ['the panel', 800, 480],
  ['a desktop', 1350, 940],
] as const;
const pages = [
  ...[...VIEWS, 'connections'].map((view) => [view, '', () => warm] as const),
  ['now', ' of a demonstration', () => demo] as const,
  ['history', ' of a station with another clock', () => late] as const,
  ['history', ' of a station that knows what is usual', () => years] as const,
];
const looks = share(
  'pages that stand still on a screen',
  screens.flatMap(([screen]) => pages.map((page) => ({ screen, page }))),
  ({ screen, page: [view, of] }) => [screen, view + of],
);

describe.each(screens)('on %s', (name, width, height) => {
  const here = looks.filter(({ screen }) => screen === name).map(({ page }) => page);
  // Beside each other, for most of it is waiting.
  it.concurrent.each(here)('%s%s stands still while its answers arrive', async (view, _clock, of) => {
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
          await new Promise((resolve) =>
            setTimeout(resolve, (isStream(route.request()) ? 900 : 150) + 60 * (nth++ % 8)),
          );
          await route.continue();
        });
        if (of() !== years) return;
        await page.route('**/api/history/glance', async (route) => {
          const spans = (await (await route.fetch()).json()) as Glance;
          await new Promise((resolve) => setTimeout(resolve, 600));
          const json = Object.fromEntries(Object.entries(spans).map(([name, span]) => [name, { ...span, usual }]));
          await route.fulfill({ json });
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
