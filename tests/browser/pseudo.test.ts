import type { Page } from 'playwright-core';
import { describe, expect, it, vi } from 'vitest';
import { fakeHub, NOW_S } from '../support/fake-hub.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { share } from '../support/share.ts';
import { launch, SIZES, VIEWS, visit } from './support/browser.ts';
import { firstStation } from './support/first-station.ts';
import { shoot } from './support/looks.ts';
import { pinHashOf } from './support/pin-hash.ts';
import { disguise, faults } from './support/pseudo.ts';
import { shared } from './support/shared.ts';
import { LISTED } from './support/sinks.ts';
import { stage } from './support/stage.ts';
import { settle, shown, until } from './support/waits.ts';

const [browser, station] = await shared(launch({ reuse: true }), stage());

/** What the station says where a language has no word of its own. */
vi.mock('../../src/locales/made/station/nl.ts', async () => ({
  words: (await import('./support/pseudo.ts')).stationWords(),
}));

const SCREENS = ['panel', 'wall', 'phone'] as const;
const PAGES = [...VIEWS, 'settings', 'connections', 'about'] as const;
const STEPS = [
  ...(['language', 'skip', 'coordinates', 'place', 'keyboard', 'height', 'units', 'name'] as const),
  ...(['access', 'access, PIN', 'phone', 'sensors', 'done'] as const),
];
const FLEET = [
  ...(['list', 'map', 'station/skole-002', 'station/skole-005', 'skill'] as const),
  'compare?a=skole-001&b=skole-002',
] as const;
const SIGHTS = [
  ...PAGES,
  ...(['connections, open', 'the sheet', 'PIN', 'wrong PIN', 'the distance layout', 'fleet, silent'] as const),
  ...STEPS.map((step) => `first run, ${step}` as const),
  ...FLEET.map((path) => `fleet, ${path}` as const),
];
type Sight = (typeof SIGHTS)[number];
const looks = share(
  'screens of a sight in a language that nobody speaks',
  SIGHTS.flatMap((sight) => SCREENS.map((size) => ({ sight, size }))),
  ({ sight, size }) => [sight, size],
);

/** What is wrong with this sight on each screen that was drawn for it. */
async function looked(page: Page, sight: Sight, within?: Parameters<typeof faults>[1]): Promise<string[]> {
  const found: string[] = [];
  for (const { size } of looks.filter((look) => look.sight === sight)) {
    await page.setViewportSize(SIZES[size]);
    await settle(page);
    found.push(...(await faults(page, within)).map((fault) => `${sight}, ${size}: ${fault}`));
    await shoot(page, 'pseudo', sight, size);
  }
  return found;
}

describe('a language that nobody speaks', () => {
  it('is shown in every view at every size, with no word cut and no English left', async () => {
    const { page, go, complaints, close } = await visit(browser, station.url, { before: disguise });
    await page.route('**/api/connections', (route) => route.fulfill({ json: LISTED }));
    const found: string[] = [];
    for (const view of PAGES) {
      await go(view);
      found.push(...(await looked(page, view)));
    }
    await go('connections');
    await page.locator('.sink summary').first().waitFor(); // `all` waits for none
    for (const summary of await page.locator('.sink summary').all()) await summary.click();
    found.push(...(await looked(page, 'connections, open')));
    await page.setViewportSize(SIZES.panel);
    await page.locator('.status-button').click();
    await page.locator('dialog.sheet').waitFor();
    found.push(...(await looked(page, 'the sheet', { outlet: 'dialog', shell: 'dialog' })));
    expect(found).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  const DIALOG = { outlet: 'dialog', shell: 'dialog' };

  it('is read in the questions of the first run', async () => {
    const first = await firstStation();
    const { page, close } = await visit(browser, first.url, { before: disguise, kiosk: true, hasTouch: true });
    let loads = 0;
    page.on('load', () => loads++);
    const whole = { outlet: '.first-run', shell: '.first-run' };
    const found: string[] = [];
    const look = async (sight: (typeof STEPS)[number], within = whole): Promise<void> => {
      found.push(...(await looked(page, `first run, ${sight}`, within)));
      await page.setViewportSize(SIZES.panel);
    };
    const next = () => page.locator('.first-run footer .strong').tap();
    const at = (step: number) => until(page, (n) => document.querySelector('progress')?.value === n, step);
    await at(1);
    await look('language');
    await page.locator('.first-run header button').tap();
    await look('skip', DIALOG);
    await page.locator('dialog .strong').tap();
    await next();
    await at(2);
    await page.locator('.ways button').first().tap();
    await look('coordinates');
    for (const key of '47.4')
      await page
        .locator('.keypad')
        .getByRole('button', { name: key === '.' ? ',' : key, exact: true })
        .tap();
    await page.locator('.choice').nth(1).tap();
    for (const key of '8') await page.locator('.keypad').getByRole('button', { name: key, exact: true }).tap();
    await page.locator('.words .strong').tap();
    await page.locator('.chosen').waitFor();
    await look('place');
    await page.getByRole('searchbox').tap();
    await page.locator('.keyboard').waitFor();
    await look('keyboard', { outlet: '.keyboard', shell: '.keyboard' });
    await page.locator('.keyboard .done').tap();
    for (const [step, sight] of (['height', 'units', 'name', 'access'] as const).entries()) {
      await next();
      await at(3 + step);
      await look(sight);
    }
    await page.locator('.choice').nth(1).tap();
    await page.locator('.keypad').waitFor();
    await look('access, PIN');
    await page.locator('.choice').first().tap();
    await next();
    await at(7);
    await look('phone');
    await next();
    await page.locator('.verdict').waitFor();
    await look('sensors');
    await next();
    await at(9);
    await look('done');
    // The station has the reader's language from the sixth step on: whose page speaks it needs no other page.
    expect(await page.evaluate(async () => (await (await fetch('/api/status')).json()).site.language)).toBe('nl');
    expect(loads).toBe(0);
    await close();
    await first.stop();
    expect(found).toEqual([]);
  });

  it('asks for a PIN', async () => {
    const pinHash = pinHashOf('1234');
    const guarded = await stage({ settings: { writes: { mode: 'pin', pinHash } } });
    const { page, close } = await visit(browser, guarded.url, { before: disguise });
    await page.locator('.ask-now button, .observe button, button.strong').first().click();
    await page.locator('dialog.pin').waitFor();
    const found = await looked(page, 'PIN', DIALOG);
    await page.keyboard.type('9999');
    await page.keyboard.press('Enter');
    await page.locator('dialog [role="alert"]').waitFor();
    found.push(...(await looked(page, 'wrong PIN', DIALOG)));
    await close();
    await guarded.stop();
    expect(found).toEqual([]);
  });

  it('is read across the room', async () => {
    const { page, close } = await visit(browser, station.url, {
      before: disguise,
      kiosk: true,
      layout: 'distance',
      hasTouch: true,
    });
    await shown(page, '.far-rain');
    const found = await looked(page, 'the distance layout', { outlet: '.far', shell: '.far' });
    await close();
    expect(found).toEqual([]);
  });

  it('is read on the page of a fleet', async () => {
    const hub = await fakeHub(42);
    const page = await (
      await browser.newContext({ reducedMotion: 'reduce', timezoneId: 'Europe/Copenhagen' })
    ).newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    await page.clock.setFixedTime(NOW_S * 1000);
    await disguise(page);
    const found: string[] = [];
    await page.goto(`${hub.url}/#/list`);
    for (const path of FLEET) {
      await page.evaluate((hash) => {
        location.hash = hash;
      }, `#/${path}`);
      await shown(page, 'main > section');
      found.push(...(await looked(page, `fleet, ${path}`, { outlet: 'main', shell: '#app' })));
    }
    Object.assign(hub, { engine: 'down', staleS: 720 });
    await page.reload();
    await shown(page, '.problem');
    found.push(...(await looked(page, 'fleet, silent', { outlet: 'main', shell: '#app' })));
    await page.context().close();
    await hub.stop();
    expect(found).toEqual([]);
  });
});
