import type { Clock } from '../base/clock.ts';
import type { Config } from '../config/config.ts';
import type { EventRecord } from '../contract/events.ts';
import { type Sentence, sentence } from '../words/sentence.ts';
import { tickRow } from './air/scale/levels.ts';
import { displayStateOf } from './answers/display-state.ts';
import type { DisplayState } from './display/state.ts';
import type { Heavy } from './heavy/heavy.ts';
import { Memory, type Remembered, type Written } from './learned/memory.ts';
import type { Report } from './report.ts';
import { Calibrating } from './rooms/calibration.ts';
import { Forecasts } from './rooms/forecasts.ts';
import { VersionInForce } from './rooms/in-force.ts';
import { Jobs } from './rooms/jobs.ts';
import { Keeping } from './rooms/keeping.ts';
import { Labelling } from './rooms/labelling.ts';
import { MovedClock } from './rooms/moved-clock.ts';
import { Peripherals } from './rooms/peripherals.ts';
import { RainRoom } from './rooms/rain.ts';
import { Relearning } from './rooms/relearning.ts';
import { Rescaling } from './rooms/rescaling.ts';
import { Rescue, tellingDamage } from './rooms/rescue.ts';
import { ScaleRoom } from './rooms/scale-room.ts';
import { Training } from './rooms/training.ts';
import { Upkeep } from './rooms/upkeep.ts';
import { WatchRoom } from './rooms/watch.ts';
import { Pipeline } from './sampling/pipeline.ts';
import { recallParts, rememberedCompensators, rememberedParts } from './sampling/pipeline-memory.ts';
import { Sampler } from './sampling/sampler.ts';
import type { Files } from './sensors/machine/files.ts';
import type { Board } from './sensors/sample.ts';
import type { Store } from './store/store.ts';
import type { RawTick, TickRow } from './tick.ts';

export interface StationParts {
  config: Config;
  version: string;
  clock: Clock;
  /** IANA name in force. */
  timeZone: string;
  store: Store;
  /** Where work goes that would keep the samples waiting. */
  heavy: Heavy;
  board: Board;
  /** The machine's device files; null where no hardware is looked for. */
  files: Files | null;
  /** Size of a record of an input device: 16 in a 32-bit process. */
  inputRecordBytes?: 16 | 24;
  /** Notices from before the station existed, as sentences. */
  notices: readonly Sentence[];
  /** Its weather is made up for whoever tries it; absent for a station that is used. */
  demo?: boolean;
  /** Nobody has placed it or written a setting yet; absent for a station that somebody knows. */
  firstRun?: boolean;
  /** Why the store is one that does not last, in a sentence; absent or null for one that does. */
  unstored?: string | null;
  log(severity: EventRecord['severity'], message: string): void;
}

/** Every room of the station, furnished from its memory, and what every row of the grid does to them. */
export class Rooms {
  readonly jobs: Jobs;
  readonly pipeline: Pipeline;
  readonly sampler: Sampler;
  readonly forecasts: Forecasts;
  readonly training: Training;
  readonly rain: RainRoom;
  readonly watch: WatchRoom;
  readonly upkeep: Upkeep;
  readonly inForce: VersionInForce;
  readonly peripherals: Peripherals;
  readonly calibrating: Calibrating;
  readonly labelling: Labelling;
  readonly scale: ScaleRoom;
  readonly rescaling: Rescaling;
  readonly movedClock: MovedClock;
  readonly keeping: Keeping;
  readonly rescue: Rescue;
  readonly #parts: StationParts;

  constructor(parts: StationParts) {
    this.#parts = parts;
    const { config, clock, store, board, timeZone } = parts;
    const heavy = tellingDamage(parts.heavy, store);
    const { report } = this;
    const nowS = () => this.nowS();
    const learned = {
      load: (name: string, version: number) => store.learned.load(name, version),
      putAll: (written: readonly Written[], savedTs: number) => store.learned.putAll(written, savedTs),
      saveLater: (state: Remembered, savedTs: number) => store.learned.saveLater(state, savedTs),
    };
    const memory = new Memory(learned, report);
    this.keeping = new Keeping({
      clock,
      store,
      memory,
      small: () => this.#remembered(),
      heads: () => this.forecasts.rememberedHeads(),
      moment: () => `${this.sampler.learned} ${this.scale.scaling.epoch}`,
      note: () => this.sampler.note(),
    });
    this.jobs = new Jobs(clock, (name) => store.atHome || name === 'salvage');
    this.pipeline = new Pipeline(config, recallParts(memory, config));
    this.scale = new ScaleRoom({ config, clock, store, compensators: this.pipeline.parts }, memory);
    const { scaling } = this.scale;
    const shared = { config, clock, store, heavy, timeZone, jobs: this.jobs, scaling, nowS, report };
    this.forecasts = new Forecasts(shared, memory);
    this.upkeep = new Upkeep({ ...shared, confirmedNowS: () => this.sampler.confirmedNowS }, memory);
    this.inForce = new VersionInForce(parts.version, clock.nowS(), memory);
    this.rain = new RainRoom(config, store, scaling, memory);
    const { filters } = this.pipeline.parts;
    this.watch = new WatchRoom(this.forecasts.engine, filters, board.kind !== 'replay', report, memory);
    const { pipeline, scale, forecasts, rain, watch, keeping } = this;
    const relearning = new Relearning({ ...shared, scale, forecasts, rain, watch, keeping });
    this.training = new Training({ ...shared, forecasts, relearning }, memory);
    this.labelling = new Labelling({ store, rain, forecasts, nowS, report });
    const hooks = {
      displayState: () => this.#displayed(),
      label: (value: 0 | 1) => {
        const result = this.labelling.label({ kind: 'rain', value, tS: this.nowS(), note: 'joystick' });
        if ('error' in result) report('label', 'warn', sentence('label.refused', { why: result.error })); // a finger on the board hears no answer
        return !('error' in result);
      },
      report,
    };
    this.peripherals = new Peripherals(config, clock, parts.files, hooks, parts.inputRecordBytes);
    const tick = (raw: RawTick) => this.#tick(raw);
    this.sampler = new Sampler({
      config,
      clock,
      store,
      board,
      pipeline,
      report,
      outdoorC: () => this.peripherals.outdoorC,
      onReading: (reading) => watch.learn(reading),
      onTick: tick,
      memory,
      save: () => this.keeping.save(),
      saidMoved: (byS, doubt) => this.movedClock.saidMoved(byS, doubt),
      saidTakenUp: (labelIds) => this.movedClock.relearnLabels(labelIds),
      timeMoved: (byS, slicer) => this.movedClock.timeMoved(byS, slicer),
    });
    const { sampler, labelling } = this;
    const aside = (name: string, work: Promise<unknown>) => this.aside(name, work);
    const levels = { clock, store, pipeline, scale, forecasts, rain, watch, relearning, report };
    this.rescaling = new Rescaling({ ...levels, sampler, keeping, aside });
    const { rescaling } = this;
    const learners = { pipeline, sampler, forecasts, rain, watch, labelling, rescaling, scale };
    const storeTick = (raw: RawTick) => void this.#storeTick(raw);
    this.movedClock = new MovedClock({ config, clock, store, memory, ...learners, keeping, storeTick });
    this.rescue = new Rescue({ clock, store, heavy, jobs: this.jobs, report });
    this.calibrating = new Calibrating({
      parts: pipeline.parts,
      report,
      commit: (entry) => {
        const change = scale.change(entry.ts, () => {
          store.calibrations.add(entry);
          memory.save(rememberedCompensators(pipeline.parts), entry.ts);
        });
        if (change && 'error' in change) return change;
        if (change) rescaling.rescaled(change);
        return null;
      },
      logged: () => store.calibrations.all(),
    });
  }

  /** The time samples are stamped by: the clock's, unless that is not believed. */
  nowS(): number {
    return this.sampler?.nowS() ?? this.#parts.clock.nowS();
  }

  readonly report: Report = (kind, severity, { detail, said }, data) => {
    const { store } = this.#parts;
    store.events.add({ ts: this.nowS(), kind, severity, detail, said, ...(data && { data }) });
  };

  /** Without the forecast heads, which are big and slow to change. */
  *#remembered(): Generator<Remembered> {
    yield* rememberedParts(this.pipeline.parts);
    yield* this.sampler.remembered();
    yield* this.rain.remembered();
    yield* this.watch.remembered();
    yield* this.upkeep.remembered();
    yield* this.inForce.remembered();
    yield* this.scale.remembered();
    yield* this.forecasts.remembered();
    yield* this.training.remembered();
  }

  #tick(raw: RawTick): void {
    this.movedClock.hearBefore(raw.tS);
    const row = this.#storeTick(raw);
    this.rain.observe(row);
    this.watch.tick(row, this.forecasts.tick(row));
  }

  #storeTick(raw: RawTick): TickRow {
    const { store } = this.#parts;
    const row = tickRow(raw, this.scale.scaling.scale);
    store.owe(() => store.ticks.append(raw, row));
    return row;
  }

  /** The row of this very moment; null before there is one. */
  now(): TickRow | null {
    const raw = this.sampler.now(this.nowS());
    return raw && tickRow(raw, this.scale.scaling.scale);
  }

  /** Runs work in the background: a failure is reported like that of a loop, and does not end the process. */
  aside(name: string, work: Promise<unknown>): void {
    work.catch((error: unknown) => {
      if (this.keeping.ended) return; // it outlived the store, as a read that hangs may
      const why = error instanceof Error ? error.message : String(error);
      this.report('state', 'error', sentence('station.failed', { name, why }));
    });
  }

  /** The last of everything: what is learned and what waits is saved, the database closed. */
  end(): void {
    const { store, log } = this.#parts;
    this.report('shutdown', 'info', sentence('station.stopped'));
    this.keeping.saveLast();
    this.keeping.end();
    const givenUp = store.close();
    if (givenUp > 0) log('error', `The disk takes nothing: ${givenUp} samples had to be given up`);
  }

  #displayed(): DisplayState {
    const rain = this.rain.probability(this.sampler.reading?.tS ?? this.#parts.clock.nowS());
    const animationS = this.#parts.clock.steadyMs() / 1000;
    const forecast = this.forecasts.engine.bundle();
    return displayStateOf(this.sampler.reading, forecast, rain, this.watch.overall, animationS);
  }
}
