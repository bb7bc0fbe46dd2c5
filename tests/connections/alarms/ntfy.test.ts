import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ntfyBody } from '../../../src/connections/alarms/ntfy.ts';
import { ENGLISH } from '../../../src/words/speaker.ts';
import { speakerOf } from '../../../src/words/speakers.ts';
import { alarmed, Desk, Receiver, until } from './desk.ts';

const TOKEN = 'tk_AgQdq7mVBoFD37zQVN29RhuMzNIz2';
const TOPIC = 'weather-Kx83hd72Lq';

let desk: Desk;
let server: Receiver;
/** Errors as ntfy words them; null: it takes the message. */
let error: { code: number; http: number; error: string } | null;

beforeEach(async () => {
  desk = new Desk(undefined, { '/token': TOKEN });
  server = await new Receiver().start();
  error = null;
  server.answer = (res, { body, headers }) => {
    const unauthorized = { code: 40101, http: 401, error: 'unauthorized' };
    const failed = headers.authorization === `Bearer ${TOKEN}` ? error : unauthorized;
    const { topic, title, message } = JSON.parse(body) as Record<string, unknown>;
    const taken = { id: 'hwQ2YpKdmg', time: 1_749_988_800, event: 'message', topic, title, message };
    res.writeHead(failed?.http ?? 200, { 'Content-Type': 'application/json' }).end(JSON.stringify(failed ?? taken));
  };
});
afterEach(async () => {
  await desk.close();
  await server.close();
});

const start = (more: object = {}) => {
  const url = `http://127.0.0.1:${server.port}`;
  return desk.start(desk.channel({ ntfy: { enabled: true, url, topic: TOPIC, token_file: '/token', ...more } }));
};
const sentBody = () => JSON.parse(server.heard.at(-1)!.body) as Record<string, unknown>;

describe('ntfy', () => {
  it('gets JSON at its root, with the token, and a priority and tag by severity', async () => {
    start();
    desk.queue.put(alarmed({ severity: 'critical' }));
    await until(() => desk.queue.waiting('ntfy') === 0);
    expect(server.heard[0]).toMatchObject({ url: '/', headers: { authorization: `Bearer ${TOKEN}` } });
    expect(sentBody()).toEqual({
      topic: TOPIC,
      title: 'Frost now · Home',
      message: 'Frost outdoors: 0.6 °C (frost_now)\nSince 15 Jun 2025, 11:46 UTC',
      priority: 5,
      tags: ['rotating_light'],
      click: 'http://weatherglass.local:8000/#alarms',
    });
    await desk.world.clock.advance(1000);
    desk.queue.put(alarmed({ change: 'resolved', endedS: 1_749_988_700 }));
    await until(() => server.heard.length === 2);
    expect(sentBody()).toMatchObject({ title: 'Over: Frost now · Home', priority: 2, tags: ['white_check_mark'] });
  });

  it('is told in the language of the station, and cut where ntfy would make an attachment of it', async () => {
    const about = { id: 'frost_now', title: 'Frost', severity: 'warning', isTest: false } as const;
    const made = { value: 0, unit: '', chance: null, threshold: 0, text: 'ü'.repeat(300) };
    const message = { channel: 'ntfy' as const, fingerprint: 'f', quiet: null, tS: 0, about: { ...about, ...made } };
    const waiting = { ...message, change: 'repeated', startedS: 1_749_988_000, endedS: null } as const;
    const speaker = await speakerOf('de', 'Europe/Berlin');
    const origin = { id: 'wg', name: 'Garten', url: 'http://g', speaker, fragment: '#alarms' };
    const one = JSON.parse(ntfyBody([waiting], origin, TOPIC)) as Record<string, string>;
    expect(one['title']).toBe('Noch immer: Frost · Garten');
    expect(one['message']).toMatch(/\nSeit 15\.06\.2025, 13:46$/);
    const all = JSON.parse(ntfyBody(Array(20).fill(waiting), origin, TOPIC)) as Record<string, string>;
    expect(all['title']).toBe('20 Alarme · Garten');
    expect(Buffer.byteLength(all['message']!)).toBeLessThanOrEqual(4096);
    expect(all['message']).not.toContain('\uFFFD');
    expect(JSON.parse(ntfyBody([waiting], { ...origin, speaker: ENGLISH }, TOPIC))).toMatchObject({
      title: 'Still: Frost · Garten',
    });
  });

  it.each([
    [{ code: 42901, http: 429, error: 'limit reached: too many requests' }, 'retrying'],
    [{ code: 40301, http: 403, error: 'forbidden' }, 'refused'],
    [{ code: 50001, http: 500, error: 'internal server error' }, 'retrying'],
  ] as const)('keeps its messages at %j', async (said, state) => {
    error = said;
    const courier = start();
    desk.queue.put(alarmed());
    await until(() => courier.status().state === state);
    expect(courier.status()).toMatchObject({ waiting: 1, last_error: `${said.http}: ${JSON.stringify(said)}` });
    error = null;
    await desk.pass(4500);
    await until(() => desk.queue.waiting('ntfy') === 0);
  });

  it('waits an hour where the quota of the day is used up', async () => {
    error = { code: 42908, http: 429, error: 'limit reached: daily message quota reached' };
    const courier = start();
    desk.queue.put(alarmed());
    await until(() => courier.status().state === 'retrying');
    await desk.pass(3500);
    expect(server.heard).toHaveLength(1);
    error = null;
    await desk.pass(800);
    await until(() => desk.queue.waiting('ntfy') === 0);
  });

  it('is refused with a wrong token, which nobody is shown', async () => {
    await desk.close();
    desk = new Desk(undefined, { '/token': 'tk_wrongwrongwrong123' });
    const courier = start();
    expect(await courier.test()).toMatchObject({ outcome: 'refused', status: 401 });
    expect(JSON.stringify([courier.status(), desk.told, await courier.test()])).not.toMatch(/tk_wrong|Kx83hd72Lq/);
  });

  it('takes a page of a captive portal for no yes', async () => {
    server.answer = (res) => res.writeHead(200).end(`<html>Welcome! Topic ${TOPIC}</html>`);
    const courier = start();
    desk.queue.put(alarmed());
    await until(() => courier.status().state === 'retrying');
    expect(courier.status()).toMatchObject({
      waiting: 1,
      last_error: '200: unexpected answer, nothing was stored: <html>Welcome! Topic •••</html>',
    });
  });
});
