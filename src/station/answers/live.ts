import type { Clock } from '../../base/clock.ts';
import type { DisplayPreview, Pulse, Ready, StationStatus, StreamMessage } from '../../contract/status.ts';
import type { Health, Telemetry } from '../../contract/telemetry.ts';
import { ENGLISH, type Speaker } from '../../words/speaker.ts';
import type { RainFacet } from '../api.ts';
import type { StationParts } from '../parts.ts';
import type { Sampler } from '../sampling/sampler.ts';
import type { AlarmsRoom } from '../subjects/alarms.ts';
import type { InputsRoom } from '../subjects/inputs.ts';
import type { Learners } from '../subjects/learners.ts';
import type { OutdoorsRoom } from '../subjects/outdoors.ts';
import type { Peripherals } from '../subjects/peripherals.ts';
import type { Shared } from '../subjects/shared.ts';
import type { Training } from '../subjects/training.ts';
import { statusOf } from './status.ts';
import { toTelemetry } from './telemetry.ts';

interface Parts extends Omit<Learners, 'rain'>, Pick<Shared, 'jobs' | 'nowS'> {
  station: StationParts;
  sampler: Sampler;
  training: Training;
  peripherals: Peripherals;
  rain: RainFacet;
  inputs: InputsRoom;
  alarming: AlarmsRoom;
  outdoors: OutdoorsRoom;
  /** Seconds until the turn in which a due training would begin. */
  nextMaintenanceInS: () => number;
}

/** Present values. */
export class Live {
  readonly #startedMs: number;
  #telemetry: { count: number; record: Telemetry } | null = null;

  constructor(private readonly parts: Parts) {
    this.#startedMs = sinceBootMs(parts.station.clock);
  }

  async telemetry(): Promise<Telemetry> {
    const { sampler } = this.parts;
    if (sampler.reading === null) await sampler.take();
    return this.#record();
  }

  /** Made once per sample. */
  #record(): Telemetry {
    const { sampler, watch, station, inputs, outdoors } = this.parts;
    const { count, reading } = sampler;
    if (this.#telemetry?.count === count) return this.#telemetry.record;
    const state = {
      health: this.#health(),
      noveltyD2: watch.novelty.d2,
      simulated: station.board.kind === 'simulator',
      present: inputs.present(reading!),
      outside: outdoors.outside(reading!),
    };
    const record = toTelemetry(reading!, state);
    this.#telemetry = { count, record };
    return record;
  }

  #health(): Health {
    return this.parts.watch.overall;
  }

  async streamMessage(): Promise<StreamMessage> {
    const { watch, jobs, rain, alarming } = this.parts;
    return {
      telemetry: await this.telemetry(),
      precipitation: rain.precipitation() ?? {},
      health: this.#health(),
      drift_stress: Number(watch.drift.stress.toFixed(3)),
      jobs: jobs.list(),
      alarms: alarming.alarms.waiting,
    };
  }

  status(speaker: Speaker = ENGLISH): StationStatus {
    const { station, forecasts, training, pipeline, watch, jobs, peripherals, nextMaintenanceInS } = this.parts;
    const { config, version, store, board, timeZone, notices } = station;
    const { stress, retrainRequested } = watch.drift;
    const nowS = this.parts.nowS();
    const uptimeS = (sinceBootMs(station.clock) - this.#startedMs) / 1000;
    const { finding } = store;
    const facts = {
      config,
      version,
      timeZone,
      board,
      store,
      startedS: nowS - uptimeS, // as of a clock that may have been set since
      uptimeS,
      forecasts,
      training,
      thermal: pipeline.parts.thermal,
      jobs: jobs.list(),
      health: this.#health(),
      drift: { stress, retrainRequested, nextTrainInS: retrainRequested ? nextMaintenanceInS() : null },
      peripherals,
      demo: station.demo ?? false,
      firstRun: station.firstRun ?? false,
      notices: [...notices, ...(finding ? [{ detail: finding.text, said: finding.said ?? null }] : [])],
    };
    return statusOf(facts, speaker);
  }

  display(): DisplayPreview | null {
    return this.parts.peripherals.preview();
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
    const { store, config, unstored } = station;
    const unsavedS = store.unsavedForS ?? 0;
    const late =
      unsavedS > 2 * config.storage.commit_interval_s ? `nothing was stored for ${Math.round(unsavedS)} s` : null;
    const reason = pulse.staleness ?? store.trouble?.words.detail ?? unstored ?? late;
    const ageS = reading === null ? null : nowS() - reading.tS;
    return { ready: reason === null, sample_age_s: ageS, ...(reason !== null && { reason }) };
  }
}

/** Time that passes, a suspended machine's included: no clock that is set can reach it. */
const sinceBootMs = (clock: Clock): number => clock.steadyMs() + (clock.asleepMs?.() ?? 0);
