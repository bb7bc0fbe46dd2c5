import type { Anomaly } from '../../contract/conditions.ts';
import type { EventKind } from '../../contract/events.ts';
import type { Nerd } from '../../contract/models.ts';
import type { Health } from '../../contract/telemetry.ts';
import type { Slicer } from '../clock.ts';
import type { FilterBank } from '../filters/filter-bank.ts';
import type { ForecastEngine, TickOutcome } from '../forecast/engine.ts';
import type { Memory, Remembered } from '../learned/memory.ts';
import type { Reading } from '../live/reading.ts';
import { type DriftState, DriftWatch } from '../monitor/drift.ts';
import { HealthWatch } from '../monitor/health.ts';
import { Novelty, type NoveltyState } from '../monitor/novelty.ts';
import { dewPointC } from '../physics/humidity.ts';
import type { Report } from '../report.ts';
import { TICK_S, type TickRow } from '../tick.ts';

const VERSION = 1;

export const MONITOR_EVENTS: readonly EventKind[] = ['novelty', 'drift', 'health', 'sensor', 'discontinuity'];

/** Novelty of the air, drift of the forecasts, health of the sensors: where the station notices that something is wrong. */
export class WatchRoom {
  novelty: Novelty;
  readonly drift: DriftWatch;
  readonly #health: HealthWatch;

  /** `live` is false for a recorded file, whose steps and repeats are its logger's. */
  constructor(
    private readonly engine: ForecastEngine,
    private readonly filters: FilterBank,
    live: boolean,
    private readonly report: Report,
    memory: Memory,
  ) {
    this.#health = new HealthWatch(live);
    this.novelty = memory.revive(
      'novelty',
      VERSION,
      () => new Novelty(TICK_S),
      (saved: NoveltyState) => Novelty.fromJSON(saved, TICK_S),
    );
    this.drift = memory.revive(
      'drift',
      VERSION,
      () => new DriftWatch(),
      (saved: DriftState) => DriftWatch.fromJSON(saved),
    );
  }

  remembered(): Remembered[] {
    return [
      { name: 'novelty', version: VERSION, state: this.novelty.toJSON() },
      { name: 'drift', version: VERSION, state: this.drift.toJSON() },
    ];
  }

  /**
   * A station that is not warm yet, but has a history that it did not live through (seeded, imported), learns from it what is
   * usual. Nothing is told, and the event loop is free in between.
   */
  async warmUp(pages: Iterable<readonly TickRow[]>, slicer: Slicer, signal: AbortSignal): Promise<void> {
    if (this.novelty.warm) return;
    const fresh = new Novelty(TICK_S);
    for (const page of pages) {
      for (const row of page) {
        fresh.learn(row, this.engine.usual(row.tS));
        await slicer.breathe();
        if (signal.aborted) return; // the store may be closed by the time of the next page
      }
    }
    this.novelty = fresh;
  }

  /** Every sample: what each sensor shows, and what its filter makes of it. */
  learn({ sample, tS }: Reading): void {
    const noise = {
      temperature: this.filters.noise('temperature'),
      humidity: this.filters.noise('humidity'),
      pressure: this.filters.noise('pressure'),
    };
    for (const { signal, from, to, severity, detail } of this.#health.learn(sample, tS, noise)) {
      this.report('health', severity, detail, { signal, from, to });
    }
  }

  tick(row: TickRow, { matured }: TickOutcome): void {
    const strange = this.novelty.learn(row, this.engine.usual(row.tS));
    if (strange) this.report('novelty', 'warn', strange.detail, strange.data);
    for (const forecast of matured) {
      const alarm = this.drift.learn(forecast);
      if (!alarm) continue;
      this.engine.inflate(alarm.target);
      this.report('drift', 'warn', alarm.detail, { target: alarm.target });
    }
  }

  /** A calibration: distances and errors of the old scale say nothing about the new one. */
  shift(signal: 'temperature' | 'humidity', delta: number, { smooth }: Reading): void {
    const { temperatureC, humidityPct } = smooth;
    const moved = (value: number | null, by: number) => (value === null ? null : value + by);
    const before = dewPointC(temperatureC, humidityPct);
    const after =
      signal === 'temperature'
        ? dewPointC(moved(temperatureC, delta), humidityPct)
        : dewPointC(temperatureC, moved(humidityPct, delta));
    this.novelty.shift(signal, delta, before === null || after === null ? 0 : after - before);
    this.drift.restart(signal);
  }

  get overall(): Health {
    return this.#health.overall;
  }

  anomaly(): Omit<Anomaly, 'events'> {
    return {
      novelty: this.novelty.bundle(),
      health: this.#health.bundle(),
      health_overall: this.overall,
      drift: this.drift.bundle(),
    };
  }

  monitoring(): Nerd['monitoring'] {
    return { novelty: this.novelty.internals(), drift: this.drift.internals() };
  }
}
