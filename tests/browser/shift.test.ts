import type { Request } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Glance } from '../../src/contract/glance.ts';
import type { Status } from '../../src/contract/status.ts';
import { realNowS } from '../support/real-now.ts';
import { share } from '../support/share.ts';
import { launch, VIEWS, visit } from './support/browser.ts';
import { shared } from './support/shared.ts';
import { shiftsOf, timesBusy, watch, watchBusy } from './support/shifts.ts';
import { AFTERNOON_S, pass, SITE, stage } from './support/stage.ts';
import { answered, painted, shown, there } from './support/waits.ts';

const notice: Status['notices'][number] = { severity: 'info', text: 'Simulated weather.' };

/**
 * `late` is ten days behind the clock of whoever looks at it; the record of `years` is long enough to say what is usual; `demo` is simulated, as
 * `--demo` is, with something to tell: its stream comes last.
 */
const [browser, warm, late, years, demo, indoors, frosty] = await shared(
  launch({ reuse: true }),
  stage(),
  stage({ startS: realNowS('the page asks for the days before its own clock') - 10 * 86_400 }),
  stage({ status: { history_days: 1500 } }),
  stage({ simulated: true, status: { name: 'Weatherglass', notices: [notice] } }),
  stage({ status: { site: { ...SITE, indoors: true } } }),
  stage({ startS: AFTERNOON_S, weather: { temperature: -3.4 } }),
);

const usual: NonNullable<Glance['today']['usual']> = { years: 4, temp_min: 1, temp_max: 9, than_c: -0.9 };

const isStream = (request: Request): boolean => new URL(request.url()).pathname === '/api/stream';

/** What moves by itself after it was first painted. Nothing may: somebody was about to touch it. */
const MOST = 0.02;

const screens = [
  ['a telephone', 390, 844],
  ['the panel', 800, 480],
  ['a desktop', 1350, 940],
] as const;
const pages = [
  ...[...VIEWS, 'settings', 'connections', 'about'].map((view) => [view, '', () => warm] as const),
  ['now', ' of a demonstration', () => demo] as const,
  ['history', ' of a station with another clock', () => late] as const,
  ['history', ' of a station that knows what is usual', () => years] as const,
];
const looks = share(
  'pages that stand still on a screen',
  screens.flatMap(([screen]) => pages.map((page) => ({ screen, page }))),
  ({ screen, page }) => [screen, `neighbours ${pages.indexOf(page) >> 1}`],
);

describe.each(screens)('on %s', (name, width, height) => {
  const here = looks.filter(({ screen }) => screen === name).map(({ page }) => page);
  // Beside each other, for most of it is waiting.
  it.concurrent.each(here)('%s%s stands still while its answers arrive', async (view, _clock, of) => {
    const visitor = await visit(browser, of().url, {
      viewport: { width, height },
      view,
      before: async (page) => {
        await watch(page);
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
    await there(visitor.page, '.words:not(.waiting)'); // the stream, and how it stands
    await answered(visitor.page);
    await visitor.page.waitForTimeout(2500); // the first beat of "so many seconds ago", and the next sample
    const shifts = await shiftsOf(visitor.page);
    const total = shifts.reduce((sum, { value }) => sum + value, 0);
    const told = shifts
      .filter(({ value }) => value > 0.001)
      .map(({ value, sources }) => `${value.toFixed(3)} ${sources.join('; ')}`);
    expect(total, told.join('\n')).toBeLessThanOrEqual(MOST);
    await visitor.close();
  });
});

it('nothing below the header of a telephone moves when the station falls silent', async () => {
  const own = await stage({ simulated: true, status: { name: 'Weatherglass', notices: [notice] } });
  const { page, close } = await visit(browser, own.url, { size: 'phone', before: (one) => one.clock.install() });
  const outlet = () => page.locator('.outlet').boundingBox();
  await there(page, '.words.ok');
  await answered(page);
  const before = await outlet();
  own.freeze();
  await pass(30, own, page);
  await shown(page, '.words.warn');
  await painted(page);
  expect(await outlet()).toEqual(before);
  await close();
  await own.stop();
});

it.each(['panel', 'phone'] as const)(
  'on the %s neither the large number nor the chart moves while the words of a frosty day arrive',
  async (size) => {
    const released = Promise.withResolvers<void>();
    const { page, close } = await visit(browser, frosty.url, {
      size,
      before: async (one) => {
        await watch(one);
        await one.route('**/api/history/range?start=*', async (route) => {
          await released.promise;
          await route.continue();
        });
      },
    });
    const [spoken, chart] = [page.locator('.spoken'), page.locator('.next')];
    await spoken.getByText('Thaw likely').waitFor();
    await painted(page);
    const before = await chart.boundingBox();
    released.resolve();
    await spoken.getByText('than this time yesterday').waitFor();
    await painted(page);
    expect(await chart.boundingBox()).toEqual(before);
    const sources = (await shiftsOf(page)).flatMap((shift) => shift.sources);
    expect(sources.filter((source) => /3\.4|hero-number/.test(source))).toEqual([]);
    await close();
  },
);

const of = (target: string): string => `forecast/chances?target=${target}`;
/** Each of these answers is the last in its turn. */
const ANSWERS = ['status', 'stream', 'forecast', 'forecast/tonight', 'forecast/issued', 'history/range', 'scorecard'];
const FROST = `${of('temperature')}&least=0&step=30`;
const lates = share(
  'answers of a view that come last',
  [
    ...[...ANSWERS, of('temperature'), FROST].map((last) => ['temperature', last, () => warm] as const),
    ...[...ANSWERS, of('humidity'), 'labels'].map((last) => ['humidity', last, () => indoors] as const),
  ],
  ([target, last]) => [target, last],
);
const isAsked = (url: string, path: string): boolean => {
  const asked = url.split('/api/')[1]!;
  if (!path.includes('?')) return asked.split('?')[0] === path;
  return asked.startsWith(path) && asked.startsWith(FROST) === (path === FROST);
};

describe('Forecast', () => {
  it.concurrent.each(lates)('of %s does not move at all where %s answers last', async (target, last, from) => {
    const released = Promise.withResolvers<void>();
    const visitor = await visit(browser, from().url, {
      size: 'phone',
      view: `forecast?target=${target}`,
      before: async (page) => {
        await watch(page);
        await page.route('**/api/**', async (route) => {
          if (isAsked(route.request().url(), last)) await released.promise;
          await route.continue();
        });
      },
    });
    await visitor.page.waitForTimeout(1000);
    await painted(visitor.page);
    released.resolve();
    await there(visitor.page, '.words:not(.waiting)');
    await shown(visitor.page, '.horizons');
    await answered(visitor.page);
    expect((await shiftsOf(visitor.page)).filter(({ isOfHeader }) => !isOfHeader)).toEqual([]);
    await visitor.close();
  });
});

/** Views of many parts, each with an answer of its own. */
const MANY_PARTS = ['forecast', 'history', 'models', 'nerd', 'sensors'];
const beginnings = share(
  'views of a station that starts',
  [true, false].flatMap((isMarked) => MANY_PARTS.map((view) => ({ view, isMarked }))),
  ({ view, isMarked }) => [view, `under a page that ${isMarked ? 'comes after' : 'is there'}`],
);

describe('A station that starts', () => {
  it.each([
    [
      'before its page came, and says in more lines what it waits for,',
      true,
      'Another program keeps the database in /var/lib/weatherglass locked (DB Browser, or a sqlite3 shell with an open transaction). Close it: Weatherglass waits up to 10 minutes.',
    ],
    ['under a page that is there already', false, undefined],
  ])('%s moves nothing on a telephone, and each view is busy once', async (_when, isMarked, waits_for) => {
    const late = await stage({ startS: AFTERNOON_S, status: { history_days: 1500 } });
    let isThere = false;
    if (isMarked) late.withdraw();
    const views = beginnings.filter((one) => one.isMarked === isMarked).map(({ view }) => view);
    const visitors = await Promise.all(
      views.map((view) =>
        visit(browser, late.url, {
          size: 'phone',
          view,
          expected: /status of 503/,
          before: async (page) => {
            await watch(page);
            await watchBusy(page);
            let nth = 0;
            await page.route('**/api/**', async (route) => {
              const isHealth = route.request().url().endsWith('/api/health');
              if (!isThere && isHealth)
                return route.fulfill({ json: { status: 'ok', sampling: false, turn_age_s: null, waits_for } });
              // The view is refused first, so that it was drawn: what it was told must not outlive it.
              const isOwn = route.request().url().endsWith(`/api/${view}`);
              if (!isThere && !isMarked && !isOwn) await new Promise((resolve) => setTimeout(resolve, 1500));
              if (!isThere)
                return route.fulfill({ status: 503, json: { detail: 'starting', code: 'refusal.not-started' } });
              if (!isHealth) await new Promise((resolve) => setTimeout(resolve, 100 + 150 * (nth++ % 5)));
              await route.continue();
            });
          },
        }),
      ),
    );
    const sentence = waits_for ?? 'The station is starting…';
    await Promise.all(visitors.map(({ page }) => page.locator('.outlet').getByText(sentence).first().waitFor()));
    await visitors[0]!.page.waitForTimeout(500);
    if (isMarked) late.present();
    isThere = true;
    const seen = await Promise.all(
      visitors.map(async ({ page, close }, i) => {
        await there(page, '.words:not(.waiting)');
        await answered(page);
        const moved = (await shiftsOf(page)).filter(({ isOfHeader }) => !isOfHeader);
        const began = await timesBusy(page);
        await close();
        return { view: views[i], moved, began };
      }),
    );
    // A page that is there already was busy, too, before the station refused it.
    const most = isMarked ? 1 : 2;
    expect(seen.filter(({ moved, began }) => moved.length > 0 || began > most)).toEqual([]);
    await late.stop();
  });

  it('says so above a view that is shown on a telephone, and moves nothing there either', async () => {
    const again = await stage({ startS: AFTERNOON_S });
    const { page, close } = await visit(browser, again.url, {
      size: 'phone',
      view: 'models',
      before: async (opened) => {
        await watch(opened);
        await opened.clock.install();
      },
      expected: /status of 503/,
    });
    await there(page, '.words:not(.waiting)');
    await answered(page);
    again.withdraw();
    await pass(31, again, page); // the status is asked for every 30 s
    await page.locator('.outlet').getByText('The station is starting…').first().waitFor();
    await painted(page);
    again.present();
    await pass(5, again, page);
    await page.locator('.outlet .problem').first().waitFor({ state: 'detached' });
    expect((await shiftsOf(page)).filter(({ isOfHeader }) => !isOfHeader)).toEqual([]);
    await close();
    await again.stop();
  });
});
