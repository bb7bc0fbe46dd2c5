import type { LabelResult } from '../contract/conditions.ts';
import type { EventRecord } from '../contract/events.ts';
import { DAY_S } from '../durations.ts';
import { displayStateOf } from './answers/display-state.ts';
import type { Label, Refusal } from './api.ts';
import { anotherTurn, type Clock, Slicer } from './clock.ts';
import type { Config } from './config.ts';
import type { DisplayState } from './display/state.ts';
import { TICKS_HELD_S } from './forecast/heads/history.ts';
import type { Heavy } from './heavy/heavy.ts';
import { Memory, type Remembered } from './learned/memory.ts';
import { Pipeline } from './live/pipeline.ts';
import { recallParts, rememberedCompensators, rememberedParts } from './live/pipeline-memory.ts';
import { Sampler } from './live/sampler.ts';
import type { Report } from './report.ts';
import { Calibrating } from './rooms/calibration.ts';
import { Forecasts, LOOK_BACK_S } from './rooms/forecasts.ts';
import { Jobs } from './rooms/jobs.ts';
import { timeMoved } from './rooms/moved-clock.ts';
import { pausedUntilS, WINDOW_PAUSE_S } from './rooms/open-window.ts';
import { Peripherals } from './rooms/peripherals.ts';
import { RainRoom } from './rooms/rain.ts';
import { Rescue, tellingDamage } from './rooms/rescue.ts';
import { type ScaleChange, ScaleRoom } from './rooms/scale-room.ts';
import { Upkeep } from './rooms/upkeep.ts';
import { WatchRoom } from './rooms/watch.ts';
import { meanStep, tickRow, tickRows } from './scale/levels.ts';
import type { Files } from './sensors/machine/files.ts';
import type { Board } from './sensors/sample.ts';
import type { Doubt } from './store/said.ts';
import type { Store } from './store/store.ts';
import { type RawTick, TICK_S, type TickRow } from './tick.ts';

const TICKS_A_DAY = DAY_S / TICK_S;
/** What rain looks back on. */
const RAIN_CATCH_UP_S = 2 * DAY_S;
const SLICE_MS = 3;

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
  /** Why the store is one that does not last, in a sentence; absent or null for one that does. */
  unstored?: string | null;
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
  readonly scale: ScaleRoom;
  readonly rescue: Rescue;
  readonly #parts: StationParts;
  readonly #memory: Memory;
  #ended = false;
  /** Moved rows are being lived through once more. */
  #again = false;
  #untaught = false;
  #justRescaled = false;
  /** Labels whose lessons have to be learned anew, in their order, as the rows of their time come. */
  #toHear: { id: number; tS: number }[] = [];
  /** Nothing is left of what was learned from the history: the station trains anew. */
  untaught: () => void = () => {};

  constructor(parts: StationParts) {
    this.#parts = parts;
    const { config, clock, store, board, timeZone } = parts;
    const heavy = tellingDamage(parts.heavy, store);
    const { report } = this;
    const learned = {
      load: (name: string, version: number) => store.learned.load(name, version),
      saveAll: (states: readonly Remembered[], savedTs: number) => store.learned.saveAll(states, savedTs),
      saveLater: (state: Remembered, savedTs: number) => store.learned.saveLater(state, savedTs),
    };
    this.#memory = new Memory(learned, report);
    this.jobs = new Jobs(clock, (name) => store.atHome || name === 'salvage');
    this.pipeline = new Pipeline(config, recallParts(this.#memory, config));
    this.scale = new ScaleRoom({ config, clock, store, compensators: this.pipeline.parts }, this.#memory);
    const { scaling } = this.scale;
    const save = async () => {
      this.save();
      await anotherTurn();
      await this.saveHeads();
    };
    const shared = { config, clock, store, heavy, timeZone, jobs: this.jobs, scaling, report, save };
    this.forecasts = new Forecasts(shared, this.#memory);
    this.upkeep = new Upkeep({ ...shared, confirmedNowS: () => this.sampler.confirmedNowS }, this.#memory);
    this.rain = new RainRoom(config, store, scaling, this.#memory);
    const { filters } = this.pipeline.parts;
    this.watch = new WatchRoom(this.forecasts.engine, filters, board.kind !== 'replay', report, this.#memory);
    const hooks = {
      displayState: () => this.#displayed(),
      label: (value: 0 | 1) => {
        const result = this.label({ kind: 'rain', value, tS: this.nowS(), note: 'joystick' });
        if ('error' in result) report('label', 'warn', result.error); // a finger on the board hears no answer
      },
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
      memory: this.#memory,
      save: () => this.#saveWhole(),
      saidMoved: (byS, doubt) => this.#saidMoved(byS, doubt),
      saidTakenUp: (labelIds) => this.#relearnLabels(labelIds),
      timeMoved: (byS, slicer) => this.#timeMoved(byS, slicer),
    });
    this.rescue = new Rescue({ clock, store, heavy, jobs: this.jobs, report });
    this.calibrating = new Calibrating({
      parts: this.pipeline.parts,
      report,
      commit: (entry) => {
        const change = this.scale.change(entry.ts, () => {
          store.calibrations.add(entry);
          this.#memory.save(rememberedCompensators(this.pipeline.parts), entry.ts);
        });
        if (change && 'error' in change) return change;
        if (change) this.#rescaled(change);
        return null;
      },
      logged: () => store.calibrations.all(),
    });
  }

  /** The time samples are stamped by: the clock's, unless that is not believed. */
  nowS(): number {
    return this.sampler?.nowS() ?? this.#parts.clock.nowS();
  }

  readonly report: Report = (kind, severity, detail, data) => {
    const { store, log } = this.#parts;
    if (this.#again && (kind === 'novelty' || kind === 'drift')) return; // was told when it was lived through first
    store.events.add({ ts: this.nowS(), kind, severity, detail, ...(data && { data }) });
    log(severity, detail);
  };

  /** What was learned, in one transaction. The forecast heads are big and slow to change: see `saveHeads`. */
  save(): void {
    const { clock, store } = this.#parts;
    store.attempt(() => this.#memory.save(this.#small(), clock.nowS()));
    this.sampler.note();
  }

  /** Everything as of one moment: what the station may have to go back to. */
  #saveWhole(): void {
    const { clock, store } = this.#parts;
    store.attempt(() => this.#memory.save([...this.#small(), ...this.forecasts.rememberedHeads()], clock.nowS()));
  }

  /** One head after another, with a turn of the event loop between: all at once would keep a sample waiting. */
  async saveHeads(): Promise<void> {
    const { clock, store } = this.#parts;
    for (const head of this.forecasts.rememberedHeads()) {
      if (this.#ended) return;
      store.attempt(() => this.#memory.saveLater(head, clock.nowS()));
      await anotherTurn();
    }
  }

  #small(): Remembered[] {
    return [
      ...rememberedParts(this.pipeline.parts),
      ...this.sampler.remembered(),
      ...this.rain.remembered(),
      ...this.watch.remembered(),
      ...this.upkeep.remembered(),
      ...this.scale.remembered(),
      ...this.forecasts.remembered(),
    ];
  }

  /** The newest rows of the grid before a moment. */
  catchUpRain(beforeS: number): void {
    const { ticks } = this.#parts.store;
    const newestS = ticks.latest(1)[0]?.tS ?? 0;
    for (const page of ticks.pages(Math.min(newestS, beforeS) - RAIN_CATCH_UP_S, beforeS))
      for (const raw of page) this.rain.observe(tickRow(raw, this.scale.scaling.scale));
  }

  /** A move that was interrupted by a stop, before anything else. */
  async finishMove(): Promise<void> {
    const unfinished = this.#parts.store.clock.unfinished();
    if (unfinished) await this.#timeMoved(unfinished.byMs / 1000, new Slicer(this.#parts.clock, SLICE_MS));
  }

  /** Everyone who holds a time hears of it here, and in no other way. False when the disk refused: the move goes on later. */
  async #timeMoved(byS: number, slicer: Slicer): Promise<boolean> {
    const { config, store } = this.#parts;
    if (!store.flush() || store.trouble) return false;
    return store.attemptSlowly(async () => {
      this.#again = true;
      try {
        const moved = await timeMoved(byS, {
          config,
          store,
          parts: this.pipeline.parts,
          slicer,
          freshTicks: () => this.sampler.freshTicks(),
          reload: (beforeS) => this.#reload(beforeS),
          tick: (raw) => this.#tick(raw),
          rescaled: (signal, tS) => this.#releveled(tS, [signal]),
        });
        this.sampler.timeMoved(moved.byS, moved.ticks);
        this.heedWindows();
        if (moved.rescaled) this.relearnAside();
      } finally {
        this.#again = false;
      }
      this.save();
      await this.saveHeads();
      if (this.#untaught) this.untaught();
    });
  }

  /** What was said while samples were held: a lesson taken from the wrong hour is taken back and learned from the right one. */
  #saidMoved(byS: number, doubt: Doubt): void {
    const { words } = this.#parts.store.clock;
    const ids = words.labelsSinceMark();
    words.shift(byS, doubt);
    this.#relearnLabels(ids);
  }

  #relearnLabels(ids: readonly number[]): void {
    for (const id of ids) this.rain.unlearn(id);
    this.#hearAgain(ids);
    this.heedWindows();
  }

  #hearAgain(labelIds: readonly number[]): void {
    const { labels } = this.#parts.store;
    this.#toHear = labelIds.map((id) => ({ id, tS: labels.get(id)!.givenTs })).sort((a, b) => a.tS - b.tS);
  }

  /** What was learned by time of day goes back to before a moment. Saved on another scale or not: it is on the one in force then. */
  #reload(beforeS: number): void {
    this.pipeline.parts.sky = recallParts(this.#memory, this.#parts.config).sky;
    this.rain.reload();
    this.watch.reload(this.#memory);
    this.#hearAgain(this.#parts.store.clock.said().labelIds);
    this.#untaught = this.forecasts.reload(this.#memory, beforeS);
    if (this.#parts.store.clock.said().calibrationIds.length > 0) this.#releveled(beforeS, []);
    this.catchUpRain(beforeS);
  }

  #releveled(untilS: number, moved: ('temperature' | 'humidity')[]): void {
    const raw = [...this.#parts.store.ticks.pages(untilS - LOOK_BACK_S, untilS)].flat();
    const rows = tickRows(raw, this.scale.scaling.scale);
    if (rows.length === 0) return;
    this.forecasts.engine.relevelDayMeans(rows);
    this.forecasts.engine.relevel(rows, moved);
    this.rain.model.relevel(rows);
    this.watch.relevel(rows, moved);
  }

  label(label: Label): LabelResult | Refusal {
    const result = this.rain.label(label, this.nowS());
    if ('error' in result) return result;
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

  #tick(raw: RawTick): void {
    const { store } = this.#parts;
    const row = tickRow(raw, this.scale.scaling.scale);
    for (let next = this.#toHear[0]; next && next.tS < raw.tS; next = this.#toHear[0]) {
      this.rain.hear(next.id);
      this.#toHear.shift();
    }
    store.attempt(() => store.ticks.append(raw, row));
    this.rain.observe(row);
    this.watch.tick(row, this.forecasts.tick(row));
  }

  /** The row of this very moment; null before there is one. */
  now(): TickRow | null {
    const raw = this.sampler.now(this.#parts.clock.nowS());
    return raw && tickRow(raw, this.scale.scaling.scale);
  }

  /** At the start: what was saved may be on another scale than the settings and compensators make now. */
  settle(): void {
    if (this.forecasts.engine.newestS === null && this.forecasts.engine.climatology.historyDays === 0) {
      this.scale.levelled();
      this.scale.relearned(); // nothing was learned on any scale
      return;
    }
    const change = this.scale.changedMeanwhile();
    if (!change) return;
    for (const signal of change.moved) {
      const { before, after } = this.scale.step(change)[signal];
      const word = signal === 'temperature' ? 'Temperature' : 'Humidity';
      const data = { signal, before, after };
      this.report('discontinuity', 'info', `${word} steps here by a changed setting, not by weather`, data);
    }
    if (change.from && change.from.altitudeM !== change.to.altitudeM) {
      const text = `The altitude is ${change.to.altitudeM} m and was ${change.from.altitudeM} m`;
      const data = { from_m: change.from.altitudeM, to_m: change.to.altitudeM };
      this.report('settings', 'info', `${text}: sea-level pressure is made anew in the whole history`, data);
    }
    this.#rescaled(change);
  }

  /** Another scale is in force: whatever holds a level derives it anew from raw values; nothing learns it as weather. */
  #rescaled(change: ScaleChange): void {
    const { store, clock } = this.#parts;
    const { from, to, moved } = change;
    const { engine } = this.forecasts;
    const newestS = engine.newestS ?? clock.nowS();
    const raw = [...store.ticks.pages(newestS - (from ? TICKS_HELD_S : LOOK_BACK_S), newestS)].flat();
    const rows = tickRows(raw, to);
    const step = this.scale.step(change);
    for (const signal of moved) {
      const { before, after } = step[signal];
      if (before !== null && after !== null) this.pipeline.parts.filters.shift(signal, after - before);
    }
    if (from) engine.moveUsual(meanStep(tickRows(raw.slice(-TICKS_A_DAY), from), rows.slice(-TICKS_A_DAY)));
    else engine.relevelDayMeans(rows);
    this.forecasts.relevel(rows, moved);
    this.rain.model.relevel(rows);
    this.watch.relevel(rows, moved);
    this.scale.levelled();
    if (!this.#justRescaled) this.aside('a change of scale', this.#afterRescaling());
    this.#justRescaled = true;
  }

  /**
   * What can wait for another turn of the event loop, once for all changes of this one. Where the power fails before, the next start
   * derives everything once more.
   */
  async #afterRescaling(): Promise<void> {
    const { count } = this.sampler;
    await anotherTurn();
    this.#justRescaled = false;
    if (this.#ended) return;
    this.save();
    // What is shown follows at once, not with the next sample.
    if (this.sampler.count === count) this.aside('a sample out of turn', this.sampler.take());
    await anotherTurn();
    if (!this.#ended) this.relearnAside();
  }

  /** When it fails it is begun again at the next start. */
  relearnAside(): void {
    this.aside('learning anew what is usual', this.relearn());
  }

  /** What nobody waits for must not end the process when it fails: it is told like the failure of a loop. */
  aside(name: string, work: Promise<unknown>): void {
    work.catch((error: unknown) => {
      if (this.#ended) return; // it outlived the store, as a read that hangs may
      this.report('state', 'error', `${name} failed: ${error instanceof Error ? error.message : String(error)}`);
    });
  }

  /** The last of everything: what is learned and what waits is saved, the database closed. */
  end(): void {
    const { store } = this.#parts;
    this.report('shutdown', 'info', 'The station was stopped in order');
    this.#saveWhole();
    this.#ended = true;
    const givenUp = store.close();
    if (givenUp > 0) this.#parts.log('error', `The disk takes nothing: ${givenUp} samples had to be given up`);
  }

  /** What is usual, from all that is stored, on the scale in force. */
  async relearn(): Promise<void> {
    const { store, clock, heavy } = this.#parts;
    const { engine } = this.forecasts;
    const { scaling } = this.scale;
    const { settings } = engine;
    const learned = await this.jobs.run('relearn', ({ signal, progress }) =>
      scaling.onOneScale(signal, (scale, stopping) =>
        heavy.run(
          'relearn',
          { settings, rain: this.rain.settings, scale, nowS: clock.nowS() },
          { signal: stopping, progress },
        ),
      ),
    );
    if (learned === null || 'error' in learned) return; // stopped, or running already: that run starts over by itself
    const since = [...store.ticks.pages(learned.untilS, engine.newestS ?? learned.untilS)].flat();
    this.watch.adopt(learned.novelty);
    this.rain.model.adopt(learned.rain);
    const rows = tickRows(since, scaling.scale);
    engine.adoptDayMeans(learned.dayMean, rows);
    engine.adoptClimate(learned.climate, rows, (row) => this.watch.follow(row));
    this.scale.relearned();
    await anotherTurn();
    if (!this.#ended) this.save();
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
