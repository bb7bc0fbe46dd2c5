import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Status } from '../../src/contract/status.ts';
import { lanAddress } from '../support/lan.ts';
import { shoot } from './support/looks.ts';
import { button, field, inForce, ownedStation, save, unfold } from './support/owned-station.ts';

const station = await ownedStation('  altitude_m: 408\n  units: imperial\n');

it('what somebody else changed meanwhile is kept without a question where nothing of it would be lost', async () => {
  const { page, end } = await station.opened({ size: 'phone' });
  await field(page, 'site.name').getByRole('textbox').fill('Mine, beside theirs');
  station.edit((text) => text.replace(/altitude_m: \d+/, 'altitude_m: 11'));
  await save(page);
  await inForce(page);
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(station.text()).toMatch(/name: Mine, beside theirs[\s\S]*altitude_m: 11/);
  await end();
});

it('what somebody else changed otherwise meanwhile is shown, and the reader decides', async () => {
  const { page, end } = await station.opened({ size: 'phone' });
  for (const answer of ['Discard mine', 'Save mine too']) {
    await field(page, 'site.name').getByRole('textbox').fill(`Mine, ${answer}`);
    const by = station.text().includes('altitude_m: 12') ? 13 : 12;
    station.edit((text) =>
      text.replace(/altitude_m: \d+/, `altitude_m: ${by}`).replace(/name: .*/, `name: Theirs, ${by}`),
    );
    await save(page);
    const dialog = page.getByRole('dialog');
    await dialog.getByText(new RegExp(`Elevation: .* → ${Math.round(by / 0.3048)}\u202fft`)).waitFor();
    await shoot(page, 'settings', 'meanwhile');
    expect(station.text()).not.toContain('Mine,');
    await dialog.getByRole('button', { name: answer }).tap();
    await dialog.waitFor({ state: 'detached' });
  }
  await inForce(page);
  expect(station.text()).toMatch(/name: Mine, Save mine too[\s\S]*altitude_m: 13/);
  await end();
});

it('rules of alarms that somebody else changed meanwhile are called by their names, those alone that differ', async () => {
  const { page, end } = await station.opened({ size: 'phone', before: (opening) => opening.clock.install() });
  await unfold(page, 'Alarms');
  const shown = field(page, 'alarms.rules').getByRole('link');
  const rules = (onOfFrost: number): string =>
    `alarms:\n  rules:\n    - id: heat\n      enabled: true\n    - id: frost_tonight\n      on: ${onOfFrost}\n    - id: own_rule\n      title: Cellar\n      when: above\n      quantity: humidityPct\n      on: 80\n      off: 75\n`;
  station.edit((text) => text + rules(0.5));
  await page.clock.runFor(30_000); // an open page asks every half minute
  await expect.poll(() => shown.textContent()).toMatch(/Heat, Frost tonight, Cellar$/);
  await field(page, 'site.name').getByRole('textbox').fill('Mine again');
  station.edit((text) => text.replace('on: 0.5', 'on: 0.45').replace(/name: .*/, 'name: Theirs again'));
  await save(page);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('listitem').filter({ hasText: 'Rules:' }).waitFor();
  await shoot(page, 'settings', 'meanwhile-rules');
  expect(await dialog.getByRole('listitem').filter({ hasText: 'Rules:' }).textContent()).toMatch(
    /^Rules: Frost tonight \(45\D%\)$/,
  );
  await dialog.getByRole('button', { name: 'Discard mine' }).tap();
  await dialog.waitFor({ state: 'detached' });
  await end();
});

it('a change whose answer was lost is no draft any more, and nobody else is blamed for it', async () => {
  const { page, end } = await station.opened({ size: 'phone' });
  // Not when it started: that is counted back from each answer, and differs by microseconds.
  const uptimeS = async (): Promise<number> =>
    ((await (await page.request.get(`${station.url}/api/status`)).json()) as Status).uptime_s;
  const before = await uptimeS();
  await page.route('**/api/settings', async (route) => {
    if (route.request().method() !== 'PATCH') return route.fallback();
    await route.fetch();
    await route.abort('connectionreset');
  });
  const name = field(page, 'site.name').getByRole('textbox');
  await name.fill('Lost answer');
  await save(page);
  await expect.poll(station.text).toContain('name: Lost answer');
  await expect.poll(() => page.locator('.save-bar').getByRole('button').count()).toBe(0);
  expect(await name.inputValue()).toBe('Lost answer');
  expect(await page.getByRole('dialog').count()).toBe(0);
  await expect.poll(uptimeS).toBeLessThan(before); // who opens the page meanwhile may miss a script of it
  await end();
});

it('a file goes out without its secrets and comes in as changes that are looked through', async () => {
  const { page, end } = await station.opened({ size: 'wall' });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download' }).tap(),
  ]);
  expect(readFileSync(await download.path(), 'utf8')).toContain('# Mine');
  const upload = (text: string | Buffer) =>
    page
      .locator('input[type=file]')
      .setInputFiles({ name: 'mine.yaml', mimeType: 'text/yaml', buffer: Buffer.from(text as string) });
  await upload(Buffer.alloc(9000, '\x89PNG\0\x01', 'latin1')); // as JSON it would be larger than a body may be
  await page.getByText('This is no settings file.').waitFor();
  await upload('site: { colour: blue }');
  await page.getByText('site.colour is not a setting').waitFor();
  await upload('site: { name: From the file, indoors: true }\nkiosk: { zoom: 1.5 }');
  await page.getByText('because it is set elsewhere: Indoors').waitFor();
  await page.getByText('→ From the file').waitFor();
  await expect.poll(() => page.locator('.save-bar').textContent()).toContain('Zoom: 1 → 1.5');
  await button(page, 'Discard').tap();
  await end();
});

it.skipIf(!lanAddress)('a guest on the network is told what only the station itself may change', async () => {
  const { page, end } = await station.opened({ size: 'phone' }, station.url.replace('127.0.0.1', lanAddress!));
  await unfold(page, 'Who can make changes');
  await expect
    .poll(() => field(page, 'access.writes').textContent())
    .toContain('Change it on the station’s own screen');
  expect(await field(page, 'access.pin_hash').getByRole('button').count()).toBe(0);
  expect(await field(page, 'site.name').getByRole('textbox').isEnabled()).toBe(true);
  await end();
});
