import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { until } from '../connections/alarms/desk.ts';
import { AlertDesk, FULL } from './alert-desk.ts';

const OF_NORD = { group: 'Nord', webhook: null, kinds: ['shared'], by: 'Tom', added_ts: 1 };
const ANNA = { id: 'aaaabbbbcccc', email: 'anna@example.org', ...OF_NORD };
const BEN = { id: 'ddddeeeeffff', email: 'ben@example.org', ...OF_NORD };

let desk: AlertDesk;
beforeEach(async () => {
  desk = await AlertDesk.open();
});
afterEach(() => desk.close());

/** Two receivers of a group, whose mailboxes are full. */
async function startWithTwo(): Promise<{ path: string; whole: string }> {
  const path = join(desk.folder, 'group-alerts.json');
  const whole = JSON.stringify({ version: 1, receivers: [ANNA, BEN] });
  writeFileSync(path, whole);
  desk.smtpAnswer = FULL;
  await desk.start([]);
  await desk.pass(60);
  return { path, whole };
}

describe('receivers of the hub’s alerts', () => {
  it('of a group that cannot be sent keep no other from its own, and settings that cannot be used are told', async () => {
    desk.stations = [desk.well('north', { group: 'Nord' })];
    const bad = { id: 'aaaabbbbcccc', group: 'Nord', email: null, kinds: ['silent'], by: 'Tom', added_ts: 1 };
    const path = join(desk.folder, 'group-alerts.json');
    writeFileSync(
      path,
      JSON.stringify({ version: 1, receivers: [{ ...bad, webhook: 'https://chat.example.org/ space' }] }),
    );
    await desk.start([desk.hook()]);
    expect(desk.alerts.receivers[0]?.name).toBe('webhook 1');
    expect(desk.alerts.problem).toBeNull();
    writeFileSync(path, '{');
    await desk.follow();
    expect(desk.alerts.problem).toContain('is not JSON');
    expect(desk.alerts.receivers).toMatchObject([
      { name: 'webhook 1' },
      { name: 'receiver aaaabbbbcccc', state: 'off' },
    ]);
    writeFileSync(desk.settings, 'receivers: [{}]');
    await desk.follow();
    expect(desk.alerts.problem).toContain('receivers.0');
    writeFileSync(desk.settings, 'receivers: *all');
    await desk.follow();
    expect(desk.alerts.problem).toMatch(/alerts\.yaml is not YAML: .* needs quotes/);
    expect(desk.alerts.receivers[0]?.name).toBe('webhook 1');
  });

  it.each([
    ['is no JSON', '"ben@example.org"', 'ben@example.org"'],
    ['has an entry that is none', '"ddddeeeeffff"', '5'],
  ])(
    'of a group go on where the file of its receivers %s, and wait where an entry cannot be read',
    async (_, good, bad) => {
      desk.stations = [desk.well('a', { group: 'Nord', shared: true })];
      const { path, whole } = await startWithTwo();
      const damaged = whole.replace(good, bad);
      writeFileSync(path, damaged);
      await desk.restart([]);
      expect(desk.alerts.problem).toMatch(
        / is not .*; the receivers in it that can be read stay, .* group-alerts\.json\.damaged$/,
      );
      const unread = { name: 'receiver ddddeeeeffff', last_error: expect.stringContaining('its entry') };
      expect(desk.alerts.receivers).toMatchObject([
        { name: 'anna@example.org (Nord)', waiting: 1 },
        { ...unread, state: 'off', waiting: 1 },
      ]);
      desk.smtpAnswer = null;
      await desk.pass(60);
      await until(() => desk.mails.length > 0);
      writeFileSync(path, whole);
      await desk.follow();
      expect(desk.alerts.problem).toBeNull();
      await desk.pass(60);
      await desk.idle();
      expect(desk.mails.map(({ to }) => to[0])).toEqual(['anna@example.org', 'ben@example.org']);
      for (const [copy, text] of Object.entries({ '': '{"receivers"', '-2': damaged })) {
        writeFileSync(path, text);
        await desk.alerts.groupFile.change((before) => ({ list: before.removed('ddddeeeeffff') }));
        expect(readFileSync(`${path}.damaged${copy}`, 'utf8')).toBe(text);
      }
      expect(readFileSync(`${path}.damaged`, 'utf8')).toBe('{"receivers"');
      expect(desk.alerts.groupFile.read()).toMatchObject({ all: [ANNA], damage: null });
    },
  );

  it('of a group wait for a receiver that a change left out, while the damaged file lies beside', async () => {
    desk.stations = [desk.well('a', { group: 'Nord', shared: true })];
    const { path, whole } = await startWithTwo();
    writeFileSync(path, whole.replace('"ddddeeeeffff"', '5'));
    await desk.alerts.groupFile.change((before) => ({ list: before }));
    await desk.follow();
    desk.stations = [...desk.stations, desk.well('b', { group: 'Nord', shared: true })]; // begins meanwhile: told to Anna alone
    await desk.pass(60);
    await desk.restart([]);
    const waiting = () => desk.alerts.receivers.map((one) => [one.name, one.waiting]);
    expect(waiting()).toEqual([
      ['anna@example.org (Nord)', 2],
      ['receiver ddddeeeeffff', 1],
    ]);
    writeFileSync(path, whole);
    await desk.follow();
    expect(waiting()[1]).toEqual(['ben@example.org (Nord)', 1]);
    await desk.alerts.groupFile.change((before) => ({ list: before.removed('ddddeeeeffff') }));
    await desk.follow();
    expect(waiting()[1]).toEqual(['receiver ddddeeeeffff', 1]);
    rmSync(`${path}.damaged`);
    await desk.follow();
    expect(waiting()).toEqual([['anna@example.org (Nord)', 2]]);
  });
});
