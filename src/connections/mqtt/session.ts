import type { IClientOptions, MqttClient } from 'mqtt';
import type { Clock } from '../../base/clock.ts';
import { SerialQueue } from '../../base/serial-queue.ts';
import { type Outcome, ours } from '../../sending/outcome.ts';
import { type Sentence, sentence } from '../../words/sentence.ts';
import type { Message } from './publisher.ts';

export interface Broker {
  url: string;
  clientId: string;
  username: string | null;
  password: string | null;
  ca: string | null;
  /** Last will: the broker publishes it when the connection is lost. Null for a listener. */
  will: Message | null;
  /** Longest message that is received, bytes; the broker keeps longer ones (MQTT 5), or they are dropped. */
  mostBytes?: number;
}

/** Why a connection came to nothing, or ended. */
export class BrokerError extends Error {
  constructor(
    readonly why: Sentence,
    /**
     * Kind of MQTT failure: `way` not reachable, `cut` connection lost, `refusal` login refused, `old` no MQTT 5, `twin` another client
     * with our name.
     */
    readonly kind: 'way' | 'cut' | 'refusal' | 'old' | 'twin' = 'way',
  ) {
    super(why.detail);
  }

  /** The broker did not refuse us: retry soon. */
  get isOfTheWay(): boolean {
    return this.kind === 'way' || this.kind === 'cut';
  }
}

/** A broker that takes nothing, or is not there any more, may go on answering pings, or say nothing of its end. */
const ANSWER_MS = 15_000;
const KEEPALIVE_S = 30;

/** Codes of CONNACK, of both protocols. */
const REFUSALS = {
  2: 'broker.client-id',
  4: 'broker.login',
  5: 'broker.shut',
  133: 'broker.client-id',
  134: 'broker.login',
  135: 'broker.shut',
  138: 'broker.banned',
} as const;
const OLD_PROTOCOL: ReadonlySet<number> = new Set([1, 132]);
const TAKEN_OVER = 142;
/** Reason codes from here on are refusals. */
const FAILURE = 128;
/** SUBACK and PUBACK of a broker whose access list does not allow the topic; a name or password that is wrong is told by CONNACK. */
const FORBIDDEN: ReadonlySet<number> = new Set([128, 135]);

const NETWORK = {
  ENOTFOUND: 'broker.unknown-name',
  EAI_AGAIN: 'broker.name-unasked',
  ECONNREFUSED: 'broker.nobody',
  EHOSTUNREACH: 'broker.no-way',
  ENETUNREACH: 'broker.no-way',
  ETIMEDOUT: 'broker.silent',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'broker.untrusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'broker.untrusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'broker.untrusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'broker.untrusted',
  CERT_HAS_EXPIRED: 'broker.expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'broker.other-name',
} as const;

const refusalOf = (code: number): Sentence =>
  code in REFUSALS ? sentence(REFUSALS[code as keyof typeof REFUSALS]) : sentence('broker.refuses', { code });
const failureOf = (code: string): Sentence =>
  Object.hasOwn(NETWORK, code)
    ? sentence(NETWORK[code as keyof typeof NETWORK])
    : sentence('way.failed', { failure: code });

/** Taken apart here: the library would ask for it by a function that Node wants to be rid of, and say so on the terminal. */
function addressOf(address: string): { protocol: 'mqtt' | 'mqtts'; host: string; port: number } {
  const url = new URL(address);
  const protocol = url.protocol === 'mqtts:' ? 'mqtts' : 'mqtt';
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  return { protocol, host, port: Number(url.port) || (protocol === 'mqtts' ? 8883 : 1883) };
}

/** Error of a broker that did not answer in time. */
export const silent = (): BrokerError => new BrokerError(sentence('broker.silent'));
export const twin = (): BrokerError => new BrokerError(sentence('broker.twin'), 'twin');
const cut = (): BrokerError => new BrokerError(sentence('way.cut'), 'cut');

/** Outcome of a message that was sent; null: the broker has taken it. */
export const outcomeOf = (error: BrokerError | null): Outcome =>
  error === null
    ? { kind: 'ok', ...ours(sentence('broker.taken')) }
    : { kind: error.isOfTheWay ? 'retry' : 'refused', ...ours(error.why) };

/** Code of an error: the system's, or the broker's. The library leaves that of a refused subscription in the SUBACK. */
function codeOf(error: unknown): unknown {
  const { code, packet } = error as { code?: unknown; packet?: { granted?: readonly number[] } };
  return code ?? packet?.granted?.find((one) => one >= FAILURE);
}

/** `topic`: of the message or subscription that failed; null while it connects. */
function inWords(error: unknown, topic: string | null = null): BrokerError {
  const code = codeOf(error);
  if (topic !== null && FORBIDDEN.has(code as number))
    return new BrokerError(sentence('broker.forbidden', { topic }), 'refusal');
  if (typeof code === 'number' && OLD_PROTOCOL.has(code)) return new BrokerError(sentence('broker.old'), 'old');
  if (typeof code === 'number') return new BrokerError(refusalOf(code), 'refusal');
  if (code === 'ECONNRESET') return cut();
  if (typeof code === 'string') return new BrokerError(failureOf(code));
  return silent();
}

/**
 * MQTT session: one connection to a broker, from CONNECT to its end. It does not reconnect and queues nothing: a message that the broker
 * did not take is published again, with newer values, in the next session. One message is in flight at a time.
 */
export class Session {
  #why: BrokerError | null = null;
  /** Callbacks of pending requests, called when the session ends. */
  readonly #waiting = new Set<(why: BrokerError) => void>();
  readonly #requests = new SerialQueue();

  private constructor(
    private readonly client: MqttClient,
    private readonly clock: Clock,
    private readonly mostBytes = Number.POSITIVE_INFINITY,
  ) {
    client.on('error', (error) => this.#end(inWords(error)));
    client.on('disconnect', ({ reasonCode }) => {
      if (reasonCode === TAKEN_OVER) this.#end(twin());
    });
    client.on('close', () => this.#end(cut()));
  }

  /** Connects to a broker, by MQTT 5 or else 3.1.1; rejects when it refuses, or at the signal. */
  static async open(broker: Broker, clock: Clock, signal: AbortSignal): Promise<Session> {
    try {
      return await Session.#open(broker, 5, clock, signal);
    } catch (error) {
      if (!(error instanceof BrokerError) || error.kind !== 'old') throw error;
      return Session.#open(broker, 4, clock, signal);
    }
  }

  static async #open(broker: Broker, protocolVersion: 4 | 5, clock: Clock, signal: AbortSignal): Promise<Session> {
    const { connect } = (await import('mqtt')).default;
    const { url, clientId, username, password, ca, will, mostBytes } = broker;
    const options: IClientOptions = {
      clientId,
      protocolVersion,
      clean: true,
      keepalive: KEEPALIVE_S,
      connectTimeout: ANSWER_MS,
      reconnectPeriod: 0,
      queueQoSZero: false,
      resubscribe: false,
      manualConnect: true,
      ...(will !== null && { will: { ...will, payload: Buffer.from(will.payload), qos: 1 } }),
      ...(mostBytes !== undefined && protocolVersion === 5 && { properties: { maximumPacketSize: mostBytes + 1024 } }),
      ...(username !== null && { username }),
      ...(password !== null && { password }),
      ...(ca !== null && { ca }),
    };
    const client = connect({ ...options, ...addressOf(url) });
    const session = new Session(client, clock, mostBytes);
    const connected = new Promise<void>((resolve) => client.once('connect', () => resolve()));
    const stopped = (): void => session.drop();
    signal.addEventListener('abort', stopped, { once: true });
    try {
      client.connect();
      if (signal.aborted) stopped();
      await session.#inTime(() => connected);
      return session;
    } finally {
      signal.removeEventListener('abort', stopped);
    }
  }

  #end(why: BrokerError): void {
    this.#why ??= why; // the first reason is the one
    for (const tell of this.#waiting) tell(this.#why);
    this.client.end(true);
  }

  /**
   * Rejects when the connection ends before. Not a race against a promise of its end: that would keep hold of everything that was ever
   * waited for, for as long as the connection holds.
   */
  whileItLasts<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.#why !== null) reject(this.#why);
      this.#waiting.add(reject);
      work.then(resolve, reject).finally(() => this.#waiting.delete(reject));
    });
  }

  /** `isRetained`: the broker had kept it, from whatever time. */
  onMessage(heard: (topic: string, payload: string, isRetained: boolean) => void): void {
    this.client.on('message', (topic, payload, { retain }) => {
      if (payload.length <= this.mostBytes) heard(topic, payload.toString(), retain);
    });
  }

  subscribe(topic: string): Promise<unknown> {
    return this.#taken(topic, () => this.client.subscribeAsync(topic, { qos: 0 }));
  }

  unsubscribe(topic: string): Promise<unknown> {
    return this.#taken(topic, () => this.client.unsubscribeAsync(topic));
  }

  /** Subscribes to a topic that an access list may forbid. Returns the broker's refusal; null when it has taken the subscription. */
  async subscribeIfAllowed(topic: string): Promise<BrokerError | null> {
    try {
      await this.subscribe(topic);
      return null;
    } catch (error) {
      if (error instanceof BrokerError && error.why.said?.code === 'broker.forbidden') return error;
      throw error;
    }
  }

  /** Publishes one message; resolves when the broker has taken it. */
  publish({ topic, payload, retain }: Message): Promise<unknown> {
    return this.#taken(topic, () => this.client.publishAsync(topic, payload, { qos: 1, retain }));
  }

  #taken(topic: string, say: () => Promise<unknown>): Promise<unknown> {
    return this.whileItLasts(this.#requests.take(() => this.#inTime(say, topic)));
  }

  /** Timeout of a request: without one, a broker that never answers would keep the connection for ever. */
  async #inTime(say: () => Promise<unknown>, topic: string | null = null): Promise<unknown> {
    const done = new AbortController();
    void this.clock.sleep(ANSWER_MS, done.signal).then(() => {
      if (!done.signal.aborted) this.#end(silent());
    });
    try {
      return await this.whileItLasts(say());
    } catch (error) {
      throw error instanceof BrokerError ? error : inWords(error, topic);
    } finally {
      done.abort();
    }
  }

  /** Disconnects in order, so that the broker does not publish our will. */
  async close(): Promise<void> {
    this.client.removeAllListeners('close');
    await this.client.endAsync(false);
  }

  drop(): void {
    this.#end(cut());
  }
}
