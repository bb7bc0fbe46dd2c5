import { atMost, never, until } from '../../base/clock.ts';
import { inTurns, type Steps } from '../../base/steps.ts';
import { messageOf } from '../../base/system-error.ts';
import { rulesOf } from '../../config/alarm-rules.ts';
import { RULES_KEY } from '../../config/alarms.ts';
import type { AlarmEntry } from '../../contract/alarm-rule.ts';
import type { DisplayPreview, Pulse, Ready, StationStatus, StreamMessage } from '../../contract/status.ts';
import type { Telemetry } from '../../contract/telemetry.ts';
import type { Units } from '../../quantities/imperial.ts';
import { choice, sentence } from '../../words/sentence.ts';
import type { Speaker } from '../../words/speaker.ts';
import { tickRow } from '../air/scale/levels.ts';
import { alarmAnswers } from '../answers/alarms.ts';
import { careAnswers } from '../answers/care.ts';
import { forecastAnswers } from '../answers/forecasts.ts';
import { historyAnswers } from '../answers/history.ts';
import { importAnswers } from '../answers/imports.ts';
import { Live } from '../answers/live.ts';
import { noteAnswers } from '../answers/notes.ts';
import { rainAnswers } from '../answers/rain.ts';
import { watchAnswers } from '../answers/watch.ts';
import type { EngineFigures, StationApi } from '../api.ts';
import { Outbox } from '../outbox/outbox.ts';
import { type StationParts, withOwnAir } from '../parts.ts';
import { isReal } from '../sensors/sample.ts';
import type { Flagging } from '../subjects/flagging.ts';
import type { InputsRoom } from '../subjects/inputs.ts';
import type { Recomputing } from '../subjects/recomputing.ts';
import type { TickRow } from '../tick.ts';
import { type Composed, compose } from './compose.ts';
import { Turns } from './turns.ts';

/** Time limit for closing the bus at a stop, which has one second in all. A bus that hangs is abandoned: saving matters more. */
const ENDS_WITHIN_MS = 500;
const CLOSES_WITHIN_MS = 200;
/** Wait for a job that is deep in SQLite, once all is saved: who closes the database last brings its log in, and notes that. */
const JOBS_END_WITHIN_MS = 2_000;
/** Wait at a stop for another program's lock, without which nothing is saved. It fits into the limits of ending/stop-signals.ts. */
const LOCKED_OUT_FOR_MS = 2_000;
const LOCKED_OUT_AGAIN_MS = 250;
/** Slice of work during start, when every request is answered with the same refusal, but answered. */
const START_SLICE_MS = 5;

/** Start, loops and stop of a station. Its facets answer for what it knows, itself for the present values. */
export class Station implements StationApi {
  readonly history: StationApi['history'];
  readonly forecasts: StationApi['forecasts'];
  readonly calibration: StationApi['calibration'];
  readonly rain: StationApi['rain'];
  readonly notes: StationApi['notes'];
  readonly alarms: StationApi['alarms'];
  readonly inputs: InputsRoom;
  readonly care: StationApi['care'];
  readonly watch: StationApi['watch'];
  readonly recomputing: Recomputing;
  readonly quality: Flagging;
  readonly imports: StationApi['imports'];
  /** Outbox for connections: rows to send, and each receiver's progress. */
  readonly outbox: Outbox;
  readonly #composed: Composed;
  readonly #turns: Turns;
  readonly #live: Live;

  readonly timeZone: string;
  readonly units: Units;

  private readonly parts: StationParts;

  constructor(given: StationParts) {
    const parts = withOwnAir(given);
    this.parts = parts;
    const { config, clock, store, timeZone } = parts;
    this.timeZone = timeZone;
    this.units = config.site.units;
    const composed = compose(parts);
    this.#composed = composed;
    const { time, nowS, zone } = composed;
    const all = { ...parts, ...composed };
    this.history = historyAnswers(all);
    this.forecasts = forecastAnswers({ ...all, now: () => this.#now() });
    this.#turns = new Turns(parts, composed);
    this.calibration = composed.calibration;
    this.rain = rainAnswers(all);
    this.notes = noteAnswers(store);
    this.alarms = alarmAnswers(composed.alarming, nowS);
    this.inputs = composed.inputs;
    this.care = careAnswers(all);
    this.watch = watchAnswers(all);
    this.recomputing = composed.recomputing;
    this.quality = composed.flagging;
    this.imports = importAnswers(composed.importing);
    this.outbox = new Outbox({
      store,
      clock,
      zone,
      nowS,
      isConfirmed: () => time.isConfirmed,
      moving: () => composed.movedClock.going || time.isShifting,
      waitingS: () => time.waitingS,
    });
    const nextMaintenanceInS = () => this.#turns.maintenanceInS;
    this.#live = new Live({ ...composed, station: parts, rain: this.rain, nextMaintenanceInS });
  }

  /** The row of this very moment; null before there is one. */
  #now(): TickRow | null {
    const { sampler, scale, nowS } = this.#composed;
    const raw = sampler.now(nowS());
    return raw && tickRow(raw, scale.scaling.scale);
  }

  get alarmQueue() {
    return this.#composed.alarmQueue;
  }

  get version(): string {
    return this.parts.version;
  }

  /** The readings are simulated or replayed. */
  get isSimulated(): boolean {
    return !isReal(this.parts.board.kind);
  }

  /** A demonstration may be rehearsed at the owner's own broker, marked as simulated. */
  get isDemo(): boolean {
    return this.parts.demo ?? false;
  }

  /** Takes one sample, so that the first client finds one, then starts the loops. A start that fails leaves none of them. */
  async start(): Promise<void> {
    try {
      await this.#begin();
    } catch (error) {
      await this.#endLoops();
      await this.#closeBoard(); // nothing is saved: what was learned may not be recalled yet
      throw error;
    }
  }

  async #begin(): Promise<void> {
    const { board, config, notices, store, version } = this.parts;
    const { alarming, bus, forecasts, importing, movedClock, peripherals, rain, relearning } = this.#composed;
    const { aside, report, rescaling, sampler, scale } = this.#composed;
    await board.open();
    await alarming.begin();
    await this.#inTurns(forecasts.recall());
    // What a fault has left half moved must not keep the station from measuring.
    await this.#reportIfFailing('moving what a wrong clock has stamped', movedClock.finish());
    sampler.begin();
    report('startup', 'info', sentence('station.started', { version, board: choice(board.kind) }));
    for (const notice of notices) report('storage', 'warn', notice);
    bus.tell('labelled', null);
    rescaling.applyAtStart();
    await this.#inTurns(rain.catchUp(Number.MAX_SAFE_INTEGER));
    if (rain.isUnlearned) await this.#inTurns(rain.relearnLabels());
    const isNew = await this.#inTurns(forecasts.catchUp());
    const isOwed = store.imports.toLearn.get() !== null;
    importing.begin();
    if (!isOwed && isNew) aside('training', this.forecasts.train(config.forecast.train_at_start_hours));
    else if (!isOwed && (scale.usualIsOld || rain.isUnlearned)) relearning.usualAside();
    await sampler.take();
    this.#turns.begin();
    peripherals.start();
    this.recomputing.resume();
    this.quality.begin();
  }

  #inTurns<T>(steps: Steps<T>): Promise<T> {
    return inTurns(steps, this.parts.clock, START_SLICE_MS);
  }

  /** Aborts running and waiting jobs ahead of the stop, because long ones need time to end. */
  endJobs(): Promise<void> {
    return this.#composed.jobs.stop();
  }

  /** Jobs, display and loops end together; then what is learned and what waits is saved, and the database closed. */
  async stop(): Promise<void> {
    const { clock } = this.parts;
    const { movedClock, sampler } = this.#composed;
    await this.#endLoops();
    await this.#reportIfFailing('the last sample', atMost(ENDS_WITHIN_MS, clock, sampler.finish()));
    const due = Promise.resolve().then(() => movedClock.relearnLabelsBefore(Number.POSITIVE_INFINITY));
    await this.#reportIfFailing('learning again after a wrong clock', due);
    const scored = Promise.resolve().then(() => void this.forecasts.verify()); // since the last turn of that loop
    await this.#reportIfFailing('verification', scored);
    await this.#closeBoard();
    const locks = { clock, everyMs: LOCKED_OUT_AGAIN_MS, forMs: LOCKED_OUT_FOR_MS, signal: never };
    await this.#end(!(await until(() => this.commitNow(), locks)));
  }

  async #endLoops(): Promise<void> {
    const ends = [this.endJobs(), this.#composed.peripherals.stop(), this.#turns.stop()];
    await this.#reportIfFailing('the end of the loops', atMost(ENDS_WITHIN_MS, this.parts.clock, Promise.all(ends)));
  }

  #closeBoard(): Promise<void> {
    const { board, clock } = this.parts;
    return this.#reportIfFailing('closing the board', atMost(CLOSES_WITHIN_MS, clock, board.close()));
  }

  /** Last step of a stop: saves learned state and waiting rows, and closes the database. */
  async #end(isLockedOut: boolean): Promise<void> {
    const { clock, store, log } = this.parts;
    const { report, keeping, inputs, outdoors, memory } = this.#composed;
    if (isLockedOut) store.place.standAside();
    inputs.save();
    store.attempt(() => memory.save(outdoors.remembered(), this.nowS()));
    keeping.saveLast();
    if (store.trouble) report('shutdown', 'warn', sentence('station.stopped-unwritten'));
    else report('shutdown', 'info', sentence('station.stopped'));
    keeping.end();
    await atMost(JOBS_END_WITHIN_MS, clock, this.endJobs());
    const givenUp = store.close();
    if (givenUp > 0) log('error', `The disk cannot be written: ${givenUp} samples were dropped`);
    else if (store.place.isAside)
      log('warn', 'Another program has locked the database: the newest samples wait elsewhere for the next start');
  }

  /** Runs a step of the shutdown and logs its failure, so that the later steps run. */
  async #reportIfFailing(what: string, work: Promise<unknown>): Promise<void> {
    try {
      await work;
    } catch (error) {
      this.#composed.report('state', 'error', sentence('station.failed', { name: what, why: messageOf(error) }));
    }
  }

  /** Alarm rules of changed settings, in force at once. */
  takeRules(entries: readonly AlarmEntry[]): void {
    const { alarming, report } = this.#composed;
    alarming.alarms.take(rulesOf(entries));
    report('settings', 'info', sentence('settings.changed', { keys: [RULES_KEY] }));
  }

  /** Takes an extra sample, for benchmarks and tests: nothing else asks a station for one. */
  sampleNow(): Promise<void> {
    return this.#composed.sampler.take();
  }

  /** False when a heavy job or another program was just writing. */
  commitNow(): boolean {
    return this.#turns.commit();
  }

  get sampleCount(): number {
    return this.#composed.sampler.count;
  }
  nowS(): number {
    return this.#composed.nowS();
  }
  telemetry(): Promise<Telemetry> {
    return this.#live.telemetry();
  }
  streamMessage(): Promise<StreamMessage> {
    return this.#live.streamMessage();
  }
  status(speaker?: Speaker): StationStatus {
    return this.#live.status(speaker);
  }
  /** Free percent of the disk with the data; null before the first look. */
  diskFreePct(): number | null {
    return this.#composed.alarming.machine.values.disk();
  }
  display(): DisplayPreview | null {
    return this.#composed.peripherals.preview();
  }
  alive(): Pulse {
    return this.#live.alive();
  }
  ready(): Ready {
    return this.#live.ready();
  }
  figures(): EngineFigures {
    const { missed, lateness } = this.#composed.sampler.punctuality;
    return { missedSamples: missed, samplingLateness: lateness.summary(), storeCommits: this.#turns.commits.summary() };
  }
}
