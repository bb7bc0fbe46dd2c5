import { sinceBootMs } from '../../base/clock.ts';
import type { Pulse, Ready, StationStatus, StreamMessage } from '../../contract/status.ts';
import type { Telemetry } from '../../contract/telemetry.ts';
import { ENGLISH, type Speaker } from '../../words/speaker.ts';
import type { RainFacet } from '../api.ts';
import type { Reading } from '../sampling/reading.ts';
import type { Sampler } from '../sampling/sampler.ts';
import type { AlarmsRoom } from '../subjects/alarms.ts';
import type { InputsRoom } from '../subjects/inputs.ts';
import type { OutdoorsRoom } from '../subjects/outdoors.ts';
import { type StatusParts, statusOf } from './status.ts';
import { toTelemetry } from './telemetry.ts';

interface Parts extends StatusParts {
  sampler: Sampler;
  rain: RainFacet;
  inputs: InputsRoom;
  alarming: AlarmsRoom;
  outdoors: OutdoorsRoom;
}

/** Present values. */
export class Live {
  readonly #startedMs: number;
  #telemetry: { reading: Reading; record: Telemetry } | null = null;

  constructor(private readonly parts: Parts) {
    this.#startedMs = sinceBootMs(parts.station.clock);
  }

  async telemetry(): Promise<Telemetry> {
    const { sampler } = this.parts;
    if (sampler.reading === null) await sampler.take();
    return this.#record();
  }

  /** Made once per reading. */
  #record(): Telemetry {
    const { sampler, watch, station, inputs, outdoors } = this.parts;
    const reading = sampler.reading!;
    if (this.#telemetry?.reading === reading) return this.#telemetry.record;
    const state = {
      health: watch.overall,
      noveltyD2: watch.novelty.d2,
      simulated: station.board.kind === 'simulator',
      present: inputs.present(reading),
      outside: outdoors.outside(reading),
    };
    const record = toTelemetry(reading, state);
    this.#telemetry = { reading, record };
    return record;
  }

  async streamMessage(): Promise<StreamMessage> {
    const { watch, jobs, rain, alarming } = this.parts;
    return {
      telemetry: await this.telemetry(),
      precipitation: rain.precipitation() ?? {},
      health: watch.overall,
      drift_stress: Number(watch.drift.stress.toFixed(3)),
      jobs: jobs.list(),
      alarms: alarming.alarms.waiting,
    };
  }

  status(speaker: Speaker = ENGLISH): StationStatus {
    return statusOf(this.parts, (sinceBootMs(this.parts.station.clock) - this.#startedMs) / 1000, speaker);
  }

  /** Liveness, for the watchdog: the sampling loop turns, whatever the sensors say. */
  alive(): Pulse {
    const { pulse } = this.parts.sampler;
    return { sampling: pulse.alive, turn_age_s: pulse.turnAgeS };
  }

  /** Readiness, for a page or a program that waits for the station: a fresh reading, and a database that takes it. */
  ready(): Ready {
    const { sampler, nowS, station } = this.parts;
    const { reading, pulse } = sampler;
    const { store, config } = station;
    const unsavedS = store.unsavedForS ?? 0;
    const late =
      unsavedS > 2 * config.storage.commit_interval_s ? `nothing was stored for ${Math.round(unsavedS)} s` : null;
    const reason = pulse.staleness ?? store.trouble?.detail ?? late;
    const ageS = reading === null ? null : nowS() - reading.tS;
    return { ready: reason === null, sample_age_s: ageS, ...(reason !== null && { reason }) };
  }
}
