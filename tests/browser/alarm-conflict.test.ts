import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { AlarmEntry } from '../../src/contract/alarm-rule.ts';
import type { Settings } from '../../src/contract/settings.ts';
import { ALARMS, lastIn, ownAlarm, withAlarms } from './support/alarmed.ts';
import { launch, visit } from './support/browser.ts';
import { pinHashOf } from './support/pin-hash.ts';
import { shared } from './support/shared.ts';
import { type Stage, stage } from './support/stage.ts';
import { answered, unhurried } from './support/waits.ts';

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
/** Rules in the settings file, and their IDs. */
const rulesOf = async (station: Stage): Promise<AlarmEntry[]> => {
  const { sections } = await settingsOf(station);
  const rules = sections.flatMap(({ settings }) => settings).find(({ key }) => key === 'alarms.rules')!;
  return rules.value as unknown as AlarmEntry[];
};
const idsOf = async (station: Stage): Promise<string[]> => (await rulesOf(station)).map(({ id }) => id);
/** Somebody else changes settings of the station. */
const elsewhere = async ({ url }: Stage, changes: object, pin: Record<string, string> = {}): Promise<void> => {
  const headers = { 'content-type': 'application/json', ...pin };
  const { status } = await fetch(`${url}/api/settings`, { method: 'PATCH', headers, body: JSON.stringify(changes) });
  expect(status).toBe(200);
};

it('a new alarm that meets another one made elsewhere is saved beside it without a question, and opened', async () => {
  const own = await stage();
  const sent: (string | undefined)[] = [];
  const { page, close } = await visit(browser, own.url, {
    ...MINE,
    before: async (one) => {
      await MINE.before(one);
      await one.route('**/api/alarms?*', (route) =>
        route.fulfill({
          json: { alarms: sent.length > 1 ? [...ALARMS, ownAlarm('Warm', sent[0])] : ALARMS, rules: 1 },
        }),
      );
      one.on('request', (request) => void (request.method() === 'PATCH' && sent.push(lastIn(request))));
    },
  });
  await isKnown(page);
  await elsewhere(own, { 'alarms.rules': [{ id: 'storm', enabled: true }] });
  await make(page);
  const title = page.locator('.editor-head h2');
  await title.waitFor();
  expect(await title.textContent()).toBe('Warm');
  expect(sent).toEqual([expect.stringMatching(/^own_/), sent[0]]);
  expect(await idsOf(own)).toEqual(['storm', sent[0]]);
  await close();
  await own.stop();
});

it('of a rule that two people change at the same time the reader is asked, by both changes, and each answer is kept to', async () => {
  const station = await stage();
  const theirs = (rule: Partial<AlarmEntry>) =>
    elsewhere(station, { 'alarms.rules': [{ id: 'frost_tonight', enabled: true, ...rule }] });
  await theirs({ severity: 'warning' });
  const { page, close } = await visit(browser, station.url, { ...MINE, size: 'wall' });
  await isKnown(page);
  let saves = 0;
  page.on('request', (request) => request.method() === 'PATCH' && saves++);
  const dialog = page.getByRole('dialog');
  for (const [answer, changed, severity] of [
    ['Discard mine', { severity: 'info', repeat_h: 6 }, 'info'],
    ['Save mine too', { severity: 'warning', repeat_h: 3 }, 'critical'],
  ] as const) {
    await theirs(changed);
    await named(page, 'Critical').click();
    await named(page, answer).waitFor();
    expect(await dialog.textContent()).toMatch(/Their changes.*Frost tonight.*Your changes.*Frost tonight/s);
    // Left open: nothing is saved, and the next try asks again.
    await answered(page);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await rulesOf(station)).toMatchObject([changed]);
    await page.locator('.save-bar').getByRole('button', { name: 'Save' }).click();
    await named(page, answer).waitFor();
    const before = saves;
    await named(page, answer).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => rulesOf(station)).toMatchObject([{ ...changed, severity }]);
    await answered(page);
    expect(saves - before).toBe(answer === 'Save mine too' ? 1 : 0);
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

it('where a station refuses its newest settings, too, the reader is asked: Escape leaves an alarm unsaved, and it can be saved again', async () => {
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
  await expect.poll(() => idsOf(station)).toHaveLength(1);
  await named(second.page, 'Add alarm').click();
  await second.page.getByRole('dialog').getByRole('textbox').fill('Pond');
  await named(second.page, 'Make alarm').click();
  await expect.poll(() => idsOf(station)).toHaveLength(2);
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
  const rules = ['storm', 'disk'].map((id) => ({ id, enabled: true }));
  await elsewhere(station, { 'alarms.rules': rules }, { 'x-weatherglass-pin': PIN });
  await page.reload();
  await named(page, 'Save').click();
  await page.getByRole('dialog', { name: /PIN/ }).waitFor();
  await page.keyboard.type(PIN);
  await page.keyboard.press('Enter'); // once: the PIN is known
  await expect.poll(() => idsOf(station)).toEqual(['storm', 'disk', expect.stringMatching(/^own_/)]);
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
    const rule = { id: rules[0], enabled: true };
    await elsewhere(station, { 'site.name': `Theirs, ${rules[0]}`, 'alarms.rules': [rule] });
    await go('alarms');
    await page.locator('.alarm-row').first().waitFor();
    await make(page);
    const dialog = page.getByRole('dialog');
    await named(page, answer).waitFor();
    expect(await dialog.textContent()).not.toContain('Only typed');
    await named(page, answer).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => idsOf(station)).toEqual(rules);
    const isOpen = () => page.url().includes('alarm=own_');
    await expect.poll(isOpen).toBe(answer === 'Save mine too'); // a new alarm is opened once it is saved
    await go('settings');
    await expect.poll(() => name.inputValue()).toBe('Only typed');
    await page.locator('.save-bar').getByText('Only typed').waitFor();
    expect(JSON.stringify(await settingsOf(station))).not.toContain('Only typed');
  }
  await close();
  await station.stop();
});
