import { type Added, Counter, type CounterRule, type CounterState, RAIN, STRIKES } from './counters.ts';

/** Counters by worth: the one that begins again least often first. */
const ORDER = ['total', 'count', 'count_total', 'year', 'month', 'week', 'day', 'count_day'];
/** Messages with other counters and without the chosen one, until another is chosen. */
const MISSES = 3;

interface Chosen {
  path: string;
  misses: number;
  counter: CounterState;
}
export type GaugeState = Chosen | null;

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
  #path: string | null = null;
  #misses = 0;
  #counter: Counter | null = null;

  constructor(saved: GaugeState = null) {
    if (saved) this.#choose(saved.path, saved.counter, saved.misses);
  }

  toJSON(): GaugeState {
    return this.#path === null ? null : { path: this.#path, misses: this.#misses, counter: this.#counter!.toJSON() };
  }

  #choose(path: string, counter?: CounterState, misses = 0): void {
    this.#path = path;
    this.#misses = misses;
    this.#counter = new Counter(ruleOf(path), counter);
  }

  /** `counters`: those of this gauge. Null when it has said nothing. `day`: local date of the sender. */
  take(counters: Readonly<Record<string, number>>, tS: number, day: number): Added | null {
    const paths = Object.keys(counters).sort((a, b) => worth(a) - worth(b));
    const [best] = paths;
    if (best === undefined) return null;
    if (this.#path === null) this.#choose(best);
    else if (!Object.hasOwn(counters, this.#path)) {
      this.#misses += 1;
      if (this.#misses < MISSES) return null;
      this.#choose(best);
    }
    this.#misses = 0;
    return this.#counter!.take(counters[this.#path!]!, tS, day);
  }
}
