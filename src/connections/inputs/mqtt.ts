import { aborted } from '../../base/clock.ts';
import { isOfFilter } from '../../base/topic-filter.ts';
import type { BrokerTopics } from '../../contract/inputs.ts';
import { again } from '../../sending/back-off.ts';
import { decodeMqtt, type FieldMap } from '../../station/inputs/families/mqtt.ts';
import { decodeRtl433 } from '../../station/inputs/families/rtl433.ts';
import type { Observation } from '../../station/inputs/observation.ts';
import { asPart, type Sentence, sentence } from '../../words/sentence.ts';
import { BrokerError, Session } from '../mqtt/session.ts';
import { Budget } from './budget.ts';
import { HeardTopics } from './heard-topics.ts';
import { Transport } from './transport.ts';

export interface MqttInputOptions {
  url: string;
  username: string | null;
  password: string | null;
  /** Certificate authority (PEM) of the broker. */
  ca: string | null;
  topics: readonly { topic: string; map: FieldMap }[];
  /** Begin of the topics that this station publishes: they are never read. */
  own: string | null;
}

const MOST_BYTES = 8192;
/** Messages a second of one broker: a house of sensors sends some ten. */
const PER_S = 50;
const BURST = 200;
/** A retained message counts when its own time is not older, seconds. */
const FRESH_S = 600;
/** Filter of all topics, while a person looks through them. */
const ALL = '#';
/** Whole messages of the program rtl_433: `rtl_433/<host>/events`. */
const IS_RTL433 = /^rtl_433\/.*\bevents$/;

/** Sensors that publish JSON at a broker: each topic has a map of where its quantities stand. */
export class MqttInput extends Transport<MqttInputOptions> {
  readonly name = 'MQTT';
  readonly #budget = new Budget(this.ports.clock, PER_S, BURST);
  readonly #heard = new HeardTopics(this.ports.clock);
  #session: Session | null = null;
  #hearsAll = false;

  /** Topics heard at the broker, for a person who maps them. They are asked for as long as somebody looks. */
  topics(): BrokerTopics {
    const topics = this.#heard.look();
    if (this.#session) void this.#hearAll(this.#session);
    return { listening: this.#session !== null, topics };
  }

  async #hearAll(session: Session): Promise<void> {
    const isWanted = this.options.topics.some(({ topic }) => topic === ALL); // the settings ask for everything anyway
    if (this.#hearsAll || isWanted) return;
    this.#hearsAll = true;
    try {
      await session.subscribeIfAllowed(ALL);
    } catch (error) {
      if (!(error instanceof BrokerError)) throw error; // the session ended: `run` tells it
    }
  }

  run(signal: AbortSignal): Promise<void> {
    return again(this.ports, signal, async () => {
      try {
        await this.#listen(signal);
      } catch (error) {
        if (!(error instanceof BrokerError)) throw error;
        if (!signal.aborted) this.troubles.open('broker', troubleOf(error.why));
      }
    });
  }

  async #listen(signal: AbortSignal): Promise<void> {
    const { url, username, password, ca } = this.options;
    const { clock, random } = this.ports;
    const clientId = `weatherglass-in-${Math.floor(random() * 2 ** 40).toString(16)}`;
    const broker = { url, username, password, ca, clientId, will: null, mostBytes: MOST_BYTES };
    const session = await Session.open(broker, clock, signal);
    const over = new AbortController();
    try {
      const faults = new Promise<never>((_, reject) => {
        session.onMessage((topic, payload, isRetained) => {
          try {
            this.#hear(topic, payload, isRetained);
          } catch (error) {
            reject(error);
          }
        });
      });
      faults.catch(() => {}); // told below; it may come before anybody waits for it
      await this.#subscribe(session);
      this.troubles.over('broker');
      this.#session = session;
      if (this.#heard.isLooked) await this.#hearAll(session);
      await session.whileItLasts(Promise.race([faults, aborted(AbortSignal.any([signal, over.signal]))]));
    } finally {
      this.#session = null;
      this.#hearsAll = false;
      over.abort();
      session.drop();
    }
  }

  /** Subscribes to the topics of the settings. One that the broker forbids is told, and silences no other. */
  async #subscribe(session: Session): Promise<void> {
    const wanted = new Set(this.options.topics.map(({ topic }) => topic));
    const forbidden = new Map<string, BrokerError>();
    for (const topic of wanted) {
      const refusal = await session.subscribeIfAllowed(topic);
      if (refusal) forbidden.set(topic, refusal);
    }
    const [first] = forbidden.values();
    if (first && forbidden.size === wanted.size) throw first;
    for (const [topic, { why }] of forbidden) this.troubles.open(`topic ${topic}`, troubleOf(why));
    for (const topic of wanted) if (!forbidden.has(topic)) this.troubles.over(`topic ${topic}`);
  }

  #hear(topic: string, payload: string, isRetained: boolean): void {
    const { own } = this.options;
    if (own !== null && topic.startsWith(own)) return;
    this.#heard.note(topic, payload);
    const wanted = this.options.topics.find((one) => isOfFilter(topic, one.topic));
    if (!wanted) {
      this.#stopHearingAll();
      return;
    }
    if (!this.#budget.take('broker')) {
      this.flooded();
      return;
    }
    const observations = decode(topic, payload, wanted.map);
    if (observations.length === 0) this.unreadable();
    const nowS = this.ports.clock.nowS();
    const fresh = observations.filter(
      ({ sentS }) => !isRetained || (sentS !== null && Math.abs(nowS - sentS) <= FRESH_S),
    );
    if (fresh.length > 0) this.take(fresh);
  }

  /** Ends the subscription, so that the broker sends nothing in vain. */
  #stopHearingAll(): void {
    if (!this.#hearsAll || this.#heard.isLooked || !this.#session) return;
    this.#hearsAll = false;
    this.#session.unsubscribe(ALL).catch((error: unknown) => {
      if (!(error instanceof BrokerError)) throw error;
    });
  }
}

const troubleOf = (why: Sentence): Sentence => sentence('input.broker', { why: asPart(why) });

const decode = (topic: string, payload: string, map: FieldMap): Observation[] =>
  Object.keys(map).length === 0 && IS_RTL433.test(topic) ? decodeRtl433(payload) : decodeMqtt(topic, payload, map);
