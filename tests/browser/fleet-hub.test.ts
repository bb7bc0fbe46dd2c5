import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { RegistryFile } from '../../src/hub/registry-file.ts';
import { enginesHere, RealEngine } from '../support/engines.ts';
import { FleetStationProcess } from '../support/fleet-station.ts';
import type { Key } from '../support/hub-here.ts';
import { PASSWORD } from '../support/hub-people.ts';
import { realNowS } from '../support/real-now.ts';
import { focused, hubOver, hubPages, logIn, ROOT } from './support/hub-pages.ts';
import { atOnce, laterBy, shown } from './support/waits.ts';

const { lookedAfter, opened } = await hubPages();

describe.skipIf(!enginesHere.includes('victoria-metrics'))('the page of a real hub over a real engine', () => {
  it('shows what a real station has measured, beside another', async () => {
    const engine = await RealEngine.start('victoria-metrics');
    onTestFinished(() => engine.remove());
    const hub = await hubOver(engine.address, 'North', 'South');
    const [north, south] = hub.keys as [Key, Key];
    // A station takes seconds to start: the other one is its lines.
    const folder = mkdtempSync(join(tmpdir(), 'weatherglass-fleet-page-'));
    const station = await FleetStationProcess.withPast(join(folder, north.login), 0.2, north, hub.url, ROOT);
    onTestFinished(async () => {
      await station.kill();
      rmSync(folder, { recursive: true, force: true });
    });
    const fiveMinutesAgoS =
      Math.floor(realNowS('an engine keeps rows of its retention only, and a hub none of the future')) - 300;
    await hub.post(south, `wx temp=-7.5,hum=91,slp=1001.5 ${fiveMinutesAgoS}\n`);
    await station.start();
    const { cursor_ts } = await station.allSent();
    await station.kill(); // what it has sent is the newest from now on
    const newest = [...station.rows(cursor_ts!)].at(-1)![1];
    const { page, complaints } = await opened();
    await page.goto(`${hub.url}/#/list`);
    for (const [name, { temp, hum, slp }] of [
      ['North', newest],
      ['South', { temp: -7.5, hum: 91, slp: 1001.5 }],
    ] as const) {
      const row = page.locator('tbody tr', { hasText: name });
      const written = async (target: string) => {
        const text = ((await row.locator(`.${target}-text`).textContent()) ?? '').replace('−', '-');
        return Number(text.replace(/[^\d.-]/g, ''));
      };
      await row.waitFor();
      await expect.poll(async () => Math.abs((await written('temperature')) - temp!)).toBeLessThan(0.051);
      await expect.poll(async () => Math.abs((await written('humidity')) - hum!)).toBeLessThan(0.51);
      await expect.poll(async () => Math.abs((await written('pressure')) - slp!)).toBeLessThan(0.051);
    }
    await page.getByRole('link', { name: 'North' }).click();
    await shown(page, '.chart path[d*="L"]');
    expect(complaints).toEqual([]);
  });
});

describe('the pages of people who look after stations', () => {
  it('let an operator log in, add stations by CSV, print their sheets on A4 and Letter, and read who did it', async () => {
    const hub = await hubOver('http://127.0.0.1:9');
    const { page, complaints } = await lookedAfter(hub, 'Olga', { viewport: { width: 390, height: 844 } });
    await page.goto(hub.url);
    await logIn(page, 'Olga', 'wrong');
    await page.getByText('Not done: unknown name or wrong password').waitFor();
    expect(await page.getByRole('link', { name: 'Manage' }).count()).toBe(0);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('link', { name: 'Manage' }).click();
    await page.getByText('Add stations').first().click();
    const csv = page.getByRole('textbox', { name: 'Add stations' });
    await csv.fill('name,group\nNorth,West\nNorth,\n');
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText('this station is in line 2 already').waitFor();
    await csv.fill('name,group\nNorth,West\n<i>South</i>,East\n');
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.locator('.sheets li').nth(1).waitFor();
    await expect.poll(() => page.locator('.sheets svg.qr').count()).toBe(2);
    expect(await page.locator('.sheets').innerText()).toContain('login: "i-south-i"');
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    for (const format of ['A4', 'Letter'])
      expect((await page.pdf({ format })).toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1);
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save files' }).click(),
    ]);
    const zip = readFileSync(await saved.path(), 'latin1');
    expect([zip.slice(0, 4), zip.match(/north\.yaml/g)?.length]).toEqual(['PK\u0003\u0004', 2]);
    await page.getByLabel('Choose North').check();
    await page.getByLabel('Place', { exact: true }).fill('Holte');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.locator('tbody td', { hasText: 'Holte' }).waitFor();
    await page.getByRole('link', { name: 'Log', exact: true }).click();
    await page.locator('tbody tr', { hasText: 'Place set' }).waitFor();
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByLabel('Password', { exact: true }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('read a table of stations as a spreadsheet on Windows writes it, too', async () => {
    const hub = await hubOver('http://127.0.0.1:9');
    const { page, complaints } = await lookedAfter(hub, 'Olga');
    await page.goto(`${hub.url}/#/manage`);
    await logIn(page, 'Olga');
    await page.getByText('Add stations').first().click();
    const csv = page.getByRole('textbox', { name: 'Add stations' });
    const text = 'name;group\nRødovre;Øst\n';
    for (const encoding of ['latin1', 'utf8'] as const) {
      await csv.fill('');
      const file = { name: 'schools.csv', mimeType: 'text/csv', buffer: Buffer.from(text, encoding) };
      await page.locator('input[type=file]').setInputFiles(file);
      await expect.poll(() => csv.inputValue()).toBe(text);
    }
    expect(complaints).toEqual([]);
  });

  it('choose a group for a new receiver, also where the first one comes while they are open', async () => {
    const hub = await hubOver('http://127.0.0.1:9', 'North');
    const { page, complaints } = await lookedAfter(hub, 'Olga');
    await page.goto(`${hub.url}/#/alerts`);
    await logIn(page, 'Olga');
    await page.getByText('Put stations into a group first.').waitFor();
    await new RegistryFile(hub.folder).change((before) => ({ list: before.detailed(['north'], { group: 'West' }) }));
    const group = page.getByRole('combobox', { name: 'Group' });
    await expect
      .poll(async () => {
        await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
        return group.count();
      })
      .toBe(1);
    expect(await group.inputValue()).toBe('West');
    expect(complaints).toEqual([]);
  });

  it('remove stations by a second touch alone, which is of those that are chosen', async () => {
    const hub = await hubOver('http://127.0.0.1:9', 'North', 'South', 'West');
    const { page, complaints } = await lookedAfter(hub, 'Olga');
    const left = () => new RegistryFile(hub.folder).read().stations.map(({ login }) => login);
    await page.goto(`${hub.url}/#/manage`);
    await logIn(page, 'Olga');
    await page.getByRole('combobox', { name: 'Action' }).selectOption('Remove');
    const apply = page.getByRole('button', { name: 'Apply' });
    expect(await apply.isDisabled()).toBe(true);
    const sure = page.getByRole('button', { name: 'Touch again to delete' });
    await page.getByLabel('Choose North').check();
    await apply.click();
    await sure.waitFor();
    await page.getByLabel('Choose South').check();
    await apply.click();
    await sure.waitFor();
    expect(left()).toEqual(['north', 'south', 'west']);
    await laterBy(page, 550);
    await sure.click();
    await page.getByText('Done.', { exact: true }).waitFor();
    expect(left()).toEqual(['west']);
    expect(complaints).toEqual([]);
  });

  it('draw the stations of an upgrade only once they are asked for: each wave of the past has the whole fleet', async () => {
    const hub = await hubOver('http://127.0.0.1:9', 'North');
    const { page, complaints } = await lookedAfter(hub, 'Olga');
    const done = Array.from({ length: 2000 }, (_, i) => `skole-${i}`);
    const waves = ['w1', 'w2'].map((id) => ({
      wave: { id, group: null, version: '1.2.0', share: 10, paused: null, since_ts: 2e9, ended_ts: 2e9 },
      ...{ stations: 2000, done, asked: [], next: [], refused: [], failed: [], later: [] },
    }));
    await page.route('**/api/waves', (route) => route.fulfill({ json: { now_ts: 2e9, waves } }));
    await page.goto(`${hub.url}/#/manage`);
    await logIn(page, 'Olga');
    const summary = page.locator('td summary', { hasText: 'have it' });
    await summary.nth(1).waitFor();
    const links = page.locator('td details a');
    expect(await links.count()).toBe(0);
    await summary.first().click();
    await expect.poll(() => links.count()).toBe(2000);
    await summary.first().click();
    await expect.poll(() => links.count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it('show nothing of before to whoever sits there once a session has ended', async () => {
    const hub = await hubOver('http://127.0.0.1:9', 'North', 'South');
    const { page, complaints } = await lookedAfter(hub, 'Olga');
    await page.goto(hub.url);
    await logIn(page, 'Olga');
    await page.getByRole('heading', { name: '2 stations' }).waitFor();
    const lookAgain = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    // The poll of the fleet may meet the end of the session first.
    await page.route('**/api/fleet', (route) => route.fulfill({ status: 401, json: { detail: 'log in first' } }));
    await lookAgain();
    await page.getByText('Not done: log in first').waitFor();
    await page.context().clearCookies();
    await lookAgain();
    await page.getByRole('button', { name: 'Log in' }).waitFor();
    expect(await page.getByText('Not done: log in first').count()).toBe(0);
    expect(await page.locator('h1').innerText()).not.toContain('stations');
    await page.unrouteAll({ behavior: 'wait' });
    await logIn(page, 'Olga');
    await page.getByRole('heading', { name: '2 stations' }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('take an upgrade back by a second touch alone, and leave the focus at its heading', async () => {
    const hub = await hubOver('http://127.0.0.1:9', 'North');
    const { page, complaints } = await lookedAfter(hub, 'Olga', { viewport: { width: 390, height: 844 } });
    const wave = { id: 'w1', group: null, version: '1.2.0', share: 10, paused: null, since_ts: 2e9, ended_ts: null };
    const lists = { done: ['north'], asked: [], next: [], refused: [], failed: [], later: [] };
    const waves = [{ wave: { ...wave, ended_ts: null as number | null }, stations: 1, ...lists }];
    const sent: string[] = [];
    await page.route(/\/api\/waves/, (route) => {
      const { pathname } = new URL(route.request().url());
      if (route.request().method() === 'GET') return route.fulfill({ json: { now_ts: 2e9, waves } });
      sent.push(`${route.request().method()} ${pathname}`);
      waves[0]!.wave.ended_ts = 2e9;
      return route.fulfill({ json: waves[0] });
    });
    await page.goto(`${hub.url}/#/manage`);
    await logIn(page, 'Olga');
    const back = page.getByRole('button', { name: 'Take back', exact: true });
    // Where the whole view goes with the focus in a form, the next one has none of its headings focused.
    await back.focus();
    for (const [view, form] of [
      ['people', 'Tokens for programs'],
      ['manage', 'Upgrades'],
    ] as const) {
      await page.evaluate((hash) => {
        location.hash = hash;
      }, `#/${view}`);
      await page.getByRole('form', { name: form }).waitFor();
      expect(await page.evaluate(() => document.activeElement!.tagName)).toBe('BODY');
    }
    await atOnce(page, () => back.dblclick());
    const sure = page.getByRole('button', { name: 'Touch again to take back' });
    await sure.waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    expect(sent).toEqual([]);
    await laterBy(page, 550);
    await sure.press('Enter');
    await page.getByText('taken back').waitFor();
    expect(sent).toEqual(['DELETE /api/waves/w1']);
    expect(await focused(page)).toBe('Upgrades');
    expect(complaints).toEqual([]);
  });

  it('take no typing error for an order, choose no station that has gone, and say so while a hub is slow or away', async () => {
    const hub = await hubOver('http://127.0.0.1:9', 'North', 'South');
    const registry = new RegistryFile(hub.folder);
    await registry.change((before) => ({ list: before.detailed(['north'], { keep_days: 400 }) }));
    const { page, complaints } = await lookedAfter(hub, 'Olga');
    await page.goto(`${hub.url}/#/manage`);
    await logIn(page, 'Olga');

    // Half a number would be no number, and no number of days is for ever.
    await page.getByLabel('Choose North').check();
    await page.getByRole('combobox', { name: 'Action' }).selectOption('Set time kept');
    const days = page.getByLabel('Days (empty: for ever)');
    await days.pressSequentially('4o0');
    await days.press('Enter');
    expect(await days.evaluate((field: HTMLInputElement) => field.validity.valid)).toBe(false);
    expect(await days.inputValue()).toBe('4o0');
    await days.fill('30');
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByText(/^Deletes .* from before/).waitFor();
    expect(registry.read().detailsOf('north').keep_days).toBe(400);

    await page.getByRole('combobox', { name: 'Action' }).selectOption('Set place');
    await page.getByLabel('Place', { exact: true }).fill('new-login');
    await page.getByRole('combobox', { name: 'Action' }).selectOption('Change login');
    await expect.poll(() => page.getByLabel('Login', { exact: true }).inputValue()).toBe('');

    await page.getByLabel('Choose South').check();
    await page.getByText('2 stations chosen').waitFor();
    await registry.change((before) => ({ list: before.removed('south') }));
    await expect
      .poll(async () => {
        await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
        return page.getByText('1 station chosen').count();
      })
      .toBe(1);

    const asked = Promise.withResolvers<void>();
    await page.route('**/api/manage/audit*', async (route) => {
      await asked.promise;
      await route.abort();
    });
    await page.getByRole('link', { name: 'Log', exact: true }).click();
    await page.getByText('Loading…').waitFor();
    expect(await page.getByText('Nothing yet.').count()).toBe(0);
    asked.resolve();
    await page.getByText('Not available: the hub or its database does not answer.').waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    await page.getByRole('link', { name: 'Stations', exact: true }).click();
    await page.getByLabel('Name, ID, group or place').waitFor();
    const sent = Promise.withResolvers<void>();
    let times = 0;
    await page.route('**/api/session', async (route) => {
      if (route.request().method() !== 'DELETE') return route.fallback();
      times++;
      await sent.promise;
      return route.abort();
    });
    const out = page.getByRole('button', { name: 'Log out' });
    await out.click();
    await page.getByText('Waiting for the hub…').waitFor();
    expect(await out.isDisabled()).toBe(true);
    await page.getByRole('form', { name: 'Log out' }).evaluate((form: HTMLFormElement) => form.requestSubmit());
    sent.resolve();
    await page.getByText('No answer from the hub. You may still be logged in. Try again.').waitFor();
    expect([await out.isDisabled(), times]).toEqual([false, 1]);
    expect(complaints).toEqual([]);
  });
});
