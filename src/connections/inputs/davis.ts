import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { backOffS } from '../../sending/back-off.ts';
import { exchange, reasonOf, WayError } from '../../sending/exchange.ts';
import { type DavisTrouble, davisTrouble, decodeDavis, realTime } from '../../station/inputs/families/davis.ts';
import { heardFrom } from '../../station/inputs/observation.ts';
import { asPart, type Sentence, sentence } from '../../words/sentence.ts';
import { lasting } from '../lasting.ts';
import { findDavis, type Mdns } from './find-davis.ts';
import { isPrivateAddress } from './private-address.ts';
import { Transport } from './transport.ts';
import { UdpListener } from './udp-listener.ts';

export interface DavisOptions {
  /** Address of the device, `http://192.0.2.9`; null: it is looked for. */
  url: string | null;
  /** Where it is looked for; a test has a network of its own. */
  mdns?: Mdns;
}

/** The device measures every ten seconds, and drops a request that comes while another is answered. */
const EVERY_MS = 10_000;
const TIMEOUT_MS = 5000;
const MOST_BACK_OFF_S = 300;
/** Real-time datagrams are asked for so long, and asked again after two thirds of it. */
const REAL_TIME_S = 1200;
const ASK_AGAIN = 2 / 3;

/** WeatherLink Live: asked every ten seconds, one request at a time; wind and rain come in between as datagrams. */
export class Davis extends Transport<DavisOptions> {
  readonly name = 'WeatherLink Live';
  #address: string | null = null;
  #failures = 0;
  #realTimeDueMs = Number.NEGATIVE_INFINITY;
  #listening: { port: number; stop: AbortController } | null = null;

  async run(signal: AbortSignal): Promise<void> {
    const { clock, random } = this.ports;
    try {
      while (!signal.aborted) {
        const dueMs = clock.steadyMs() + EVERY_MS;
        this.#failures = (await this.#turn(signal)) ? 0 : this.#failures + 1;
        const backOffMs = this.#failures === 0 ? 0 : 1000 * backOffS(this.#failures, random, MOST_BACK_OFF_S);
        await clock.sleep(Math.max(dueMs - clock.steadyMs(), backOffMs), signal);
      }
    } finally {
      this.#listening?.stop.abort();
      this.#listening = null;
    }
  }

  /** Turn of the poll: current conditions, and real time when it is due. False when the device gave none. */
  async #turn(signal: AbortSignal): Promise<boolean> {
    const text = await this.#ask('/v1/current_conditions', signal);
    if (text === null) {
      this.#realTimeDueMs = Number.NEGATIVE_INFINITY; // one that was switched off sends no datagrams
      return false;
    }
    const observations = decodeDavis(text);
    const trouble = observations.length > 0 ? null : davisTrouble(text);
    if (trouble !== null) {
      this.troubles.open('answer', troubleOf(trouble));
      return false;
    }
    this.troubles.over('answer');
    this.take(heardFrom(observations, this.#address!));
    if (this.ports.clock.steadyMs() >= this.#realTimeDueMs) await this.#askRealTime(signal);
    return true;
  }

  /** Text of an answer, or null where none came in time. */
  async #ask(path: string, signal: AbortSignal): Promise<string | null> {
    const { clock, fetch } = this.ports;
    const over = new AbortController();
    try {
      const url = `${await this.#origin(signal)}${path}`;
      void clock.sleep(TIMEOUT_MS, over.signal).then(() => over.abort());
      const { text } = await exchange(fetch, { url, signal: AbortSignal.any([signal, over.signal]) });
      return text;
    } catch (error) {
      if (!(error instanceof WayError)) throw error;
      this.#address = null; // the device may have got another one
      if (!signal.aborted) this.troubles.open('answer', sentence('input.davis-unreached', { why: asPart(error.why) }));
      return null;
    } finally {
      over.abort();
    }
  }

  /** Address of the device. Its name is resolved once, and never outside the home network. */
  async #origin(signal: AbortSignal): Promise<string> {
    const { url, mdns } = this.options;
    const place = new URL(url ?? 'http://looked-for');
    this.#address ??=
      url === null
        ? await findDavis(this.ports.clock, signal, mdns)
        : await addressOf(place.hostname.replace(/^\[(.*)\]$/, '$1'));
    if (this.#address === null) throw new WayError(sentence('input.not-found'));
    if (!isPrivateAddress(this.#address)) throw new WayError(sentence('input.not-at-home'));
    if (place.protocol === 'http:') place.hostname = isIP(this.#address) === 6 ? `[${this.#address}]` : this.#address;
    return place.origin;
  }

  /** Asks for datagrams. A device without a wind or rain sensor refuses (409) and is not asked again soon. */
  async #askRealTime(signal: AbortSignal): Promise<void> {
    const text = await this.#ask(`/v1/real_time?duration=${REAL_TIME_S}`, signal);
    const told = text === null ? null : realTime(text);
    const pauseS = ASK_AGAIN * Math.min(REAL_TIME_S, told?.durationS ?? REAL_TIME_S);
    this.#realTimeDueMs = this.ports.clock.steadyMs() + 1000 * pauseS;
    if (told !== null && told.port !== this.#listening?.port) this.#listen(told.port, signal);
  }

  #listen(port: number, signal: AbortSignal): void {
    this.#listening?.stop.abort();
    const stop = new AbortController();
    this.#listening = { port, stop };
    const listener = new UdpListener({
      port,
      input: this.name,
      ports: this.ports,
      troubles: this.troubles,
      heard: (text, address) => this.#hear(text, address),
    });
    const member = { name: this.name, run: (until: AbortSignal) => listener.run(until) };
    void lasting(member, this.ports, AbortSignal.any([signal, stop.signal]));
  }

  /** Only the device that was asked is heard. */
  #hear(text: string, address: string): void {
    if (address !== this.#address) return;
    const observations = decodeDavis(text);
    if (observations.length > 0) this.take(heardFrom(observations, address));
    else this.unreadable();
  }
}

async function addressOf(host: string): Promise<string> {
  try {
    return (await lookup(host)).address;
  } catch (error) {
    throw new WayError(reasonOf(error));
  }
}

function troubleOf(trouble: DavisTrouble): Sentence {
  if (trouble.kind === 'cloud') return sentence('input.davis-cloud');
  return trouble.kind === 'error'
    ? sentence('input.davis-error', { code: String(trouble.code) })
    : sentence('input.davis-other');
}
