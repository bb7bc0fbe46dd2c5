import type { Anomaly } from '../../contract/conditions.ts';
import type { Nerd } from '../../contract/models.ts';
import { type EventKind, perTarget, TARGETS, type Target } from '../../contract/names.ts';
import type { Health } from '../../contract/telemetry.ts';
import { restored, type Saved, savedState } from '../../maths/codec.ts';
import type { Speaker } from '../../words/speaker.ts';
import type { FilterBank } from '../air/filters/filter-bank.ts';
import type { ForecastEngine, TickOutcome } from '../forecast/engine.ts';
import type { Memory, Remembered } from '../learned/memory.ts';
import type { Report } from '../report.ts';
import type { Reading } from '../sampling/reading.ts';
import { type HeardAir, TICK_S, type TickRow } from '../tick.ts';
import { DriftWatch } from '../watch/drift.ts';
import { HealthWatch } from '../watch/health.ts';
import { Novelty } from '../watch/novelty.ts';

const VERSION = 1;

export const MONITOR_EVENTS: readonly EventKind[] = ['novelty', 'drift', 'health', 'sensor', 'discontinuity'];

/** Novelty of the air, drift of the forecasts, health of the sensors: where the station notices that something is wrong. */
export class WatchRoom {
  novelty: Novelty;
  drift: DriftWatch;
  readonly #health: HealthWatch;

  /** `live` is false for senders and a recorded file, whose steps and repeats are their own. `from`: senders that are chosen for the air. */
  constructor(
    private readonly engine: ForecastEngine,
    private readonly filters: FilterBank,
    live: boolean,
    from: Pick<HeardAir, 'air' | 'barometer'>,
    private readonly report: Report,
    memory: Memory,
  ) {
    const isFrom = (target: Target) => (target === 'pressure' ? from.barometer : from.air) !== null;
    // A filter keeps the level of a sensor that died.
    const known = TARGETS.filter((target) => isFrom(target) && filters.level(target) !== null);
    this.#health = new HealthWatch(live, known);
    this.novelty = memory.component('novelty', VERSION, () => new Novelty(TICK_S));
    this.drift = memory.component('drift', VERSION, () => new DriftWatch());
  }

  remembered(): Remembered[] {
    return [
      { name: 'novelty', version: VERSION, state: savedState(this.novelty) },
      { name: 'drift', version: VERSION, state: savedState(this.drift) },
    ];
  }

  /** Adopts relearned climatology and novelty. */
  adopt(saved: Saved<Novelty>): void {
    this.novelty = restored(new Novelty(TICK_S), saved);
  }

  /** A row that came while that was being learned: it was told already, if it was worth telling. */
  follow(row: TickRow): void {
    this.novelty.learn(row, this.engine.usual(row.tS));
  }

  /** Every sample: what each sensor shows, and what its filter makes of it. */
  learn({ sample, evenS }: Reading): void {
    const noise = perTarget((target) => this.filters.noise(target));
    for (const change of this.#health.learn(sample, evenS, noise)) {
      const { signal, from, to, severity } = change;
      this.report('health', severity, change, { signal, from, to });
    }
  }

  tick(row: TickRow, { matured }: TickOutcome): void {
    const strange = this.novelty.learn(row, this.engine.usual(row.tS));
    if (strange) this.report('novelty', 'warn', strange, strange.data);
    for (const forecast of matured) {
      const alarm = this.drift.learn(forecast);
      if (!alarm) continue;
      this.engine.inflate(alarm.target);
      this.report('drift', 'warn', alarm, { target: alarm.target });
    }
  }

  /** Moves to another scale: changes come from rows on it, and errors of the old one are dropped. */
  relevel(rows: readonly TickRow[], moved: readonly Target[], anew: readonly Target[] = []): void {
    if (anew.length > 0) this.novelty = new Novelty(TICK_S); // it knew another sensor's air
    this.novelty.relevel(rows);
    for (const target of moved) this.drift.restart(target);
  }

  get overall(): Health {
    return this.#health.overall;
  }

  anomaly(speaker: Speaker): Omit<Anomaly, 'events'> {
    return {
      novelty: this.novelty.bundle(),
      health: this.#health.bundle(speaker),
      health_overall: this.overall,
      drift: this.drift.bundle(),
    };
  }

  monitoring(): Nerd['monitoring'] {
    return { novelty: this.novelty.internals(), drift: this.drift.internals() };
  }
}
