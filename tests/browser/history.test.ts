import { describe, expect, it } from 'vitest';
import { DAY_S } from '../../src/base/durations.ts';
import type { EventRecord } from '../../src/contract/events.ts';
import type { Glance } from '../../src/contract/glance.ts';
import type { HistoryRange } from '../../src/contract/history.ts';
import { share } from '../support/share.ts';
import { launch, touching, visit } from './support/browser.ts';
import { axe, shoot } from './support/looks.ts';
import { shared } from './support/shared.ts';
import { AFTERNOON_S, pass, stage } from './support/stage.ts';
import { answered, painted, settle, shown } from './support/waits.ts';

const [browser, warm] = await shared(launch({ reuse: true }), stage());
// A log much longer than one answer of the API holds: the oldest of it lies weeks back.
const long: EventRecord[] = Array.from({ length: 700 }, (_, i) => ({
  ts: AFTERNOON_S - 29 * 86_400 + i * 3200,
  kind: 'sensor',
  severity: 'info',
  detail: `made up ${i}`,
}));
warm.station.remember(...long);

const pointed = '.pointed';

describe('History', () => {
  it('shows a day, the coldest moment of a day, a record and an event when they are touched', async () => {
    const { page, complaints, close } = await touching(browser, warm.url, { view: 'history' });
    await shown(page, '.plots .past');
    const daily = page.getByRole('region', { name: 'Daily summary' });
    await daily.getByRole('button', { name: 'Wed 18 Nov' }).tap();
    await expect.poll(() => page.locator(pointed).textContent()).toMatch(/18 Nov 2026, 00:00 – 19 Nov 2026, 00:00/);
    await expect.poll(() => page.locator('.charts').evaluate((e) => e.getBoundingClientRect().top)).toBeLessThan(200);
    const row = daily.locator('tr', { hasText: 'Wed 18 Nov' });
    const clock = await row.locator('td').nth(1).locator('.moment').textContent();
    await row.locator('td').nth(1).locator('.moment').tap();
    await expect.poll(() => page.locator(pointed).textContent()).toMatch(new RegExp(`1[89] Nov 2026, ${clock}`));
    await expect.poll(() => page.locator('.hairline line').count()).toBe(1);
    await page.locator('.facts .moment').first().tap();
    await expect.poll(() => page.locator(pointed).textContent()).toMatch(/17 Nov 2026/);
    await settle(page);
    await shoot(page, 'history', 'record');
    expect(await axe(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  it('turns days, months and years by a tap or a swipe; what is to come is dimmed and stays in its place', async () => {
    const { page, complaints, close } = await touching(browser, warm.url, { view: 'history' });
    await shown(page, '.plots .past');
    const stepper = page.locator('.stepper');
    const [before, after] = [
      stepper.getByRole('button', { name: 'Before' }),
      stepper.getByRole('button', { name: 'After' }),
    ];
    await stepper.getByRole('button', { name: 'Day' }).tap();
    await expect.poll(() => page.locator('.stepped').textContent()).toBe('Sat 21 Nov');
    await expect.poll(() => after.isDisabled()).toBe(true);
    expect((await after.boundingBox())!.width).toBeGreaterThanOrEqual(48);
    await before.tap();
    await expect.poll(() => page.locator(pointed).textContent()).toMatch(/20 Nov 2026, 00:00 – 21 Nov 2026, 00:00/);
    await expect.poll(() => after.isDisabled()).toBe(false);
    await settle(page);
    const box = (await page.locator('.stepped').boundingBox())!;
    const swipe = async (byPx: number): Promise<void> => {
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width / 2 + byPx, box.y + box.height / 2, { steps: 4 });
      await page.mouse.up();
    };
    await swipe(60);
    await expect.poll(() => page.locator('.stepped').textContent()).toBe('Thu 19 Nov');
    await swipe(-60);
    await expect.poll(() => page.locator('.stepped').textContent()).toBe('Fri 20 Nov');
    await stepper.getByRole('button', { name: 'Month' }).tap();
    await expect.poll(() => page.locator('.stepped').textContent()).toBe('November 2026');
    await page.locator('.glance').getByRole('button', { name: 'Yesterday' }).tap();
    await expect.poll(() => page.locator('.stepped').textContent()).toBe('Fri 20 Nov');
    const small = await page
      .locator('table .moment')
      .evaluateAll(
        (all) =>
          all.filter((one) => one.getBoundingClientRect().height < 48 || one.getBoundingClientRect().width < 48).length,
      );
    expect(small).toBe(0);
    await stepper.getByRole('button', { name: 'Year' }).tap();
    await expect.poll(() => page.locator('.stepped').textContent()).toBe('2026');
    await page.reload();
    await shown(page, '.plots .past');
    await expect.poll(() => page.locator('.stepped').textContent()).toBe('2026');
    await stepper.getByRole('button', { name: 'Year', pressed: true }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it('dates its cards by their answer: behind midnight the values of yesterday do not stand under the new day', async () => {
    const { page, close } = await visit(browser, warm.url, {
      view: 'history',
      before: (opened) =>
        opened.route('**/api/history/glance', async (route) => {
          const spans = (await (await route.fetch()).json()) as Glance;
          const today = { ...spans.today, from_ts: spans.today.from_ts - DAY_S, to_ts: spans.today.to_ts - DAY_S };
          await route.fulfill({ json: { ...spans, today } });
        }),
    });
    const dates = () => page.locator('.glance .when').allTextContents();
    await expect.poll(dates).toEqual(['Fri 20 Nov, so far', 'Thu 19 Nov', expect.anything(), expect.anything()]);
    await close();
  });

  it('has its bar in one row on a wall', async () => {
    const { page, close } = await visit(browser, warm.url, { size: 'wall', view: 'history' });
    await shown(page, '.range-bar .tools');
    await settle(page);
    const middleOf = async (selector: string): Promise<number> => {
      const { y, height } = (await page.locator(selector).boundingBox())!;
      return y + height / 2;
    };
    expect(await middleOf('.range-bar .tools')).toBeCloseTo(await middleOf('.stepper'), 0);
    await close();
  });

  it('asks for the cards and records again when readings were marked', async () => {
    const { page, complaints, close } = await touching(browser, warm.url, {
      view: 'history',
      before: (opened) => opened.clock.install(),
    });
    await shown(page, '.plots .past');
    await page.route('**/api/quality', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ json: {} }) : route.fallback(),
    );
    await settle(page);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.getByRole('button', { name: 'Mark readings' }).tap();
    await page.getByRole('button', { name: 'Enter times' }).tap();
    const wrong = page.getByRole('button', { name: 'They are wrong' });
    const foot = async (): Promise<number> => {
      const { y, height } = (await wrong.boundingBox())!;
      return y + height;
    };
    await expect.poll(foot).toBeLessThan(480); // in sight before anything was scrolled
    const [last, row] = [(await wrong.boundingBox())!, (await page.locator('.flags .buttons').boundingBox())!];
    expect(last.x + last.width, 'its words have the whole row').toBeCloseTo(row.x + row.width, 0);
    const marked = page.waitForResponse((response) => response.request().method() === 'POST');
    await wrong.tap();
    await marked;
    await answered(page);
    await page.clock.runFor(2000); // then it looks whether the rows are made anew
    for (const path of ['/api/history/range', '/api/history/glance', '/api/records'])
      await expect.poll(() => asked).toContain(path);
    expect(complaints).toEqual([]);
    await close();
  });

  it('has panels of wind and rain where the station has a record of them', async () => {
    const { page, complaints, close } = await visit(browser, warm.url, {
      view: 'history',
      before: (one) =>
        one.route('**/api/history/range?start=*', async (route) => {
          const response = await route.fetch();
          const range = (await response.json()) as HistoryRange;
          const { ts = [] } = range.series;
          const even = (value: number) => ts.map(() => value);
          const weather = { wind_speed: even(2), wind_gust: even(3), wind_gust_hi: even(5), rain: even(0.2) };
          await route.fulfill({ response, json: { ...range, series: { ...range.series, ...weather } } });
        }),
    });
    await expect.poll(() => page.locator('.plots svg[role=img]').count()).toBe(5);
    await expect
      .poll(() => page.locator('.panel-name').allTextContents())
      .toEqual(['Temperature °C', 'Humidity %', 'Pressure hPa', 'Wind, up to gusts m/s', 'Rain mm']);
    await page.locator('.range-bar').getByText('Table', { exact: true }).click();
    const table = page.getByRole('region', { name: 'History', exact: true });
    await table.locator('tbody tr').nth(1).waitFor();
    expect((await table.locator('th[scope=col]').allTextContents()).slice(-2)).toEqual([
      ...['Wind, up to gusts m/s', 'Rain mm'],
    ]);
    const cells = await table.locator('tbody tr').nth(1).locator('td').allTextContents();
    expect(cells.at(-2)).toBe('2.0 … 5.0');
    expect(Number(cells.at(-1))).toBeGreaterThan(0);
    expect(complaints).toEqual([]);
    await close();
  });

  it('knows what happened weeks ago, and reads on', async () => {
    const { page, complaints, close } = await visit(browser, warm.url, { size: 'wall', view: 'history?span=30d' });
    await shown(page, '.events tbody tr');
    await expect.poll(() => page.locator('.events tbody tr').count()).toBe(30);
    const more = page.getByRole('button', { name: 'Show more' });
    await more.click(); // to its end it is read on below
    await expect.poll(() => page.locator('.events tbody tr').count()).toBeGreaterThan(30);
    for (const label of ['To', 'From']) {
      await page.getByLabel(label, { exact: true }).fill('24/10/2026');
      await page.keyboard.press('Enter');
    }
    await expect.poll(() => page.locator('.events tbody tr').count()).toBeGreaterThan(20);
    await expect.poll(() => page.locator('.events tbody tr').first().textContent()).toContain('24 Oct 2026');
    // The marks stand over the whole window, not at its newest end only.
    const marks = () =>
      page.locator('.event-mark').evaluateAll((e) => e.map((m) => Number.parseFloat(m.getAttribute('x')!)));
    await expect.poll(async () => Math.min(...(await marks()))).toBeLessThan(10);
    expect(complaints).toEqual([]);
    await close();
  });

  const screens = share('screens of a log that is read on', ['panel', 'phone'] as const, () => ['a screen']);
  it.each(screens)(
    'shows more of its log on a %s, as far as there is anything, without moving what is read, and the focus stays in the log',
    async (size) => {
      const { page, complaints, close } = await visit(browser, warm.url, { size, view: 'history?span=30d' });
      const rows = page.locator('.events tbody tr');
      await expect.poll(() => rows.count()).toBe(30);
      const more = page.getByRole('button', { name: 'Show more' });
      await more.focus();
      await more.scrollIntoViewIfNeeded();
      /** Where the last row that was there lies, and the part of the page that has the focus. */
      const placed = (nth: number) =>
        page.evaluate((place) => {
          const row = document.querySelectorAll('.events tbody tr')[place]!;
          return {
            topPx: Math.round(row.getBoundingClientRect().top),
            scrolled: document.querySelector('.outlet')!.scrollTop,
            focused: document.activeElement!.closest('.events') !== null,
          };
        }, nth);
      const jumps: unknown[] = [];
      let known = 0;
      for (let i = 0; i < 60 && (await more.isVisible()); i++) {
        known = await rows.count();
        await more.scrollIntoViewIfNeeded();
        await painted(page);
        const before = await placed(known - 1);
        await page.keyboard.press('Enter');
        await expect.poll(async () => (await rows.count()) > known || !(await more.isVisible())).toBe(true);
        await answered(page);
        await painted(page);
        const after = await placed(known - 1);
        if (JSON.stringify(after) !== JSON.stringify(before)) jumps.push({ known, before, after });
      }
      expect(jumps).toEqual([]);
      expect(await page.locator('.events tbody tr', { hasText: /made up 0$/ }).count()).toBe(1);
      // The button has gone with the last rows: a keyboard goes on at the first of them.
      expect(await page.evaluate(() => document.activeElement!.closest('tr')!.rowIndex)).toBe(1 + known);
      expect(complaints).toEqual([]);
      await close();
    },
  );

  it('says since when nothing was measured, instead of drawing calm', async () => {
    const { page, close } = await visit(browser, warm.url, {
      size: 'phone',
      view: 'history?span=24h',
      before: (p) =>
        p.route('**/api/history/range*', async (route) => {
          const range = (await (await route.fetch()).json()) as HistoryRange;
          if ('ts' in range.series) {
            const { series } = range;
            const kept = series.ts.filter((ts) => ts < AFTERNOON_S - 3 * 3600).length;
            for (const column of Object.values(series) as unknown[][]) column.length = kept;
          }
          await route.fulfill({ json: range });
        }),
    });
    await shown(page, '.silence');
    await settle(page);
    await shoot(page, 'history', 'silent');
    // On paper a stretch without its hatching would look calm.
    expect(await page.locator('.silence').evaluate((one) => getComputedStyle(one).printColorAdjust)).toBe('exact');
    await expect.poll(() => page.locator(pointed).textContent()).toMatch(/no reading since 21 Nov 2026, 12:1\d/);
    expect(await axe(page)).toEqual([]);
    await close();
  });

  it('asks once for its notes and flags while a minute lasts', async () => {
    const fresh = await stage({ stands: true }); // in the middle of a minute
    const asked: URL[] = [];
    const { page, close } = await visit(browser, fresh.url, {
      size: 'panel',
      view: 'history',
      before: async (p) => {
        p.on('request', (request) => asked.push(new URL(request.url())));
        // Charts first: the records move the window once more, and ask for nothing new.
        await p.route('**/api/records', async (route) => {
          await shown(p, '.plots .past');
          await route.fallback();
        });
      },
    });
    await page.getByText('Records', { exact: true }).first().waitFor();
    await settle(page);
    for (const path of ['/api/notes', '/api/quality']) {
      const ends = asked.filter(({ pathname }) => pathname === path).map((one) => Number(one.searchParams.get('end')));
      const minutes = ends.map((endS) => Math.floor(endS / 60)); // its own, too, where it asks before it knows the station's
      expect(minutes, path).toEqual([...new Set(minutes)]);
      expect(minutes.length).toBeGreaterThan(0);
    }
    await close();
    await fresh.stop();
  });

  it('asks anew for its hours when it is opened again: they may have been corrected meanwhile', async () => {
    let meanwhile: string | null = null;
    const { page, go, close } = await visit(browser, warm.url, {
      size: 'panel',
      view: 'history?span=30d',
      before: (one) =>
        one.route(/\/history-[^/]*\.js$/, async (route) => {
          meanwhile = await one.locator('.loading').textContent();
          await route.fallback();
        }),
    });
    await shown(page, '.plots .past');
    expect(meanwhile).toBe('History…'); // its script comes late on a slow line
    await settle(page);
    await go('now');
    const again = page.waitForRequest((request) => request.url().includes('columns=temp,temp_lo'));
    await go('history');
    await again;
    await close();
  });

  it('says that nothing answers no longer than that is so, though its charts need no new row', async () => {
    const back = await stage();
    const { page, close } = await visit(browser, back.url, {
      size: 'panel',
      view: 'history',
      expected: /ERR_FAILED/,
      before: (opened) => opened.clock.install(),
    });
    await page.getByRole('button', { name: '7 d', exact: true }).click();
    await shown(page, '.plots .past');
    await settle(page);
    await page.route('**/api/events?*', (route) => route.abort());
    const minute = () => pass(61, back, page); // each looks for new events
    await minute();
    await page.locator('.history > header .problem').waitFor();
    await page.unroute('**/api/events?*');
    await minute();
    await page.locator('.history > header .problem').waitFor({ state: 'detached' });
    await close();
    await back.stop();
  });

  it('of a station two hours old begins where its readings begin', async () => {
    const young = await stage({ historyDays: 2 / 24 });
    const { page, close } = await visit(browser, young.url, { size: 'panel', view: 'history' });
    await expect.poll(() => page.locator(pointed).textContent()).toMatch(/21 Nov 2026, 13:12 – 21 Nov 2026, 15:1\d/);
    await expect.poll(() => page.locator('.segments [aria-pressed=true]').textContent()).toBe('All');
    await settle(page);
    await shoot(page, 'history', 'young');
    await close();
    await young.stop();
  });
});
