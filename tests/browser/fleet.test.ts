import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fakeHub, NOW_S } from '../support/fake-hub.ts';
import { share } from '../support/share.ts';
import { launch } from './support/browser.ts';
import { DESK, fleetPages, PHONE } from './support/fleet-pages.ts';
import { axe, shoot } from './support/looks.ts';
import { shared } from './support/shared.ts';
import { count, painted, says, settle, shown, there } from './support/waits.ts';

const [browser, hub, many] = await shared(launch(), fakeHub(42), fakeHub(1000));
const { open, openFor } = fleetPages(browser, hub, many);

const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
const names = (page: Page) => page.locator('tbody th a').allTextContents();

const VIEWS = {
  list: { path: 'list', has: 'tbody tr' },
  map: { path: 'map', has: '.map .land[d*="M"]' },
  station: { path: 'station/skole-002', has: '.chart .future' },
  skill: { path: 'skill', has: 'tbody tr' },
  compare: { path: 'compare?a=skole-001&b=skole-002', has: '.chart .second' },
};

const SCREENS = [
  { name: 'desk', viewport: DESK, colorScheme: 'dark' },
  { name: 'phone', viewport: PHONE, colorScheme: 'light' },
] as const;
/** Which of them axe looks at. */
const checked = new Set(
  share(
    'views of the fleet that axe looks at',
    Object.keys(VIEWS).flatMap((view) => SCREENS.map(({ name }) => `${view} ${name}`)),
    (look) => look.split(' '),
  ),
);

describe('the page of a fleet', () => {
  it('has wind and rain of a station that measures them, and none of another', async () => {
    const { page, complaints, close } = await open(hub, 'station/skole-002');
    const charts = () =>
      page.evaluate(() => [...document.querySelectorAll('[role="img"]')].map((one) => one.getAttribute('aria-label')));
    const headings = () => page.evaluate(() => [...document.querySelectorAll('h3')].map((one) => one.textContent));
    await expect
      .poll(async () => (await charts()).filter((name) => /^(Wind and gusts|Rain) at/.test(name ?? '')))
      .toHaveLength(2);
    await expect.poll(headings).toContainEqual(expect.stringMatching(/^Rain, mm \d+\.\d mm in all$/));
    await page.evaluate(() => {
      location.hash = '#/station/skole-003';
    });
    await expect.poll(async () => (await charts()).filter((name) => name?.includes(' at '))).toHaveLength(1);
    expect(complaints).toEqual([]);
    await close();
  });

  it('shows every view to everybody, in full width: on a desk in the dark, on a phone in the light', async () => {
    const { page, complaints, close } = await open(hub, 'list');
    const titles = new Set<string>();
    for (const [view, { path, has }] of Object.entries(VIEWS)) {
      await page.evaluate((hash) => {
        location.hash = hash;
      }, `#/${path}`);
      await there(page, `main:has(section) ${has}`);
      titles.add(await page.title());
      for (const { name, viewport, colorScheme } of SCREENS) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize(viewport);
        await settle(page);
        expect(await sideways(page), `${view} on a ${name}`).toBe(0);
        if (checked.has(`${view} ${name}`)) expect(await axe(page), `${view} on a ${name}`).toEqual([]);
        await shoot(page, 'fleet', view, name);
      }
    }
    expect(titles.size, 'a tab or an entry of its history tells which view it has').toBe(Object.keys(VIEWS).length);
    expect(complaints).toEqual([]);
    await close();
  });

  it('has room on a phone for names, groups and places of one long word', async () => {
    const before = hub.stations.map((station) => ({ ...station }));
    onTestFinished(() => hub.stations.forEach((station, i) => void Object.assign(station, before[i])));
    for (const station of hub.stations)
      Object.assign(station, { name: 'W'.repeat(80), group: 'W'.repeat(60), place: 'W'.repeat(60) });
    const { page, complaints, close } = await openFor(hub, 'list', { viewport: PHONE });
    for (const [view, { path, has }] of Object.entries(VIEWS)) {
      await page.evaluate((hash) => {
        location.hash = hash;
      }, `#/${path}`);
      await there(page, `main:has(section) ${has}`);
      await settle(page);
      expect(await sideways(page), view).toBe(0);
      await shoot(page, 'fleet', view, 'long');
    }
    expect(complaints).toEqual([]);
    await close();
  });

  it('a thousand stations are calm: found by a few letters, sorted by a heading, all by keys alone', async () => {
    const { page, complaints, close } = await open(many, 'list');
    await expect.poll(() => count(page, 'tbody tr')).toBe(100);
    await page.getByRole('button', { name: 'Show 100 more' }).click();
    await expect.poll(() => count(page, 'tbody tr')).toBe(200);

    // Marks and capitals are asked of nobody; ø is a letter of its own.
    await page.getByLabel('Name, ID, group or place').focus();
    await page.keyboard.type('SANKT JØRGENS SKOLE VED');
    await expect.poll(() => names(page)).toEqual(['Sankt Jørgens Skole ved Søen']);

    await page.getByLabel('Name, ID, group or place').fill('');
    const heading = page.getByRole('button', { name: 'Temperature' });
    await heading.focus();
    await page.keyboard.press('Enter');
    await painted(page);
    const warmest = await page.locator('tbody td.temperature-text').first().textContent();
    await page.keyboard.press('Enter');
    await painted(page);
    const coldest = await page.locator('tbody td.temperature-text').first().textContent();
    const number = (text: string | null) => Number.parseFloat(text!.replace('−', '-'));
    expect(number(warmest)).toBeGreaterThan(number(coldest));

    await page.getByRole('button', { name: 'Silent' }).click();
    const ages = async () => new Set(await page.locator('tbody td[data-head="Last heard"]').allTextContents());
    await expect.poll(ages).toEqual(new Set(['23\u202fd ago', '5\u202fh ago', 'never']));
    expect(complaints).toEqual([]);
    await close();
  });

  it.each(['constructor', 'station/%E0%A4%A'])('an address that names nothing, #/%s, is the list', async (view) => {
    const { page, complaints, close } = await open(hub, view);
    await shown(page, 'tbody tr');
    expect(complaints).toEqual([]);
    await close();
  });

  it('says what is not known: a silent station, a silent engine, a silent hub', async () => {
    const { page, close } = await open(hub, 'station/skole-005');
    onTestFinished(() => void Object.assign(hub, { engine: 'ok', staleS: 0, refuses: null }));
    await says(page, 'No data for 23\u202fd');
    Object.assign(hub, { engine: 'down', staleS: 720 });
    await page.reload();
    await says(page, 'No answer from the database since 12:00');
    await says(page, 'This view is 12\u202fmin old.');
    Object.assign(hub, { engine: 'full', staleS: 0 });
    await page.reload();
    await says(page, 'The database’s disk is full');
    Object.assign(hub, { engine: 'ok', refuses: { status: 503, detail: 'the hub has just started' } });
    await page.reload();
    await says(page, 'Not done: the hub has just started');
    // Of nginx that finds no hub, or the hub no engine: its words are not for readers.
    Object.assign(hub, { refuses: { status: 502, detail: 'Bad Gateway' } });
    await page.reload();
    await says(page, 'No answer from the hub. Trying again…');
    // An outage of another day has its day, also before the fleet has answered.
    await page.route('**/api/health', (route) =>
      route.fulfill({
        status: 503,
        json: { now_ts: NOW_S, engine: { state: 'down', since_ts: NOW_S - 3 * 86_400 } },
      }),
    );
    await page.reload();
    await says(page, 'No answer from the database since 19 Nov 2026, 13:00');
    await page.unroute('**/api/health');
    await close();
  });

  it('a view that cannot be drawn says so in its place, and the others are there', async () => {
    const { page, close } = await open(hub, 'list');
    await page.route('**/api/fleet/*/history?*', (route) => route.fulfill({ json: {} }));
    await page.evaluate(() => {
      location.hash = '#/station/skole-002';
    });
    await says(page, 'This cannot be shown. Trying again…');
    await page.getByRole('link', { name: 'Map', exact: true }).click();
    await there(page, '.map .dot');
    expect(await page.getByText('This cannot be shown').count()).toBe(0);
    await page.unroute('**/api/fleet/*/history?*');
    await close();
  });

  it('tells how long a station has measured nothing, though it was heard a minute ago', async () => {
    const station = hub.stations[0]!;
    const before = { ...station };
    onTestFinished(() => void Object.assign(station, before));
    Object.assign(station, { last_seen_ts: NOW_S - 60, last_row_ts: NOW_S - 3 * 86_400 });
    const { page, close } = await open(hub, `station/${station.id}`);
    await says(page, 'No data for 3\u202fd');
    await page.evaluate(() => {
      location.hash = '#/list';
    });
    await says(page, 'no reading for 3 d', 'table');
    await close();
  });

  it('speaks as its reader does, from right to left too', async () => {
    const german = await openFor(hub, 'list', { locale: 'de-DE' });
    await expect
      .poll(() => german.page.evaluate(() => [...document.querySelectorAll('nav a')].map((one) => one.textContent)))
      .toEqual(['Stationen', 'Karte', 'Güte', 'Vergleich']);
    await german.close();
    const arabic = await openFor(hub, 'list', { locale: 'ar', viewport: PHONE });
    expect(await arabic.page.evaluate(() => document.dir)).toBe('rtl');
    expect(await sideways(arabic.page)).toBe(0);
    await shoot(arabic.page, 'fleet', 'list', 'arabic');
    expect([...german.complaints, ...arabic.complaints]).toEqual([]);
    await arabic.close();
  });
});
