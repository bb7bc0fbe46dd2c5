import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HOUR_S } from '../../src/base/durations.ts';
import { until } from '../connections/alarms/desk.ts';
import { START_S } from '../support/fake-clock.ts';
import { AlertDesk, TURN_S } from './alert-desk.ts';

const HALF_HOUR_S = HOUR_S / 2;
let desk: AlertDesk;
beforeEach(async () => {
  desk = await AlertDesk.open();
});
afterEach(() => desk.close());

describe('alerts of the hub', () => {
  it('tell a webhook of silence once, and once when it is over, each with the exact words', async () => {
    desk.stations = [desk.well('north', { group: 'Nord' }), desk.well('south')];
    await desk.start([desk.hook({ secret_file: join(desk.folder, 'hook-secret') })]);
    await desk.pass(HOUR_S);
    const lastS = desk.clock.nowS() - TURN_S;
    await desk.pass(6 * HOUR_S + 60, desk.silentOf('north'));
    await desk.idle();
    expect(desk.sent()).toMatchObject({
      version: '4',
      status: 'firing',
      externalURL: 'https://fleet.example.org/',
      alerts: [
        {
          status: 'firing',
          labels: { alertname: 'silent', station: 'north', group: 'Nord', severity: 'warning' },
          annotations: {
            title: 'Not seen: School north',
            change: 'fired',
            value: '6',
            unit: 'h',
            threshold: '6',
          },
        },
      ],
    });
    expect(desk.webhook.heard.at(-1)!.headers['x-weatherglass-signature']).toMatch(/^sha256=[0-9a-f]{64}$/);
    expect(desk.alerts.firing).toMatchObject([{ kind: 'silent', login: 'north' }]);
    await desk.pass(12 * HOUR_S, desk.silentOf('north'));
    expect(desk.webhook.heard).toHaveLength(1);
    await desk.pass(600);
    await desk.idle();
    expect(desk.webhook.heard).toHaveLength(2);
    expect(desk.sent()).toMatchObject({
      status: 'resolved',
      alerts: [{ fingerprint: desk.sent(0).alerts[0]!['fingerprint'] }],
    });
    expect(lastS).toBeGreaterThan(START_S);
    expect(desk.alerts.firing).toEqual([]);
  });

  it('mail a fault, a full disk and a shared login, in one mail and in the language of the settings', async () => {
    desk.stations = [
      desk.well('a', { health: 'fault' }),
      desk.well('b', { disk_free_pct: 3 }),
      desk.well('c', { shared: true }),
    ];
    await desk.start([{ email: 'op@example.org' }], { language: 'de' });
    await desk.pass(900 + 300 + 60);
    await until(() => desk.mails.length > 0);
    await desk.pass(3 * HOUR_S);
    await desk.idle();
    const text = desk.mails
      .map((mail) => mail.text)
      .join('\n')
      .replaceAll('=\r\n', '');
    expect(text).toContain('Login doppelt benutzt');
    expect(text).toContain('meldet einen Fehler');
    expect(text).toContain('Vom Speicher von School b (b) sind 3 % frei.');
    expect(text).toContain('https://fleet.example.org/');
    expect(desk.mails.length).toBeLessThanOrEqual(2);
    expect(desk.mails[0]!.to).toEqual(['op@example.org']);
  });

  it('reach whom a teacher chose, of that group and those kinds alone, and no address of the hub’s own network', async () => {
    desk.stations = [desk.well('north', { group: 'Nord' }), desk.well('south', { group: 'Süd' })];
    await desk.start([]);
    const kinds = ['silent' as const];
    const put = async (given: { email: string | null; webhook: string | null }) => {
      const { receiver } = await desk.alerts.groupFile.change((before) => {
        const made = before.added({ group: 'Nord', kinds, by: 'Tom', ...given }, 1000);
        if (typeof made === 'string') throw new Error(made);
        return made;
      });
      return receiver;
    };
    const inside = await put({ email: null, webhook: 'https://localhost:1/engine' });
    const anna = await put({ email: 'anna@example.org', webhook: null });
    expect(await desk.alerts.test(anna)).toEqual({ is_taken: true, answer: expect.stringContaining('queued') });
    expect(desk.mails.map(({ to }) => to)).toEqual([['anna@example.org']]);
    const refused = await desk.alerts.test(inside);
    expect([refused.is_taken, refused.answer.includes('refused')]).toEqual([false, false]); // no connection was tried
    desk.mails.length = 0;
    await desk.follow();
    await desk.pass(HOUR_S / 2);
    await desk.pass(7 * HOUR_S, []);
    await until(() => desk.mails.length > 0);
    expect(desk.mails.map(({ to }) => to)).toEqual([['anna@example.org']]);
    expect(desk.mails[0]!.text).toContain('School north');
    expect(desk.mails[0]!.text).not.toContain('south');
    desk.mails.length = 0;
    desk.mayHear = false; // of a teacher who went
    await desk.pass(HOUR_S, ['north']);
    await desk.pass(7 * HOUR_S, []);
    desk.mayHear = true;
    expect(desk.mails).toEqual([]);
    await desk.alerts.groupFile.change((before) => ({ list: before.removed(anna.id) }));
    await desk.follow();
    expect(desk.alerts.receivers.map(({ groups }) => groups)).toEqual([['Nord']]);
  });

  it('are quiet after an outage of the hub, and sum up what is still away then', async () => {
    desk.stations = Array.from({ length: 500 }, (_, i) => desk.well(`s${i}`));
    await desk.start([{ email: 'op@example.org' }, desk.hook()]);
    await desk.pass(60);
    await desk.alerts.stop();
    desk.alerts.save();
    await desk.clock.advance(1000 * 20 * HOUR_S); // the machine of the hub was off
    await desk.start([{ email: 'op@example.org' }, desk.hook()]);
    await desk.pass(1500, []);
    expect([desk.mails.length, desk.webhook.heard.length]).toEqual([0, 0]);
    await desk.pass(600, desk.silentOf(...Array.from({ length: 40 }, (_, i) => `s${i}`)));
    await desk.idle();
    expect(desk.mails).toHaveLength(1);
    expect(desk.mails[0]!.text).toMatch(/Subject: 40 stations not seen/);
    expect(desk.mails[0]!.text.replaceAll('=\r\n', '')).toContain(
      'School s9 and 30 more. The fleet page shows them all.',
    );
    expect(desk.webhook.heard).toHaveLength(1);
    expect(desk.sent().alerts).toHaveLength(40);
    await desk.pass(900);
    await desk.idle();
    expect(desk.mails).toHaveLength(2);
    expect(desk.mails[1]!.text).toMatch(/Subject: Over: 40 stations not seen/);
  });

  it('tell an outage of the database to those of the whole fleet alone, and no station’s silence for it', async () => {
    desk.stations = [desk.well('a'), desk.well('b', { group: 'Nord' })];
    await desk.start([
      desk.hook(),
      { email: 'nord@example.org', groups: ['Nord'] },
      { email: 'op@example.org', alerts: ['hub'] },
    ]);
    desk.engine = { ...desk.engine, state: 'down' };
    await desk.pass(8 * HOUR_S, []);
    await desk.idle();
    expect(desk.webhook.heard).toHaveLength(1);
    expect(desk.sent().alerts).toMatchObject([{ labels: { alertname: 'hub', severity: 'critical' } }]);
    desk.engine = { ...desk.engine, state: 'ok' };
    await desk.pass(1200, []);
    await desk.pass(HOUR_S, ['a']);
    await desk.idle();
    expect(desk.mails.map(({ to }) => to[0])).toEqual(['op@example.org', 'op@example.org', 'nord@example.org']);
    expect(desk.mails[2]!.text).toContain('Subject: Not seen: School b');
  });

  it('are told again when a problem has been graver for a quarter of an hour, under one fingerprint, and not when it is less', async () => {
    desk.stations = [desk.well('a', { health: 'warn' })];
    await desk.start([desk.hook()]);
    await desk.pass(HALF_HOUR_S);
    await desk.idle();
    expect(desk.sent().alerts).toMatchObject([{ labels: { severity: 'warning' } }]);
    desk.stations = [desk.well('a', { health: 'fault' })];
    await desk.pass(600);
    desk.stations = [desk.well('a', { health: 'warn' })]; // a short one
    await desk.pass(HALF_HOUR_S);
    expect([desk.webhook.heard.length, desk.alerts.firing[0]!.severity]).toEqual([1, 'warning']);
    desk.stations = [desk.well('a', { health: 'fault' })];
    await desk.pass(HALF_HOUR_S);
    await desk.idle();
    expect(desk.webhook.heard).toHaveLength(2);
    const { fingerprint } = desk.sent(0).alerts[0]!;
    const graver = {
      labels: { severity: 'critical' },
      annotations: { summary: 'School a (a) reports a fault. Its own page says what it is.' },
    };
    expect(desk.sent().alerts).toMatchObject([{ status: 'firing', fingerprint, ...graver }]);
    expect(desk.alerts.firing).toMatchObject([{ severity: 'critical' }]);
    desk.stations = [desk.well('a', { health: 'warn' })];
    await desk.pass(HOUR_S);
    expect([desk.webhook.heard.length, desk.alerts.firing[0]!.severity]).toEqual([2, 'critical']);
    desk.stations = [desk.well('a')];
    await desk.pass(HALF_HOUR_S);
    await desk.idle();
    expect(desk.sent().alerts).toMatchObject([{ status: 'resolved', fingerprint, labels: { severity: 'critical' } }]);
  });

  it('count their quarter of an hour also where the clock is set back meanwhile', async () => {
    desk.stations = [desk.well('a', { health: 'fault' })];
    await desk.start([desk.hook()]);
    await desk.pass(60);
    desk.clock.jumpWallS(-86_400);
    await desk.pass(HALF_HOUR_S);
    await desk.idle();
    expect(desk.webhook.heard).toHaveLength(1);
    desk.stations = [desk.well('a')];
    await desk.pass(60);
    desk.clock.jumpWallS(-86_400);
    await desk.pass(HALF_HOUR_S);
    await desk.idle();
    expect([desk.webhook.heard.length, desk.alerts.firing]).toEqual([2, []]);
  });

  it('reach a group however its letters are written in the settings', async () => {
    desk.stations = [desk.well('a', { group: 'Süd', shared: true })];
    await desk.start([desk.hook({ groups: ['Süd'.normalize('NFD')] })]);
    await desk.pass(60);
    await desk.idle();
    expect(desk.sent().alerts).toMatchObject([{ labels: { alertname: 'shared', station: 'a' } }]);
  });

  it('have the severity of the moment at which they are told', async () => {
    desk.stations = [desk.well('a', { health: 'warn' }), desk.well('b', { health: 'fault' })];
    await desk.start([desk.hook()]);
    await desk.pass(300);
    desk.stations = [desk.well('a', { health: 'fault' }), desk.well('b', { health: 'warn' })];
    await desk.pass(HALF_HOUR_S);
    await desk.idle();
    expect(desk.alerts.firing).toMatchObject([
      { login: 'a', severity: 'critical' },
      { login: 'b', severity: 'warning' },
    ]);
    expect(desk.webhook.heard).toHaveLength(1);
  });

  it('of a problem and of a full disk are not over because their station dies', async () => {
    desk.stations = [desk.well('a', { health: 'fault', disk_free_pct: 2 })];
    await desk.start([desk.hook()]);
    await desk.pass(HALF_HOUR_S);
    await desk.pass(8 * HOUR_S, []);
    await desk.idle();
    expect(desk.webhook.heard.map(({ body }) => JSON.parse(body).status)).toEqual(['firing', 'firing']);
    expect(desk.alerts.firing.map(({ kind }) => kind)).toEqual(['fault', 'disk', 'silent']);
    desk.stations = [desk.well('a')];
    await desk.pass(HOUR_S);
    await desk.idle();
    expect(desk.alerts.firing).toEqual([]);
    expect(desk.webhook.heard.flatMap(({ body }) => JSON.parse(body).alerts).map(({ status }) => status)).toEqual([
      ...['firing', 'firing', 'firing'],
      ...['resolved', 'resolved', 'resolved'],
    ]);
  });

  it('forget a station that was removed, also what waits about it', async () => {
    desk.stations = [desk.well('a', { shared: true })];
    desk.webhook.answer = (res) => res.writeHead(500).end();
    await desk.start([desk.hook()]);
    await desk.pass(60);
    expect(desk.alerts.receivers[0]!.waiting).toBe(1);
    desk.stations = [];
    await desk.alerts.look();
    expect([desk.alerts.firing, desk.alerts.receivers[0]!.waiting]).toEqual([[], 0]);
    expect(readFileSync(join(desk.folder, 'alerts.json'), 'utf8')).not.toContain('School a');
  });
});
