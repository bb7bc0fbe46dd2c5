import { readFileSync } from 'node:fs';
import type { Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { launch, touching, visit } from './support/browser.ts';
import { axe, shoot } from './support/looks.ts';
import { shared } from './support/shared.ts';
import { AFTERNOON_S, stage } from './support/stage.ts';
import { laterBy, painted, settle, shown, unhurried, until } from './support/waits.ts';

const [browser, warm] = await shared(launch({ reuse: true }), stage());

const touch = { kiosk: true } as const;
/** A touch of "Undo" sooner after the report is a finger that bounces. */
const BOUNCE_MS = 800;

/** Takes back what was reported: "Undo" is offered until that is done. */
const takenBack = async (page: Page): Promise<void> => {
  const undo = page.getByRole('button', { name: /Undo/ });
  await undo.waitFor();
  await laterBy(page, BOUNCE_MS);
  await undo.tap();
  await undo.waitFor({ state: 'detached' });
};

/** So long "Undo" is offered, and an answer waited for. */
const before = (page: Page) => unhurried(page, 10_000, 20_000);

describe('with touches only, on the small panel,', () => {
  it('somebody tells that it rains; it rains from then on, and a second touch undoes nothing', async () => {
    // Ten minutes in which its clock says 15:1x.
    const rainy = await stage({ startS: AFTERNOON_S - 145 });
    const { page, go, complaints, close } = await touching(browser, rainy.url, { ...touch, before });
    const labels = () => rainy.station.rain.precipitation()?.strong_labels;
    const panel = page.locator('.rain-panel');
    const wet = page.getByRole('button', { name: 'Yes' });
    await settle(page);
    const { x, y, width, height } = (await wet.boundingBox())!;
    await wet.tap();
    await panel.getByText(/Rain reported 15:1\d/).waitFor();
    // What was reported stands where the question was: a finger that bounces takes nothing back.
    for (let i = 0; i < 2; i++) await page.touchscreen.tap(x + width / 2, y + height / 2);
    await panel.getByText(/reported at 15:1\d/).waitFor();
    await page.getByText(/Raining since 15:1\d\./).waitFor();
    await shoot(page, 'flow', 'raining');
    expect(labels()).toBe(1);
    const place = (await panel.locator('.reported').boundingBox())!;
    expect(Math.abs(place.x - x)).toBeLessThan(12);
    expect(place.y + place.height / 2).toBeGreaterThan(y);
    expect(place.y + place.height / 2).toBeLessThan(y + height);

    await go('models');
    await go('now');
    await takenBack(page);
    await panel.getByText('34').waitFor();
    expect(labels()).toBe(0);
    await page.getByRole('button', { name: 'No' }).tap();
    await panel.getByText(/Dry reported 15:1\d/).waitFor();
    expect(labels()).toBe(1);
    await takenBack(page);
    expect(labels()).toBe(0);

    // Another browser of the household knows it, too.
    await wet.tap();
    await page.getByText(/Raining since 15:1\d\./).waitFor();
    expect(await axe(page)).toEqual([]);
    const other = await visit(browser, rainy.url, { size: 'phone' });
    await other.page.locator('.rain-panel').getByText('Raining', { exact: true }).waitFor();
    await other.close();
    expect(complaints).toEqual([]);
    await close();
    await rainy.stop();
  });

  it('a word whose answer is lost on its way back is seen as taken and said once, and what went wrong is read whole', async () => {
    const rainy = await stage();
    const { page, close } = await touching(browser, rainy.url, {
      size: 'phone',
      expected: /ERR_FAILED/,
      before,
    });
    const lose = async (route: Route) => {
      await route.fetch();
      await route.abort();
    };
    await page.route('**/api/label', lose);
    const wet = page.getByRole('button', { name: 'Yes' });
    await wet.tap();
    const refusal = page.locator('.observe .refusal');
    await refusal.waitFor();
    const hidden = await refusal.evaluate((text) => text.scrollHeight - text.clientHeight);
    expect(hidden).toBeLessThanOrEqual(0);
    await expect.poll(() => wet.getAttribute('aria-pressed')).toBe('true');
    const words = () => rainy.station.rain.precipitation()?.strong_labels;
    await expect.poll(words).toBe(1);

    // Said again it is the same word, and can be taken back.
    await page.unroute('**/api/label', lose);
    await wet.tap();
    const undo = page.getByRole('button', { name: /Undo/ });
    await undo.waitFor();
    expect(words()).toBe(1);
    await takenBack(page);
    expect([words(), await refusal.count()]).toEqual([0, 0]);
    await close();
    await rainy.stop();
  });

  it('a report is offered again only when the one before it is taken back, however late that is answered', async () => {
    const rainy = await stage();
    const { page, close } = await touching(browser, rainy.url, { ...touch, before });
    const labels = () => rainy.station.rain.precipitation()?.strong_labels;
    const [answered, logged] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.route('**/api/label/*', (route) => answered.promise.then(() => route.continue()));
    const [yes, no, undo] = ['Yes', 'No', /Undo/].map((name) => page.getByRole('button', { name }));
    const known = page.waitForResponse(/\/api\/events\?kinds=label/);
    await yes!.tap();
    await undo!.waitFor();
    await known;
    // From here on the page's log is old, and has the report: nothing that a finger does waits for it, or believes it.
    await page.route('**/api/events?kinds=label*', (route) => logged.promise.then(() => route.continue()));
    await laterBy(page, BOUNCE_MS);
    const asked = page.waitForRequest((request) => request.method() === 'DELETE');
    await undo!.tap();
    await asked;
    await painted(page);
    expect(await undo!.getAttribute('aria-busy')).toBe('true');
    expect(await no!.count()).toBe(0);
    answered.resolve();
    await expect.poll(() => yes!.getAttribute('aria-pressed')).toBe('false');
    await no!.tap();
    await page.getByText('Dry reported').waitFor();
    expect(labels()).toBe(1);
    logged.resolve();
    await settle(page);
    await page.getByText('Dry reported').waitFor();
    await close();
    await rainy.stop();
  });

  it('of quick touches the last word wins: it waits for the answer to the first, and what it overtook is never said', async () => {
    const rainy = await stage();
    const { page, close } = await touching(browser, rainy.url, { ...touch, before });
    const labels = () => rainy.station.rain.precipitation()?.strong_labels;
    const answered = Promise.withResolvers<void>();
    const said: unknown[] = [];
    await page.route('**/api/label', async (route) => {
      said.push(route.request().postDataJSON());
      await answered.promise;
      await route.continue();
    });
    const [yes, no] = ['Yes', 'No'].map((name) => page.getByRole('button', { name }));
    await yes!.tap();
    await yes!.tap(); // a finger that bounces
    await expect.poll(() => yes!.getAttribute('aria-pressed')).toBe('true'); // marked by the touch, long before any answer
    for (const word of [no!, yes!, no!]) await word.tap();
    await painted(page);
    expect(await no!.getAttribute('aria-pressed')).toBe('true');
    expect(await no!.getAttribute('aria-busy')).toBe('true');
    expect(await yes!.getAttribute('aria-pressed')).toBe('false');
    await shoot(page, 'flow', 'saying');
    await expect.poll(() => said.length).toBe(1);
    answered.resolve();
    await page.getByText('Dry reported').waitFor();
    expect(said).toMatchObject([{ value: 1 }, { value: 0 }]);
    expect(labels()).toBe(2);
    // Taken back elsewhere meanwhile: there is nothing left to do, and nothing to complain of.
    expect((await fetch(`${rainy.url}/api/label/2`, { method: 'DELETE' })).status).toBe(200);
    await takenBack(page);
    expect(await page.locator('.refusal').count()).toBe(0);
    expect(labels()).toBe(1);
    await close();
    await rainy.stop();
  });

  it('the way back of a report is offered for ten seconds in sight: not behind another view or the first questions', async () => {
    const rainy = await stage();
    const before = (one: Page): Promise<unknown> =>
      one.addInitScript(() => {
        const counted = new Set<unknown>();
        const { setTimeout: set, clearTimeout: clear } = window;
        window.setTimeout = ((work: () => void, ms?: number) => {
          const id = set(work, ms === 10_000 ? 300_000 : ms);
          if (ms === 10_000) counted.add(id);
          return id;
        }) as typeof setTimeout;
        window.clearTimeout = ((id?: number) => {
          counted.delete(id);
          clear(id);
        }) as typeof clearTimeout;
        Object.assign(window, { counted });
      });
    const { page, go, close } = await touching(browser, rainy.url, { ...touch, before });
    const counted = () => page.evaluate(() => (window as unknown as { counted: Set<unknown> }).counted.size);
    await settle(page);
    const others = await counted();
    await page.getByRole('button', { name: 'Yes' }).tap();
    await page.getByRole('button', { name: /Undo/ }).waitFor();
    await expect.poll(counted).toBe(others + 1);
    await go('models');
    await expect.poll(counted).toBe(others);
    await go('now');
    await page.getByRole('button', { name: /Undo/ }).waitFor();
    await expect.poll(counted).toBe(others + 1);
    await close();
    await rainy.stop();
  });

  it('trains the models anew, sees how far they are, and has the forecasts judged', async () => {
    const { page, complaints, close } = await touching(browser, warm.url, { ...touch, view: 'models' });
    warm.station.job = { job: 'train', progress: 0.4, started_ts: AFTERNOON_S };
    await page.getByRole('progressbar', { name: 'Training' }).waitFor();
    expect(await page.getByRole('progressbar', { name: 'Training' }).getAttribute('aria-valuenow')).toBe('40');
    await shoot(page, 'flow', 'training');
    warm.station.job = null;
    const train = page.getByRole('button', { name: 'Train now' });
    await until(page, () => !document.querySelector('[role=progressbar]'));
    await train.tap();
    await page
      .getByText(/Trained on .* pairs/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Score forecasts now' }).tap();
    await page.getByText(/Forecasts scored/).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it('takes exactly the stretch in sight home as a file, from a tablet: the wall keeps none', async () => {
    const { page, complaints, close } = await touching(browser, warm.url, { view: 'history' });
    await page.getByRole('button', { name: '6 h', exact: true }).tap();
    await page.locator('.range-bar').getByRole('button', { name: 'Export' }).tap();
    const sheet = page.getByRole('dialog', { name: 'Export' });
    await shoot(page, 'flow', 'export');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      sheet.getByRole('link', { name: 'Download' }).tap(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^weatherglass-\d{8}-\d{4}\.csv$/);
    await sheet.waitFor({ state: 'detached' });
    await page.locator('.range-bar').getByRole('button', { name: 'Export' }).tap();
    for (const name of ['°F, inHg, mph, in', 'A line per value', 'One column', 'Add', 'Everything'])
      await sheet.getByRole('button', { name }).tap();
    const asked = async () => {
      const href = await sheet.getByRole('link', { name: 'Download' }).getAttribute('href');
      return Object.fromEntries(new URL(href!, warm.url).searchParams);
    };
    await expect.poll(asked).toMatchObject({
      units: '1',
      system: 'imperial',
      layout: 'long',
      flags: '1',
      flag_columns: 'one',
      provenance: '1',
    });
    await sheet.getByRole('button', { name: 'Home Assistant' }).tap();
    await sheet.getByLabel('Address').fill('ftp://nowhere');
    await sheet.getByLabel('Long-lived access token').fill('a-token');
    expect(await sheet.getByLabel('Long-lived access token').getAttribute('type')).toBe('password');
    await shoot(page, 'flow', 'export-home-assistant');
    await sheet.getByRole('button', { name: 'Cancel' }).tap();
    const wall = await touching(browser, warm.url, { ...touch, view: 'history' });
    await wall.page.locator('.range-bar').getByRole('button', { name: 'Table' }).waitFor();
    expect(await wall.page.getByRole('button', { name: 'Export' }).count()).toBe(0);
    await wall.close();
    const lines = readFileSync(await download.path(), 'utf8')
      .trim()
      .split(/\r?\n/);
    expect(lines[0]).toMatch(/^iso_time,ts,/);
    const stamps = lines.slice(1).map((line) => Number(line.split(',')[1]));
    expect(stamps.length).toBeGreaterThan(600);
    expect(stamps.at(-1)! - stamps[0]!).toBeGreaterThan(5.9 * 3600);
    expect(stamps.at(-1)! - stamps[0]!).toBeLessThanOrEqual(6 * 3600);
    expect(complaints).toEqual([]);
    await close();
  });

  it('moves through the past with one finger and asks for finer buckets with a zoom', async () => {
    const { page, close } = await touching(browser, warm.url, { ...touch, view: 'history?span=30d' });
    await shown(page, '.plots .past');
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/range')) asked.push(new URL(request.url()).searchParams.get('bucket') ?? '');
    });
    for (let i = 0; i < 4; i++) await page.getByRole('button', { name: 'Zoom in' }).tap();
    await expect.poll(() => Number(asked.at(-1))).toBeLessThan(3600);
    await page.locator('.range-bar').getByRole('button', { name: 'Table' }).tap();
    await page.getByRole('region', { name: 'History' }).waitFor();
    await shoot(page, 'flow', 'table');
    expect(await axe(page)).toEqual([]);
    await page.locator('.range-bar').getByRole('button', { name: 'Chart' }).tap();
    const before = await page.locator('.pointed').textContent();
    await settle(page);
    await page.locator('.plots').evaluate((plots) => plots.scrollIntoView());
    const box = (await page.locator('.plots').boundingBox())!;
    await page.mouse.move(box.x + 200, box.y + 60);
    await page.mouse.down();
    await page.mouse.move(box.x + 420, box.y + 64, { steps: 6 });
    await page.mouse.up();
    await expect.poll(() => page.locator('.range-bar input').first().inputValue()).not.toBe('');
    await page.mouse.move(5, 5);
    await expect.poll(() => page.locator('.pointed').textContent()).not.toBe(before);
    await close();
  });
});
