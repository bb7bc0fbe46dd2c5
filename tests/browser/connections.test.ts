import type { Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { ConnectionTest } from '../../src/contract/connections.ts';
import type { Setting, Settings, SettingValue } from '../../src/contract/settings.ts';
import { launch, type VisitOptions, visit } from './support/browser.ts';
import { axe, overflow, shoot } from './support/looks.ts';
import { shared } from './support/shared.ts';
import { LISTED } from './support/sinks.ts';
import { stage } from './support/stage.ts';
import { settle } from './support/waits.ts';

const [browser, station] = await shared(launch({ reuse: true }), stage());

const SAID: ConnectionTest = {
  name: 'windy',
  outcome: 'refused',
  status: 400,
  text: '{"message":"Provided password is invalid","error":"Bad Request"}',
  took_ms: 412,
};

const setting = (key: string, value: SettingValue, more: Partial<Setting> = {}): Setting => ({
  key,
  title: key,
  help: '',
  type: typeof value === 'boolean' ? 'flag' : 'text',
  nullable: true,
  default: null,
  value,
  source: value === null ? 'default' : 'file',
  locked: false,
  restart: false,
  secret: false,
  guarded: true,
  ...more,
});

/** The settings of a station, and what was changed in them. */
class Desk {
  readonly changes: Record<string, unknown>[] = [];
  answer: ConnectionTest = SAID;
  isAway = false;
  ifMatch: string | undefined;
  #settings = [
    setting('uploads.windy.enabled', true),
    setting('uploads.windy.id', 'f01ab2c3'),
    setting('uploads.windy.key', null, { secret: true, source: 'file' }),
    setting('uploads.windy.key_file', null),
    setting('uploads.wowbe.enabled', false),
    setting('uploads.wowbe.id', null),
    setting('uploads.wowbe.key', null, { secret: true }),
    setting('uploads.wowbe.key_file', '/keys/wowbe'),
    setting('alarms.channels.ntfy.enabled', false),
    setting('alarms.channels.ntfy.topic', null, { secret: true }),
    setting('mqtt.url', 'mqtt://broker:1883', { locked: true, source: 'environment' }),
    setting('mqtt.interval_s', 30, { type: 'integer' }),
  ];

  async serve(page: Page): Promise<void> {
    const json = (route: Route, body: unknown) => route.fulfill({ json: body });
    await page.route('**/api/connections', (route) => json(route, LISTED));
    await page.route('**/api/connections/*/test', (route) => json(route, this.answer));
    // What was changed is in force once the station has begun again.
    const status = (await (await fetch(`${station.url}/api/status`)).json()) as { uptime_s: number };
    await page.route('**/api/status', (route) =>
      this.isAway ? route.abort() : json(route, { ...status, uptime_s: this.changes.length > 0 ? 0 : status.uptime_s }),
    );
    await page.route('**/api/settings', (route) => {
      if (route.request().method() === 'GET') return json(route, this.#listed());
      const changes = route.request().postDataJSON() as Record<string, SettingValue>;
      this.changes.push(changes);
      this.ifMatch = route.request().headers()['if-match'];
      this.#settings = this.#settings.map((one) => {
        if (!(one.key in changes)) return one;
        return { ...one, value: one.secret ? null : changes[one.key]!, source: 'file' };
      });
      return json(route, { applied: Object.keys(changes), restart: [], begins: true });
    });
  }

  #listed(): Settings {
    return {
      etag: 'a',
      file: '/etc/weatherglass.yaml',
      writable: true,
      sections: [{ name: 'uploads', title: '', settings: this.#settings }],
    };
  }
}

const field = (page: Page, key: string) => page.locator(`[data-key="${key}"]`);
const save = (page: Page) => page.locator('.save-bar').getByRole('button', { name: 'Save' }).click();

const open = async (desk: Desk, options: VisitOptions = {}) =>
  visit(browser, station.url, { view: 'connections', before: (page) => desk.serve(page), ...options });

describe('the page of the connections', () => {
  it.each([
    ['panel', 'night'],
    ['wall', 'day'],
    ['phone', 'day'],
  ] as const)('on the %s by %s says how each of them goes, for everybody, in full width', async (size, theme) => {
    const { page, complaints, foreign, close } = await open(new Desk(), { size, theme });
    const windy = page.locator('#sink-windy');
    await windy.getByText('Refused').waitFor();
    await page.locator('#sink-wunderground').getByText('Working').waitFor();
    await page.locator('#sink-pwsweather').getByText('14 readings').waitFor();
    await page.locator('#sink-pwsweather').getByText('<b>busy</b>').waitFor();
    await page.locator('#sink-opensensemap').getByText('simulated').waitFor();
    await page.getByRole('heading', { name: 'Alarms' }).waitFor();
    await page.locator('#sink-alarm_webhook').getByText('3 messages').waitFor();
    await windy.locator('summary').click();
    await settle(page);
    expect((await overflow(page)).sideways).toBe(0);
    expect(await axe(page)).toEqual([]);
    const small = await page.$$eval('.connections :is(button, summary, input)', (all) =>
      all.filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 44).map((one) => one.outerHTML),
    );
    expect(small).toEqual([]);
    await shoot(page, 'connections', size, theme);
    expect([...complaints, ...foreign]).toEqual([]);
    await close();
  });

  it('sets up a channel of the alarms', async () => {
    const desk = new Desk();
    const { page, close } = await open(desk);
    const ntfy = page.locator('#sink-alarm_ntfy');
    await ntfy.locator('summary').click();
    await field(page, 'alarms.channels.ntfy.enabled').getByRole('switch').click();
    await field(page, 'alarms.channels.ntfy.topic').locator('input').fill('weather-Kx83');
    await save(page);
    await page.locator('.save-bar').getByText(/Saved/).waitFor();
    expect(desk.ifMatch).toBe('"a"');
    expect(desk.changes).toEqual([
      { 'alarms.channels.ntfy.enabled': true, 'alarms.channels.ntfy.topic': 'weather-Kx83' },
    ]);
    await close();
  });

  it('takes a key that is typed, and never shows it again; what was not touched is not sent', async () => {
    const desk = new Desk();
    const { page, close } = await open(desk);
    const wowbe = page.locator('#sink-wowbe');
    await wowbe.locator('summary').click();
    await field(page, 'uploads.wowbe.enabled').getByRole('switch').click();
    await field(page, 'uploads.wowbe.id').getByRole('textbox').fill(' 6dd3a7e7 ');
    await field(page, 'uploads.wowbe.key').locator('input').fill('s3cret');
    await save(page);
    await page
      .locator('.save-bar')
      .getByText('In force', { exact: false })
      .or(page.getByText('Saved.'))
      .first()
      .waitFor();
    expect(desk.changes).toEqual([
      {
        'uploads.wowbe.enabled': true,
        'uploads.wowbe.id': '6dd3a7e7',
        'uploads.wowbe.key': 's3cret',
        'uploads.wowbe.key_file': null,
      },
    ]);
    await expect.poll(() => field(page, 'uploads.wowbe.key').locator('input').inputValue()).toBe('');
    expect(await page.content()).not.toContain('s3cret');

    await field(page, 'uploads.wowbe.key').getByRole('button').click(); // "Remove"
    await save(page);
    await expect.poll(() => desk.changes.length).toBe(2);
    expect(desk.changes.at(-1)).toEqual({ 'uploads.wowbe.key': null });
    await close();
  });

  it('says that a station which takes up new settings has not come back yet, and how it goes once it has', async () => {
    const desk = new Desk();
    const { page, close } = await visit(browser, station.url, {
      view: 'connections',
      expected: /ERR_FAILED/,
      before: async (page) => {
        await page.clock.install();
        await desk.serve(page);
      },
    });
    const wowbe = page.locator('#sink-wowbe');
    await wowbe.locator('summary').click();
    await field(page, 'uploads.wowbe.enabled').getByRole('switch').click();
    desk.isAway = true;
    await save(page);
    await expect.poll(() => desk.changes.length).toBe(1);
    await page.clock.runFor(20_000);
    await page.locator('.save-bar').getByText('has not restarted yet').waitFor();
    await shoot(page, 'connections', 'late');
    desk.isAway = false;
    await page.clock.runFor(5000);
    await page.locator('.save-bar .verdict.ok').waitFor();
    await close();
  });

  it('says that a save is in force only while the station answers, as Settings does, and keeps the height of the page', async () => {
    const desk = new Desk();
    const { page, go, close } = await visit(browser, station.url, {
      view: 'connections',
      expected: /ERR_FAILED/,
      before: async (page) => {
        await page.clock.install();
        await desk.serve(page);
        await page.route(/\/api\/(?:connections|settings)$/, (route) =>
          desk.isAway && route.request().method() === 'GET' ? route.abort() : route.fallback(),
        );
      },
    });
    const [verdict, silent] = [page.locator('.save-bar .verdict'), page.getByText('No answer from the station')];
    await page.locator('#sink-wowbe summary').click();
    await field(page, 'uploads.wowbe.enabled').getByRole('switch').click();
    desk.isAway = true;
    await save(page);
    await page.clock.runFor(5000);
    await silent.waitFor();
    await verdict.getByText('Restarting').waitFor(); // a silence that is expected takes nothing away
    for (const [view, askedWithinMs] of [
      ['connections', 5000],
      ['settings', 31_000],
    ] as const) {
      await go(view);
      const heights: number[] = [];
      for (const isAway of [false, true, false]) {
        desk.isAway = isAway;
        // In steps: this clock runs ahead of the network, and a request gives up after 20 s of it.
        for (let leftMs = askedWithinMs; leftMs > 0; leftMs -= 10_000) {
          await page.clock.runFor(Math.min(leftMs, 10_000));
          await settle(page);
        }
        await silent.waitFor({ state: isAway ? 'visible' : 'detached' });
        await verdict.getByText('Saved and active.').waitFor({ state: isAway ? 'hidden' : 'visible' });
        expect(await page.locator('.save-bar').isVisible(), view).toBe(!isAway);
        heights.push((await overflow(page)).down);
      }
      expect(heights, view).toEqual(heights.map(() => heights[0]));
    }
    await close();
  });

  it('is reached from the station, sends at once, shows the answer as it came, and gives the weather card away', async () => {
    const { page, close } = await open(new Desk(), { view: 'now' });
    await page.locator('.status-button').click();
    await page.getByRole('link', { name: 'Connections' }).click();
    const windy = page.locator('#sink-windy');
    await windy.getByRole('button', { name: 'Send now' }).click();
    await windy.getByText(SAID.text).waitFor();
    await windy.getByText('Refused.').waitFor();

    // What the program was started with is left alone.
    const mqtt = page.locator('#sink-mqtt');
    await mqtt.locator('summary').click();
    await expect.poll(() => field(page, 'mqtt.url').textContent()).toContain('Set by an environment variable');

    // On a LAN a browser keeps its clipboard to itself.
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByText('Copied.').waitFor();
    expect(await page.evaluate(() => getSelection()?.toString())).toBe(LISTED.card);
    await close();
  });
});
