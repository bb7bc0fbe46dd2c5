import { isDeadProbe } from '../quality/tests.ts';
import type { CounterState } from './counters.ts';
import { Freshness, Pace } from './freshness.ts';
import { Gauge, type GaugeState } from './gauge.ts';
import type { Battery, Observation } from './observation.ts';
import { clockOffS, Order } from './order.ts';
import { RainRate } from './rain-rate.ts';

const GAUGES = ['rain', 'piezo', 'lightning'] as const;
export type GaugeName = (typeof GAUGES)[number];
export type VoiceState = Partial<Record<GaugeName, GaugeState>>;

/** Usual intervals without a message after which a sender is silent; and bounds of that time. */
const SILENT_AFTER = 5;
const SILENT_LEAST_S = 120;
const SILENT_UNKNOWN_S = 1800;
/** A level that moves faster is doubted once: a second reading like it is believed. */
const STEPS: readonly [path: RegExp, most: number][] = [
  [/^(?!indoor).*temperature_c$/, 10],
  [/^pressure\.station_hpa$/, 5],
];
const STEP_WITHIN_S = 60;

/** Present values of one sender with their age, its gauges, its pace and its clock. */
export class Voice {
  readonly values = new Freshness();
  readonly rate = new RainRate();
  #gauges: Record<GaugeName, Gauge>;
  readonly #order = new Order();
  readonly #doubted = new Map<string, number>();
  batteries: Readonly<Record<string, Battery>> = {};
  signalDb: number | null = null;
  clockOffS: number | null = null;
  /** Paths whose value in the last message cannot be true. */
  readonly refused = new Set<string>();
  /** Paths ever heard, counters and amounts too. */
  readonly paths = new Set<string>();
  readonly #pace: Pace;
  /** First message since the start. */
  #firstS: number | null = null;
  /** Its wrong clock is an event already. */
  isClockReported = false;
  /** Newest speed samples: a mean of the same wind is no further sample. */
  sampledS = Number.NEGATIVE_INFINITY;

  constructor(steadyS: number, saved: VoiceState = {}) {
    this.#pace = new Pace(steadyS);
    this.#gauges = gauges(saved);
  }

  /** The next reading of each counter is a first one. */
  forgetCounters(): void {
    this.#gauges = gauges();
  }

  toJSON(): VoiceState {
    return Object.fromEntries(GAUGES.map((name) => [name, this.#gauges[name].toJSON()]));
  }

  /** Takes the levels of a message in. Null when it is late or a repeat by its own stamp. */
  take(observation: Observation, nowS: number, steadyS: number): Record<string, number> | null {
    const gapS = this.#pace.note(steadyS);
    this.#firstS ??= steadyS;
    this.clockOffS = clockOffS(observation, nowS);
    if (!this.#order.takes(observation)) return null;
    this.refused.clear();
    for (const path of observation.refused ?? []) this.refused.add(path);
    this.batteries = { ...this.batteries, ...observation.batteries };
    this.signalDb = observation.signalDb ?? this.signalDb;
    const good = Object.entries(observation.values).filter(([path, value]) =>
      this.#isBelieved(path, value, steadyS, gapS),
    );
    const { counters, amounts } = observation;
    // Counter of a gauge as it came: a person sees whose rain it is before adopting it.
    for (const [path, value] of [...good, ...Object.entries(counters), ...Object.entries(amounts)])
      this.values.put(path, value, steadyS);
    for (const part of [observation.values, counters, amounts])
      for (const path of Object.keys(part)) this.paths.add(path);
    return Object.fromEntries(good);
  }

  /** Its last message. */
  get heardS(): number {
    return this.#pace.lastS;
  }

  #isBelieved(path: string, value: number, steadyS: number, gapS: number): boolean {
    const most = STEPS.find(([of]) => of.test(path))?.[1];
    const before = this.values.get(path, steadyS);
    if (path.endsWith('temperature_c') && isDeadProbe(value, before)) {
      this.refused.add(path);
      return false;
    }
    if (most === undefined || before === null || gapS > STEP_WITHIN_S) return true;
    const doubted = this.#doubted.get(path);
    const isNear = Math.abs(value - before) <= most;
    if (isNear || (doubted !== undefined && Math.abs(value - doubted) <= most)) {
      this.#doubted.delete(path);
      return true;
    }
    this.#doubted.set(path, value);
    return false;
  }

  /** Increment of a gauge by its counter. */
  count(name: GaugeName, counters: Readonly<Record<string, number>>, nowS: number, day: number) {
    const own = Object.fromEntries(Object.entries(counters).filter(([path]) => path.startsWith(`${name}.`)));
    return this.#gauges[name].take(own, nowS, day);
  }

  /** Reading that a gauge counts from, and its doubt; null before its first reading. */
  standOf(name: GaugeName): CounterState | null {
    return this.#gauges[name].toJSON()?.counter ?? null;
  }

  /** Since the start. */
  get isHeard(): boolean {
    return this.#firstS !== null;
  }

  isHeardFor(s: number, steadyS: number): boolean {
    return this.#firstS !== null && steadyS - this.#firstS >= s;
  }

  isSilent(steadyS: number): boolean {
    const { usualS: usual, lastS } = this.#pace;
    const limitS = usual === null ? SILENT_UNKNOWN_S : Math.max(SILENT_LEAST_S, SILENT_AFTER * usual);
    return steadyS - lastS > limitS;
  }

  /** Worst of its batteries; null where none tells anything. */
  get battery(): Battery {
    const all = Object.values(this.batteries);
    return all.includes('low') ? 'low' : all.includes('ok') ? 'ok' : null;
  }
}

const gauges = (saved: VoiceState = {}): Record<GaugeName, Gauge> => ({
  rain: new Gauge(saved.rain),
  piezo: new Gauge(saved.piezo),
  lightning: new Gauge(saved.lightning),
});
