import { DAY_S } from '../../../src/base/durations.ts';
import type { EventRecord } from '../../../src/contract/events.ts';
import type { HumidityCompensator, ThermalCompensator } from '../../../src/contract/models.ts';
import type { EventKind } from '../../../src/contract/names.ts';
import type { Job } from '../../../src/contract/status.ts';
import type { Health } from '../../../src/contract/telemetry.ts';
import type { Label } from '../../../src/station/api.ts';
import type { ToldEvent } from '../../../src/station/store/tables/events.ts';
import { sentence } from '../../../src/words/sentence.ts';
import { type FakeWeather, fakeWeather } from '../fake-weather.ts';

export interface FakeStationOptions {
  /** Cold: started a moment ago, nothing stored, nothing learned. Faulty: two chips silent, the models still warm. */
  variant?: 'cold' | 'warm' | 'faulty';
  clock?: { nowS(): number };
  /** What the sensor goes by: stands still when it has stopped. The clock by default. */
  sensor?: { nowS(): number };
  seed?: number;
  historyDays?: number;
}

/** What every facet of the fake knows: the weather, the clock, and what was done to the station so far. */
export class FakeWorld {
  readonly variant: 'cold' | 'warm' | 'faulty';
  readonly weather: (tS: number) => FakeWeather;
  readonly startedS: number;
  readonly historyS: number;
  readonly labels = new Map<number, Label>();
  events: ToldEvent[] = [];
  /** A long job that runs. */
  busy: Job | null = null;
  /** Rows that a recompute would change. */
  changed = 0;
  lastTrainS: number | null;
  thermal: ThermalCompensator = {
    k: 0.55,
    P: 0.04,
    lam: 0.995,
    k_min: 0,
    k_max: 2,
    prior: 0.55,
    n: 0,
    last_residual: null,
    last_ts: null,
  };
  humidity: HumidityCompensator = {
    offset: 0,
    P: 25,
    lam: 0.995,
    off_min: -35,
    off_max: 35,
    prior: 0,
    n: 0,
    psychrometric: false,
    last_residual: null,
    last_ts: null,
  };
  readonly #clock: { nowS(): number };
  readonly #sensor: { nowS(): number };
  #eventId = 0;

  constructor({ variant = 'warm', clock, sensor, seed = 7, historyDays = 30 }: FakeStationOptions = {}) {
    this.variant = variant;
    this.#clock = clock ?? { nowS: () => 1_750_000_000 };
    this.#sensor = sensor ?? this.#clock;
    this.weather = fakeWeather(seed);
    this.startedS = this.#clock.nowS();
    this.historyS = variant === 'cold' ? 0 : historyDays * DAY_S;
    this.lastTrainS = this.cold ? null : this.startedS - 5 * 3600;
    const started = sentence('station.started', { version: '1.1.0', board: 'sense_hat' });
    this.remember({ ts: this.startedS, kind: 'startup', severity: 'info', ...started });
    if (variant === 'faulty') this.note('sensor', 'error', 'humidity sensor: no answer at 0x5f');
  }

  nowS(): number {
    return this.#clock.nowS();
  }
  /** Until when the sensor has measured. */
  sensedS(): number {
    return this.#sensor.nowS();
  }

  get cold(): boolean {
    return this.variant === 'cold';
  }
  get health(): Health {
    return this.variant === 'faulty' ? 'fault' : 'ok';
  }

  /** What is stored between two times, at a spacing. */
  times(startS: number, endS: number, stepS: number): number[] {
    const first = Math.ceil(Math.max(startS, this.startedS - this.historyS) / stepS) * stepS;
    const last = Math.min(endS, this.historyS === 0 ? 0 : this.nowS());
    return Array.from({ length: Math.max(0, Math.ceil((last - first) / stepS)) }, (_, i) => first + i * stepS);
  }

  values(tS: number): { temperature: number; humidity: number; pressure: number } {
    const { temperatureC, humidityPct, pressureHpa } = this.weather(tS);
    return { temperature: temperatureC, humidity: humidityPct, pressure: pressureHpa };
  }

  note(kind: EventKind, severity: EventRecord['severity'], detail: string, data?: Record<string, unknown>): void {
    this.remember({ ts: this.nowS(), kind, severity, detail, ...(data ? { data } : {}) });
  }

  /** Writes into the log what happened long ago, oldest first. */
  remember(...events: ToldEvent[]): void {
    for (const event of events) this.events = [{ ...event, id: ++this.#eventId }, ...this.events];
  }
}
