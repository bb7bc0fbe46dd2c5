import type { Clock } from '../../base/clock.ts';
import type { DisplayPreview, Pulse, Ready, StationStatus, StreamMessage } from '../../contract/status.ts';
import type { Health, Telemetry } from '../../contract/telemetry.ts';
import { ENGLISH, type Speaker } from '../../words/speaker.ts';
import { statusOf } from '../answers/status.ts';
import { toTelemetry } from '../answers/telemetry.ts';
import type { RainFacet } from '../api.ts';
import type { Rooms, StationParts } from '../rooms.ts';

interface Parts {
  station: StationParts;
  rooms: Rooms;
  rain: RainFacet;
  /** Until the turn in which a wanted training would begin. */
  nextMaintenanceInS: () => number;
}

/** Present values. */
export class Live {
  readonly #parts: Parts;
  readonly #startedMs: number;
  #telemetry: { count: number; record: Telemetry } | null = null;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#startedMs = sinceBootMs(parts.station.clock);
  }

  async telemetry(): Promise<Telemetry> {
    const { sampler } = this.#parts.rooms;
    if (sampler.reading === null) await sampler.take();
    return this.#record();
  }

  /** Made once per sample. */
  #record(): Telemetry {
    const { rooms, station } = this.#parts;
    const { count, reading } = rooms.sampler;
    if (this.#telemetry?.count === count) return this.#telemetry.record;
    const verdict = {
      health: this.#health(),
      noveltyD2: rooms.watch.novelty.d2,
      simulated: station.board.kind === 'simulator',
    };
    const record = toTelemetry(reading!, verdict);
    this.#telemetry = { count, record };
    return record;
  }

  #health(): Health {
    return this.#parts.rooms.watch.overall;
  }

  async streamMessage(): Promise<StreamMessage> {
    const { rooms, rain } = this.#parts;
    return {
      telemetry: await this.telemetry(),
      precipitation: rain.precipitation() ?? {},
      health: this.#health(),
      drift_stress: Number(rooms.watch.drift.stress.toFixed(3)),
      jobs: rooms.jobs.list(),
    };
  }

  status(speaker: Speaker = ENGLISH): StationStatus {
    const { station, rooms, nextMaintenanceInS } = this.#parts;
    const { config, version, store, board, timeZone, notices } = station;
    const { stress, retrainRequested } = rooms.watch.drift;
    const nowS = rooms.nowS();
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
      forecasts: rooms.forecasts,
      training: rooms.training,
      thermal: rooms.pipeline.parts.thermal,
      jobs: rooms.jobs.list(),
      health: this.#health(),
      drift: { stress, retrainRequested, nextTrainInS: retrainRequested ? nextMaintenanceInS() : null },
      peripherals: rooms.peripherals,
      demo: station.demo ?? false,
      firstRun: station.firstRun ?? false,
      notices: [...notices, ...(finding ? [{ detail: finding.text, said: finding.said ?? null }] : [])],
    };
    return statusOf(facts, speaker);
  }

  display(): DisplayPreview | null {
    return this.#parts.rooms.peripherals.preview();
  }

  /** The sampling loop comes round, whatever it finds: what the watchdog goes by. */
  alive(): Pulse {
    const { pulse } = this.#parts.rooms.sampler;
    return { sampling: pulse.alive, turn_age_s: pulse.turnAgeS };
  }

  /** A fresh measurement and a store that takes it: what whoever waits for the station, or shows it, goes by. */
  ready(): Ready {
    const { rooms, station } = this.#parts;
    const { reading, pulse } = rooms.sampler;
    const { store, config, unstored } = station;
    const unsavedS = store.unsavedForS ?? 0;
    const late =
      unsavedS > 2 * config.storage.commit_interval_s ? `nothing was stored for ${Math.round(unsavedS)} s` : null;
    const reason = pulse.staleness ?? store.trouble?.words.detail ?? unstored ?? late;
    const ageS = reading === null ? null : rooms.nowS() - reading.tS;
    return { ready: reason === null, sample_age_s: ageS, ...(reason !== null && { reason }) };
  }
}

/** Time that passes, a suspended machine's included: no clock that is set can reach it. */
const sinceBootMs = (clock: Clock): number => clock.steadyMs() + (clock.asleepMs?.() ?? 0);
