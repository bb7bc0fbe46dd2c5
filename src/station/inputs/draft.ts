import type { Battery, InputKind, Observation } from './observation.ts';

/**
 * Plausible range of a quantity, by the last part of its path. A value outside is a sentinel, a dead probe or a wrong unit, and counts as missing.
 * A quantity without a row here is unbounded.
 */
const RANGES: Readonly<Record<string, readonly [number, number]>> = {
  temperature_c: [-60, 60],
  station_hpa: [500, 1100],
  console_relative_hpa: [850, 1100],
  unknown_kind_hpa: [500, 1100],
  speed_ms: [0, 90],
  sample_ms: [0, 90],
  speed_10min_ms: [0, 90],
  gust_ms: [0, 110],
  gust_10min_ms: [0, 110],
  gust_day_ms: [0, 110],
  dir_deg: [0, 360],
  sample_dir_deg: [0, 360],
  dir_10min_deg: [0, 360],
  rate_mmh: [0, 2000],
  interval_mm: [0, 100],
  solar_wm2: [0, 1800],
  light_lx: [0, 200_000],
  uv_index: [0, 20],
  distance_km: [0, 63],
  interval_count: [0, 500],
  moisture_pct: [0, 100],
  moisture_cb: [0, 200],
  wetness_pct: [0, 100],
  wetness: [0, 15],
  pm1_ugm3: [0, 1000],
  pm25_ugm3: [0, 1000],
  pm4_ugm3: [0, 1000],
  pm10_ugm3: [0, 1000],
  co2_ppm: [250, 10_000],
};
const WATER_OR_SOIL: readonly [number, number] = [-40, 80];
/** The largest counter a rain gauge reaches, mm; strikes are counted to 65535 at most. */
const COUNTER: readonly [number, number] = [0, 20_000];

const IS_COUNTER = /^(rain|piezo)\.(total|year|month|week|day)_mm$|^lightning\.count(_day|_total)?$/;
const IS_AMOUNT = /\.interval_(mm|count)$/;

const lastPart = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

/** Value in its plausible range, or null. Humidity sensors read up to 103 % in fog, and 0 where there is none. */
export function plausible(path: string, value: number): number | null {
  if (!Number.isFinite(value)) return null;
  const quantity = lastPart(path);
  if (quantity === 'humidity_pct') return value < 1 || value > 103 ? null : Math.min(100, value);
  const range = /^(probe|soil)\d*\.temperature_c$/.test(path)
    ? WATER_OR_SOIL
    : IS_COUNTER.test(path)
      ? COUNTER
      : RANGES[quantity];
  if (range && (value < range[0] || value > range[1])) return null;
  if (quantity.endsWith('dir_deg') && value === 360) return 0;
  return value + 0; // minus zero never leaves
}

const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$/i;

/** A number, or text that is wholly one; null for anything else: `Number('')` and `Number(null)` are 0, `parseFloat('1.9ba')` is 1.9. */
export function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string' || value.length > 40 || !NUMBER.test(value.trim())) return null;
  return Number(value);
}

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
  channel: string | null = null;
  sentS: number | null = null;
  signalDb: number | null = null;

  constructor(
    readonly kind: InputKind,
    readonly sender: string,
    readonly model: string | null = null,
  ) {}

  /** The first value of a path stays: a message may tell one quantity in two units. */
  put(path: string, value: number | null): void {
    const good = value === null ? null : plausible(path, value);
    if (good === null) return;
    const place = IS_COUNTER.test(path) ? this.#counters : IS_AMOUNT.test(path) ? this.#amounts : this.#values;
    place[path] ??= good;
  }

  battery(name: string, state: Battery): void {
    this.#batteries[name] ??= state;
  }

  leaveUnknown(key: string): void {
    if (this.#unknown.size < MOST_UNKNOWN) this.#unknown.add(key.slice(0, LONGEST_NAME));
  }

  /** A wind vane keeps pointing somewhere in a calm, or sends 0: neither is a direction. */
  #withoutCalmDirection(): void {
    for (const [speed, direction] of CALM) if (this.#values[speed] === 0) delete this.#values[direction];
  }

  get isEmpty(): boolean {
    return [this.#values, this.#counters, this.#amounts, this.#batteries].every(
      (part) => Object.keys(part).length === 0,
    );
  }

  done(): Observation {
    this.#withoutCalmDirection();
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
    };
  }
}

const CALM = [
  ['wind.speed_ms', 'wind.dir_deg'],
  ['wind.sample_ms', 'wind.sample_dir_deg'],
  ['wind.speed_10min_ms', 'wind.dir_10min_deg'],
] as const;
