import { type Added, Counter, type CounterRule, type CounterState, RAIN, STRIKES } from './counters.ts';

/** Counters by worth: the one that begins again least often first. */
const ORDER = ['total', 'count', 'count_total', 'year', 'month', 'week', 'day', 'count_day'];
/** Messages with other counters and without the chosen one, until another is chosen. */
const MISSES = 3;

export type GaugeState = { path: string; misses: number; counter: CounterState } | null;

const worth = (path: string): number => {
  const name = path.slice(path.indexOf('.') + 1).replace(/_mm$/, '');
  const rank = ORDER.indexOf(name);
  return rank < 0 ? ORDER.length : rank;
};
const ruleOf = (path: string): CounterRule => {
  const base = path.startsWith('lightning.') ? STRIKES : RAIN;
  return { ...base, daily: /\.(count_)?day(_mm)?$/.test(path) };
};

/** Gauge of one sender: rain, or strikes, by one of its counters. It stays with that one; another begins with a first reading. */
export class Gauge {
  #chosen: { path: string; misses: number; counter: Counter } | null;

  constructor(saved: GaugeState = null) {
    this.#chosen = saved && { ...saved, counter: new Counter(ruleOf(saved.path), saved.counter) };
  }

  toJSON(): GaugeState {
    return this.#chosen && { ...this.#chosen, counter: this.#chosen.counter.toJSON() };
  }

  /** `counters`: those of this gauge. Null when it has said nothing. `day`: local date of the sender. */
  take(counters: Readonly<Record<string, number>>, tS: number, day: number): Added | null {
    const [best] = Object.keys(counters).sort((a, b) => worth(a) - worth(b));
    if (best === undefined) return null;
    if (this.#chosen && !Object.hasOwn(counters, this.#chosen.path)) {
      this.#chosen.misses += 1;
      if (this.#chosen.misses < MISSES) return null;
      this.#chosen = null;
    }
    this.#chosen ??= { path: best, misses: 0, counter: new Counter(ruleOf(best)) };
    this.#chosen.misses = 0;
    return this.#chosen.counter.take(counters[this.#chosen.path]!, tS, day);
  }
}
