import type { Anomaly, LabelResult, LabelUndone, Precipitation } from '../contract/conditions.ts';
import type { EventRecord } from '../contract/events.ts';
import type {
  ForecastBundle,
  IssuedForecast,
  Outlook,
  Scorecard,
  SkillHistory,
  TrainResult,
  VerifyResult,
} from '../contract/forecast.ts';
import type { Daily, History, HistoryRange, Records, Storage } from '../contract/history.ts';
import type {
  CalibrateHumidityResult,
  CalibrateResult,
  CalibrationUndone,
  HumidityReset,
  Methods,
  Models,
  Nerd,
  RecomputeResult,
  ThermalReset,
} from '../contract/models.ts';
import type { MonthReport } from '../contract/report.ts';
import type { DisplayPreview, Pulse, Ready, Status, StreamMessage } from '../contract/status.ts';
import type { Telemetry } from '../contract/telemetry.ts';
import { HOUR_MS } from '../durations.ts';
import { modelsOf, nerdOf } from './answers/models.ts';
import { monthReport } from './answers/month-report.ts';
import { monthCsv, monthText } from './answers/month-text.ts';
import { statusOf } from './answers/status.ts';
import { toTelemetry } from './answers/telemetry.ts';
import type { EngineFigures, EventFilter, Label, Refusal, StationApi } from './api.ts';
import { atMost } from './clock.ts';
import { DurationLog } from './live/punctuality.ts';
import { Loops } from './loops.ts';
import { describeMethods } from './methods/describe.ts';
import { MONITOR_EVENTS } from './rooms/watch.ts';
import { Rooms, type StationParts } from './rooms.ts';
import { TARGETS, type Target } from './signals.ts';
import type { Steps } from './steps.ts';
import { isDiskTrouble } from './store/database.ts';
import type { Scope } from './store/recompute/correction.ts';
import { Zone } from './zone.ts';

/** What was learned is 100 kB, the heads 2.5 MB: docs/storage.md says what writing them costs a memory card. */
const SAVE_EVERY_MS = 900_000;
const SAVE_HEADS_EVERY_MS = 12 * HOUR_MS;
/** The first time sooner: a station whose plug is pulled every evening learns, too. */
const SAVE_HEADS_FIRST_MS = HOUR_MS;
const VERIFY_EVERY_MS = 300_000;
const MAINTAIN_EVERY_MS = HOUR_MS;
const MAINTAIN_FIRST_MS = 60_000;
/** A heavy job's transaction takes some milliseconds: a commit that met one comes again, and again, within a minute. */
const COMMIT_AGAIN_MS = 50;
const COMMIT_TRIES = 20;
/** Of a stop, whose whole second has to do for saving, too. A bus that hangs is left behind: what was measured is worth more. */
const ENDS_WITHIN_MS = 500;
const CLOSES_WITHIN_MS = 200;

/** The station: its rooms, its loops, and the answers to what the server asks. */
export class Station implements StationApi {
  readonly targets = TARGETS;
  readonly #parts: StationParts;
  readonly #rooms: Rooms;
  readonly #loops: Loops;
  readonly #startedS: number;
  readonly #commits = new DurationLog();
  #telemetry: { count: number; record: Telemetry } | null = null;
  #maintenanceDueMs = 0;
  #headsSavedMs: number;

  constructor(parts: StationParts) {
    this.#parts = parts;
    this.#rooms = new Rooms(parts);
    this.#loops = new Loops(parts.clock, this.#rooms.report);
    this.#rooms.untaught = () => this.#rooms.aside('training', this.train(parts.config.forecast.train_at_start_hours));
    this.#startedS = parts.clock.nowS();
    this.#headsSavedMs = parts.clock.steadyMs() - SAVE_HEADS_EVERY_MS + SAVE_HEADS_FIRST_MS;
  }

  get version(): string {
    return this.#parts.version;
  }

  /** One sample first, so that whoever connects finds one; then the loops. */
  async start(): Promise<void> {
    const { board, config, notices, version } = this.#parts;
    await board.open();
    await this.#rooms.finishMove();
    this.#rooms.sampler.begin();
    this.#rooms.report('startup', 'info', `Weatherglass ${version} measures with the ${board.kind}`);
    for (const notice of notices) this.#rooms.report('storage', 'warn', notice);
    this.#rooms.heedWindows();
    this.#rooms.settle();
    this.#rooms.catchUpRain(Number.MAX_SAFE_INTEGER);
    if (this.#rooms.forecasts.catchUp())
      this.#rooms.aside('training', this.train(config.forecast.train_at_start_hours));
    else if (this.#rooms.scale.usualIsOld) this.#rooms.relearnAside();
    await this.#rooms.sampler.take();
    const periodMs = config.sensors.sample_interval_s * 1000;
    const betweenMs = periodMs / 2; // whatever else is done at intervals falls between two samples
    this.#loops.start({ name: 'sampling', periodMs, firstDelayMs: periodMs, work: () => this.#turn() });
    this.#loops.start({
      name: 'storing',
      periodMs: config.storage.commit_interval_s * 1000,
      firstDelayMs: betweenMs,
      work: () => this.#commit(),
    });
    this.#loops.start({
      name: 'saving what was learned',
      periodMs: SAVE_EVERY_MS,
      firstDelayMs: SAVE_EVERY_MS + betweenMs,
      work: () => this.#save(),
    });
    this.#loops.start({
      name: 'verification',
      periodMs: VERIFY_EVERY_MS,
      firstDelayMs: VERIFY_EVERY_MS + betweenMs,
      work: () => this.verify(),
    });
    this.#loops.start({
      name: 'maintenance',
      periodMs: MAINTAIN_EVERY_MS,
      firstDelayMs: MAINTAIN_FIRST_MS + betweenMs,
      work: () => this.#maintain(),
    });
    this.#rooms.peripherals.start();
    const unfinished = this.#parts.store.recompute.unfinished;
    const scope = unfinished ?? (this.#rooms.scale.seaLevelIsOld ? 'pressure' : null);
    if (scope) this.#rooms.aside('recompute', this.recompute(scope));
  }

  /** Ends what runs and lets go what waits, ahead of the stop: long jobs are told first. */
  endJobs(): Promise<void> {
    return this.#rooms.jobs.stop();
  }

  /** Jobs, display and loops end together; then what is learned and what waits is saved, and the database closed. */
  async stop(): Promise<void> {
    const { board, clock } = this.#parts;
    const ends = [this.endJobs(), this.#rooms.peripherals.stop(), this.#loops.stop()];
    await atMost(ENDS_WITHIN_MS, clock, Promise.all(ends));
    await atMost(ENDS_WITHIN_MS, clock, this.#rooms.sampler.finish());
    this.verify(); // what has been scored since the last turn of that loop
    await atMost(CLOSES_WITHIN_MS, clock, board.close());
    this.#rooms.end();
  }

  async #turn(): Promise<void> {
    this.#rooms.sampler.punctuality.turn();
    await this.#rooms.sampler.take();
    this.#rooms.peripherals.tell();
    this.#rooms.forecasts.idle();
  }

  /** One turn out of turn, for benchmarks and for whoever cannot wait two seconds. */
  sampleNow(): Promise<void> {
    return this.#rooms.sampler.take();
  }

  /** False when a heavy job was just writing. */
  commitNow(): boolean {
    const { clock, store } = this.#parts;
    const startMs = clock.steadyMs();
    const written = store.flush();
    this.#commits.add((clock.steadyMs() - startMs) / 1000);
    return written;
  }

  async #commit(): Promise<void> {
    for (let tries = 1; !this.commitNow() && tries < COMMIT_TRIES; tries += 1) {
      await this.#parts.clock.sleep(COMMIT_AGAIN_MS, this.#loops.signal);
    }
    this.#rooms.aside('salvage', this.#rooms.rescue.look());
  }

  async #save(): Promise<void> {
    const nowMs = this.#parts.clock.steadyMs();
    this.#rooms.save();
    if (nowMs - this.#headsSavedMs < SAVE_HEADS_EVERY_MS) return;
    this.#headsSavedMs = nowMs;
    await this.#rooms.saveHeads();
  }

  #nextMaintenanceInS(): number {
    return Math.max(0, (this.#maintenanceDueMs - this.#parts.clock.steadyMs()) / 1000);
  }

  async #maintain(): Promise<void> {
    const { config, clock } = this.#parts;
    this.#maintenanceDueMs = clock.steadyMs() + MAINTAIN_EVERY_MS;
    await this.#rooms.upkeep.turn();
    if (this.#rooms.watch.drift.retrainRequested) await this.train(config.forecast.train_at_start_hours);
  }

  get sampleCount(): number {
    return this.#rooms.sampler.count;
  }

  nowS(): number {
    return this.#rooms.nowS();
  }

  async telemetry(): Promise<Telemetry> {
    if (this.#rooms.sampler.reading === null) await this.#rooms.sampler.take();
    return this.#live();
  }

  /** Made once per sample. */
  #live(): Telemetry {
    const { board } = this.#parts;
    const { count, reading } = this.#rooms.sampler;
    if (this.#telemetry?.count === count) return this.#telemetry.record;
    const verdict = {
      health: this.#health(),
      noveltyD2: this.#rooms.watch.novelty.d2,
      simulated: board.kind === 'simulator',
    };
    const record = toTelemetry(reading!, verdict);
    this.#telemetry = { count, record };
    return record;
  }

  #health(): Telemetry['health'] {
    return this.#rooms.watch.overall;
  }

  async streamMessage(): Promise<StreamMessage> {
    return {
      telemetry: await this.telemetry(),
      precipitation: this.precipitation() ?? {},
      health: this.#health(),
      drift_stress: Number(this.#rooms.watch.drift.stress.toFixed(3)),
      jobs: this.#rooms.jobs.list(),
    };
  }

  history(hours: number, maxPoints: number): Steps<History> {
    return this.#parts.store.history.steps.decimated(hours, maxPoints, this.nowS());
  }
  range(startS: number, endS: number, bucketS: number | undefined): Steps<HistoryRange> {
    return this.#parts.store.history.steps.range(startS, endS, bucketS);
  }
  daily(hours: number): Steps<Daily> {
    return this.#parts.store.history.steps.daily(hours, this.nowS());
  }
  report(month?: string): MonthReport {
    const { config, store, timeZone } = this.#parts;
    return monthReport(
      {
        zone: new Zone(timeZone),
        name: config.site.name,
        nowS: this.nowS(),
        firstS: store.history.coverage().first_ts,
        days: (first, last) => store.history.days(first, last),
        usual: (startS, endS) => this.#rooms.forecasts.usualDay(startS, endS),
      },
      month,
    );
  }
  reportText(month?: string): string {
    return monthText(this.report(month), new Zone(this.#parts.timeZone));
  }
  reportCsv(month?: string): string {
    return monthCsv(this.report(month));
  }
  records(): Records {
    return this.#parts.store.history.records();
  }
  storage(): Storage {
    return this.#parts.store.history.storage();
  }
  exportCsv(startS: number, endS: number): Iterable<string> {
    return this.#parts.store.history.csv(startS, endS);
  }
  localStamp(tS: number): string {
    return this.#parts.store.history.localStamp(tS);
  }

  methods(): Methods {
    const { config, board } = this.#parts;
    const { thermal, humidity } = this.#rooms.pipeline.parts;
    return describeMethods(config, { hardware: board.kind, kNow: thermal.k, humidityOffsetNow: humidity.offset });
  }

  forecast(refresh: boolean): ForecastBundle {
    return this.#rooms.forecasts.bundle(this.#rooms.now(), refresh);
  }
  outlook(): Outlook {
    return this.#rooms.forecasts.outlook();
  }
  scorecard(): Scorecard {
    return this.#rooms.forecasts.scorecard();
  }
  issued(atS: number): IssuedForecast | null {
    return this.#parts.store.issued.at(atS);
  }
  skill(target: Target, horizonS: number, by: 'day' | 'month'): SkillHistory {
    return this.#rooms.forecasts.skill(target, horizonS, by);
  }
  verify(): VerifyResult {
    return this.#rooms.forecasts.verify();
  }
  async train(hours: number): Promise<TrainResult | Refusal> {
    const result = await this.#rooms.forecasts.train(hours);
    if ('error' in result) return result;
    if (this.#loops.signal.aborted) return result;
    // A station that is not warm yet, but has a history it did not live through, learns from it what is usual and what is strange.
    if (!this.#rooms.watch.novelty.warm || this.#rooms.scale.usualIsOld) await this.#rooms.relearn();
    this.#rooms.watch.drift.retrained(); // also when the old heads proved better: one change, one training
    return result;
  }

  precipitation(): Precipitation | null {
    return this.#rooms.rain.bundle(this.#rooms.sampler.reading?.tS ?? this.nowS());
  }
  label(label: Label): LabelResult | Refusal {
    return this.#rooms.label(label);
  }
  undoLabel(id: number): LabelUndone | Refusal | null {
    const undone = this.#rooms.rain.undo(id, this.nowS());
    if (undone === null || 'error' in undone) return undone;
    this.#rooms.heedWindows();
    this.#rooms.report('label', 'info', 'an observation was taken back', { id });
    return undone;
  }

  anomaly(): Anomaly {
    return { ...this.#rooms.watch.anomaly(), events: this.#parts.store.events.recentOf(MONITOR_EVENTS, 20) };
  }
  models(): Models {
    return modelsOf(this.#rooms.pipeline.parts, this.#rooms.forecasts.internals, this.#rooms.rain.model);
  }
  nerd(): Nerd {
    return nerdOf(
      this.#rooms.pipeline.parts,
      this.#rooms.forecasts.internals,
      this.#rooms.rain.model,
      this.#rooms.watch.monitoring(),
    );
  }

  calibrate(referenceC: number): CalibrateResult | Refusal {
    return this.#rooms.calibrating.temperature(referenceC, this.nowS());
  }
  resetCalibration(): ThermalReset | Refusal {
    return this.#rooms.calibrating.resetTemperature(this.nowS());
  }
  undoCalibration(signal: 'temperature' | 'humidity'): CalibrationUndone | Refusal {
    return this.#rooms.calibrating.undo(signal, this.nowS());
  }
  calibrateHumidity(referencePct: number): CalibrateHumidityResult | Refusal {
    return this.#rooms.calibrating.humidity(referencePct, this.nowS());
  }
  resetHumidityCalibration(): HumidityReset | Refusal {
    return this.#rooms.calibrating.resetHumidity(this.nowS());
  }

  async recompute(scope: Scope = 'all'): Promise<RecomputeResult | Refusal> {
    const { store, config, heavy } = this.#parts;
    const result = await this.#rooms.jobs
      .run('recompute', ({ signal, progress }) =>
        this.#rooms.scale.scaling.onOneScale(signal, (scale, stopping) => {
          store.flush(); // the job sees what is committed
          return heavy.run('recompute', { config, scale, scope }, { signal: stopping, progress });
        }),
      )
      .catch((error: unknown): Refusal => {
        if (!isDiskTrouble(error)) throw error;
        const why = (error as Error).message;
        return { error: `The disk takes nothing now (${why}): try again later.`, unavailable: true };
      });
    if (result === null) return { error: 'recompute was stopped with the station; it goes on at the next start' };
    if ('error' in result) return result;
    this.#rooms.scale.reduced();
    const { rows, changed, seconds } = result;
    this.#rooms.report(
      'recompute',
      'info',
      `${changed} of ${rows} rows made anew from raw values in ${seconds.toFixed(1)} s`,
      { rows, changed },
    );
    return result;
  }

  status(): Omit<Status, 'stream_clients'> {
    const { config, version, store, board, timeZone } = this.#parts;
    return statusOf({
      config,
      version,
      timeZone,
      board,
      store,
      startedS: this.#startedS,
      nowS: this.nowS(),
      forecasts: this.#rooms.forecasts,
      thermal: this.#rooms.pipeline.parts.thermal,
      jobs: this.#rooms.jobs.list(),
      health: this.#health(),
      drift: {
        stress: this.#rooms.watch.drift.stress,
        retrainRequested: this.#rooms.watch.drift.retrainRequested,
        nextTrainInS: this.#rooms.watch.drift.retrainRequested ? this.#nextMaintenanceInS() : null,
      },
      peripherals: this.#rooms.peripherals,
      notices: [...this.#parts.notices, ...(store.finding ? [store.finding.text] : [])],
    });
  }
  events(limit: number, among?: EventFilter): EventRecord[] {
    return this.#parts.store.events.recent(limit, among);
  }
  display(): DisplayPreview | null {
    return this.#rooms.peripherals.preview();
  }

  /** The sampling loop comes round, whatever it finds: what the watchdog goes by. */
  alive(): Pulse {
    const { pulse } = this.#rooms.sampler;
    return { sampling: pulse.alive, turn_age_s: pulse.turnAgeS };
  }

  /** A fresh measurement and a store that takes it: what whoever waits for the station, or shows it, goes by. */
  ready(): Ready {
    const { reading, pulse } = this.#rooms.sampler;
    const { store, config, unstored } = this.#parts;
    const unsavedS = store.unsavedForS ?? 0;
    const late =
      unsavedS > 2 * config.storage.commit_interval_s ? `nothing was stored for ${Math.round(unsavedS)} s` : null;
    const reason = pulse.staleness ?? store.trouble?.text ?? unstored ?? late;
    const ageS = reading === null ? null : this.nowS() - reading.tS;
    return { ready: reason === null, sample_age_s: ageS, ...(reason !== null && { reason }) };
  }

  figures(): EngineFigures {
    return {
      missedSamples: this.#rooms.sampler.punctuality.missed,
      samplingLateness: this.#rooms.sampler.punctuality.lateness.summary(),
      storeCommits: this.#commits.summary(),
    };
  }
}
