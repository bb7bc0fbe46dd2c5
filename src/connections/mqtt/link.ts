import { atMost, unlessAborted } from '../../base/clock.ts';
import type { Connection, ConnectionTest } from '../../contract/connections.ts';
import { backOffS } from '../../sending/back-off.ts';
import { listed, testAnswer } from '../../sending/shown.ts';
import type { Refusal } from '../../station/api.ts';
import { refused, type Sentence, sentence } from '../../words/sentence.ts';
import { ENGLISH, type Speaker } from '../../words/speaker.ts';
import type { ConnectionsParts, Member } from '../member.ts';
import { type Topics, weatherCard } from './discovery.ts';
import { type Message, MqttPublisher } from './publisher.ts';
import { BrokerError, outcomeOf, Session, silent, twin } from './session.ts';

interface LinkParts extends Omit<ConnectionsParts, 'version' | 'port'> {
  password: string | null;
  ca: string | null;
}

/** Longest back-off: a broker comes back within minutes, or its owner repairs it. */
const MOST_BACK_OFF_S = 300;
/** A connection that held so long was a good one: the next failure is a first one. */
const STEADY_MS = 60_000;
const BIRTH_FROM_MS = 1000;
const BIRTH_SPREAD_MS = 9000;
const CUTS_OF_A_TWIN = 3;
const LAST_WORD_MS = 250;
const TEST_MS = 15_000;
const NO_ID_YET_MS = 5000;

/** MQTT connection to a broker, for Home Assistant and others: publishes readings and forecasts while it lasts. */
export class MqttLink implements Member {
  readonly name = 'mqtt';
  #state: 'ok' | 'retrying' | 'refused' = 'ok';
  #lastSuccessS: number | null = null;
  #lastError: Sentence | null = null;
  #failures = 0;
  /** Start of the current connection; null while there is none. */
  #sinceMs: number | null = null;
  #hasTwin = false;
  #cuts = 0;
  #stop: AbortSignal = new AbortController().signal;
  #wake = new AbortController();
  #session: Session | null = null;
  /** Session in which Home Assistant has just started; it gets a moment before the republish. */
  #birthIn: Session | null = null;
  /** A full republish is due (Home Assistant restarted, or a test was asked for); `#pause` is aborted to send it at once. */
  #isEverythingDue = false;
  #pause = new AbortController();
  #publisher: MqttPublisher | null = null;
  /** Callers waiting for the end of an attempt: null if it arrived, else the error. */
  #waiting: ((error: BrokerError | null) => void)[] = [];

  constructor(private readonly parts: LinkParts) {
    parts.station.alarmQueue.onPut('mqtt', () => this.#pause.abort());
  }

  /** The session of now with its topics, or why there is none. */
  get now(): { session: Session; topics: Topics } | { why: Sentence } {
    if (this.#session && this.#publisher) return { session: this.#session, topics: this.#publisher.topics };
    return { why: this.#lastError ?? sentence('broker.silent') };
  }

  get #isHeld(): boolean {
    const { station, config } = this.parts;
    return station.isSimulated && !station.isDemo && !config.connections.allow_simulated;
  }

  status(speaker: Speaker = ENGLISH): Connection {
    return listed(this.name, this.#isHeld, {
      state: this.#state,
      last_success_ts: this.#lastSuccessS,
      last_error: this.#lastError && speaker.say(this.#lastError),
    });
  }

  get card(): string | null {
    const { station, ports, config } = this.parts;
    const id = station.outbox.id(ports.random);
    return id && weatherCard(id, config.site.name);
  }

  async run(signal: AbortSignal): Promise<void> {
    const { clock } = this.parts.ports;
    if (this.#isHeld) return;
    this.#stop = signal;
    signal.addEventListener('abort', () => this.#wake.abort(), { once: true });
    while (!signal.aborted) {
      this.#wake = new AbortController();
      const waitMs = await this.#attempt();
      if (signal.aborted) return;
      await clock.sleep(waitMs, this.#wake.signal);
    }
  }

  /** Runs one connection to its end. Returns how long to wait for the next one. */
  async #attempt(): Promise<number> {
    const { station, config, ports, url } = this.parts;
    const id = station.outbox.id(ports.random);
    if (id === null) return NO_ID_YET_MS;
    this.#publisher ??= new MqttPublisher({ station, config, id, url });
    try {
      await this.#talk(this.#publisher, id);
    } catch (error) {
      if (!(error instanceof BrokerError)) throw error;
      this.#failed(error);
    }
    return 1000 * backOffS(this.#failures, ports.random, MOST_BACK_OFF_S);
  }

  async #talk(publisher: MqttPublisher, id: string): Promise<void> {
    const { config, ports, password, ca } = this.parts;
    const { url, username } = config.mqtt;
    const will = publisher.status('offline');
    const broker = { url: url!, clientId: `weatherglass-${id}`, username, password, ca, will };
    const session = await Session.open(broker, ports.clock, this.#stop);
    this.#session = session;
    this.#sinceMs = ports.clock.steadyMs();
    try {
      if (this.#stop.aborted) return;
      session.onMessage((topic, payload) => {
        if (publisher.topics.births.includes(topic) && payload === 'online') void this.#hearBirth(session);
        if (topic === publisher.topics.status) publisher.hearStatus(payload);
        if (topic === publisher.topics.discovery && publisher.hearIntroduction(payload)) this.#tellAll();
      });
      const [birth = '', ...more] = publisher.topics.births;
      await this.#unlessStopped(session.subscribe(birth));
      for (const topic of [...more, publisher.topics.status, publisher.topics.discovery])
        await this.#unlessStopped(session.subscribeIfAllowed(topic));
      this.#isEverythingDue = true;
      while (!this.#stop.aborted) {
        this.#pause = new AbortController(); // before the messages: what happens while they are made and sent ends the rest behind them
        const messages = this.#isEverythingDue ? publisher.everything() : publisher.whatIsNew();
        this.#isEverythingDue = false;
        await this.#say(session, publisher, await messages);
        await this.#rest(session, config.mqtt.interval_s);
      }
    } finally {
      this.#session = null;
      await this.#leave(session, publisher);
    }
  }

  async #say(session: Session, publisher: MqttPublisher, messages: readonly Message[]): Promise<void> {
    for (const message of messages) {
      if (await this.#unlessStopped(session.publish(message))) return;
      publisher.arrived(message);
    }
    this.#arrived();
  }

  async #rest(session: Session, seconds: number): Promise<void> {
    const pause = this.#pause;
    const over = this.parts.ports.clock.sleep(seconds * 1000, pause.signal);
    await this.#unlessStopped(session.whileItLasts(over)).finally(() => pause.abort());
  }

  /** True when the stop comes first. */
  async #unlessStopped(work: Promise<unknown>): Promise<boolean> {
    const ended = work.then(() => false);
    return (await unlessAborted(this.#stop, ended)) ?? true;
  }

  /** Handles Home Assistant's birth message. It may greet all its devices at once, so we wait a random moment. */
  async #hearBirth(session: Session): Promise<void> {
    const { clock, random } = this.parts.ports;
    if (this.#birthIn === session) return; // it has not been answered yet: one answer is for all who have begun
    this.#birthIn = session;
    await clock.sleep(BIRTH_FROM_MS + BIRTH_SPREAD_MS * random(), this.#stop);
    if (this.#birthIn === session) this.#birthIn = null;
    if (this.#session !== session) return; // the next one begins with everything
    this.#tellAll();
  }

  #tellAll(): void {
    this.#isEverythingDue = true;
    this.#pause.abort();
  }

  /** Ends a session in order: publishes `offline`, because the last will is only for a lost connection. */
  async #leave(session: Session, publisher: MqttPublisher): Promise<void> {
    const { clock } = this.parts.ports;
    const goodbye = async () => {
      await session.publish(publisher.status('offline'));
      await session.close();
    };
    // A broker that does not hear it any more sends the will in our place.
    await atMost(LAST_WORD_MS, clock, this.#stop.aborted ? goodbye().catch(() => {}) : Promise.resolve());
    session.drop();
  }

  get #isSteady(): boolean {
    return this.#sinceMs !== null && this.parts.ports.clock.steadyMs() - this.#sinceMs > STEADY_MS;
  }

  #arrived(): void {
    this.#lastSuccessS = this.parts.station.nowS();
    this.#tell(null);
    if (this.#hasTwin && !this.#isSteady) return; // two of one name come and go in turn: that is no recovery
    this.#hasTwin = false;
    if (this.#lastError !== null) this.parts.ports.log('info', 'mqtt: works again');
    this.#state = 'ok';
    this.#lastError = null;
  }

  /** Counts sessions cut off soon after their login: most brokers drop the older of two clients with one id without a word. */
  #judged(error: BrokerError): BrokerError {
    this.#cuts = error.kind === 'cut' && this.#sinceMs !== null && !this.#isSteady ? this.#cuts + 1 : 0;
    return this.#cuts < CUTS_OF_A_TWIN ? error : twin();
  }

  #failed(cause: BrokerError): void {
    if (this.#stop.aborted) return;
    const error = this.#judged(cause);
    if (this.#isSteady) this.#failures = 0;
    this.#sinceMs = null;
    this.#failures += 1;
    this.#tell(error);
    if (this.#hasTwin && error.isOfTheWay) return;
    this.#hasTwin = error.kind === 'twin';
    if (this.#lastError?.detail !== error.message) this.parts.ports.log('warn', `mqtt: ${error.message}`);
    this.#state = error.isOfTheWay ? 'retrying' : 'refused';
    this.#lastError = error.why;
  }

  #tell(error: BrokerError | null): void {
    for (const hear of this.#waiting.splice(0)) hear(error);
  }

  async test(speaker: Speaker = ENGLISH): Promise<ConnectionTest | Refusal> {
    const { clock } = this.parts.ports;
    if (this.#isHeld) return refused(sentence('refusal.simulated'));
    const startMs = clock.steadyMs();
    const answer = new Promise<BrokerError | null>((resolve) => this.#waiting.push(resolve));
    if (this.#session) this.#tellAll();
    else this.#wake.abort();
    const error = await atMost(TEST_MS, clock, answer);
    const outcome = outcomeOf(error === undefined ? silent() : error);
    return testAnswer(this.name, outcome, [], speaker, clock.steadyMs() - startMs);
  }
}
