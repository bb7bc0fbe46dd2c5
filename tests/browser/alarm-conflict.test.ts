import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Settings } from '../../src/contract/settings.ts';
import { ALARMS, lastIn, ownAlarm, withAlarms } from './support/alarmed.ts';
import { answered, launch, unhurried, visit } from './support/browser.ts';
import { pinHashOf } from './support/pin-hash.ts';
import { shared } from './support/shared.ts';
import { type Stage, stage } from './support/stage.ts';

const [browser] = await shared(launch({ reuse: true }));

const MINE = {
  size: 'phone',
  view: 'alarms',
  before: (page: Page) => unhurried(page, 30_000).then(() => withAlarms(page)), // so often the settings are asked for
  expected: /status of (401|412)/,
} as const;
const named = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** The list is there, and the settings that a save is laid onto: before that, nothing is sent. */
const isKnown = async (page: Page): Promise<void> => {
  await page.locator('.alarm-row').first().waitFor();
  await answered(page);
};
const make = async (page: Page): Promise<void> => {
  await named(page, 'Add alarm').click();
  await named(page, 'Make alarm').click();
};
const settingsOf = async ({ url }: Stage): Promise<Settings> =>
  (await (await fetch(`${url}/api/settings`)).json()) as Settings;
/** Rules in the settings file, and their ids. */
const rulesIn = async (station: Stage): Promise<Record<string, unknown>[]> => {
  const { sections } = await settingsOf(station);
  const rules = sections.flatMap(({ settings }) => settings).find(({ key }) => key === 'alarms.rules')!;
  return rules.value as Record<string, unknown>[];
};
const rulesOf = async (station: Stage) => (await rulesIn(station)).map(({ id }) => id);

it('a new alarm that meets settings changed elsewhere is opened once its owner has saved it on top of them', async () => {
  const own = await stage();
  let saves = 0;
  let made: string | undefined;
  const { page, close } = await visit(browser, own.url, {
    size: 'phone',
    view: 'alarms',
    before: async (one) => {
      await withAlarms(one);
      await one.route('**/api/alarms?*', (route) =>
        route.fulfill({ json: { alarms: saves > 2 ? [...ALARMS, ownAlarm('Warm', made)] : ALARMS, rules: 1 } }),
      );
      await one.route('**/api/settings', (route) => {
        if (route.request().method() !== 'PATCH') return route.continue();
        saves++;
        made = lastIn(route.request());
        return saves < 3 // once the page saves again by itself
          ? route.fulfill({ status: 412, json: { detail: 'The settings have changed.' } })
          : route.fulfill({ json: { applied: [], restart: [] } });
      });
    },
  });
  await isKnown(page);
  await make(page);
  await named(page, 'Save mine too').click();
  const title = page.locator('.editor-head h2');
  await title.waitFor();
  expect(await title.textContent()).toBe('Warm');
  expect(saves).toBe(3);
  await close();
  await own.stop();
});

it('a field of one alarm that two people change is asked about, and the answer decides whose it is', async () => {
  const station = await stage();
  const severity = async (): Promise<unknown> => (await rulesIn(station))[0]!['severity'];
  const elsewhere = async (to: string): Promise<void> => {
    const { status } = await fetch(`${station.url}/api/settings`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ 'alarms.rules': [{ id: 'frost_now', enabled: true, severity: to }] }),
    });
    expect(status).toBe(200);
  };
  await elsewhere('warning');
  const { page, close } = await visit(browser, station.url, { ...MINE, view: 'alarms?alarm=frost_now' });
  await page.locator('.editor-head').waitFor();
  await answered(page);
  for (const [theirs, answer, inTheEnd] of [
    ['info', 'Discard mine', 'info'],
    ['warning', 'Save mine too', 'critical'],
  ] as const) {
    await elsewhere(theirs);
    await named(page, 'Critical').click();
    await named(page, answer).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(severity).toBe(inTheEnd);
  }
  await close();
  await station.stop();
});

it('what the bar of Alarms saves is called active once the list shows it: never beside the word “Off”', async () => {
  const own = await stage();
  const listed = Promise.withResolvers<void>();
  let saves = 0;
  const { page, close } = await visit(browser, own.url, {
    size: 'phone',
    view: 'alarms',
    expected: /status of 500/,
    before: async (one) => {
      await unhurried(one, 5000); // so often the alarms are asked for
      await withAlarms(one);
      await one.route('**/api/alarms?*', async (route) => {
        const isOn = saves > 1;
        if (isOn) await listed.promise;
        const heat = { ...ALARMS.find(({ id }) => id === 'heat')!, ...(isOn && { enabled: true, state: 'ok' }) };
        await route.fulfill({ json: { alarms: [...ALARMS.filter(({ id }) => id !== 'heat'), heat], rules: 1 } });
      });
      await one.route('**/api/settings', (route) => {
        if (route.request().method() !== 'PATCH') return route.continue();
        return ++saves === 1
          ? route.fulfill({ status: 500, json: { detail: 'Not now.' } })
          : route.fulfill({ json: { applied: ['alarms.rules'], restart: [] } });
      });
    },
  });
  await isKnown(page);
  await named(page, 'Add alarm').click();
  await named(page, 'Switch on: Heat').click();
  await page.getByText('Not now.').waitFor();
  const asked = page.waitForRequest(/\/api\/alarms\?/);
  await named(page, 'Save').click();
  await asked;
  const bar = page.locator('.save-bar');
  await expect.poll(() => bar.textContent()).toBe('Saving');
  listed.resolve();
  await bar.getByText('Saved and active.').waitFor();
  expect(await page.locator('.alarm-row.is-off').count()).toBe(0);
  await close();
  await own.stop();
});

it('Escape in the question leaves an alarm unsaved, and it can be saved again', async () => {
  const own = await stage();
  const { page, close } = await visit(browser, own.url, {
    ...MINE,
    before: async (one) => {
      await unhurried(one, 5000, 30_000); // nothing asks by itself
      await withAlarms(one);
      await one.route('**/api/settings', (route) =>
        route.request().method() === 'PATCH'
          ? route.fulfill({ status: 412, json: { detail: 'The settings have changed.' } })
          : route.continue(),
      );
    },
  });
  await isKnown(page);
  await make(page);
  await named(page, 'Save mine too').waitFor();
  await answered(page);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.locator('.save-bar').getByRole('button', { name: 'Save' }).click();
  await named(page, 'Save mine too').waitFor();
  await close();
  await own.stop();
});

it('two new alarms that two pages make at the same time are both there, and nobody is asked', async () => {
  const station = await stage();
  const [first, second] = await Promise.all([visit(browser, station.url, MINE), visit(browser, station.url, MINE)]);
  await Promise.all([first, second].map(({ page }) => isKnown(page)));
  await make(first.page);
  await expect.poll(() => rulesOf(station)).toHaveLength(1);
  await named(second.page, 'Add alarm').click();
  await second.page.getByRole('dialog').getByRole('textbox').fill('Pond');
  await named(second.page, 'Make alarm').click();
  await expect.poll(() => rulesOf(station)).toHaveLength(2);
  await second.page.getByRole('dialog').waitFor({ state: 'detached' });
  await Promise.all([first.close(), second.close()]);
  await station.stop();
});

it('a draft of alarms that outlived a reload meets what was changed elsewhere, and takes no alarm away', async () => {
  const PIN = '2468';
  const pinHash = pinHashOf(PIN);
  const station = await stage({ settings: { writes: { mode: 'pin', pinHash } } });
  const { page, close } = await visit(browser, station.url, MINE);
  await isKnown(page);
  await make(page);
  await named(page, 'Cancel').click();
  const elsewhere = await fetch(`${station.url}/api/settings`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', 'x-weatherglass-pin': PIN },
    body: JSON.stringify({ 'alarms.rules': ['storm', 'disk'].map((id) => ({ id, enabled: true })) }),
  });
  expect(elsewhere.status).toBe(200);
  await page.reload();
  await named(page, 'Save').click();
  await page.getByRole('dialog', { name: /PIN/ }).waitFor();
  await page.keyboard.type(PIN);
  await page.keyboard.press('Enter'); // once: the PIN is known
  await expect.poll(() => rulesOf(station)).toEqual(['storm', 'disk', expect.stringMatching(/^own_/)]);
  await close();
  await station.stop();
});

it('a name that is only typed is neither saved nor lost with an alarm that meets settings changed elsewhere', async () => {
  const station = await stage();
  const { page, go, close } = await visit(browser, station.url, { ...MINE, view: 'settings' });
  const name = page.locator('[data-key="site.name"]').getByRole('textbox');
  await name.fill('Only typed');
  for (const [answer, rules] of [
    ['Discard mine', ['storm']],
    ['Save mine too', ['disk', expect.stringMatching(/^own_/)]],
  ] as const) {
    const elsewhere = await fetch(`${station.url}/api/settings`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ 'site.name': `Theirs, ${rules[0]}`, 'alarms.rules': [{ id: rules[0], enabled: true }] }),
    });
    expect(elsewhere.status).toBe(200);
    await go('alarms');
    await page.locator('.alarm-row').first().waitFor();
    await make(page);
    const dialog = page.getByRole('dialog');
    await named(page, answer).waitFor();
    expect(await dialog.textContent()).not.toContain('Only typed');
    await named(page, answer).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => rulesOf(station)).toEqual(rules);
    await go('settings');
    await expect.poll(() => name.inputValue()).toBe('Only typed');
    await page.locator('.save-bar').getByText('Only typed').waitFor();
    expect(JSON.stringify(await settingsOf(station))).not.toContain('Only typed');
  }
  await close();
  await station.stop();
});
