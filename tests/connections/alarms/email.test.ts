import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { portOf } from '../../support/port-of.ts';
import { certificates } from '../support/mosquitto.ts';
import { alarmed, Desk, until } from './desk.ts';

const folder = mkdtempSync(join(tmpdir(), 'weatherglass-mail-'));
const files = certificates(folder);
const pem = (path: string): string => readFileSync(path, 'utf8');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const PASSWORD = 'correct horse battery';
let desk: Desk;
let server: SMTPServer | null;
let port: number;
let mails: { to: string[]; text: string; secure: boolean }[];

const refusal = (code: number, text: string) => Object.assign(new Error(text), { responseCode: code });

/** The real thing of the `smtp-server` package, with TLS by our own authority. */
async function serve(more: SMTPServerOptions = {}): Promise<void> {
  server = new SMTPServer({
    key: pem(files.key),
    cert: pem(files.cert),
    authOptional: false,
    onAuth: ({ username, password }, _session, done) =>
      username === 'me' && password === PASSWORD
        ? done(null, { user: username })
        : done(refusal(535, 'Authentication credentials invalid')),
    onData(stream, { envelope, secure }, done) {
      const pieces: Buffer[] = [];
      stream.on('data', (piece: Buffer) => pieces.push(piece));
      stream.on('end', () => {
        const to = envelope.rcptTo.map(({ address }) => address);
        mails.push({ to, text: Buffer.concat(pieces).toString(), secure });
        done(null, 'queued as 4F2A');
      });
    },
    ...more,
  });
  server.on('error', () => {}); // a client that does not trust us hangs up
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve));
  port = (server.server.address() as AddressInfo).port;
}

beforeEach(() => {
  desk = new Desk(undefined, { '/password': PASSWORD, '/ca': pem(files.ca) });
  mails = [];
  server = null;
});
afterEach(async () => {
  await desk.close();
  if (server) await new Promise<void>((resolve) => server!.close(resolve));
});

const ADDRESSES = { from: 'station@example.org', to: 'me@example.org' };
const start = (more: object = {}) =>
  desk.start(
    desk.channel({
      email: {
        enabled: true,
        host: '127.0.0.1',
        port,
        user: 'me',
        password_file: '/password',
        ca_file: '/ca',
        ...ADDRESSES,
        ...more,
      },
    }),
  );
const headersOf = (text: string) => text.slice(0, text.indexOf('\r\n\r\n')).replaceAll(/\r\n\s+/g, ' ');
const arrived = () => until(() => desk.queue.waiting('email') === 0);

describe('mail', () => {
  it('goes over STARTTLS with a login, says what happened, and bears the fingerprint', async () => {
    await serve();
    const courier = start();
    desk.queue.put(alarmed());
    await arrived();
    expect(mails).toMatchObject([{ to: ['me@example.org'], secure: true }]);
    const { text } = mails[0]!;
    const headers = headersOf(text);
    expect(headers).toMatch(/^From: Home <station@example\.org>$/m);
    expect(headers).toMatch(/^Subject: Frost now$/m);
    expect(headers).toMatch(/^Message-ID: <frost_now-b1f0\.fired\.1749988800@example\.org>$/m);
    expect(headers).toMatch(/^References: <frost_now-b1f0@example\.org>$/m);
    expect(headers).toMatch(/^Auto-Submitted: auto-generated$/m);
    expect(headers).toMatch(/^X-Weatherglass-Fingerprint: frost_now-b1f0$/m);
    expect(headers).toMatch(/^Date: Sun, 15 Jun 2025 12:00:00 \+0000$/m);
    expect(text).toMatch(/Frost outdoors: 0\.6 =C2=B0C \(frost_now\)/);
    expect(courier.status()).toMatchObject({ state: 'ok', waiting: 0, last_success_ts: 1_749_988_800 });
    expect(await courier.test()).toMatchObject({ outcome: 'ok', status: 250, text: '250 queued as 4F2A' });
  });

  it('goes over TLS from the start', async () => {
    await serve({ secure: true });
    start({ secure: true });
    desk.queue.put(alarmed());
    await arrived();
    expect(mails).toMatchObject([{ secure: true }]);
  });

  it('is refused with a wrong password, in the words of the server, without the password', async () => {
    await serve();
    await desk.close();
    desk = new Desk(undefined, { '/password': 'hunter22', '/ca': pem(files.ca) });
    const courier = start();
    desk.queue.put(alarmed());
    await until(() => courier.status().state === 'refused');
    expect(courier.status()).toMatchObject({
      waiting: 1,
      last_error: '535: 535 Authentication credentials invalid',
    });
    expect(JSON.stringify([courier.status(), desk.told, await courier.test()])).not.toContain('hunter22');
  });

  it('comes again after a 450, under the same id, and then arrives', async () => {
    let asked = 0;
    await serve({
      onRcptTo(_address, _session, done) {
        asked += 1;
        done(asked === 1 ? refusal(450, '4.2.0 Greylisted, come again') : null);
      },
    });
    const courier = start();
    desk.queue.put(alarmed());
    await until(() => courier.status().state === 'retrying');
    expect(courier.status()).toMatchObject({ waiting: 1, last_error: '450: 450 4.2.0 Greylisted, come again' });
    await desk.pass(8);
    await arrived();
    expect(asked).toBe(2);
    expect(mails).toHaveLength(1);
    expect(courier.status()).toMatchObject({ state: 'ok', last_error: null });
  });

  it('reaches each recipient once, though the server takes one of them later', async () => {
    let isGrey = true;
    await serve({
      onRcptTo: ({ address }, _session, done) =>
        done(address.startsWith('you') && isGrey ? refusal(451, '4.3.0 Later') : null),
    });
    const courier = start({ to: 'me@example.org, you@example.org' });
    desk.queue.put(alarmed());
    await until(() => courier.status().state === 'retrying');
    expect(courier.status()).toMatchObject({ waiting: 1, last_error: '451: 451 4.3.0 Later' });
    isGrey = false;
    await desk.pass(8);
    await arrived();
    expect(mails.map(({ to }) => to)).toEqual([['me@example.org'], ['you@example.org']]);
  });

  it('reaches each recipient once over a restart, though the server takes one of them later or never', async () => {
    let isRefused = true;
    await serve({
      onRcptTo: ({ address }, _session, done) =>
        done(address.startsWith('you') && isRefused ? refusal(550, '5.1.1 No such user') : null),
    });
    const to = 'me@example.org, you@example.org';
    const before = start({ to });
    for (const id of ['frost_now', 'heat']) desk.queue.put(alarmed({ id }));
    await until(() => before.status().state === 'refused');
    const again = async () => {
      await desk.stop();
      desk = new Desk(desk.world, { '/password': PASSWORD, '/ca': pem(files.ca) });
      return start({ to });
    };
    const after = await again();
    await until(() => after.status().state === 'refused');
    expect(mails.map((mail) => mail.to)).toEqual([['me@example.org']]);
    isRefused = false;
    await again();
    await arrived();
    expect(mails.map((mail) => mail.to)).toEqual([['me@example.org'], ['you@example.org']]);
  });

  it('reaches once whoever is written in capitals, or twice', async () => {
    let isGrey = true;
    await serve({
      onRcptTo: ({ address }, _session, done) =>
        done(address.startsWith('you') && isGrey ? refusal(451, '4.3.0 Later') : null),
    });
    const courier = start({ to: 'me@Example.ORG, you@example.org, me@example.org' });
    desk.queue.put(alarmed());
    await until(() => courier.status().state === 'retrying');
    isGrey = false;
    await desk.pass(8);
    await arrived();
    expect(mails.map(({ to }) => to)).toEqual([['me@example.org'], ['you@example.org']]);
  });

  it('trusts no authority that it does not know, with STARTTLS and with TLS from the start', async () => {
    await serve();
    expect(await start({ ca_file: null }).test()).toMatchObject({
      outcome: 'retry',
      text: 'its certificate is not trusted',
    });
    await new Promise<void>((resolve) => server!.close(resolve));
    await serve({ secure: true });
    await desk.stop();
    expect(await start({ ca_file: null, secure: true }).test()).toMatchObject({
      outcome: 'retry',
      text: 'its certificate is not trusted',
    });
    expect(mails).toEqual([]);
  });

  it('sends nothing without TLS: no password, no message', async () => {
    const said: string[] = [];
    await serve({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth({ password }, _session, done) {
        said.push(password ?? '');
        done(null, { user: 'me' });
      },
    });
    expect(await start().test()).toMatchObject({
      outcome: 'refused',
      text: expect.stringMatching(/no encryption|STARTTLS/),
    });
    // Without a login to another machine's name: the same.
    expect(
      await start({ host: 'localhost.localdomain.test.invalid', user: null, password_file: null }).test(),
    ).toMatchObject({ outcome: 'retry', text: 'unknown host name' });
    expect([said, mails]).toEqual([[], []]);
  });

  it('goes without TLS to this machine alone, where there is no login', async () => {
    await serve({ authOptional: true, disabledCommands: ['AUTH', 'STARTTLS'] });
    start({ user: null, password_file: null, ca_file: null });
    desk.queue.put(alarmed());
    await arrived();
    expect(mails).toMatchObject([{ secure: false }]);
  });

  it('waits for no silent server: the queue keeps the message, and the connection is gone', async () => {
    let open = 0;
    const mute: Server = createServer((socket) => {
      open += 1;
      socket.on('close', () => {
        open -= 1;
      });
      socket.on('error', () => {});
    });
    port = await portOf(mute);
    const courier = start();
    desk.queue.put(alarmed());
    await until(() => open === 1);
    await desk.world.clock.advance(60_000);
    await until(() => courier.status().last_error === 'no answer in time');
    await until(() => open === 0);
    expect(desk.queue.waiting('email')).toBe(1);
    await desk.stop();
    mute.close();
  });

  it('has no header that a title could put there', async () => {
    await serve();
    start();
    const told = alarmed();
    told.alarm.title = 'Frost\r\nBcc: victim@example.org\r\n\r\nhello';
    desk.queue.put(told);
    await arrived();
    expect(mails[0]!.to).toEqual(['me@example.org']);
    expect(headersOf(mails[0]!.text)).toMatch(/^Subject: Frost Bcc: victim@example\.org hello$/m);
  });

  it('is incomplete without a server, addresses, or a password that can be read', () => {
    const all = { enabled: true, host: 'mail.example.org', ...ADDRESSES };
    const lacks = (more: object) => () => desk.channel({ email: { ...all, ...more } });
    expect(lacks({ host: null })).toThrow('email lacks host');
    expect(lacks({ from: null })).toThrow('email lacks from');
    expect(lacks({ to: null })).toThrow('email lacks to');
    expect(lacks({ user: 'me' })).toThrow('email lacks password_file');
    expect(lacks({ user: 'me', password_file: '/nowhere' })).toThrow('email lacks password_file');
    expect(lacks({ ca_file: '/password' })).toThrow('email lacks ca_file');
  });
});
