import type { Anomaly } from '../contract/conditions.ts';
import type { EventKind } from '../contract/events.ts';
import type { Nerd } from '../contract/models.ts';
import type { Health } from '../contract/telemetry.ts';
import type { Report } from './event-report.ts';
import type { ForecastEngine, TickOutcome } from './forecast/engine.ts';
import { TICK_S, type TickRow } from './forecast/tick-row.ts';
import type { Memory, Remembered } from './memory.ts';
import { type DriftState, DriftWatch } from './monitor/drift.ts';
import { Novelty, type NoveltyState } from './monitor/novelty.ts';
import { dewPointC } from './physics/humidity.ts';
import type { Reading } from './reading.ts';

const VERSION = 1;

export const MONITOR_EVENTS: readonly EventKind[] = ['novelty', 'drift', 'health', 'sensor', 'discontinuity'];

/** Novelty of the air, drift of the forecasts, health of the sensors: where the station notices that something is wrong. */
export class WatchRoom {
  readonly novelty: Novelty;
  readonly drift: DriftWatch;

  constructor(
    private readonly engine: ForecastEngine,
    private readonly report: Report,
    memory: Memory,
  ) {
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
    return 'ok';
  }

  anomaly(): Omit<Anomaly, 'events'> {
    return { novelty: this.novelty.bundle(), health: {}, health_overall: this.overall, drift: this.drift.bundle() };
  }

  monitoring(): Nerd['monitoring'] {
    return { novelty: this.novelty.internals(), drift: this.drift.internals() };
  }
}
