import type { Anomaly, LabelResult, LabelUndone, Precipitation } from '../contract/conditions.ts';
import type { EventRecord } from '../contract/events.ts';
import type { ForecastBundle, Outlook, Scorecard, TrainResult, VerifyResult } from '../contract/forecast.ts';
import type { Daily, History, HistoryRange, Records, Storage } from '../contract/history.ts';
import type {
  CalibrateHumidityResult,
  CalibrateResult,
  HumidityReset,
  Methods,
  Models,
  Nerd,
  RecomputeResult,
  ThermalReset,
} from '../contract/models.ts';
import type { DisplayPreview, Ready, Status, StreamMessage } from '../contract/status.ts';
import type { Telemetry } from '../contract/telemetry.ts';
import type { EngineFigures, Label, Refusal, StationApi } from './api.ts';
import { Calibrating } from './calibrating.ts';
import { type Clock, Slicer } from './clock.ts';
import type { Config } from './config.ts';
import type { DisplayState } from './display/state.ts';
import { displayStateOf } from './display-state.ts';
import type { Report } from './event-report.ts';
import type { BuiltTick } from './forecast/tick-builder.ts';
import { TARGETS, type Target } from './forecast/tick-row.ts';
import { Forecasts } from './forecasts.ts';
import { modelsOf, nerdOf } from './internals.ts';
import { Jobs } from './jobs.ts';
import { Loops } from './loops.ts';
import { Memory } from './memory.ts';
import { describeMethods } from './methods/describe.ts';
import { Peripherals } from './peripherals.ts';
import { Pipeline } from './pipeline.ts';
import { RainRoom } from './rain-room.ts';
import { deriverOf } from './rederive.ts';
import { recallParts, rememberedParts } from './remember.ts';
import { Sampler } from './sampler.ts';
import { DurationLog } from './sampling.ts';
import type { Files } from './sensors/files.ts';
import type { Board } from './sensors/sample.ts';
import { statusOf } from './status.ts';
import type { Store } from './store/store.ts';
import { toTelemetry } from './telemetry.ts';
import { Upkeep } from './upkeep.ts';
import { MONITOR_EVENTS, WatchRoom } from './watch-room.ts';

const SAVE_EVERY_MS = 300_000;
const SAVE_HEADS_EVERY_MS = 3 * 3_600_000;
const VERIFY_EVERY_MS = 300_000;
const MAINTAIN_EVERY_MS = 3_600_000;
/** A sample older than this many periods is not fresh any more. */
const FRESH_PERIODS = 5;
/** Nothing is learned from a window that someone opens. */
const WINDOW_PAUSE_S = 7200;
const RAIN_CATCH_UP_S = 2 * 86_400;
const NOVELTY_WARM_UP_S = 14 * 86_400;

export interface StationParts {
  config: Config;
  version: string;
  clock: Clock;
  /** IANA name in force. */
  timeZone: string;
  store: Store;
  board: Board;
  /** The machine's device files; null where no hardware is looked for. */
  files: Files | null;
  /** Size of a record of an input device: 16 in a 32-bit process. */
  inputRecordBytes?: 16 | 24;
  /** What happened before the station stood, in sentences for the user. */
  notices: readonly string[];
  log(severity: EventRecord['severity'], message: string): void;
}

/** The station: the only place where all rooms meet. It answers what the server asks and runs its own loops. */
export class Station implements StationApi {
  readonly targets = TARGETS;
  readonly #parts: StationParts;
  readonly #startedS: number;
  readonly #memory: Memory;
  readonly #pipeline: Pipeline;
  readonly #sampler: Sampler;
  readonly #forecasts: Forecasts;
  readonly #rain: RainRoom;
  readonly #watch: WatchRoom;
  readonly #upkeep: Upkeep;
  readonly #peripherals: Peripherals;
  readonly #calibrating: Calibrating;
  readonly #jobs: Jobs;
  readonly #loops: Loops;
  readonly #commits = new DurationLog();
  #telemetry: Telemetry | null = null;
  #maintenanceDueMs = 0;
  #headsSavedMs: number;

  constructor(parts: StationParts) {
    this.#parts = parts;
    const { config, clock, store, timeZone } = parts;
    this.#startedS = clock.nowS();
    this.#headsSavedMs = clock.steadyMs();
    this.#memory = new Memory(store.learned, this.#report);
    this.#pipeline = new Pipeline(config, recallParts(this.#memory, config));
    this.#jobs = new Jobs(clock);
    this.#loops = new Loops(clock, this.#report);
    const save = () => this.#save(true);
    const rooms = { config, clock, store, timeZone, jobs: this.#jobs, report: this.#report, save };
    this.#forecasts = new Forecasts(rooms, this.#memory);
    this.#upkeep = new Upkeep(rooms, this.#memory);
    this.#rain = new RainRoom(config, store, this.#memory);
    this.#watch = new WatchRoom(
      this.#forecasts.engine,
      this.#pipeline.parts.filters,
      parts.board.kind !== 'replay',
      this.#report,
      this.#memory,
    );
    this.#peripherals = new Peripherals(
      config,
      clock,
      parts.files,
      {
        displayState: () => this.#displayed(),
        label: (value) => this.label({ kind: 'rain', value, tS: clock.nowS(), note: 'joystick' }),
        report: this.#report,
      },
      parts.inputRecordBytes,
    );
    this.#sampler = new Sampler({
      config,
      clock,
      store,
      board: parts.board,
      pipeline: this.#pipeline,
      report: this.#report,
      outdoorC: () => this.#peripherals.outdoorC,
      onReading: (reading) => {
        this.#telemetry = null;
        this.#watch.learn(reading);
      },
      onTick: (tick) => this.#tick(tick),
    });
    this.#calibrating = new Calibrating({
      parts: this.#pipeline.parts,
      report: this.#report,
      log: (entry) => store.calibrations.add(entry),
      shifted: (signal, delta) => this.#shifted(signal, delta),
      save: () => this.#save(false),
    });
  }

  get version(): string {
    return this.#parts.version;
  }

  readonly #report: Report = (kind, severity, detail, data) => {
    const { store, clock, log } = this.#parts;
    store.events.add({ ts: clock.nowS(), kind, severity, detail, ...(data && { data }) });
    log(severity, detail);
  };

  /** One sample first, so that whoever connects finds one; then the loops. */
  async start(): Promise<void> {
    const { board, clock, config, notices, version } = this.#parts;
    await board.open();
    this.#report('startup', 'info', `Weatherglass ${version} measures with the ${board.kind}`);
    for (const notice of notices) this.#report('storage', 'warn', notice);
    const nowS = this.nowS();
    for (const page of this.#parts.store.ticks.pages(nowS - RAIN_CATCH_UP_S, nowS))
      for (const row of page) this.#rain.observe(row);
    if (this.#forecasts.catchUp()) void this.train(config.forecast.train_at_start_hours);
    await this.#sampler.take();
    const periodMs = config.sensors.sample_interval_s * 1000;
    this.#loops.start({ name: 'sampling', periodMs, firstDelayMs: periodMs, work: () => this.#turn() });
    this.#loops.start({
      name: 'storing',
      periodMs: config.storage.commit_interval_s * 1000,
      work: () => this.commitNow(),
    });
    this.#loops.start({
      name: 'saving what was learned',
      periodMs: SAVE_EVERY_MS,
      firstDelayMs: SAVE_EVERY_MS,
      work: () => this.#save(clock.steadyMs() - this.#headsSavedMs >= SAVE_HEADS_EVERY_MS),
    });
    this.#loops.start({
      name: 'verification',
      periodMs: VERIFY_EVERY_MS,
      firstDelayMs: VERIFY_EVERY_MS,
      work: () => this.verify(),
    });
    this.#loops.start({
      name: 'maintenance',
      periodMs: MAINTAIN_EVERY_MS,
      firstDelayMs: 60_000,
      work: () => this.#maintain(),
    });
    this.#peripherals.start();
    if (this.#parts.store.recompute.unfinished) void this.recompute();
  }

  /** Display first, then the loops and jobs; what is learned and what waits is saved, and the database closed. */
  async stop(): Promise<void> {
    const { store, board } = this.#parts;
    await this.#peripherals.stop();
    await this.#loops.stop();
    await this.#jobs.stop();
    await board.close();
    this.#report('shutdown', 'info', 'The station was stopped in order');
    this.#save(true);
    store.close();
  }

  async #turn(): Promise<void> {
    this.#sampler.punctuality.turn();
    await this.#sampler.take();
    this.#peripherals.tell();
    this.#forecasts.idle();
  }

  /** One turn out of turn, for benchmarks and for whoever cannot wait two seconds. */
  sampleNow(): Promise<void> {
    return this.#sampler.take();
  }

  #tick({ row, raw }: BuiltTick): void {
    const { store } = this.#parts;
    store.attempt(() => store.ticks.append(row, raw));
    this.#rain.observe(row);
    this.#watch.tick(row, this.#forecasts.tick(row));
  }

  #shifted(signal: Exclude<Target, 'pressure'>, delta: number): void {
    this.#pipeline.parts.filters.shift(signal, delta);
    this.#sampler.shift(signal, delta);
    this.#forecasts.engine.shift(signal, delta);
    this.#rain.model.shift(signal, delta);
    if (this.#sampler.reading) this.#watch.shift(signal, delta, this.#sampler.reading);
    void this.#sampler.take(); // what is shown follows at once, not with the next turn
  }

  commitNow(): void {
    const { clock, store } = this.#parts;
    const startMs = clock.steadyMs();
    store.flush();
    this.#commits.add((clock.steadyMs() - startMs) / 1000);
  }

  #save(withHeads: boolean): void {
    const { clock, store } = this.#parts;
    if (withHeads) this.#headsSavedMs = clock.steadyMs();
    const all = [
      ...rememberedParts(this.#pipeline.parts),
      ...this.#rain.remembered(),
      ...this.#watch.remembered(),
      ...this.#upkeep.remembered(),
      ...this.#forecasts.remembered(withHeads),
    ];
    store.attempt(() => this.#memory.save(all, clock.nowS()));
  }

  #nextMaintenanceInS(): number {
    return Math.max(0, (this.#maintenanceDueMs - this.#parts.clock.steadyMs()) / 1000);
  }

  async #maintain(): Promise<void> {
    const { config, clock } = this.#parts;
    this.#maintenanceDueMs = clock.steadyMs() + MAINTAIN_EVERY_MS;
    await this.#upkeep.turn(this.#loops.signal);
    if (this.#watch.drift.retrainRequested) await this.train(config.forecast.train_at_start_hours);
  }

  get sampleCount(): number {
    return this.#sampler.count;
  }

  nowS(): number {
    return this.#parts.clock.nowS();
  }

  async telemetry(): Promise<Telemetry> {
    if (this.#sampler.reading === null) await this.#sampler.take();
    return this.#live();
  }

  #live(): Telemetry {
    const { board } = this.#parts;
    this.#telemetry ??= toTelemetry(this.#sampler.reading!, {
      health: this.#health(),
      noveltyD2: this.#watch.novelty.d2,
      simulated: board.kind === 'simulator',
    });
    return this.#telemetry;
  }

  #displayed(): DisplayState {
    const rain = this.#rain.model.probabilities?.rain ?? null;
    const animationS = this.#parts.clock.steadyMs() / 1000;
    return displayStateOf(this.#sampler.reading, this.#forecasts.engine.bundle(), rain, this.#health(), animationS);
  }

  #health(): Telemetry['health'] {
    return this.#watch.overall;
  }

  async streamMessage(): Promise<StreamMessage> {
    return {
      telemetry: await this.telemetry(),
      precipitation: this.precipitation() ?? {},
      health: this.#health(),
      drift_stress: Number(this.#watch.drift.stress.toFixed(3)),
      jobs: this.#jobs.list(),
    };
  }

  history(hours: number, maxPoints: number): History {
    return this.#parts.store.history.decimated(hours, maxPoints, this.nowS());
  }
  range(startS: number, endS: number, bucketS: number | undefined): HistoryRange {
    return this.#parts.store.history.range(startS, endS, bucketS);
  }
  daily(days: number): Daily {
    return this.#parts.store.history.daily(days, this.nowS());
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
    const { thermal, humidity } = this.#pipeline.parts;
    return describeMethods(config, { hardware: board.kind, kNow: thermal.k, humidityOffsetNow: humidity.offset });
  }

  forecast(refresh: boolean): ForecastBundle {
    return this.#forecasts.bundle(this.#sampler.now(this.nowS()), refresh);
  }
  outlook(): Outlook {
    return this.#forecasts.outlook();
  }
  scorecard(): Scorecard {
    return this.#forecasts.scorecard();
  }
  verify(): VerifyResult {
    return this.#forecasts.verify();
  }
  async train(hours: number): Promise<TrainResult | Refusal> {
    const result = await this.#forecasts.train(hours);
    if ('error' in result) return result;
    const { store, clock } = this.#parts;
    const nowS = this.nowS();
    const { signal } = this.#loops;
    if (signal.aborted) return result;
    await this.#watch.warmUp(store.ticks.pages(nowS - NOVELTY_WARM_UP_S, nowS), new Slicer(clock), signal);
    this.#watch.drift.retrained(); // also when the old heads proved better: one change, one training
    return result;
  }

  precipitation(): Precipitation | null {
    return this.#rain.model.bundle();
  }
  label(label: Label): LabelResult {
    const result = this.#rain.label(label, this.nowS());
    if (label.kind === 'window_open') this.#forecasts.engine.pause(label.tS + WINDOW_PAUSE_S);
    this.#report('label', 'info', `${label.kind} ${label.value} was reported`, {
      id: result.id,
      kind: label.kind,
      value: label.value,
    });
    return result;
  }
  undoLabel(id: number): LabelUndone | null {
    const undone = this.#rain.undo(id);
    if (undone) this.#report('label', 'info', `label ${id} was taken back`, { id });
    return undone;
  }

  anomaly(): Anomaly {
    return { ...this.#watch.anomaly(), events: this.#parts.store.events.recentOf(MONITOR_EVENTS, 20) };
  }
  models(): Models {
    return modelsOf(this.#pipeline.parts, this.#forecasts.internals, this.#rain.model);
  }
  nerd(): Nerd {
    return nerdOf(this.#pipeline.parts, this.#forecasts.internals, this.#rain.model, this.#watch.monitoring());
  }

  calibrate(referenceC: number): CalibrateResult | Refusal {
    return this.#calibrating.temperature(referenceC, this.nowS());
  }
  resetCalibration(): ThermalReset {
    return this.#calibrating.resetTemperature(this.nowS());
  }
  calibrateHumidity(referencePct: number): CalibrateHumidityResult | Refusal {
    return this.#calibrating.humidity(referencePct, this.nowS());
  }
  resetHumidityCalibration(): HumidityReset {
    return this.#calibrating.resetHumidity(this.nowS());
  }

  async recompute(): Promise<RecomputeResult | Refusal> {
    const { store, config } = this.#parts;
    const deriver = deriverOf(config, this.#pipeline.parts);
    const result = await this.#jobs.run('recompute', (handle) => store.recompute.run(deriver, handle));
    if (result === null) return { error: 'recompute was stopped with the station; it goes on at the next start' };
    if ('error' in result) return result;
    const { rows, changed, seconds } = result;
    this.#report(
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
      forecasts: this.#forecasts,
      thermal: this.#pipeline.parts.thermal,
      jobs: this.#jobs.list(),
      health: this.#health(),
      drift: {
        stress: this.#watch.drift.stress,
        retrainRequested: this.#watch.drift.retrainRequested,
        nextTrainInS: this.#watch.drift.retrainRequested ? this.#nextMaintenanceInS() : null,
      },
      peripherals: this.#peripherals,
      notices: [...this.#parts.notices, ...(store.finding ? [store.finding.text] : [])],
    });
  }
  events(limit: number): EventRecord[] {
    return this.#parts.store.events.recent(limit);
  }
  display(): DisplayPreview | null {
    return this.#peripherals.preview();
  }

  /** A fresh sample and a store that takes it. */
  ready(): Ready {
    const { config, store } = this.#parts;
    const { reading } = this.#sampler;
    const ageS = reading === null ? null : this.nowS() - reading.tS;
    const reason =
      ageS === null || ageS > FRESH_PERIODS * config.sensors.sample_interval_s
        ? 'no fresh sample'
        : (store.trouble?.text ?? null);
    return { ready: reason === null, sample_age_s: ageS, ...(reason !== null && { reason }) };
  }

  figures(): EngineFigures {
    return {
      missedSamples: this.#sampler.punctuality.missed,
      samplingLateness: this.#sampler.punctuality.lateness.summary(),
      storeCommits: this.#commits.summary(),
    };
  }
}
