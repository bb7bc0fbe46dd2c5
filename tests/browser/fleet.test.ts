import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type FakeHub, fakeHub, NOW_S } from '../support/fake-hub.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { share } from '../support/share.ts';
import { axe, count, launch, painted, says, settle, shoot, shown, there } from './support/browser.ts';
import { shared } from './support/shared.ts';

const DESK = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };

const [browser, hub, many] = await shared(launch(), fakeHub(42), fakeHub(1000));

interface Seen {
  page: Page;
  /** What the page complained of, and whom it asked that is not the hub. */
  complaints: string[];
  close(): Promise<void>;
}

/** Tab of the tests that need no screen or language of their own: a page loaded anew in it costs half of a new visitor. */
let tab: Seen | null = null;

async function open(of: FakeHub, view: string): Promise<Seen> {
  tab ??= await visitor({});
  const { page, complaints } = tab;
  await page.goto('about:blank');
  await page.emulateMedia({ colorScheme: null });
  await page.setViewportSize(DESK);
  complaints.length = 0;
  await load(page, of, view);
  return { ...tab, close: async () => undefined };
}

async function openFor(of: FakeHub, view: string, options: BrowserContextOptions): Promise<Seen> {
  const seen = await visitor(options);
  await load(seen.page, of, view);
  return seen;
}

async function load(page: Page, of: FakeHub, view: string): Promise<void> {
  await page.goto(`${of.url}/#/${view}`);
  await shown(page, 'main > section');
}

async function visitor(options: BrowserContextOptions): Promise<Seen> {
  const context = await browser.newContext({
    viewport: DESK,
    reducedMotion: 'reduce',
    timezoneId: 'Europe/Copenhagen',
    ...options,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  await page.clock.setFixedTime(NOW_S * 1000);
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  const known = [hub, many].map(({ url }) => url);
  page.on('request', (request) => known.some((url) => request.url().startsWith(url)) || complaints.push(request.url()));
  return { page, complaints, close: () => context.close() };
}

const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
/** Place of the first of these elements in the window. */
const boxOf = (page: Page, selector: string) =>
  page.evaluate((wanted) => {
    const { x, y, width, height } = document.querySelector(wanted)!.getBoundingClientRect();
    return { x, y, width, height };
  }, selector);
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
    await close();
  });

  it('shows health on the map by shapes, not by colour alone', async () => {
    const { page, complaints, close } = await open(hub, 'map');
    await page.getByRole('button', { name: 'Health' }).click();
    await there(page, '.map .dot.is-fault');
    const shapes = await page.evaluate(() =>
      ['ok', 'warn', 'fault'].map((one) => document.querySelector(`.map .dot.is-${one}`)!.getAttribute('d')),
    );
    expect(shapes).not.toContain(null);
    expect(new Set(shapes).size).toBe(3);
    await shoot(page, 'fleet', 'map', 'health');
    expect(complaints).toEqual([]);
    await close();
  });

  it('a map leaves the browser its own keys, and grows with a wheel by how far it turns', async () => {
    const { page, complaints, close } = await open(hub, 'map');
    await there(page, '.map .land[d*="M"]');
    const land = () => page.evaluate(() => document.querySelector('.land')!.getAttribute('d'));
    const before = await land();
    const press = (init: Record<string, string | boolean>) =>
      page.evaluate(
        (given) =>
          !document
            .querySelector('.map')!
            .dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...given })),
        init,
      );
    for (const held of ['altKey', 'ctrlKey', 'metaKey'])
      for (const key of ['-', '+', 'ArrowLeft'])
        expect(await press({ key, [held]: true }), `${held} ${key}`).toBe(false);
    const wheel = async (deltaY: number, held?: 'Control'): Promise<void> => {
      const { x, y, width, height } = await boxOf(page, '.map');
      await page.mouse.move(x + width / 2, y + height / 2);
      if (held) await page.keyboard.down(held);
      await page.mouse.wheel(deltaY === 0 ? 50 : 0, deltaY);
      if (held) await page.keyboard.up(held);
    };
    // A turn sideways is none, and the map shows all stations still, however large it becomes.
    await wheel(0);
    await painted(page);
    expect(await land()).toBe(before);
    await page.setViewportSize(PHONE);
    await expect.poll(land).not.toBe(before);
    await settle(page);
    const small = await land();
    await page.getByRole('button', { name: 'All stations' }).click();
    await painted(page);
    expect(await land()).toBe(small);
    await page.setViewportSize(DESK);
    await expect.poll(land).toBe(before);
    // Ten small turns come to one large one, a pinch of a fifth does, and so does however much a wheel turns at once, with Ctrl or without.
    const turns: [times: number, deltaY: number, held?: 'Control'][] = [
      [10, -10],
      [1, -20, 'Control'],
      [1, -120],
      [1, -800],
      [1, -120, 'Control'],
    ];
    for (const [times, deltaY, held] of turns) {
      for (let i = 0; i < times; i++) await wheel(deltaY, held);
      await expect.poll(land).not.toBe(before);
      await wheel(100);
      await expect.poll(land, { message: `${times} × ${deltaY} ${held}` }).toBe(before);
    }
    expect(await press({ key: '-' })).toBe(true);
    await expect.poll(land).not.toBe(before);
    expect(complaints).toEqual([]);
    await close();
  });

  it('a map that is dragged by a dot moves with it, and follows no link', async () => {
    const { page, complaints, close } = await open(hub, 'map');
    const dot = '.map a:has(.dot.valued) circle';
    const place = () => boxOf(page, dot);
    await there(page, dot);
    const from = await place();
    const [x, y] = [from.x + from.width / 2, from.y + from.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (let i = 1; i <= 10; i++) await page.mouse.move(x + 6 * i, y + 2 * i);
    await page.mouse.up();
    await expect.poll(async () => Math.round((await place()).x - from.x)).toBe(60);
    expect(new URL(page.url()).hash).toBe('#/map');
    const now = await place();
    await page.mouse.click(now.x + now.width / 2, now.y + now.height / 2);
    await page.waitForURL(/#\/station\//);
    expect(complaints).toEqual([]);
    await close();
  });

  it('a map that is pinched grows under the fingers, and jumps neither when one comes nor when one lifts', async () => {
    const { page, complaints, close } = await openFor(hub, 'map', { viewport: PHONE, hasTouch: true });
    await there(page, '.map a:has(.dot)');
    await page.evaluate(() => document.querySelector('.map')!.scrollIntoView({ block: 'center' }));
    const { x: left, y: top, width, height } = await boxOf(page, '.map');
    const middle = { x: left + width / 2, y: top + height / 2 };
    const centres = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('.map a')].map((dot) => {
          const box = dot.querySelector('circle')!.getBoundingClientRect();
          return { href: dot.getAttribute('href')!, x: box.x + box.width / 2, y: box.y + box.height / 2 };
        }),
      );
    const [{ href, ...before }] = (await centres()).sort(
      (a, b) => Math.hypot(a.x - middle.x, a.y - middle.y) - Math.hypot(b.x - middle.x, b.y - middle.y),
    ) as [{ href: string; x: number; y: number }];
    const devtools = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...aside: number[]) =>
      devtools.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: aside.map((dx, id) => ({ x: middle.x + dx, y: middle.y, id })),
      });
    /** How far the dot lies from where it lay, enlarged so many times and shifted by so many pixels. */
    const offPx = async (times: number, shiftPx = 0) => {
      const now = (await centres()).find((dot) => dot.href === href)!;
      const wanted = {
        x: middle.x + times * (before.x - middle.x) + shiftPx,
        y: middle.y + times * (before.y - middle.y),
      };
      return Math.hypot(now.x - wanted.x, now.y - wanted.y);
    };
    await touch('touchStart', -60);
    await touch('touchStart', -60, 60);
    await touch('touchMove', -61, 61);
    await expect.poll(() => offPx(61 / 60)).toBeLessThan(1.5);
    for (const px of [80, 100, 120]) await touch('touchMove', -px, px);
    await expect.poll(() => offPx(2)).toBeLessThan(1.5);
    const lifted = { x: middle.x + 120, y: middle.y, id: 1 };
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [lifted] });
    await touch('touchMove', -110);
    await expect.poll(() => offPx(2, 10)).toBeLessThan(1.5);
    await touch('touchEnd');
    expect(new URL(page.url()).hash).toBe('#/map');
    expect(complaints).toEqual([]);
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
