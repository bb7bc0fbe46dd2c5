import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Config } from '../../src/config/config.ts';
import { MqttLink } from '../../src/connections/mqtt/link.ts';
import { Session, silent } from '../../src/connections/mqtt/session.ts';
import { bundled, spawnNode } from '../durability/processes.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { freePort } from '../support/free-port.ts';
import { openRealStation, type RealStation } from '../support/real-station.ts';
import { MOST_MS, withWaits } from '../support/running-clock.ts';
import { certificates, hasMosquitto, Mosquitto } from './support/mosquitto.ts';
import { type LinkOptions, MqttLinks } from './support/mqtt-links.ts';
import { FakeNetwork } from './support/network.ts';
import { judgeDiscovery } from './support/rules.ts';

const [PORT, TLS_PORT] = [await freePort(), await freePort()];
const until = (what: () => void) => vi.waitFor(what, { timeout: 60_000, interval: 20 });

describe.skipIf(!hasMosquitto)('over a real broker', () => {
  const broker = new Mosquitto(PORT);
  let station: RealStation;
  const links = new MqttLinks(broker);

  beforeAll(async () => {
    station = await openRealStation({ clock: new FakeClock(1_750_000_000), historyDays: 1 });
  });
  afterAll(async () => {
    await station.close();
    await broker.close();
  });
  beforeEach(() => broker.start());
  afterEach(() => links.end());

  const link = (mqtt: object = {}, { of = station, ...more }: LinkOptions & { of?: RealStation } = {}) =>
    links.begin(of, mqtt, more);

  /** A test of the connection that was answered: one may meet a connection that is just ending. */
  async function tested(one: MqttLink, outcome: string) {
    let test = await one.test();
    await vi.waitFor(
      async () => {
        if (!('outcome' in test) || test.outcome !== outcome) test = await one.test();
        expect(test).toMatchObject({ outcome });
      },
      { timeout: 60_000, interval: 20 },
    );
    return test;
  }

  it('whoever comes late finds the device and that it is there, and no old state; what is told is taken whole', async () => {
    const { id } = link({}, { hurry: 1 });
    const first = await broker.listener();
    await until(() => expect(first.heard.map(({ topic }) => topic)).toContain(`weatherglass/${id}/forecast`));
    const late = await broker.listener();
    await until(() => expect(late.heard).toHaveLength(2));
    const kept = Object.fromEntries(late.heard.map((one) => [one.topic, one]));
    expect(kept[`weatherglass/${id}/status`]).toMatchObject({ text: 'online', retain: true });
    const topic = `homeassistant/device/${id}/config`;
    expect(kept[topic]).toMatchObject({ retain: true });
    expect(judgeDiscovery(topic, kept[topic]!.text)).toEqual({ dropped: [], components: {}, warnings: [] });
    const state = JSON.parse(first.heard.find((one) => one.topic.endsWith('/state'))!.text) as Record<string, unknown>;
    const forecast = JSON.parse(first.heard.find((one) => one.topic.endsWith('/forecast'))!.text) as Record<
      string,
      unknown
    >;
    const { cmps } = JSON.parse(kept[topic]!.text) as { cmps: Record<string, { val_tpl?: string; stat_t?: string }> };
    for (const [key, { val_tpl: template = '', stat_t: from }] of Object.entries(cmps)) {
      const [, name] = /value_json\.(\w+)/.exec(template) ?? [];
      if (name !== undefined) expect(Object.keys(from ? forecast : state), key).toContain(name);
    }
    expect(state).toMatchObject({ simulated: true, health: expect.any(String) as string });
  });

  it('a demonstration rehearses without a further switch, and is marked as simulated', async () => {
    const of = await openRealStation({ clock: new FakeClock(1_750_000_000), demo: true });
    const { id, end, running } = link({}, { of, held: true });
    const { heard } = await broker.listener();
    const said = (ending: string) => JSON.parse(heard.find(({ topic }) => topic.endsWith(ending))!.text) as object;
    await until(() => expect(heard.map(({ topic }) => topic)).toContain(`weatherglass/${id}/state`));
    expect(said(`${id}/state`)).toMatchObject({ simulated: true });
    await until(() => expect(heard.map(({ topic }) => topic)).toContain(`homeassistant/device/${id}/config`));
    expect(said('/config')).toMatchObject({ dev: { mdl: 'Simulated weather' } });
    end.abort();
    await running;
    await of.close();
  });

  it.each([
    ['homeassistant/status', 'homeassistant'],
    ['homeassistant/status', 'ha'],
    ['ha/status', 'ha'],
  ])('tells everything again when %s says that Home Assistant has begun: its prefix is %s', async (birth, prefix) => {
    const { id } = link({ interval_s: 300, discovery_prefix: prefix });
    const { heard, client } = await broker.listener();
    await until(() => expect(heard.some(({ topic }) => topic.endsWith('/state'))).toBe(true));
    heard.length = 0;
    client.publish(birth, 'online');
    const own = ['status', 'state', 'forecast'].map((what) => `weatherglass/${id}/${what}`);
    const everything = expect.arrayContaining([`${prefix}/device/${id}/config`, ...own]);
    await until(() => expect(heard.map(({ topic }) => topic)).toEqual(everything));
  });

  it('mends a retained offline that is not true: a will that came late, or the word of somebody else', async () => {
    const { id } = link({ interval_s: 5 }, { hurry: 100 });
    const { heard, client } = await broker.listener();
    const status = () => heard.filter(({ topic }) => topic === `weatherglass/${id}/status`).map(({ text }) => text);
    await until(() => expect(status()).toContain('online'));
    await client.publishAsync(`weatherglass/${id}/status`, 'offline', { qos: 1, retain: true });
    await until(() => expect(status()).toContain('offline'));
    await until(() => expect(status().at(-1)).toBe('online'));
    const late = await broker.listener();
    await until(() => expect(late.heard.find(({ topic }) => topic.endsWith('/status'))?.text).toBe('online'));
  });

  it('whoever says a hundred times that Home Assistant has begun is told everything once', async () => {
    const { id, link: one } = link({ interval_s: 300 }, { hurry: 10 });
    const { heard, client } = await broker.listener();
    await until(() => expect(one.status().last_success_ts).not.toBeNull());
    heard.length = 0;
    for (let i = 0; i < 100; i += 1) client.publish('homeassistant/status', 'online');
    const documents = () => heard.filter(({ topic }) => topic === `homeassistant/device/${id}/config`).length;
    await until(() => expect(documents()).toBeGreaterThan(0));
    await client.publishAsync('homeassistant/status', 'the last', { qos: 1 });
    await until(() => expect(heard.map(({ text }) => text)).toContain('the last')); // a reading may come behind it
    expect(documents()).toBeLessThanOrEqual(2);
  });

  it('a clean end says offline itself, and waits for nothing but the broker', async () => {
    let stands = false;
    // From its end on no time passes, so nothing can end by waiting: neither a pause nor the patience with the broker.
    const clock = withWaits((ms) => (stands ? MOST_MS : ms));
    const { end, running, id } = link({}, { clock });
    const { heard } = await broker.listener();
    await until(() => expect(heard.some(({ text }) => text === 'online')).toBe(true));
    stands = true;
    end.abort();
    await running;
    await until(() => expect(heard.at(-1)).toMatchObject({ topic: `weatherglass/${id}/status`, text: 'offline' }));
  });

  it('a killed one is offline at once', async () => {
    const script = await bundled('talker', join(import.meta.dirname, 'support'));
    const { heard } = await broker.listener();
    const child = spawnNode(script, [broker.url]);
    await until(() => expect(heard.map(({ text }) => text)).toContain('online'));
    child.kill('SIGKILL');
    await until(() => expect(heard.at(-1)).toMatchObject({ topic: 'weatherglass/wg_killed/status', text: 'offline' }));
  });

  it('comes back when the broker does, with all it has to say, and nothing has piled up meanwhile', async () => {
    const { link: one, told } = link();
    await until(() => expect(one.status().state).toBe('ok'));
    await broker.stop();
    await until(() => expect(one.status()).toMatchObject({ state: 'retrying' }));
    await until(() => expect(one.status().last_error).toBe('no broker listens at this address'));
    await broker.start();
    const { heard } = await broker.listener();
    await until(() => expect(one.status()).toMatchObject({ state: 'ok', last_error: null }));
    await until(() => expect(heard.filter(({ topic }) => topic.endsWith('/config'))).not.toEqual([]));
    expect(heard.filter(({ topic }) => topic.endsWith('/state')).length).toBeLessThan(50);
    expect(told.at(-1)).toBe('info mqtt: works again');
  });

  it('an event that a cut took with it is told by the next connection, once', async () => {
    const publish = Session.prototype.publish;
    let cuts = 0;
    const spy = vi.spyOn(Session.prototype, 'publish').mockImplementation(function (this: Session, message) {
      if (!message.topic.endsWith('/event') || cuts > 0) return publish.call(this, message);
      cuts += 1;
      return Promise.reject(silent());
    });
    const { link: one } = link({ interval_s: 5 });
    const { heard } = await broker.listener();
    await until(() => expect(one.status().last_success_ts).not.toBeNull());
    const label = station.station.rain.label({ kind: 'rain', value: 1, tS: station.station.nowS(), note: '' });
    if ('error' in label) throw new Error(label.error);
    const told = () => heard.filter(({ topic, text }) => topic.endsWith('/event') && text.includes('"label"'));
    await until(() => expect(told()).toHaveLength(1));
    expect(cuts).toBe(1);
    const states = () => heard.filter(({ topic }) => topic.endsWith('/state')).length;
    const before = states();
    await until(() => expect(states()).toBeGreaterThan(before + 2));
    expect(told()).toHaveLength(1);
    spy.mockRestore();
  });

  it('a refused login is told, and works as soon as it is mended', async () => {
    const passwords = broker.file('passwords', '');
    execFileSync('mosquitto_passwd', ['-b', passwords, 'haus', 'richtig']);
    const rule = `allow_anonymous false\npassword_file ${passwords}`;
    await broker.start(rule);
    const { link: one } = link({ username: 'haus' }, { password: 'falsch' });
    await until(() => expect(one.status().state).toBe('refused'));
    expect(one.status().last_error).toMatch(/refuses the login|user name or password/);
    const test = await tested(one, 'refused');
    expect(test).toMatchObject({ name: 'mqtt', outcome: 'refused' });
    expect(JSON.stringify([test, one.status()])).not.toContain('falsch');
    execFileSync('mosquitto_passwd', ['-b', passwords, 'haus', 'falsch']);
    await broker.start(rule);
    await until(() => expect(one.status()).toMatchObject({ state: 'ok', last_error: null }));
    expect(await tested(one, 'ok')).toMatchObject({ outcome: 'ok', text: 'accepted by the broker' });
  });

  it('a topic that the access list forbids is told as such, not as a wrong password', async () => {
    const passwords = broker.file('passwords', '');
    execFileSync('mosquitto_passwd', ['-b', passwords, 'haus', 'richtig']);
    const rule = (acl: string) =>
      `allow_anonymous false\npassword_file ${passwords}\nacl_file ${broker.file('acl', acl)}`;
    const may = 'user haus\ntopic read homeassistant/status\n';
    await broker.start(rule(may));
    const { link: one } = link({ username: 'haus' }, { password: 'richtig' });
    await until(() => expect(one.status().state).toBe('refused'));
    expect(one.status().last_error).toMatch(/^the broker forbids the topic homeassistant\/device\/wg_/);
    await broker.start(rule(`${may}topic readwrite homeassistant/#\ntopic readwrite weatherglass/#\n`));
    await until(() => expect(one.status()).toMatchObject({ state: 'ok', last_error: null }));
  });

  it('two stations of one id are told so, and not that the broker is at fault', async () => {
    const first = link();
    await until(() => expect(first.link.status().state).toBe('ok'));
    const second = link();
    await until(() => {
      const errors = [first, second].map(({ link: one }) => one.status().last_error);
      expect(errors.some((error) => error?.includes('another client has the same ID'))).toBe(true);
    });
  });

  it('TLS with an authority of the house, and never without it', async () => {
    const { ca, cert, key } = certificates(broker.folder);
    await broker.start(`allow_anonymous true\nlistener ${TLS_PORT} 127.0.0.1\ncertfile ${cert}\nkeyfile ${key}`);
    const url = `mqtts://127.0.0.1:${TLS_PORT}`;
    const stranger = link({ url });
    await until(() => expect(stranger.link.status().last_error).toContain('“CA certificate”'));
    stranger.end.abort();
    await stranger.running;
    const { link: one } = link({ url }, { ca: readFileSync(ca, 'utf8') });
    await until(() => expect(one.status()).toMatchObject({ state: 'ok', last_error: null }));
  });
});

describe('without a broker', () => {
  it('a simulated station says nothing at all', async () => {
    const clock = new FakeClock(1_750_000_000);
    const of = await openRealStation({ clock });
    const config = Config.parse({ mqtt: { url: 'mqtt://127.0.0.1:9' } });
    const one = new MqttLink({
      station: of.station,
      config,
      ports: new FakeNetwork(clock).ports(),
      ca: null,
      password: null,
      url: null,
    });
    await one.run(new AbortController().signal);
    expect(one.status()).toMatchObject({ enabled: true, state: 'off', why_off: 'simulated' });
    expect(await one.test()).toMatchObject({ error: expect.stringContaining('simulated') as string });
    await of.close();
  });
});
