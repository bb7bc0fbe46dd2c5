import { describe, expect, it } from 'vitest';
import type { Alarm, Alarms } from '../../src/contract/alarms.ts';
import { share } from '../support/share.ts';
import { ALARMS, withAlarms } from './support/alarmed.ts';
import { launch, type VisitOptions, visit } from './support/browser.ts';
import { axe, overflow } from './support/looks.ts';
import { shared } from './support/shared.ts';
import { stage } from './support/stage.ts';
import { answered, laterBy, settle } from './support/waits.ts';
import { withValues } from './support/with-settings.ts';

const [browser, alarmed] = await shared(launch({ reuse: true }), stage({ alarmed: true }));

const frost = async (url: string) => {
  const { alarms } = (await (await fetch(`${url}/api/alarms`)).json()) as Alarms;
  return alarms.find(({ id }) => id === 'frost_tonight')!;
};

describe('the alarm bar', () => {
  it.each(['panel', 'phone'] as const)(
    'stands on every screen of the %s until somebody acknowledges it',
    async (size) => {
      const own = await stage({ alarmed: true });
      const { page, go, close, complaints } = await visit(browser, own.url, { size });
      const bar = page.locator('.alarm-bar');
      for (const view of ['now', 'history', 'settings']) {
        await go(view);
        await bar.waitFor();
        expect((await overflow(page)).sideways).toBeLessThanOrEqual(0);
      }
      await go('now');
      await settle(page);
      const [box, header] = [await bar.boundingBox(), await page.locator('.header').boundingBox()];
      if (size === 'phone') expect(box!.y).toBeCloseTo(header!.y + header!.height, 0);
      else expect([box!.height, box!.y + box!.height]).toEqual([66, 480]);
      for (const button of await bar.getByRole('button').all())
        expect((await button.boundingBox())!.height).toBeGreaterThanOrEqual(48);
      await expect.poll(() => page.locator('.rail .mark').count()).toBe(1);
      expect(await axe(page)).toEqual([]);
      await bar.getByRole('button', { name: 'Got it' }).click();
      await bar.waitFor({ state: 'detached' });
      expect((await frost(own.url)).state).toBe('acknowledged');
      expect(complaints).toEqual([]);
      await close();
      await own.stop();
    },
  );

  it('takes a double click for one alarm, though the next one comes under the finger', async () => {
    const { page, close } = await visit(browser, alarmed.url, {
      before: async (page) => {
        const firing = (id: string) => ({ ...ALARMS[0]!, id, title: id });
        const all = [firing('first'), firing('second')];
        const acknowledged: string[] = [];
        await page.route('**/api/alarms?*', (route) => route.fulfill({ json: { alarms: all } }));
        await page.route('**/api/alarms/*/acknowledge', (route) => {
          acknowledged.push(all.shift()!.id);
          return route.fulfill({ json: {} });
        });
        await page.exposeFunction('acknowledged', () => acknowledged);
      },
    });
    const acknowledged = () => page.evaluate('acknowledged()');
    const bar = page.locator('.alarm-bar');
    await bar.getByText('first').waitFor();
    const gotIt = bar.getByRole('button', { name: 'Got it' });
    const click = () => gotIt.evaluate((button: HTMLElement) => button.click());
    await click();
    await bar.getByText('second').waitFor();
    await laterBy(page, -5000); // however slow the machine is, the next click is the second of a double one
    await click();
    expect(await acknowledged()).toEqual(['first']);
    await laterBy(page, 5550);
    await gotIt.click();
    await expect.poll(acknowledged).toEqual(['first', 'second']);
    await close();
  });

  it('goes for an hour when somebody says later', async () => {
    const own = await stage({ alarmed: true });
    const { page, close } = await visit(browser, own.url);
    await page.getByRole('button', { name: 'Later' }).click();
    await page.locator('.alarm-bar').waitFor({ state: 'detached' });
    const { state, snoozed_until_ts: until } = await frost(own.url);
    expect([state, until === null]).toEqual(['firing', false]);
    await close();
    await own.stop();
  });

  it('is not loaded while no alarm fires', async () => {
    const quiet = await stage();
    const loaded: string[] = [];
    const { page, close } = await visit(browser, quiet.url, {
      before: async (one) => one.on('request', (request) => loaded.push(request.url())),
    });
    await settle(page);
    expect(loaded.filter((url) => /alarm/.test(url))).toEqual([]);
    await close();
    await quiet.stop();
  });

  it('is the third row of the wall, and the first touch only wakes', async () => {
    const { page, close } = await visit(browser, alarmed.url, { kiosk: true, layout: 'distance', theme: 'night' });
    const row = page.locator('.far-alarm');
    await row.waitFor();
    await settle(page);
    const box = (await row.boundingBox())!;
    expect([box.x, box.width, Math.round(box.y + box.height)]).toEqual([0, 800, 480]);
    await page.mouse.click(700, 440); // where "Got it" will be
    await page.locator('.alarm-bar').getByRole('button', { name: 'Got it' }).waitFor();
    expect((await frost(alarmed.url)).state).toBe('firing');
    await close();
  });
});

const SCREENS = [
  ['panel', 'day'],
  ['wall', 'night'],
  ['phone', 'day'],
] as const;
/** Which sights of the view axe looks at. */
const checked = new Set(
  share(
    'sights of the view Alarms that axe looks at',
    SCREENS.flatMap(([size]) => [`list ${size}`, `editor ${size}`]),
    (sight) => sight.split(' '),
  ),
);

/** The view on a wall, and what it asks for. */
async function opened({ alarms = ALARMS, before, ...options }: VisitOptions & { alarms?: readonly Alarm[] } = {}) {
  let asked: string[] = [];
  const visitor = await visit(browser, alarmed.url, {
    size: 'wall',
    view: 'alarms',
    ...options,
    before: async (page) => {
      asked = await withAlarms(page, alarms);
      await before?.(page);
    },
  });
  await answered(visitor.page); // also the settings, without which nothing can be moved or made
  return { ...visitor, asked };
}

describe('the view Alarms', () => {
  it.each(SCREENS)('lists states by shape and word on a %s, and its editor fits a finger (%s)', async (size, theme) => {
    const { page, close } = await opened({ size, theme });
    await page.locator('.alarm-row').first().waitFor();
    expect(await page.locator('.alarm-row .state-word').allTextContents()).toEqual([
      ...['Warning', 'Soon', 'Seen', 'Not known', 'Clear', 'Clear', 'Clear'],
    ]);
    if (checked.has(`list ${size}`)) expect(await axe(page)).toEqual([]);
    await page.locator('.alarm-row').first().click();
    await page.locator('.record-plot .bar').first().waitFor();
    if (checked.has(`editor ${size}`)) expect(await axe(page)).toEqual([]);
    expect((await overflow(page)).sideways).toBeLessThanOrEqual(0);
    const targets = page.locator('.alarm-editor :is(button, a, select):visible');
    for (const { height } of (await Promise.all((await targets.all()).map((one) => one.boundingBox()))).map(
      (box) => box!,
    ))
      expect(height).toBeGreaterThanOrEqual(47.9);
    await close();
  });

  it('moves its threshold over the record without a question, and saves it with the settings that it saw', async () => {
    const { page, asked, close } = await opened();
    const tally = page.locator('.tally dd');
    await page.locator('.record-plot .bar').first().waitFor();
    await expect.poll(async () => (await tally.allTextContents()).slice(0, 4)).toEqual(['10', '7', '3', '1']);
    const before = asked.length;
    const slider = page.getByRole('slider');
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    await slider.focus();
    await page.keyboard.press('ArrowDown');
    const request = await sent;
    expect(request.headers()['if-match']).toMatch(/^"/);
    expect(request.postDataJSON()).toEqual({ 'alarms.rules': [{ id: 'frost_tonight', on: 0.55, off: 0.35 }] });
    expect(asked.slice(before).filter((path) => path.startsWith('?'))).toEqual([]);
    await close();
  });

  it('rehearses last winter, and offers one proposal with its cost', async () => {
    const { page, asked, close } = await opened();
    await page.getByText('At 50 %, nothing missed').waitFor();
    await page.getByText('Its chances can be trusted.').waitFor();
    await page.getByRole('button', { name: 'Last winter' }).click();
    await expect.poll(() => asked.at(-1)).toContain('days=winter');
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    await page.getByText('Nothing to test').waitFor(); // the screen and the LED matrix alone
    await close();
  });

  it('a test shows each channel’s exact answer, and severity is chosen by touch beside duration and repeat', async () => {
    const channels: Alarm['rule']['channels'] = ['screen', 'webhook', 'ntfy'];
    const alarms = ALARMS.map((alarm) => ({ ...alarm, rule: { ...alarm.rule, channels } }));
    const { page, close } = await opened({
      alarms,
      before: async (one) => {
        await withValues(one, { 'alarms.channels.webhook.enabled': true, 'alarms.channels.ntfy.enabled': true });
        await one.route('**/api/alarms/channels/webhook/test', (route) =>
          route.fulfill({
            json: { name: 'alarm_webhook', outcome: 'refused', status: 404, text: 'no such hook', took_ms: 41 },
          }),
        );
        await one.route('**/api/alarms/channels/ntfy/test', (route) =>
          route.fulfill({ status: 409, json: { detail: 'The ntfy channel lacks its topic.' } }),
        );
      },
    });
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    const answers = page.locator('.test-answers');
    await answers.getByText('The ntfy channel lacks its topic.').waitFor();
    await expect.poll(() => answers.textContent()).toMatch(/Webhook\s*Refused\. Status 404.*no such hook/);
    expect(await axe(page)).toEqual([]);
    const change = async (act: () => Promise<unknown>): Promise<unknown> => {
      const sent = page.waitForRequest((request) => request.method() === 'PATCH');
      await act();
      return (await sent).postDataJSON();
    };
    const rules = (entry: object) => ({ 'alarms.rules': [{ id: 'frost_tonight', ...entry }] });
    expect(await change(() => page.getByRole('button', { name: 'Critical' }).click())).toMatchObject(
      rules({ severity: 'critical' }),
    );
    for (const label of ['Must last', 'Tell again after']) expect(await page.getByLabel(label).count()).toBe(1);
    await close();
  });

  it('leads from a channel that is not set up to its card under Connections', async () => {
    const { page, close } = await opened();
    await page.locator('.channels a.unset').first().click();
    await page.getByRole('heading', { name: 'Connections', level: 1 }).waitFor();
    await close();
  });

  it('switches an alarm of the shelf on by one touch', async () => {
    const { page, close } = await opened({ size: 'panel' });
    await page.getByRole('button', { name: 'Add alarm' }).click();
    expect(await axe(page)).toEqual([]);
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    await page.getByRole('button', { name: 'Switch on: Heat' }).click();
    const { 'alarms.rules': rules } = (await sent).postDataJSON() as { 'alarms.rules': object[] };
    expect(rules.at(-1)).toEqual({ id: 'heat', enabled: true });
    await close();
  });
});
