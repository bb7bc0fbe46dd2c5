import type { Clock } from '../../base/clock.ts';
import type { BrokerTopics } from '../../contract/inputs.ts';
import { numbersOf } from '../../station/inputs/families/mqtt.ts';
import { Budget } from './budget.ts';

/** How long everything is heard after a person last looked. */
const LOOKED_AT_MS = 60_000;
const MOST_TOPICS = 200;
const LONGEST_TOPIC = 300;
/** Most messages read in a second: a subscription begins with all retained messages of a house. */
const PER_S = 100;
const BURST = 500;
/** Descriptions of devices for Home Assistant: numbers without a measurement. */
const IS_DISCOVERY = /^homeassistant\/.*\/config$/;

/** Topics of a broker with their newest numbers, for a person who maps them. Bounded, and empty while no page shows it. */
export class HeardTopics {
  readonly #budget: Budget;
  readonly #topics = new Map<string, BrokerTopics['topics'][number]>();
  #untilMs = Number.NEGATIVE_INFINITY;

  constructor(private readonly clock: Clock) {
    this.#budget = new Budget(clock, PER_S, BURST);
  }

  get isLooked(): boolean {
    return this.clock.steadyMs() < this.#untilMs;
  }

  /** Somebody looks: from now on topics are kept for a while. In the order of their names. */
  look(): BrokerTopics['topics'] {
    if (!this.isLooked) this.#topics.clear();
    this.#untilMs = this.clock.steadyMs() + LOOKED_AT_MS;
    return [...this.#topics.values()].sort((a, b) => (a.topic < b.topic ? -1 : 1));
  }

  note(topic: string, payload: string): void {
    if (!this.isLooked || topic.length > LONGEST_TOPIC || IS_DISCOVERY.test(topic) || !this.#budget.take('topics'))
      return;
    const values = numbersOf(payload);
    if (Object.keys(values).length === 0) return;
    this.#topics.delete(topic);
    this.#topics.set(topic, { topic, last_seen_ts: this.clock.nowS(), values });
    const [oldest] = this.#topics.keys();
    if (this.#topics.size > MOST_TOPICS && oldest !== undefined) this.#topics.delete(oldest);
  }
}
