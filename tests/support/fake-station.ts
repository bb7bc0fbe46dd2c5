import type { Job } from '../../src/contract/status.ts';
import type { StationApi } from '../../src/station/api.ts';
import type { ToldEvent } from '../../src/station/store/tables/events.ts';
import type { Speaker } from '../../src/words/speaker.ts';
import { FakeAlarms } from './fake-station/alarms.ts';
import { FakeCalibration } from './fake-station/calibration.ts';
import { FakeCare } from './fake-station/care.ts';
import { FakeForecasts } from './fake-station/forecasts.ts';
import { FakeHistory } from './fake-station/history.ts';
import { FakeImports } from './fake-station/imports.ts';
import { FakeInputs } from './fake-station/inputs.ts';
import { FakeLive } from './fake-station/live.ts';
import { FakeNotes } from './fake-station/notes.ts';
import { FakeQuality } from './fake-station/quality.ts';
import { FakeRain } from './fake-station/rain.ts';
import { FakeRecomputing } from './fake-station/recomputing.ts';
import { FakeWatch } from './fake-station/watch.ts';
import { type FakeStationOptions, FakeWorld } from './fake-station/world.ts';

/**
 * A station made of sines: every question has a believable answer that depends on the seed and the clock alone, and what one
 * does to it (labels, calibrations, training) shows in what it says afterwards. No engine, no database, no waiting.
 */
export class FakeStation implements StationApi {
  readonly history: FakeHistory;
  readonly forecasts: FakeForecasts;
  readonly calibration: FakeCalibration;
  readonly rain: FakeRain;
  readonly notes: FakeNotes;
  readonly alarms: FakeAlarms;
  readonly inputs: FakeInputs;
  readonly care: FakeCare;
  readonly watch: FakeWatch;
  readonly recomputing: FakeRecomputing;
  readonly quality: FakeQuality;
  readonly imports: FakeImports;
  readonly #world: FakeWorld;
  readonly #live: FakeLive;

  constructor(options: FakeStationOptions = {}) {
    const world = new FakeWorld(options);
    this.#world = world;
    this.history = new FakeHistory(world);
    this.forecasts = new FakeForecasts(world);
    this.calibration = new FakeCalibration(world);
    this.rain = new FakeRain(world);
    this.notes = new FakeNotes();
    this.alarms = new FakeAlarms(world);
    this.inputs = new FakeInputs(world);
    this.care = new FakeCare(world);
    this.watch = new FakeWatch(world);
    this.recomputing = new FakeRecomputing(world);
    this.quality = new FakeQuality(world);
    this.imports = new FakeImports(world);
    this.#live = new FakeLive(world, this.rain, this.watch);
  }

  /** Set while a long job runs, so that a test can find the station busy. */
  set job(job: Job | null) {
    this.#world.busy = job;
  }
  /** Writes into the log what happened long ago, oldest first. */
  remember(...events: ToldEvent[]): void {
    this.#world.remember(...events);
  }
  /** Moves with the clock, once every two seconds; a cold station has no sample until it is asked for one. */
  get sampleCount(): number {
    return this.#live.sampleCount;
  }

  readonly timeZone = 'UTC';
  readonly units = 'metric' as const;
  nowS(): number {
    return this.#world.nowS();
  }
  telemetry() {
    return this.#live.telemetry();
  }
  streamMessage() {
    return this.#live.streamMessage();
  }
  status(speaker?: Speaker) {
    return this.#live.status(speaker);
  }
  display() {
    return this.#live.display();
  }
  alive() {
    return this.#live.alive();
  }
  ready() {
    return this.#live.ready();
  }
}
