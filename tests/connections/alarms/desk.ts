import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach } from 'vitest';
import { Config } from '../../../src/config/config.ts';
import { queueOf } from '../../../src/connections/alarms/members.ts';
import { ntfyChannel } from '../../../src/connections/alarms/ntfy.ts';
import { AWAY_CHANNELS } from '../../../src/contract/names.ts';
import { connectionPorts } from '../../../src/main/machine/connection-ports.ts';
import { AlarmCourier, type MessageQueue } from '../../../src/sending/alarm-courier.ts';
import type { Channel } from '../../../src/sending/channel.ts';
import { emailChannel } from '../../../src/sending/email.ts';
import type { Message } from '../../../src/sending/message.ts';
import type { Ports } from '../../../src/sending/ports.ts';
import { webhookChannel } from '../../../src/sending/webhook.ts';
import type { Alarmed } from '../../../src/station/alarms/alarmed.ts';
import { type AlarmMessage, AlarmQueue } from '../../../src/station/outbox/alarm-queue.ts';
import { ENGLISH } from '../../../src/words/speaker.ts';
import { patience } from '../../support/patience.ts';
import { Measured } from '../support/measured.ts';

/** Port of the station’s own server, on which nobody listens here: below those that support/free-port.ts gives to programs of other tests. */
export const OWN_PORT = 11_999;

/** Less than what a receiver is waited for. */
const STEP_S = 8;

type Told = Partial<Omit<Alarmed, 'alarm'>> & { id?: string; severity?: Alarmed['alarm']['severity']; quiet?: string };

/** Notice of an alarm, as the engine tells it. */
export function alarmed({ id = 'frost_now', severity = 'warning', quiet, ...more }: Told = {}): Alarmed {
  const rule = { channels: ['screen', ...AWAY_CHANNELS], quiet: quiet ?? null };
  return {
    alarm: {
      id,
      title: 'Frost now',
      kind: 'frost_now',
      enabled: true,
      severity,
      state: 'firing',
      text: `Frost outdoors: 0.6 °C (${id})`,
      value: 0.6,
      unit: '°C',
      chance: null,
      threshold: 1,
      rule,
    } as unknown as Alarmed['alarm'],
    change: 'fired',
    fingerprint: `${id}-b1f0`,
    startedS: 1_749_988_000,
    endedS: null,
    isTest: false,
    ...more,
  };
}

/** A station that is nothing but its queue: a real store, and the machine's own network. */
export class Desk {
  readonly world: Measured;
  readonly told: string[] = [];
  readonly reported: string[] = [];
  readonly queue: AlarmQueue;
  readonly ports: Ports;
  isQuiet: (quiet: string | null, tS: number) => boolean = () => false;
  readonly #underWay = new UnderWay();
  #stop = new AbortController();
  #running: Promise<unknown> = Promise.resolve();

  constructor(world = new Measured(), secrets: Readonly<Record<string, string>> = {}, ports: Partial<Ports> = {}) {
    this.world = world;
    const { clock, store } = world;
    this.ports = {
      ...connectionPorts(clock, { info: () => {}, warn: () => {} } as unknown as Parameters<typeof connectionPorts>[1]),
      random: () => 0.5,
      secret: (path) => secrets[path] ?? null,
      log: (severity, text) => this.told.push(`${severity} ${text}`),
      ...ports,
    };
    this.queue = new AlarmQueue({
      store,
      clock,
      nowS: () => clock.nowS(),
      isQuiet: (quiet, tS) => this.isQuiet(quiet, tS),
      takes: () => true,
      report: (_kind, severity, { detail }) => this.reported.push(`${severity} ${detail}`),
    });
  }

  channel(channels: object): Channel {
    const config = Config.parse({ alarms: { channels } });
    const made = [
      webhookChannel(config.alarms.channels.webhook, this.ports, OWN_PORT),
      ntfyChannel(config, this.ports, OWN_PORT),
      emailChannel(config.alarms.channels.email, this.ports),
    ].find(({ name }) => name in channels)!;
    if ('enabled' in made) throw new Error(`${made.name} lacks ${made.lacks}`);
    return this.#underWay.counted(made);
  }

  /** Time passes, and whoever is asked meanwhile has the time of the real network to answer. */
  async pass(seconds: number): Promise<void> {
    for (let s = 0; s < seconds; s += STEP_S) {
      await this.world.clock.advance(STEP_S * 1000);
      await this.answered();
    }
    await this.world.clock.advance(0);
  }

  /** Nobody is asked any more: the courier has its answer, and sleeps. */
  answered(): Promise<void> {
    return this.#underWay.over();
  }

  start(channel: Channel): AlarmCourier<AlarmMessage>;
  start<M extends Message>(channel: Channel, of: MessageQueue<M>): AlarmCourier<M>;
  start(channel: Channel, of: MessageQueue<AlarmMessage> = queueOf(this.queue, channel)): AlarmCourier<AlarmMessage> {
    const { ports, world } = this;
    const origin = async () => ({
      id: 'wg_8f3a21c04b7e',
      name: 'Home',
      url: 'http://weatherglass.local:8000',
      speaker: ENGLISH,
      fragment: '#alarms',
    });
    const name = `alarm_${channel.name}`;
    const courier = new AlarmCourier({
      name,
      channel,
      queue: of,
      outbox: world.outbox,
      ports,
      origin,
      isHeld: false,
    });
    this.#stop = new AbortController();
    this.#running = courier.run(this.#stop.signal);
    return courier;
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async close(): Promise<void> {
    await this.stop();
    this.world.close();
  }
}

/** Real time for real sockets; a minute is for a busy machine. */
export async function until(isSo: () => boolean): Promise<void> {
  for (const mayWait = patience(60_000); !isSo(); ) {
    if (!mayWait()) throw new Error('it never came');
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

/** Requests on their way: whoever is asked has the time of the real network to answer. */
export class UnderWay {
  #count = 0;

  counted(channel: Channel): Channel {
    const { name, secrets, timeoutMs, atOnce } = channel;
    const send: Channel['send'] = async (...asked) => {
      this.#count += 1;
      return channel.send(...asked).finally(() => {
        this.#count -= 1;
      });
    };
    return { name, secrets, timeoutMs, atOnce, send };
  }

  over(): Promise<void> {
    return until(() => this.#count === 0);
  }
}

export interface Heard {
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A receiver over HTTP, of which every answer is told beforehand. */
export class Receiver {
  readonly heard: Heard[] = [];
  answer: (res: ServerResponse, heard: Heard, req: IncomingMessage) => void = (res) => res.writeHead(200).end();
  readonly #server = createServer(async (req, res) => {
    const pieces: Buffer[] = [];
    for await (const piece of req) pieces.push(piece as Buffer);
    const heard = { url: req.url ?? '', headers: req.headers, body: Buffer.concat(pieces).toString() };
    this.heard.push(heard);
    this.answer(res, heard, req);
  });

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/hook/abc`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** For each test a desk, a receiver of its webhook, and what happens between them. */
export function webhookDesk() {
  const at = {} as { desk: Desk; receiver: Receiver };
  beforeEach(async () => {
    at.desk = new Desk(undefined, { '/secret': 'a long secret' });
    at.receiver = await new Receiver().start();
  });
  afterEach(async () => {
    await at.desk.close();
    await at.receiver.close();
  });
  return Object.assign(at, {
    start: (more: object = {}): AlarmCourier<AlarmMessage> =>
      at.desk.start(at.desk.channel({ webhook: { enabled: true, url: at.receiver.url, ...more } })),
    delivered: () => until(() => at.desk.queue.waiting('webhook') === 0),
    /** The receiver has answered, and the courier waits for its next turn. */
    async refused(courier: AlarmCourier<AlarmMessage>, state: string) {
      await until(() => courier.status().state === state);
      return courier.status();
    },
  });
}
