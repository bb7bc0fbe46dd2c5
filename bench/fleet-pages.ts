// npm run bench -- fleet-pages FOLDER [PATTERN]: every page of the fleet as operator, teacher, viewer and public, at 1280x800 and 390x844, and those
// of operators in German and Arabic, over the real engine from Debian. Pictures in FOLDER, of the names that PATTERN fits; then what pages
// complained of, and which were wider than their window.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import type { BulkAnswer } from '../src/contract/fleet-people.ts';
import { WHOLE_CHROMIUM } from '../tests/browser/support/chromium.ts';
import { engine } from '../tests/support/fleet-engine.ts';
import { basic, HubHere } from '../tests/support/hub-here.ts';
import { loggedIn, PASSWORD, sent, withPeople } from '../tests/support/hub-people.ts';

const SCHOOLS = [
  ...['Sankt Jørgens Skole', 'Holte Skole', 'Virum Skole', 'Ørsted Gymnasium', 'Nordskolen', 'Søndre Skole'],
  ...[
    'Vestre Friskole med et meget langt navn ved søen',
    'Kystskolen',
    'Bakkeskolen',
    'Engskolen',
    'Skovskolen',
    'Åskolen',
  ],
];
const SIZES = [
  [1280, 800],
  [390, 844],
] as const;
const MANAGED = ['manage', 'alerts', 'people', 'audit'];
const VIEWS = {
  operator: ['list', 'map', 'skill', 'compare', ...MANAGED, 'station'],
  teacher: ['list', ...MANAGED],
  viewer: ['list'],
};

const folder = process.argv[2] ?? join(tmpdir(), 'fleet-pages');
const pattern = new RegExp(process.argv[3] ?? '.');
mkdirSync(folder, { recursive: true });
const scratch = mkdtempSync(join(tmpdir(), 'weatherglass-pages-'));
const store = await engine(join(scratch, 'engine'));
const hub = await HubHere.start(store.url, [], { pageDir: join(process.cwd(), 'dist/fleet') });
await withPeople(hub.folder, [
  { name: 'Olga Berg', role: 'operator' },
  { name: 'Tom Holm', role: 'teacher', groups: ['North'] },
  { name: 'Vera Lund', role: 'viewer' },
]);
hub.running.staff.people.reload();
const olga = { Cookie: await loggedIn(hub, 'Olga Berg') };
const post = (path: string, body: unknown) => sent(hub, 'POST', path, body, olga);

const lines = SCHOOLS.map((name, i) => `${name},"Holte (55.${70 + i}, 12.${40 + i})",${i % 2 ? 'South' : 'North'}\n`);
const added = await post('/api/manage/stations', { csv: `name,place,group\n${lines.join('')}`, dry_run: false });
const { keys } = (await added.json()) as BulkAnswer;
const nowS = Math.floor(Date.now() / 1000);
for (const [i, key] of keys.entries()) {
  const rows = Array.from({ length: 400 }, (_, k) => {
    const newer = i === 2 ? ',wind_new=3' : '';
    const temp = (6 + 4 * Math.sin(k / 40) + i / 5).toFixed(2);
    return `wx,rev=0 temp=${temp},hum=${60 + i},slp=1013.${i % 10},press=1001,dew=3,lux=40${newer} ${nowS - 300 * k - 120}\n`;
  });
  const wish = i % 4 === 1 ? `,wanted=1005000,upgrade=${1 + (i % 3 === 0 ? 1 : 0)}` : '';
  const state = `wx_station version=${i % 3 ? 1004000 : 1005000},health=${[0, 0, 0, 2, 0, 1][i] ?? 0},backlog=0,alarms=0,disk=70${wish} ${nowS - 60}\n`;
  const { status } = await hub.post(key, rows.join('') + state);
  if (status !== 204) throw new Error(`${key.login}: ${status}`);
}
// A second station under one login: an alert at once.
for (const by of ['wg_000000000001-00000001', 'wg_000000000002-00000002'])
  await hub.get(`/api/v1/ack?t=${nowS}&by=${by}`, { Authorization: basic(keys[4]!) });
await post('/api/waves', { version: '1.5.0', group: 'North', share: 50 });
await post('/api/waves', { version: '1.5.0', group: null, share: 10 });
await post('/api/manage/alerts', {
  group: 'North',
  webhook: 'https://chat.example.invalid/hook',
  kinds: ['silent', 'fault'],
});
await post('/api/manage/programs', { deed: 'add', name: 'Prometheus', role: 'viewer', days: 365 });
const published = [keys[0]!.login, keys[6]!.login];
await post('/api/manage/stations/publish', {
  logins: published,
  fields: ['temperature', 'humidity', 'pressure', 'place'],
});
await post('/api/manage/stations/keep', { logins: [keys[1]!.login], days: 400, dry_run: false });
await fetch(`${store.url}/internal/force_flush`);
await hub.running.hub.look();
await hub.running.alerts.look();

const complaints: string[] = [];
const browser = await chromium.launch({
  executablePath: WHOLE_CHROMIUM,
  args: ['--headless', '--no-sandbox', '--disable-gpu'],
});

async function picture(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle');
  const wider = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  if (wider > 0) complaints.push(`${name}: ${wider} px wider than its window`);
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}

async function walk(role: string, who: string | null, views: readonly string[], locale = 'en'): Promise<void> {
  for (const [width, height] of SIZES) {
    const named = (view: string) => `${role}-${view}-${width}${locale === 'en' ? '' : `-${locale}`}`;
    const wanted = views.filter((view) => pattern.test(named(view)));
    if (wanted.length === 0) continue;
    const context = await browser.newContext({ viewport: { width, height }, locale });
    if (who !== null) {
      const [name = '', value = ''] = (await loggedIn(hub, who, PASSWORD)).split('=');
      await context.addCookies([{ name, value, url: hub.url }]);
    }
    const page = await context.newPage();
    page.on('pageerror', ({ message }) => complaints.push(`${role} ${width}: ${message}`));
    for (const view of wanted) {
      const address =
        view === 'station' ? `/#/station/${published[0]}` : view === 'page' ? `/public/${published[0]}` : null;
      await page.goto('about:blank');
      await page.goto(
        hub.url +
          (address ?? (view === 'card' ? `/card/${published[1]}` : view === 'public' ? '/public' : `/#/${view}`)),
      );
      await picture(page, named(view));
      if (view !== 'manage' || role !== 'operator') continue;
      await page.getByRole('checkbox').nth(1).check();
      await page.locator('select').first().selectOption('rotate');
      await page
        .locator('form button')
        .nth((await page.locator('details form').count()) > 0 ? 1 : 0)
        .click();
      await page.locator('.sheets li').first().waitFor();
      await picture(page, named('keys'));
      await page.emulateMedia({ media: 'print' });
      await picture(page, named('sheets'));
      await page.emulateMedia({ media: null });
      await page.locator('td details summary').first().click();
      await page
        .locator('td details')
        .first()
        .screenshot({ path: join(folder, `${named('wave')}.png`) });
    }
    await context.close();
  }
}

await walk('operator', 'Olga Berg', VIEWS.operator);
await walk('teacher', 'Tom Holm', VIEWS.teacher);
await walk('viewer', 'Vera Lund', VIEWS.viewer);
await walk('public', null, ['list', 'public', 'page', 'card']);
for (const locale of ['de', 'ar']) await walk('operator', 'Olga Berg', MANAGED, locale);
process.stdout.write(`${complaints.join('\n') || 'no page complained, and none was wider than its window'}\n`);
await browser.close();
await hub.stop();
await store.stop();
rmSync(scratch, { recursive: true, force: true });
