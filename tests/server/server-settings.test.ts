import { existsSync, mkdtempSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { SettingsFile } from '../../src/main/settings-file/settings-file.ts';
import type { SettingsService } from '../../src/server/ports.ts';
import { ask } from '../support/ask.ts';
import { FakeStation } from '../support/fake-station.ts';
import { lanAddress } from '../support/lan.ts';
import { type Served, serving } from '../support/serve.ts';

let served: Served;

const patch = (body: string) =>
  ask(served.port, {
    method: 'PATCH',
    path: '/api/settings',
    headers: { 'content-type': 'application/json' },
    body,
  });

it('lives by a change although whoever asked for it has gone before its answer', async () => {
  let begun = () => {};
  let finish = () => {};
  const asked = new Promise<void>((resolve) => (begun = resolve));
  const hashed = new Promise<void>((resolve) => (finish = resolve));
  const answered = vi.fn();
  const settingsService: SettingsService = {
    read: () => ({ error: 'not asked here' }),
    async change() {
      begun();
      await hashed;
      return { applied: ['access.pin_hash'], restart: [], begins: true };
    },
    answered,
    guarded: () => [],
    asFile: () => '',
    judge: () => ({ changes: {}, passed_over: [] }),
  };
  served = await serving({ station: new FakeStation(), settingsService });
  const socket = connect(served.port, '127.0.0.1');
  socket.write(
    'PATCH /api/settings HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}',
  );
  await asked;
  socket.destroy();
  await new Promise((resolve) => setTimeout(resolve, 50)); // until the server has seen it go
  finish();
  await vi.waitFor(() => expect(answered).toHaveBeenCalled(), { timeout: 60_000 });
});

it.skipIf(!lanAddress)(
  'lets a guest of an open station change neither who may come in nor what it keeps, once it is set up',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'weatherglass-guest-'));
    const file = join(folder, 'config.yaml');
    const of = async (isFirst: boolean) => {
      const running = { owner: null, port: null, firstRun: () => isFirst && !existsSync(file) };
      const settingsService = new SettingsFile({ origin: { options: {}, env: {}, file }, running });
      served = await serving({ station: new FakeStation(), settings: { host: '0.0.0.0' }, settingsService });
      return (address: string, body: object) =>
        ask(served.port, {
          method: 'PATCH',
          path: '/api/settings',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
          address,
        });
    };
    let change = await of(true);
    // Where the page is reached is none of the first questions.
    expect((await change(lanAddress!, { 'server.host': '127.0.0.1' })).status).toBe(403);
    expect((await change(lanAddress!, { 'access.writes': 'open', 'site.name': 'Attic' })).status).toBe(200);
    // They are answered with the first file, although the station has not begun again yet.
    expect((await change(lanAddress!, { 'access.writes': 'pin', 'access.pin_hash': '2222' })).status).toBe(403);
    await served.server.stop();
    change = await of(false);
    for (const key of ['access.writes', 'access.pin_hash', 'server.host', 'storage.backups_kept']) {
      const refused = await change(lanAddress!, { [key]: null, 'site.name': 'Guest' });
      expect([refused.status, refused.json]).toMatchObject([403, { detail: expect.stringContaining(key) }]);
    }
    expect((await change(lanAddress!, { 'site.name': 'Cellar' })).status).toBe(200);
    expect((await change('127.0.0.1', { 'storage.backups_kept': 3 })).status).toBe(200);
  },
);

it('takes for a guest whom a proxy of this machine passes on', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'weatherglass-passed-on-')), 'config.yaml');
  const running = { owner: null, port: null };
  const settingsService = new SettingsFile({ origin: { options: {}, env: {}, file }, running });
  served = await serving({ station: new FakeStation(), settingsService });
  const change = (headers: Record<string, string>) =>
    ask(served.port, {
      method: 'PATCH',
      path: '/api/settings',
      headers: { 'content-type': 'application/json', ...headers },
      body: '{"storage.backups_kept": 3}',
    });
  expect((await change({ 'x-forwarded-for': '192.0.2.7' })).status).toBe(403);
  expect((await change({})).status).toBe(200);
});

it('says once what two settings cannot be together, and of both that it is theirs', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'weatherglass-together-')), 'config.yaml');
  const settingsService = new SettingsFile({
    origin: { options: {}, env: {}, file },
    running: { owner: null, port: null },
  });
  served = await serving({ station: new FakeStation(), settingsService });
  const why = 'compensation.k_min is 2, must not be above compensation.k_max, which is 1';
  expect((await patch('{"compensation.k_min": 2, "compensation.k_max": 1}')).json).toMatchObject({
    detail: why,
    errors: [
      { loc: ['body', 'compensation.k_min'], msg: why },
      { loc: ['body', 'compensation.k_max'], msg: why },
    ],
  });
});

it('refuses names that no setting has, also one that every object has', async () => {
  served = await serving({ station: new FakeStation() });
  const refused = await patch('{"__proto__": {"site.name": "x"}}');
  expect([refused.status, refused.json]).toMatchObject([422, { errors: [{ msg: '__proto__ is not a setting' }] }]);
  expect((await patch('[]')).json).toMatchObject({ detail: 'the body must be an object' });
});

it('takes no half characters, which programs that read them again break on', async () => {
  served = await serving({ station: new FakeStation() });
  expect((await patch(String.raw`{"site.name": "\ud83d\ude00 \ud800x"}`)).status).toBe(200);
  expect(JSON.stringify((await ask(served.port, { path: '/api/settings' })).json)).toContain('😀 \ufffdx');
});
