import { SerialQueue } from '../base/serial-queue.ts';
import type { Connection, ConnectionTest } from '../contract/connections.ts';
import { type Refused, refused, sentence } from '../words/sentence.ts';
import { ENGLISH, type Speaker } from '../words/speaker.ts';
import type { Channel, Origin, Took } from './channel.ts';
import { inTime } from './in-time.ts';
import type { Message } from './message.ts';
import { type LastError, neverPassed, type Outcome } from './outcome.ts';
import type { Ports } from './ports.ts';
import { errorOf, listed, testAnswer, worded } from './shown.ts';
import { testMessage } from './test-message.ts';
import { Tries } from './tries.ts';

/** Messages of one receiver that wait for its yes. */
export interface MessageQueue<M extends Message> {
  /** Called when something new waits. */
  onPut(wake: () => void): void;
  /** Messages that may go now, oldest first. */
  due(most: number): M[];
  waiting(): number;
  delivered(messages: readonly M[]): void;
  /** Some recipients have these, and others lack them. Absent where each receiver is one recipient. */
  took?(messages: readonly M[], recipients: readonly string[]): void;
}

/** Record of how each receiver answered last. */
export interface Ledger {
  readonly nowS: number;
  lastOf(name: string): { lastSuccessS: number | null; lastError: LastError | null };
  begin(name: string, terms: Record<string, never>): unknown;
  succeeded(name: string): void;
  failed(name: string, error: LastError): void;
}

interface Parts<M extends Message> {
  name: string;
  channel: Channel;
  queue: MessageQueue<M>;
  /** Absent at a hub, which stores nothing of it. */
  outbox?: Ledger;
  ports: Ports;
  origin(): Promise<Origin>;
  /** Simulated weather, which must alarm no person. */
  isHeld: boolean;
}

/** Interval of the check for messages that quiet hours hold. */
const LOOK_EVERY_MS = 15_000;
/** Longest back-off: an alarm is worth a request every two minutes. */
const MOST_BACK_OFF_S = 120;
/** Least time between two tries at a receiver that refuses us. Beyond it a new alarm is tried at once. */
const LEAST_PAUSE_MS = 60_000;
/** Single alarms that are refused in a row before the rest waits. */
const MOST_REFUSALS = 3;
/** Failures in a row after which one alarm may be to blame for an error of the receiver. */
const SUSPICIOUS_FAILURES = 3;

/** A 5xx without a time: an overloaded receiver, or one that stumbles over a single alarm. */
const isFault = (outcome: Outcome): boolean =>
  outcome.kind === 'retry' && outcome.afterS === undefined && (outcome.status ?? 0) >= 500;

/**
 * Brings one channel its messages, one request at a time. Only a yes takes a message out of the queue: a kill between the yes and the note of
 * it sends the same again, under the same fingerprint.
 */
export class AlarmCourier<M extends Message> {
  readonly name: string;
  readonly #tries: Tries;
  #stop: AbortSignal = new AbortController().signal;
  #wake = new AbortController();
  #attemptMs = Number.NEGATIVE_INFINITY;
  /** Pause after a failure: a successful test ends it, a new alarm does not. */
  #rests = false;
  /** Mutex of sends: one at a time. */
  readonly #sending = new SerialQueue();

  constructor(private readonly parts: Parts<M>) {
    const { name, queue, ports } = parts;
    this.name = name;
    this.#tries = new Tries(ports.random, 0, MOST_BACK_OFF_S);
    queue.onPut(() => {
      if (!this.#rests) this.#wake.abort(); // it goes now, unless a failure has just been answered with a pause
    });
  }

  status(speaker: Speaker = ENGLISH): Connection {
    const { queue, outbox, isHeld } = this.parts;
    const { lastSuccessS = null, lastError: noted = null } = outbox?.lastOf(this.name) ?? {};
    const lastError = noted ?? this.#tries.error;
    return listed(this.name, isHeld, {
      state: this.#tries.state,
      last_success_ts: lastSuccessS,
      last_error: lastError && worded(lastError, speaker),
      waiting: queue.waiting(),
    });
  }

  async run(signal: AbortSignal): Promise<void> {
    const { ports, outbox, isHeld } = this.parts;
    this.#stop = signal;
    if (isHeld) return;
    signal.addEventListener('abort', () => this.#wake.abort(), { once: true });
    outbox?.begin(this.name, {});
    while (!signal.aborted) {
      this.#wake = new AbortController();
      const waitMs = await this.#sending.take(() => this.#turn());
      if (this.#tries.state === 'retrying') await this.#rest(waitMs);
      else if (!signal.aborted) await ports.clock.sleep(waitMs, this.#wake.signal);
      if (this.#tries.state === 'refused') await this.#rest(this.#attemptMs + LEAST_PAUSE_MS - ports.clock.steadyMs());
    }
  }

  /** A pause that something new does not cut short. */
  async #rest(ms: number): Promise<void> {
    if (ms <= 0 || this.#stop.aborted) return;
    this.#rests = true;
    this.#wake = new AbortController();
    await this.parts.ports.clock.sleep(ms, this.#wake.signal);
    this.#rests = false;
  }

  /** Returns how long to wait for the next one. */
  async #turn(): Promise<number> {
    const { queue, channel } = this.parts;
    const messages = queue.due(channel.atOnce);
    if (messages.length === 0) return LOOK_EVERY_MS;
    const together = await this.#deliver(messages);
    const isOne = messages.every(({ fingerprint }) => fingerprint === messages[0]!.fingerprint);
    const isSuspicious = this.#tries.failures + 1 >= SUSPICIOUS_FAILURES;
    const mayBeOfOne = together.kind === 'passed' || (isFault(together) && isSuspicious);
    const outcome = mayBeOfOne && !isOne ? await this.#sendApart(together) : together;
    if (this.#stop.aborted && outcome.kind !== 'ok') return LOOK_EVERY_MS;
    return this.#tries.waitMs(this.#note(outcome), 0);
  }

  /**
   * Each alarm by itself, newest first: one that the receiver refuses, or crashes on, must hold up no other. The last try of a round is the
   * oldest, for one alarm that fires again and again may be refused each time.
   */
  async #sendApart(together: Outcome): Promise<Outcome> {
    const { queue, outbox } = this.parts;
    const refused = new Set<string>();
    let result = together;
    for (let inARow = 0; inARow < MOST_REFUSALS; ) {
      const due = queue.due(Number.POSITIVE_INFINITY).filter(({ fingerprint }) => !refused.has(fingerprint));
      const next = due.at(inARow === MOST_REFUSALS - 1 ? 0 : -1);
      if (next === undefined) break;
      const alarm = due.filter(({ fingerprint }) => fingerprint === next.fingerprint);
      const outcome = await this.#deliver(alarm);
      // Of a refusal and a fault, the fault decides when they are tried again: sooner.
      if (refused.size === 0 || (outcome.kind !== 'ok' && result.kind !== 'retry')) result = outcome;
      if (outcome.kind === 'ok') {
        outbox?.succeeded(this.name);
        inARow = 0;
      } else if (outcome.kind === 'passed' || isFault(outcome)) {
        refused.add(next.fingerprint);
        inARow += 1;
      } else return outcome;
    }
    return result;
  }

  /** Sends what waits, and has the queue note who took it. */
  async #deliver(messages: readonly M[]): Promise<Outcome> {
    const { queue } = this.parts;
    const outcome = await this.#send(messages, (some, recipients) => {
      const taken = messages.filter((one) => some.includes(one));
      queue.took?.(taken, recipients);
    });
    if (outcome.kind === 'ok') queue.delivered(messages);
    return outcome;
  }

  async #send(messages: readonly Message[], took: Took): Promise<Outcome> {
    const { channel, ports, outbox } = this.parts;
    const origin = await this.parts.origin();
    this.#attemptMs = ports.clock.steadyMs();
    return inTime(ports.clock, channel.timeoutMs, this.#stop, (signal) =>
      channel.send(messages, origin, outbox?.nowS ?? ports.clock.nowS(), signal, took),
    );
  }

  /** Notes an outcome. Refused messages count as a refusing receiver: they stay in the queue. */
  #note(answer: Outcome): Outcome {
    const { outbox, channel, ports } = this.parts;
    const outcome = neverPassed(answer);
    const before = this.#tries.state;
    const error = outcome.kind === 'ok' ? null : errorOf(outcome, channel.secrets);
    this.#tries.note(outcome, error);
    const isNews = this.#tries.state !== before;
    if (error === null) outbox?.succeeded(this.name);
    else outbox?.failed(this.name, error);
    if (!isNews) return outcome;
    if (error === null) ports.log('info', `${this.name}: works again`);
    else ports.log('warn', `${this.name}: ${worded(error, ENGLISH)}`);
    return outcome;
  }

  async test(speaker: Speaker = ENGLISH): Promise<ConnectionTest | Refused> {
    const { channel, ports, outbox, isHeld } = this.parts;
    if (isHeld) return refused(sentence('refusal.simulated'));
    return this.#sending.take(async () => {
      const startMs = ports.clock.steadyMs();
      const message = testMessage(outbox?.nowS ?? ports.clock.nowS(), ports.random, await this.parts.origin());
      const outcome = this.#note(await this.#send([message], () => undefined));
      if (outcome.kind === 'ok') this.#wake.abort();
      return testAnswer(this.name, outcome, channel.secrets, speaker, ports.clock.steadyMs() - startMs);
    });
  }
}
