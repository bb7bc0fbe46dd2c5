import type { LabelResult } from '../contract/conditions.ts';
import type { EventRecord } from '../contract/events.ts';
import { displayStateOf } from './answers/display-state.ts';
import type { Label } from './api.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { DisplayState } from './display/state.ts';
import type { Heavy } from './heavy/heavy.ts';
import { Memory } from './learned/memory.ts';
import { Pipeline } from './live/pipeline.ts';
import { recallParts, rememberedParts } from './live/pipeline-memory.ts';
import { Sampler } from './live/sampler.ts';
import type { BuiltTick } from './live/tick-builder.ts';
import type { Report } from './report.ts';
import { Calibrating } from './rooms/calibration.ts';
import { Forecasts } from './rooms/forecasts.ts';
import { Jobs } from './rooms/jobs.ts';
import { pausedUntilS, WINDOW_PAUSE_S } from './rooms/open-window.ts';
import { Peripherals } from './rooms/peripherals.ts';
import { RainRoom } from './rooms/rain.ts';
import { Upkeep } from './rooms/upkeep.ts';
import { WatchRoom } from './rooms/watch.ts';
import type { Files } from './sensors/machine/files.ts';
import type { Board } from './sensors/sample.ts';
import type { Target } from './signals.ts';
import type { Store } from './store/store.ts';

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
  /** What happened before the station stood, in sentences for the user. */
  notices: readonly string[];
  log(severity: EventRecord['severity'], message: string): void;
}

/** Every room of the station, furnished from its memory, and what goes from one to the others: a row, a calibration, a label. */
export class Rooms {
  readonly jobs: Jobs;
  readonly pipeline: Pipeline;
  readonly sampler: Sampler;
  readonly forecasts: Forecasts;
  readonly rain: RainRoom;
  readonly watch: WatchRoom;
  readonly upkeep: Upkeep;
  readonly peripherals: Peripherals;
  readonly calibrating: Calibrating;
  readonly #parts: StationParts;
  readonly #memory: Memory;

  constructor(parts: StationParts) {
    this.#parts = parts;
    const { config, clock, store, heavy, board, timeZone } = parts;
    const { report } = this;
    this.#memory = new Memory(store.learned, report);
    this.jobs = new Jobs(clock);
    this.pipeline = new Pipeline(config, recallParts(this.#memory, config));
    const shared = { config, clock, store, heavy, timeZone, jobs: this.jobs, report, save: () => this.save(true) };
    this.forecasts = new Forecasts(shared, this.#memory);
    this.upkeep = new Upkeep({ ...shared, confirmedNowS: () => null }, this.#memory);
    this.rain = new RainRoom(config, store, this.#memory);
    const { filters } = this.pipeline.parts;
    this.watch = new WatchRoom(this.forecasts.engine, filters, board.kind !== 'replay', report, this.#memory);
    const hooks = {
      displayState: () => this.#displayed(),
      label: (value: 0 | 1) => this.label({ kind: 'rain', value, tS: clock.nowS(), note: 'joystick' }),
      report,
    };
    this.peripherals = new Peripherals(config, clock, parts.files, hooks, parts.inputRecordBytes);
    this.sampler = new Sampler({
      config,
      clock,
      store,
      board,
      pipeline: this.pipeline,
      report,
      outdoorC: () => this.peripherals.outdoorC,
      onReading: (reading) => this.watch.learn(reading),
      onTick: (tick) => this.#tick(tick),
    });
    this.calibrating = new Calibrating({
      parts: this.pipeline.parts,
      report,
      log: (entry) => store.calibrations.add(entry),
      shifted: (signal, delta) => this.#shifted(signal, delta),
      save: () => this.save(false),
    });
  }

  readonly report: Report = (kind, severity, detail, data) => {
    const { store, clock, log } = this.#parts;
    store.events.add({ ts: clock.nowS(), kind, severity, detail, ...(data && { data }) });
    log(severity, detail);
  };

  /** What was learned, in one transaction. The forecast heads are big and slow to change: they are left out unless `withHeads`. */
  save(withHeads: boolean): void {
    const { clock, store } = this.#parts;
    const all = [
      ...rememberedParts(this.pipeline.parts),
      ...this.rain.remembered(),
      ...this.watch.remembered(),
      ...this.upkeep.remembered(),
      ...this.forecasts.remembered(withHeads),
    ];
    store.attempt(() => this.#memory.save(all, clock.nowS()));
  }

  label(label: Label): LabelResult {
    const result = this.rain.label(label, this.#parts.clock.nowS());
    this.heedWindows();
    const { kind, value } = label;
    this.report('label', 'info', labelInWords(kind, value), { id: result.id, kind, value });
    return result;
  }

  /** After every change of the labels, and at the start. */
  heedWindows(): void {
    const { clock, store } = this.#parts;
    this.forecasts.engine.pause(pausedUntilS(store.labels.since(clock.nowS() - WINDOW_PAUSE_S)));
  }

  #tick({ row, raw }: BuiltTick): void {
    const { store } = this.#parts;
    store.attempt(() => store.ticks.append(row, raw));
    this.rain.observe(row);
    this.watch.tick(row, this.forecasts.tick(row));
  }

  /** The scale of a signal has moved: everything that holds a level on the old one moves along. */
  #shifted(signal: Exclude<Target, 'pressure'>, delta: number): void {
    this.pipeline.parts.filters.shift(signal, delta);
    this.sampler.shift(signal, delta);
    this.forecasts.engine.shift(signal, delta);
    this.rain.model.shift(signal, delta);
    if (this.sampler.reading) this.watch.shift(signal, delta, this.sampler.reading);
    void this.sampler.take(); // what is shown follows at once, not with the next turn
  }

  #displayed(): DisplayState {
    const rain = this.rain.probability(this.sampler.reading?.tS ?? this.#parts.clock.nowS());
    const animationS = this.#parts.clock.steadyMs() / 1000;
    const forecast = this.forecasts.engine.bundle();
    return displayStateOf(this.sampler.reading, forecast, rain, this.watch.overall, animationS);
  }
}

/** What somebody said, as one would say it; the number is in the event's data. */
function labelInWords(kind: string, value: number): string {
  if (kind === 'rain') return value >= 0.5 ? 'somebody said that it rains' : 'somebody said that it is dry';
  const what = kind.replaceAll('_', ' ');
  return value >= 0.5 ? `somebody said: ${what}` : `somebody said: no ${what}`;
}
