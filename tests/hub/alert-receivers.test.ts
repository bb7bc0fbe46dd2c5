import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HOUR_S } from '../../src/base/durations.ts';
import { AlertSettingsFile, receiversOf } from '../../src/hub/alerts/settings.ts';
import { testReceivers } from '../../src/hub/alerts/test-receivers.ts';
import { type Waiting, WaitingMessages } from '../../src/hub/alerts/waiting.ts';
import { connectionPorts } from '../../src/main/machine/connection-ports.ts';
import { ENGLISH } from '../../src/words/speaker.ts';
import { until } from '../connections/alarms/desk.ts';
import { AlertDesk, FULL } from './alert-desk.ts';

const HALF_HOUR_S = HOUR_S / 2;

let desk: AlertDesk;
beforeEach(async () => {
  desk = await AlertDesk.open();
});
afterEach(() => desk.close());

describe('receivers of the hub’s alerts', () => {
  it('wait until the receiver has said yes, over a restart of the hub, and keep its answer without the key', async () => {
    desk.stations = [desk.well('a', { shared: true })];
    desk.webhook.answer = (res) => res.writeHead(500).end('no: /hook/abc is down');
    await desk.start([desk.hook()]);
    await desk.pass(120);
    await until(() => desk.webhook.heard.length > 0 && desk.alerts.receivers[0]!.last_error !== null);
    expect(desk.alerts.receivers).toMatchObject([{ name: 'webhook 1', state: 'retrying', waiting: 1 }]);
    expect(desk.alerts.receivers[0]!.last_error).toBe('500: no: /••• is down');
    await desk.restart([desk.hook()]);
    expect(desk.alerts.receivers[0]!.waiting).toBe(1);
    desk.webhook.answer = (res) => res.writeHead(204).end();
    await desk.pass(60);
    await desk.idle();
    const before = desk.webhook.heard.length;
    await desk.restart([desk.hook()]);
    await desk.pass(HOUR_S);
    expect(desk.webhook.heard).toHaveLength(before); // told once
  });

  it('keep a mail that its server refuses, and send it to the others', async () => {
    desk.stations = [desk.well('a', { shared: true })];
    desk.smtpAnswer = FULL;
    await desk.start([{ email: 'op@example.org' }, desk.hook()]);
    await desk.pass(60);
    await until(() => desk.alerts.receivers.some(({ last_error: error }) => error === '452: 452 mailbox full'));
    expect(desk.webhook.heard).toHaveLength(1);
    desk.smtpAnswer = null;
    await desk.pass(300);
    await desk.idle();
    expect(desk.mails).toHaveLength(1);
  });

  it('are read one by one from their file: an entry that is damaged loses no other', async () => {
    desk.stations = [desk.well('a', { shared: true })];
    desk.webhook.answer = (res) => res.writeHead(500).end();
    await desk.start([desk.hook()]);
    await desk.pass(60);
    await desk.alerts.stop();
    const path = join(desk.folder, 'alerts.json');
    const saved = JSON.parse(readFileSync(path, 'utf8'));
    saved.open.push({ kind: 'shared' });
    saved.waiting[`webhook ${desk.webhook.url}`].push(null);
    writeFileSync(path, JSON.stringify(saved));
    await desk.start([desk.hook()]);
    expect([desk.alerts.firing.length, desk.alerts.receivers[0]!.waiting]).toEqual([1, 1]);
  });

  it('are sent by no hub that ends while it reads their settings', async () => {
    desk.stations = [desk.well('c', { shared: true })];
    await desk.start([desk.hook()]);
    const path = desk.settings;
    writeFileSync(path, `${readFileSync(path, 'utf8')}\n`);
    await desk.follow(AbortSignal.abort());
    await desk.pass(900);
    expect(desk.alerts.firing).toHaveLength(1);
    expect(desk.webhook.heard).toEqual([]);
  });

  it('keep the settings before when the file is broken, and say so once', async () => {
    desk.stations = [desk.well('a', { shared: true })];
    await desk.start([desk.hook()]);
    writeFileSync(desk.settings, 'receivers: [{email: 5}]');
    await desk.follow();
    await desk.follow();
    expect(desk.told.filter((line) => line.includes('cannot be used'))).toHaveLength(1);
    expect(desk.alerts.receivers).toHaveLength(1);
    expect(desk.alerts.receivers[0]!.waiting).toBe(0);
  });

  it('keep the settings before also where the file was broken and the hub begins again', async () => {
    desk.stations = [desk.well('a')];
    await desk.start([desk.hook()]);
    await desk.pass(60);
    await desk.alerts.stop();
    await desk.start([desk.hook()], { silent_hours: 'six' });
    expect(desk.alerts.problem).toContain('silent_hours');
    desk.stations = [desk.well('a', { shared: true })];
    await desk.pass(60);
    await desk.idle();
    expect(desk.sent().alerts).toMatchObject([{ labels: { alertname: 'shared' } }]);
  });

  it('reach an address that stands twice by the filters of each place, and what waits for both is kept', async () => {
    desk.stations = [desk.well('a', { shared: true }), desk.well('b', { group: 'Nord', shared: true })];
    const receivers = [
      { email: 'op@example.org', alerts: ['silent'] },
      { email: 'op@example.org, ben@example.org', groups: ['Nord'] },
      desk.hook({ alerts: ['shared'] }),
      desk.hook({ groups: ['Nord'] }),
    ];
    desk.smtpAnswer = FULL;
    desk.webhook.answer = (res) => res.writeHead(500).end();
    await desk.start(receivers);
    await desk.pass(60);
    const shown = () => desk.alerts.receivers.map(({ name, key, waiting }) => [name, key, waiting]);
    const expected = [
      ['email op@example.org', 'email op@example.org', 0],
      ['email op@example.org #2', 'email op@example.org #2', 1],
      ['email ben@example.org', 'email ben@example.org', 1],
      ['webhook 3', `webhook ${desk.webhook.url}`, 2],
      ['webhook 4', `webhook ${desk.webhook.url} #2`, 1],
    ];
    expect(shown()).toEqual(expected);
    await desk.restart(receivers);
    expect(shown()).toEqual(expected);
  });

  it('that wait for their receiver give way to graver ones', async () => {
    desk.stations = [desk.well('a', { health: 'warn' })];
    desk.webhook.answer = (res) => res.writeHead(500).end();
    await desk.start([desk.hook()]);
    await desk.pass(HALF_HOUR_S);
    desk.stations = [desk.well('a', { health: 'fault' })];
    await desk.pass(HALF_HOUR_S);
    expect(desk.alerts.receivers[0]!.waiting).toBe(1);
    desk.webhook.answer = (res) => res.writeHead(204).end();
    await desk.pass(300);
    await desk.idle();
    expect(desk.sent().alerts).toMatchObject([{ labels: { severity: 'critical' } }]);
  });

  it('that get graver while they are on their way are sent again', async () => {
    const queue = new WaitingMessages(desk.clock, ENGLISH, false, null, () => {});
    const message = (tS: number, severity: 'warning' | 'critical'): Waiting => ({
      ...{ fingerprint: 'a', change: 'fired', tS, startedS: 1, endedS: null, name: 'a' },
      about: {
        ...{ id: 'fault', title: 'a', severity, text: 'a', value: null, unit: '' },
        ...{ chance: null, threshold: 0, isTest: false, labels: {} },
      },
    });
    queue.put([message(1000, 'warning')]);
    await desk.clock.advance(60_000);
    const onItsWay = queue.due(50);
    queue.put([message(1900, 'critical')]);
    queue.delivered(onItsWay);
    expect(queue.toJSON()).toEqual([message(1900, 'critical')]);
  });

  it('stand in a mail as they came, and none is over before it fired where many are one sentence', async () => {
    const queue = new WaitingMessages(desk.clock, ENGLISH, true, null, () => {});
    const message = (station: string, change: 'fired' | 'resolved', tS: number): Waiting => ({
      ...{ fingerprint: station, change, tS, startedS: 1, endedS: null, name: station },
      about: {
        ...{ id: 'silent', title: station, severity: 'warning', text: '', value: null, unit: 'h' },
        ...{ chance: null, threshold: 6, isTest: false, labels: { station } },
      },
    });
    const told = () => queue.due(200).map(({ change, about }) => `${change}: ${about.title}`);
    const again = { ...message('x', 'fired', 1004), fingerprint: 'x again' };
    queue.put([message('x', 'resolved', 1001), message('y', 'fired', 1002), message('y', 'resolved', 1003), again]);
    await desk.clock.advance(60_000);
    expect(told()).toEqual(['resolved: x', 'fired: y', 'resolved: y', 'fired: x']);
    for (const change of ['fired', 'resolved'] as const)
      queue.put(Array.from({ length: 11 }, (_, i) => message(`z${i}`, change, 2000)));
    expect(told()).toEqual(['fired: 12 stations not seen', 'resolved: 13 stations not seen', 'fired: x']);
  });

  it('wait for a receiver whose file of secrets is missing, also over a restart, and go once it is there', async () => {
    const secret_file = join(desk.folder, 'late-secret');
    desk.stations = [desk.well('a', { shared: true })];
    const receivers = [desk.hook({ secret_file }), desk.hook({ webhook: `${desk.webhook.url}?other` })];
    await desk.start(receivers);
    const lack = 'secret_file is not set, or its file cannot be read';
    expect(desk.alerts.problem).toBe(`webhook 1: ${lack}`);
    await desk.pass(60);
    expect(desk.alerts.receivers).toMatchObject([{ state: 'off', waiting: 1, last_error: lack }, { waiting: 0 }]);
    await desk.restart(receivers);
    expect(desk.alerts.receivers).toMatchObject([{ waiting: 1 }, { waiting: 0 }]);
    const lines = desk.told.length;
    await desk.follow();
    expect(desk.told).toHaveLength(lines);
    writeFileSync(secret_file, 'written second', { mode: 0o600 });
    await desk.follow();
    expect(desk.alerts.problem).toBeNull();
    await desk.pass(60);
    await desk.idle();
    expect(desk.webhook.heard).toHaveLength(2);
    expect(desk.webhook.heard[1]!.headers['x-weatherglass-signature']).toBe(desk.signatureOf(1, 'written second'));
  });

  it('are signed by a secret that was changed while the hub runs, and wait while its file cannot be read', async () => {
    const secret_file = join(desk.folder, 'hook-secret');
    desk.stations = [desk.well('a', { shared: true })];
    await desk.start([desk.hook({ secret_file })]);
    await desk.pass(60);
    await desk.idle();
    expect(desk.webhook.heard[0]!.headers['x-weatherglass-signature']).toBe(desk.signatureOf(0, 'a long secret'));
    writeFileSync(secret_file, 'another one');
    await desk.follow();
    desk.stations = [desk.well('a')];
    await desk.pass(600);
    await desk.idle();
    expect(desk.webhook.heard[1]!.headers['x-weatherglass-signature']).toBe(desk.signatureOf(1, 'another one'));
    rmSync(secret_file);
    await desk.follow();
    expect(desk.alerts.problem).toContain('webhook 1: secret_file');
  });

  it('read every file of secrets anew, also when only its rights were mended', async () => {
    const paths = ['password', 'mail-ca', 'secret', 'ca'].map((name) => join(desk.folder, name));
    const [password_file, mailCa, secret_file, ca_file] = paths;
    const mail = { host: 'mail.example.org', from: 'fleet@example.org', password_file, ca_file: mailCa };
    for (const path of paths) writeFileSync(path, 'a', { mode: 0o400 });
    await desk.start([desk.hook({ secret_file, ca_file })], { mail });
    const file = new AlertSettingsFile(desk.settings);
    file.read();
    for (const path of paths) {
      const before = file.stampOfNamed();
      await until(() => {
        chmodSync(path, 0o600); // anew: a file system counts time in steps
        return file.stampOfNamed() !== before;
      });
    }
  });

  it('are tested by hand, with the exact answer of each receiver', async () => {
    await desk.start([desk.hook(), { email: 'op@example.org' }, desk.hook({ secret_file: join(desk.folder, 'none') })]);
    const ports = connectionPorts(desk.clock, { warn() {} } as never);
    const settings = new AlertSettingsFile(desk.settings).read();
    desk.webhook.answer = (res) => res.writeHead(403).end('no such token');
    expect(await testReceivers(settings, receiversOf(settings, ports, 1), ports)).toEqual([
      { name: 'webhook 1', isTaken: false, text: '403 no such token' },
      { name: 'email op@example.org', isTaken: true, text: '250 250 queued as 4F2A' },
      { name: 'webhook 3', isTaken: false, text: 'secret_file is not set, or its file cannot be read' },
    ]);
  });
});
