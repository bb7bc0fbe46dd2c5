import { connect } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import type { SettingsDesk } from '../../src/server/settings-desk.ts';
import { ask } from '../support/ask.ts';
import { FakeStation } from '../support/fake-station.ts';
import { type Served, serve } from '../support/serve.ts';

let served: Served | null = null;
afterEach(async () => {
  await served?.server.stop();
  served = null;
});

const patch = (body: string) =>
  ask(served!.port, {
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
  const settingsDesk: SettingsDesk = {
    read: () => ({ error: 'not asked here' }),
    async change() {
      begun();
      await hashed;
      return { applied: ['access.pin_hash'], restart: [] };
    },
    answered,
  };
  served = await serve({ station: new FakeStation(), settingsDesk });
  const socket = connect(served.port, '127.0.0.1');
  socket.write(
    'PATCH /api/settings HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}',
  );
  await asked;
  socket.destroy();
  await new Promise((resolve) => setTimeout(resolve, 50)); // until the server has seen it go
  finish();
  await vi.waitFor(() => expect(answered).toHaveBeenCalled());
});

it('refuses names that no setting has, also one that every object has', async () => {
  served = await serve({ station: new FakeStation() });
  const refused = await patch('{"__proto__": {"site.name": "x"}}');
  expect([refused.status, refused.json]).toMatchObject([422, { errors: [{ msg: '__proto__ is not a setting' }] }]);
  expect((await patch('[]')).json).toMatchObject({ detail: 'the body must be an object' });
});

it('takes no half characters, which programs that read them again break on', async () => {
  served = await serve({ station: new FakeStation() });
  expect((await patch(String.raw`{"site.name": "\ud83d\ude00 \ud800x"}`)).status).toBe(200);
  expect(JSON.stringify((await ask(served.port, { path: '/api/settings' })).json)).toContain('😀 \ufffdx');
});
