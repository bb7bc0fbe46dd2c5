import { createHmac } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HOUR_S } from '../../src/base/durations.ts';
import type { HubHealth } from '../../src/contract/fleet.ts';
import { HubAlerts } from '../../src/hub/alerts/alerts.ts';
import type { Watched } from '../../src/hub/alerts/conditions.ts';
import { groupReceiverFile, groupReceiversOf } from '../../src/hub/alerts/group-receivers.ts';
import { AlertSettingsFile, type ReceiverSettings, receiversOf } from '../../src/hub/alerts/settings.ts';
import { testReceivers } from '../../src/hub/alerts/test-receivers.ts';
import { type Waiting, WaitingMessages } from '../../src/hub/alerts/waiting.ts';
import { connectionPorts } from '../../src/main/machine/connection-ports.ts';
import type { Channel } from '../../src/sending/channel.ts';
import type { Ports } from '../../src/sending/ports.ts';
import { ENGLISH } from '../../src/words/speaker.ts';
import { Receiver, until } from '../connections/alarms/desk.ts';
import { FakeClock, START_S } from '../support/fake-clock.ts';

const TURN_MS = 15_000;
const HALF_HOUR_S = HOUR_S / 2;
let folder: string;
let clock: FakeClock;
let stations: Watched[];
let engine: HubHealth['engine'];
let alerts: HubAlerts;
let told: string[];
let webhook: Receiver;
let smtp: SMTPServer;
let inFlight = 0;
/** Whether who set up a receiver still looks after its group. */
let mayHear = true;
let smtpAnswer: Error | null;
let mails: Array<{ to: string[]; text: string }>;
const never = new AbortController();

const well = (id: string, more: Partial<Watched> = {}): Watched => ({
  id,
  name: `School ${id}`,
  group: null,
  revoked: false,
  simulated: false,
  shared: false,
  last_seen_ts: clock.nowS(),
  health: 'ok',
  disk_free_pct: 80,
  ...more,
});
const log = (fields: object, text: string) => void told.push(`${text} ${JSON.stringify(fields)}`);

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'weatherglass-alerts-'));
  clock = new FakeClock();
  engine = { kind: 'influxdb', version: '1', state: 'ok', since_ts: 0, detail: null };
  [stations, told, mails, smtpAnswer] = [[], [], [], null];
  webhook = await new Receiver().start();
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, { envelope }, done) {
      const pieces: Buffer[] = [];
      stream.on('data', (piece: Buffer) => pieces.push(piece));
      stream.on('end', () => {
        if (smtpAnswer !== null) return done(smtpAnswer);
        mails.push({ to: envelope.rcptTo.map(({ address }) => address), text: Buffer.concat(pieces).toString() });
        done(null, 'queued as 4F2A');
      });
    },
  });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  await alerts.stop();
  await webhook.close();
  await new Promise<void>((resolve) => smtp.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

async function start(receivers: object[], more: object = {}): Promise<void> {
  const mail = { host: '127.0.0.1', port: (smtp.server.address() as AddressInfo).port, from: 'fleet@example.org' };
  const path = join(folder, 'alerts.yaml');
  writeFileSync(path, JSON.stringify({ url: 'https://fleet.example.org/', disk_mb: 0, mail, receivers, ...more }));
  writeFileSync(join(folder, 'hook-secret'), 'a long secret\n', { mode: 0o600 });
  const silent = { debug: log, info: () => {}, warn: log, error: log };
  const ports: Ports = {
    ...connectionPorts(clock, silent as never),
    random: () => 0.5,
    log: (_, text) => log({}, text),
  };
  alerts = new HubAlerts({
    dataDir: folder,
    settingsFile: new AlertSettingsFile(path),
    groupFile: groupReceiverFile(folder),
    receiversOf: (settings, groups) =>
      [...receiversOf(settings, ports, 1), ...groupReceiversOf(groups, settings, ports, 1, () => mayHear)].map(noted),
    ports,
    clock,
    log: silent,
    stations: () => stations,
    engine: () => engine,
  });
  await alerts.followSettings(never.signal);
}
const OF_NORD = { group: 'Nord', webhook: null, kinds: ['shared'], by: 'Tom', added_ts: 1 };
const ANNA = { id: 'aaaabbbbcccc', email: 'anna@example.org', ...OF_NORD };
const BEN = { id: 'ddddeeeeffff', email: 'ben@example.org', ...OF_NORD };
/** Two receivers of a group, whose mailboxes are full. */
async function startWithTwo(): Promise<{ path: string; whole: string }> {
  const path = join(folder, 'group-alerts.json');
  const whole = JSON.stringify({ version: 1, receivers: [ANNA, BEN] });
  writeFileSync(path, whole);
  smtpAnswer = Object.assign(new Error('mailbox full'), { responseCode: 452 });
  await start([]);
  await pass(60);
  return { path, whole };
}
const restart = async (receivers: object[], more: object = {}): Promise<void> => {
  await alerts.stop();
  alerts.save();
  await start(receivers, more);
};

/** Looks and couriers take turns; sockets get real time where something is expected. */
async function pass(seconds: number, seen: readonly string[] = stations.map(({ id }) => id)): Promise<void> {
  for (let s = 0; s < seconds; s += TURN_MS / 1000) {
    stations = stations.map((one) => (seen.includes(one.id) ? { ...one, last_seen_ts: clock.nowS() } : one));
    await alerts.look();
    await clock.advance(TURN_MS);
    await until(() => inFlight === 0);
    await clock.advance(0);
  }
}
/** Whoever is asked has the time of the real network to answer. */
function noted(receiver: ReceiverSettings): ReceiverSettings {
  const { channel } = receiver;
  if ('enabled' in channel) return receiver;
  const { name, secrets, timeoutMs, atOnce } = channel;
  const send: Channel['send'] = async (...asked) => {
    inFlight += 1;
    return channel.send(...asked).finally(() => {
      inFlight -= 1;
    });
  };
  return { ...receiver, channel: { name, secrets, timeoutMs, atOnce, send } };
}
const hook = (more: object = {}) => ({ webhook: webhook.url, allow_local: true, ...more });
const sent = (i = -1) =>
  JSON.parse(webhook.heard.at(i)!.body) as { status: string; alerts: Array<Record<string, never>> };
const silentOf = (...ids: string[]) => stations.map(({ id }) => id).filter((id) => !ids.includes(id));
const signatureOf = (i: number, secret: string) =>
  `sha256=${createHmac('sha256', secret).update(webhook.heard[i]!.body).digest('hex')}`;
const idle = () => until(() => alerts.receivers.every(({ waiting }) => waiting === 0));

describe('alerts of the hub', () => {
  it('tell a webhook of silence once, and once when it is over, each with the exact words', async () => {
    stations = [well('north', { group: 'Nord' }), well('south')];
    await start([hook({ secret_file: join(folder, 'hook-secret') })]);
    await pass(HOUR_S);
    const lastS = clock.nowS() - TURN_MS / 1000;
    await pass(6 * HOUR_S + 60, silentOf('north'));
    await idle();
    expect(sent()).toMatchObject({
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
    expect(webhook.heard.at(-1)!.headers['x-weatherglass-signature']).toMatch(/^sha256=[0-9a-f]{64}$/);
    expect(alerts.firing).toMatchObject([{ kind: 'silent', login: 'north' }]);
    await pass(12 * HOUR_S, silentOf('north'));
    expect(webhook.heard).toHaveLength(1);
    await pass(600);
    await idle();
    expect(webhook.heard).toHaveLength(2);
    expect(sent()).toMatchObject({ status: 'resolved', alerts: [{ fingerprint: sent(0).alerts[0]!['fingerprint'] }] });
    expect(lastS).toBeGreaterThan(START_S);
    expect(alerts.firing).toEqual([]);
  });

  it('are sent by no hub that ends while it reads their settings', async () => {
    stations = [well('c', { shared: true })];
    await start([hook()]);
    const path = join(folder, 'alerts.yaml');
    writeFileSync(path, `${readFileSync(path, 'utf8')}\n`);
    await alerts.followSettings(AbortSignal.abort());
    await pass(900);
    expect(alerts.firing).toHaveLength(1);
    expect(webhook.heard).toEqual([]);
  });

  it('mail a fault, a full disk and a shared login, in one mail and in the language of the settings', async () => {
    stations = [well('a', { health: 'fault' }), well('b', { disk_free_pct: 3 }), well('c', { shared: true })];
    await start([{ email: 'op@example.org' }], { language: 'de' });
    await pass(900 + 300 + 60);
    await until(() => mails.length > 0);
    await pass(3 * HOUR_S);
    await idle();
    const text = mails
      .map((mail) => mail.text)
      .join('\n')
      .replaceAll('=\r\n', '');
    expect(text).toContain('Login doppelt benutzt');
    expect(text).toContain('meldet einen Fehler');
    expect(text).toContain('Vom Speicher von School b (b) sind 3 % frei.');
    expect(text).toContain('https://fleet.example.org/');
    expect(mails.length).toBeLessThanOrEqual(2);
    expect(mails[0]!.to).toEqual(['op@example.org']);
  });

  it('reach whom a teacher chose, of that group and those kinds alone, and no address of the hub’s own network', async () => {
    stations = [well('north', { group: 'Nord' }), well('south', { group: 'Süd' })];
    await start([]);
    const kinds = ['silent' as const];
    const put = async (given: { email: string | null; webhook: string | null }) => {
      const { receiver } = await alerts.groupFile.change((before) => {
        const made = before.added({ group: 'Nord', kinds, by: 'Tom', ...given }, 1000);
        if (typeof made === 'string') throw new Error(made);
        return made;
      });
      return receiver;
    };
    const inside = await put({ email: null, webhook: 'https://localhost:1/engine' });
    const anna = await put({ email: 'anna@example.org', webhook: null });
    expect(await alerts.test(anna)).toEqual({ is_taken: true, answer: expect.stringContaining('queued') });
    expect(mails.map(({ to }) => to)).toEqual([['anna@example.org']]);
    const refused = await alerts.test(inside);
    expect([refused.is_taken, refused.answer.includes('refused')]).toEqual([false, false]); // no connection was tried
    mails.length = 0;
    await alerts.followSettings(never.signal);
    await pass(HOUR_S / 2);
    await pass(7 * HOUR_S, []);
    await until(() => mails.length > 0);
    expect(mails.map(({ to }) => to)).toEqual([['anna@example.org']]);
    expect(mails[0]!.text).toContain('School north');
    expect(mails[0]!.text).not.toContain('south');
    mails.length = 0;
    mayHear = false; // of a teacher who went
    await pass(HOUR_S, ['north']);
    await pass(7 * HOUR_S, []);
    mayHear = true;
    expect(mails).toEqual([]);
    await alerts.groupFile.change((before) => ({ list: before.removed(anna.id) }));
    await alerts.followSettings(never.signal);
    expect(alerts.receivers.map(({ groups }) => groups)).toEqual([['Nord']]);
  });

  it('of a group that cannot be sent keep no other from its own, and settings that cannot be used are told', async () => {
    stations = [well('north', { group: 'Nord' })];
    const bad = { id: 'aaaabbbbcccc', group: 'Nord', email: null, kinds: ['silent'], by: 'Tom', added_ts: 1 };
    const path = join(folder, 'group-alerts.json');
    writeFileSync(
      path,
      JSON.stringify({ version: 1, receivers: [{ ...bad, webhook: 'https://chat.example.org/ space' }] }),
    );
    await start([hook()]);
    expect(alerts.receivers[0]?.name).toBe('webhook 1');
    expect(alerts.problem).toBeNull();
    writeFileSync(path, '{');
    await alerts.followSettings(never.signal);
    expect(alerts.problem).toContain('is not JSON');
    expect(alerts.receivers).toMatchObject([{ name: 'webhook 1' }, { name: 'receiver aaaabbbbcccc', state: 'off' }]);
    writeFileSync(join(folder, 'alerts.yaml'), 'receivers: [{}]');
    await alerts.followSettings(never.signal);
    expect(alerts.problem).toContain('receivers.0');
    writeFileSync(join(folder, 'alerts.yaml'), 'receivers: *all');
    await alerts.followSettings(never.signal);
    expect(alerts.problem).toMatch(/alerts\.yaml is not YAML: .* needs quotes/);
    expect(alerts.receivers[0]?.name).toBe('webhook 1');
  });

  it.each([
    ['is no JSON', '"ben@example.org"', 'ben@example.org"'],
    ['has an entry that is none', '"ddddeeeeffff"', '5'],
  ])(
    'of a group go on where the file of its receivers %s, and wait where an entry cannot be read',
    async (_, good, bad) => {
      stations = [well('a', { group: 'Nord', shared: true })];
      const { path, whole } = await startWithTwo();
      const damaged = whole.replace(good, bad);
      writeFileSync(path, damaged);
      await restart([]);
      expect(alerts.problem).toMatch(
        / is not .*; the receivers in it that can be read stay, .* group-alerts\.json\.damaged$/,
      );
      const unread = { name: 'receiver ddddeeeeffff', last_error: expect.stringContaining('its entry') };
      expect(alerts.receivers).toMatchObject([
        { name: 'anna@example.org (Nord)', waiting: 1 },
        { ...unread, state: 'off', waiting: 1 },
      ]);
      smtpAnswer = null;
      await pass(60);
      await until(() => mails.length > 0);
      writeFileSync(path, whole);
      await alerts.followSettings(never.signal);
      expect(alerts.problem).toBeNull();
      await pass(60);
      await idle();
      expect(mails.map(({ to }) => to[0])).toEqual(['anna@example.org', 'ben@example.org']);
      for (const [copy, text] of Object.entries({ '': '{"receivers"', '-2': damaged })) {
        writeFileSync(path, text);
        await alerts.groupFile.change((before) => ({ list: before.removed('ddddeeeeffff') }));
        expect(readFileSync(`${path}.damaged${copy}`, 'utf8')).toBe(text);
      }
      expect(readFileSync(`${path}.damaged`, 'utf8')).toBe('{"receivers"');
      expect(alerts.groupFile.read()).toMatchObject({ all: [ANNA], damage: null });
    },
  );

  it('of a group wait for a receiver that a change left out, while the damaged file lies beside', async () => {
    stations = [well('a', { group: 'Nord', shared: true })];
    const { path, whole } = await startWithTwo();
    writeFileSync(path, whole.replace('"ddddeeeeffff"', '5'));
    await alerts.groupFile.change((before) => ({ list: before }));
    await alerts.followSettings(never.signal);
    stations = [...stations, well('b', { group: 'Nord', shared: true })]; // begins meanwhile: told to Anna alone
    await pass(60);
    await restart([]);
    const waiting = () => alerts.receivers.map((one) => [one.name, one.waiting]);
    expect(waiting()).toEqual([
      ['anna@example.org (Nord)', 2],
      ['receiver ddddeeeeffff', 1],
    ]);
    writeFileSync(path, whole);
    await alerts.followSettings(never.signal);
    expect(waiting()[1]).toEqual(['ben@example.org (Nord)', 1]);
    await alerts.groupFile.change((before) => ({ list: before.removed('ddddeeeeffff') }));
    await alerts.followSettings(never.signal);
    expect(waiting()[1]).toEqual(['receiver ddddeeeeffff', 1]);
    rmSync(`${path}.damaged`);
    await alerts.followSettings(never.signal);
    expect(waiting()).toEqual([['anna@example.org (Nord)', 2]]);
  });

  it('are read one by one from their file: an entry that is damaged loses no other', async () => {
    stations = [well('a', { shared: true })];
    webhook.answer = (res) => res.writeHead(500).end();
    await start([hook()]);
    await pass(60);
    await alerts.stop();
    const path = join(folder, 'alerts.json');
    const saved = JSON.parse(readFileSync(path, 'utf8'));
    saved.open.push({ kind: 'shared' });
    saved.waiting[`webhook ${webhook.url}`].push(null);
    writeFileSync(path, JSON.stringify(saved));
    await start([hook()]);
    expect([alerts.firing.length, alerts.receivers[0]!.waiting]).toEqual([1, 1]);
  });

  it('wait until the receiver has said yes, over a restart of the hub, and keep its answer without the key', async () => {
    stations = [well('a', { shared: true })];
    webhook.answer = (res) => res.writeHead(500).end('no: /hook/abc is down');
    await start([hook()]);
    await pass(120);
    await until(() => webhook.heard.length > 0 && alerts.receivers[0]!.last_error !== null);
    expect(alerts.receivers).toMatchObject([{ name: 'webhook 1', state: 'retrying', waiting: 1 }]);
    expect(alerts.receivers[0]!.last_error).toBe('500: no: /••• is down');
    await restart([hook()]);
    expect(alerts.receivers[0]!.waiting).toBe(1);
    webhook.answer = (res) => res.writeHead(204).end();
    await pass(60);
    await idle();
    const before = webhook.heard.length;
    await restart([hook()]);
    await pass(HOUR_S);
    expect(webhook.heard).toHaveLength(before); // told once
  });

  it('forget a station that was removed, also what waits about it', async () => {
    stations = [well('a', { shared: true })];
    webhook.answer = (res) => res.writeHead(500).end();
    await start([hook()]);
    await pass(60);
    expect(alerts.receivers[0]!.waiting).toBe(1);
    stations = [];
    await alerts.look();
    expect([alerts.firing, alerts.receivers[0]!.waiting]).toEqual([[], 0]);
    expect(readFileSync(join(folder, 'alerts.json'), 'utf8')).not.toContain('School a');
  });

  it('keep a mail that its server refuses, and send it to the others', async () => {
    stations = [well('a', { shared: true })];
    smtpAnswer = Object.assign(new Error('mailbox full'), { responseCode: 452 });
    await start([{ email: 'op@example.org' }, hook()]);
    await pass(60);
    await until(() => alerts.receivers.some(({ last_error: error }) => error === '452: 452 mailbox full'));
    expect(webhook.heard).toHaveLength(1);
    smtpAnswer = null;
    await pass(300);
    await idle();
    expect(mails).toHaveLength(1);
  });

  it('are quiet after an outage of the hub, and sum up what is still away then', async () => {
    stations = Array.from({ length: 500 }, (_, i) => well(`s${i}`));
    await start([{ email: 'op@example.org' }, hook()]);
    await pass(60);
    await alerts.stop();
    alerts.save();
    await clock.advance(1000 * 20 * HOUR_S); // the machine of the hub was off
    await start([{ email: 'op@example.org' }, hook()]);
    await pass(1500, []);
    expect([mails.length, webhook.heard.length]).toEqual([0, 0]);
    await pass(600, silentOf(...Array.from({ length: 40 }, (_, i) => `s${i}`)));
    await idle();
    expect(mails).toHaveLength(1);
    expect(mails[0]!.text).toMatch(/Subject: 40 stations not seen/);
    expect(mails[0]!.text.replaceAll('=\r\n', '')).toContain('School s9 and 30 more. The fleet page shows them all.');
    expect(webhook.heard).toHaveLength(1);
    expect(sent().alerts).toHaveLength(40);
    await pass(900);
    await idle();
    expect(mails).toHaveLength(2);
    expect(mails[1]!.text).toMatch(/Subject: Over: 40 stations not seen/);
  });

  it('tell an outage of the database to those of the whole fleet alone, and no station’s silence for it', async () => {
    stations = [well('a'), well('b', { group: 'Nord' })];
    await start([
      hook(),
      { email: 'nord@example.org', groups: ['Nord'] },
      { email: 'op@example.org', alerts: ['hub'] },
    ]);
    engine = { ...engine, state: 'down' };
    await pass(8 * HOUR_S, []);
    await idle();
    expect(webhook.heard).toHaveLength(1);
    expect(sent().alerts).toMatchObject([{ labels: { alertname: 'hub', severity: 'critical' } }]);
    engine = { ...engine, state: 'ok' };
    await pass(1200, []);
    await pass(HOUR_S, ['a']);
    await idle();
    expect(mails.map(({ to }) => to[0])).toEqual(['op@example.org', 'op@example.org', 'nord@example.org']);
    expect(mails[2]!.text).toContain('Subject: Not seen: School b');
  });

  it('keep the settings before when the file is broken, and say so once', async () => {
    stations = [well('a', { shared: true })];
    await start([hook()]);
    writeFileSync(join(folder, 'alerts.yaml'), 'receivers: [{email: 5}]');
    await alerts.followSettings(never.signal);
    await alerts.followSettings(never.signal);
    expect(told.filter((line) => line.includes('cannot be used'))).toHaveLength(1);
    expect(alerts.receivers).toHaveLength(1);
    expect(alerts.receivers[0]!.waiting).toBe(0);
  });

  it('are told again when a problem has been graver for a quarter of an hour, under one fingerprint, and not when it is less', async () => {
    stations = [well('a', { health: 'warn' })];
    await start([hook()]);
    await pass(HALF_HOUR_S);
    await idle();
    expect(sent().alerts).toMatchObject([{ labels: { severity: 'warning' } }]);
    stations = [well('a', { health: 'fault' })];
    await pass(600);
    stations = [well('a', { health: 'warn' })]; // a short one
    await pass(HALF_HOUR_S);
    expect([webhook.heard.length, alerts.firing[0]!.severity]).toEqual([1, 'warning']);
    stations = [well('a', { health: 'fault' })];
    await pass(HALF_HOUR_S);
    await idle();
    expect(webhook.heard).toHaveLength(2);
    const { fingerprint } = sent(0).alerts[0]!;
    const graver = {
      labels: { severity: 'critical' },
      annotations: { summary: 'School a (a) reports a fault. Its own page says what it is.' },
    };
    expect(sent().alerts).toMatchObject([{ status: 'firing', fingerprint, ...graver }]);
    expect(alerts.firing).toMatchObject([{ severity: 'critical' }]);
    stations = [well('a', { health: 'warn' })];
    await pass(HOUR_S);
    expect([webhook.heard.length, alerts.firing[0]!.severity]).toEqual([2, 'critical']);
    stations = [well('a')];
    await pass(HALF_HOUR_S);
    await idle();
    expect(sent().alerts).toMatchObject([{ status: 'resolved', fingerprint, labels: { severity: 'critical' } }]);
  });

  it('have the severity of the moment at which they are told', async () => {
    stations = [well('a', { health: 'warn' }), well('b', { health: 'fault' })];
    await start([hook()]);
    await pass(300);
    stations = [well('a', { health: 'fault' }), well('b', { health: 'warn' })];
    await pass(HALF_HOUR_S);
    await idle();
    expect(alerts.firing).toMatchObject([
      { login: 'a', severity: 'critical' },
      { login: 'b', severity: 'warning' },
    ]);
    expect(webhook.heard).toHaveLength(1);
  });

  it('that wait for their receiver give way to graver ones', async () => {
    stations = [well('a', { health: 'warn' })];
    webhook.answer = (res) => res.writeHead(500).end();
    await start([hook()]);
    await pass(HALF_HOUR_S);
    stations = [well('a', { health: 'fault' })];
    await pass(HALF_HOUR_S);
    expect(alerts.receivers[0]!.waiting).toBe(1);
    webhook.answer = (res) => res.writeHead(204).end();
    await pass(300);
    await idle();
    expect(sent().alerts).toMatchObject([{ labels: { severity: 'critical' } }]);
  });

  it('that get graver while they are on their way are sent again', async () => {
    const queue = new WaitingMessages(clock, ENGLISH, false, null, () => {});
    const message = (tS: number, severity: 'warning' | 'critical'): Waiting => ({
      ...{ fingerprint: 'a', change: 'fired', tS, startedS: 1, endedS: null, name: 'a' },
      about: {
        ...{ id: 'fault', title: 'a', severity, text: 'a', value: null, unit: '' },
        ...{ chance: null, threshold: 0, isTest: false, labels: {} },
      },
    });
    await start([]);
    queue.put([message(1000, 'warning')]);
    await clock.advance(60_000);
    const onItsWay = queue.due(50);
    queue.put([message(1900, 'critical')]);
    queue.delivered(onItsWay);
    expect(queue.toJSON()).toEqual([message(1900, 'critical')]);
  });

  it('stand in a mail as they came, and none is over before it fired where many are one sentence', async () => {
    const queue = new WaitingMessages(clock, ENGLISH, true, null, () => {});
    const message = (station: string, change: 'fired' | 'resolved', tS: number): Waiting => ({
      ...{ fingerprint: station, change, tS, startedS: 1, endedS: null, name: station },
      about: {
        ...{ id: 'silent', title: station, severity: 'warning', text: '', value: null, unit: 'h' },
        ...{ chance: null, threshold: 6, isTest: false, labels: { station } },
      },
    });
    const told = () => queue.due(200).map(({ change, about }) => `${change}: ${about.title}`);
    await start([]);
    const again = { ...message('x', 'fired', 1004), fingerprint: 'x again' };
    queue.put([message('x', 'resolved', 1001), message('y', 'fired', 1002), message('y', 'resolved', 1003), again]);
    await clock.advance(60_000);
    expect(told()).toEqual(['resolved: x', 'fired: y', 'resolved: y', 'fired: x']);
    for (const change of ['fired', 'resolved'] as const)
      queue.put(Array.from({ length: 11 }, (_, i) => message(`z${i}`, change, 2000)));
    expect(told()).toEqual(['fired: 12 stations not seen', 'resolved: 13 stations not seen', 'fired: x']);
  });

  it('of a problem and of a full disk are not over because their station dies', async () => {
    stations = [well('a', { health: 'fault', disk_free_pct: 2 })];
    await start([hook()]);
    await pass(HALF_HOUR_S);
    await pass(8 * HOUR_S, []);
    await idle();
    expect(webhook.heard.map(({ body }) => JSON.parse(body).status)).toEqual(['firing', 'firing']);
    expect(alerts.firing.map(({ kind }) => kind)).toEqual(['fault', 'disk', 'silent']);
    stations = [well('a')];
    await pass(HOUR_S);
    await idle();
    expect(alerts.firing).toEqual([]);
    expect(webhook.heard.flatMap(({ body }) => JSON.parse(body).alerts).map(({ status }) => status)).toEqual([
      ...['firing', 'firing', 'firing'],
      ...['resolved', 'resolved', 'resolved'],
    ]);
  });

  it('wait for a receiver whose file of secrets is missing, also over a restart, and go once it is there', async () => {
    const secret_file = join(folder, 'late-secret');
    stations = [well('a', { shared: true })];
    const receivers = [hook({ secret_file }), hook({ webhook: `${webhook.url}?other` })];
    await start(receivers);
    const lack = 'secret_file is not set, or its file cannot be read';
    expect(alerts.problem).toBe(`webhook 1: ${lack}`);
    await pass(60);
    expect(alerts.receivers).toMatchObject([{ state: 'off', waiting: 1, last_error: lack }, { waiting: 0 }]);
    await restart(receivers);
    expect(alerts.receivers).toMatchObject([{ waiting: 1 }, { waiting: 0 }]);
    const lines = told.length;
    await alerts.followSettings(never.signal);
    expect(told).toHaveLength(lines);
    writeFileSync(secret_file, 'written second', { mode: 0o600 });
    await alerts.followSettings(never.signal);
    expect(alerts.problem).toBeNull();
    await pass(60);
    await idle();
    expect(webhook.heard).toHaveLength(2);
    expect(webhook.heard[1]!.headers['x-weatherglass-signature']).toBe(signatureOf(1, 'written second'));
  });

  it('are signed by a secret that was changed while the hub runs, and wait while its file cannot be read', async () => {
    const secret_file = join(folder, 'hook-secret');
    stations = [well('a', { shared: true })];
    await start([hook({ secret_file })]);
    await pass(60);
    await idle();
    expect(webhook.heard[0]!.headers['x-weatherglass-signature']).toBe(signatureOf(0, 'a long secret'));
    writeFileSync(secret_file, 'another one');
    await alerts.followSettings(never.signal);
    stations = [well('a')];
    await pass(600);
    await idle();
    expect(webhook.heard[1]!.headers['x-weatherglass-signature']).toBe(signatureOf(1, 'another one'));
    rmSync(secret_file);
    await alerts.followSettings(never.signal);
    expect(alerts.problem).toContain('webhook 1: secret_file');
  });

  it('read every file of secrets anew, also when only its rights were mended', async () => {
    const paths = ['password', 'mail-ca', 'secret', 'ca'].map((name) => join(folder, name));
    const [password_file, mailCa, secret_file, ca_file] = paths;
    const mail = { host: 'mail.example.org', from: 'fleet@example.org', password_file, ca_file: mailCa };
    for (const path of paths) writeFileSync(path, 'a', { mode: 0o400 });
    await start([hook({ secret_file, ca_file })], { mail });
    const file = new AlertSettingsFile(join(folder, 'alerts.yaml'));
    file.read();
    for (const path of paths) {
      const before = file.stampOfNamed();
      await until(() => {
        chmodSync(path, 0o600); // anew: a file system counts time in steps
        return file.stampOfNamed() !== before;
      });
    }
  });

  it('reach an address that stands twice by the filters of each place, and what waits for both is kept', async () => {
    stations = [well('a', { shared: true }), well('b', { group: 'Nord', shared: true })];
    const receivers = [
      { email: 'op@example.org', alerts: ['silent'] },
      { email: 'op@example.org, ben@example.org', groups: ['Nord'] },
      hook({ alerts: ['shared'] }),
      hook({ groups: ['Nord'] }),
    ];
    smtpAnswer = Object.assign(new Error('mailbox full'), { responseCode: 452 });
    webhook.answer = (res) => res.writeHead(500).end();
    await start(receivers);
    await pass(60);
    const shown = () => alerts.receivers.map(({ name, key, waiting }) => [name, key, waiting]);
    const expected = [
      ['email op@example.org', 'email op@example.org', 0],
      ['email op@example.org #2', 'email op@example.org #2', 1],
      ['email ben@example.org', 'email ben@example.org', 1],
      ['webhook 3', `webhook ${webhook.url}`, 2],
      ['webhook 4', `webhook ${webhook.url} #2`, 1],
    ];
    expect(shown()).toEqual(expected);
    await restart(receivers);
    expect(shown()).toEqual(expected);
  });

  it('are tested by hand, with the exact answer of each receiver', async () => {
    await start([hook(), { email: 'op@example.org' }, hook({ secret_file: join(folder, 'none') })]);
    const ports = connectionPorts(clock, { warn() {} } as never);
    const settings = new AlertSettingsFile(join(folder, 'alerts.yaml')).read();
    webhook.answer = (res) => res.writeHead(403).end('no such token');
    expect(await testReceivers(settings, receiversOf(settings, ports, 1), ports, clock)).toEqual([
      { name: 'webhook 1', isTaken: false, text: '403 no such token' },
      { name: 'email op@example.org', isTaken: true, text: '250 250 queued as 4F2A' },
      { name: 'webhook 3', isTaken: false, text: 'secret_file is not set, or its file cannot be read' },
    ]);
  });
});
