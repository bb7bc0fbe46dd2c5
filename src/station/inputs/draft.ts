import type { Battery, InputKind, Observation } from './observation.ts';
import { plausible } from './plausible.ts';

const IS_COUNTER = /^(rain|piezo)\.(total|year|month|week|day)_mm$|^lightning\.count(_day|_total)?$/;
const IS_AMOUNT = /\.interval_(mm|count)$/;

const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$/i;

/** A number, or text that is wholly one; null for anything else: `Number('')` and `Number(null)` are 0, `parseFloat('1.9ba')` is 1.9. */
export function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string' || value.length > 40 || !NUMBER.test(value.trim())) return null;
  return Number(value);
}

/** A thermometer without a hygrometer sends 0 %: nothing is wrong with it. */
const isNoHygrometer = (path: string, value: number): boolean => value === 0 && path.endsWith('humidity_pct');

/** Names of unknown keys that one message may leave, and the length of each: a sender of nonsense must not fill the memory. */
const MOST_UNKNOWN = 64;
const LONGEST_NAME = 80;

/** Builder of an observation: puts each value where it belongs by its path, and leaves out what is missing or implausible. */
export class Draft {
  readonly #values: Record<string, number> = {};
  readonly #counters: Record<string, number> = {};
  readonly #amounts: Record<string, number> = {};
  readonly #batteries: Record<string, Battery> = {};
  readonly #unknown = new Set<string>();
  readonly #refused = new Set<string>();
  channel: string | null = null;
  sentS: number | null = null;
  signalDb: number | null = null;

  constructor(
    readonly kind: InputKind,
    readonly sender: string,
    readonly model: string | null = null,
  ) {}

  /** Adds a value; the first one of a path stays, since a message may have one quantity in two units. */
  put(path: string, value: number | null): void {
    if (value === null || isNoHygrometer(path, value)) return;
    const good = plausible(path, value);
    if (good === null) {
      this.#refused.add(path);
      return;
    }
    const place = IS_COUNTER.test(path) ? this.#counters : IS_AMOUNT.test(path) ? this.#amounts : this.#values;
    place[path] ??= good;
  }

  battery(name: string, state: Battery): void {
    this.#batteries[name] ??= state;
  }

  leaveUnknown(key: string): void {
    if (this.#unknown.size < MOST_UNKNOWN) this.#unknown.add(key.slice(0, LONGEST_NAME));
  }

  done(): Observation {
    // A wind vane keeps pointing somewhere in a calm, or sends 0: neither is a direction.
    for (const [speed, direction] of CALM) if (this.#values[speed] === 0) delete this.#values[direction];
    const { 'wind.speed_ms': speedMs = 0, 'wind.gust_ms': gustMs } = this.#values;
    if (gustMs !== undefined) this.#values['wind.gust_ms'] = Math.max(gustMs, speedMs);
    return {
      kind: this.kind,
      sender: this.sender,
      model: this.model,
      channel: this.channel,
      sentS: this.sentS,
      values: this.#values,
      counters: this.#counters,
      amounts: this.#amounts,
      batteries: this.#batteries,
      signalDb: this.signalDb,
      unknown: [...this.#unknown],
      ...(this.#refused.size > 0 && { refused: [...this.#refused] }),
    };
  }
}

const CALM = [
  ['wind.speed_ms', 'wind.dir_deg'],
  ['wind.sample_ms', 'wind.sample_dir_deg'],
  ['wind.speed_10min_ms', 'wind.dir_10min_deg'],
] as const;
