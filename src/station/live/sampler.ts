import { anotherTurn, type Clock, Slicer } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Memory, Remembered } from '../learned/memory.ts';
import type { Report } from '../report.ts';
import type { Board, Sample } from '../sensors/sample.ts';
import type { Doubt } from '../store/said.ts';
import type { Store } from '../store/store.ts';
import type { RawTick } from '../tick.ts';
import { ClockGuard } from './clock-guard.ts';
import type { Moment, Segment, Step } from './clock-steps.ts';
import { told } from './clock-words.ts';
import { EvenTime, type EvenTimeState } from './even-time.ts';
import { Interrupted, RestOfSteps, SlicerUntil } from './interrupted-move.ts';
import { onlookers, Pipeline } from './pipeline.ts';
import { Pulse } from './pulse.ts';
import { Punctuality } from './punctuality.ts';
import type { Reading } from './reading.ts';
import { tellOf } from './sample-notices.ts';
import { StepQueue } from './step-queue.ts';
import { toRow } from './stored-row.ts';
import { TickBuilder } from './tick-builder.ts';

export interface SamplerParts {
  config: Config;
  clock: Clock;
  store: Store;
  board: Board;
  pipeline: Pipeline;
  report: Report;
  memory: Memory;
  outdoorC(): number | null;
  /** After each reading, also one that only shows. */
  onReading(reading: Reading): void;
  /** After each row of the five-minute grid. */
  onTick(tick: RawTick): void;
  /** What was learned goes to the disk, as it stands before another clock stamps samples. */
  save(): Promise<void>;
  /** What was said while no clock was believed belongs so much later. */
  saidMoved(byS: number, doubt: Doubt): void;
  /** What a killed program had said under such a clock has another time now: labels are to be learned again. */
  saidTakenUp(labelIds: readonly number[]): void;
  /** The clock was wrong: all that was stamped by it belongs so much later. False when the disk refused; it is asked again. */
  timeMoved(byS: number, slicer: Slicer): Promise<boolean>;
}

const VERSION = 1;
/** So many samples are stored within a turn; more are written beside the turns, in slices. */
const AT_ONCE = 4;
/** A long release is committed in pieces as small as this, each of some milliseconds. */
const COMMIT_EVERY = 25;
const SLICE_MS = 2;
/** Of a stop: what waits longer, a day of held samples, is left to the next start as it is. */
const WALKS_ON_FOR_MS = 250;

/** Stamps are stored in milliseconds. */
const APART_S = 0.0005;

/** A sample and the steady time it was taken at. */
interface Taken {
  sample: Sample;
  steadyS: number;
}

/** One turn after another: read the board, give the sample its time, walk it through the pipeline, queue its row. */
export class Sampler {
  readonly punctuality: Punctuality;
  readonly pulse: Pulse;
  readonly #parts: SamplerParts;
  readonly #even: EvenTime;
  readonly #steps = new StepQueue<Taken>();
  #guard: ClockGuard<Taken> | null = null;
  #ticks: TickBuilder;
  #reading: Reading | null = null;
  #count = 0;
  #sinceCommit = 0;
  #learned = 0;
  #finished = false;
  #leavesAtMs = Number.POSITIVE_INFINITY;
  /** The last of those that the stop before this start left. */
  #leftUntilS: number | null = null;
  /** A stop came in the middle of a move. */
  #interrupted = false;
  #owed: Segment | null = null;
  #turn: Promise<void> | null = null;
  #working: Promise<void> | null = null;
  /** Shows values while their time is not known: what it learns is thrown away. */
  #preview: Pipeline | null = null;

  constructor(parts: SamplerParts) {
    this.#parts = parts;
    const { config, clock, memory } = parts;
    const { sample_interval_s } = config.sensors;
    this.punctuality = new Punctuality(clock, sample_interval_s * 1000);
    this.pulse = new Pulse(clock, sample_interval_s);
    this.#ticks = this.freshTicks();
    this.#even = memory.revive(
      'even time',
      VERSION,
      () => new EvenTime(clock.boot ?? ''),
      (saved: EvenTimeState) => new EvenTime(clock.boot ?? '', saved),
    );
  }

  remembered(): Remembered[] {
    return [{ name: 'even time', version: VERSION, state: this.#even.toJSON() }];
  }

  get reading(): Reading | null {
    return this.#reading;
  }

  get count(): number {
    return this.#count;
  }

  /** Samples that taught something; what is only shown teaches nothing. */
  get learned(): number {
    return this.#learned;
  }

  /** The time, where something better than this machine's clock vouches for it. */
  get confirmedNowS(): number | null {
    return this.#guard?.confirmedNowS(this.#parts.clock.nowS()) ?? null;
  }

  /** The time that samples are stamped by. */
  nowS(): number {
    const { wallS, steadyMs } = this.#moment();
    return this.#guard?.nowS(wallS, steadyMs / 1000) ?? wallS;
  }

  /** When the store stands as it was left: the clock's story goes on from there. */
  begin(): void {
    this.#takeUpLeft();
    this.#guard ??= this.#freshGuard();
    const { store, clock, report, saidTakenUp } = this.#parts;
    if (!store.clock.words.inDoubt) return;
    const nowS = this.nowS();
    store.attempt(() => {
      const taken = store.clock.words.takeUp(clock.boot ?? '', nowS - this.#moment().steadyMs / 1000, nowS);
      if (taken === null) return;
      saidTakenUp(taken.labelIds);
      const { severity, detail, data } = told.takenUp(taken);
      report('clock', severity, detail, data);
    });
  }

  /** The row of this very moment, for a forecast asked for out of turn. */
  now(tS: number): RawTick | null {
    return this.#ticks.now(tS);
  }

  freshTicks(): TickBuilder {
    return new TickBuilder(this.#parts.config.sensors.sample_interval_s);
  }

  /** After a move: the running minute as the moved rows have it. */
  timeMoved(byS: number, ticks: TickBuilder): void {
    this.#even.timeMoved(byS);
    this.#ticks = ticks;
    if (this.#reading) this.#reading = { ...this.#reading, tS: this.#reading.tS + byS };
  }

  /** Another scale: what is shown while the time is unknown begins anew on it. */
  rescaled(): void {
    this.#preview = null;
  }

  /** Turns never overlap, whoever asks for one. */
  take(): Promise<void> {
    this.#turn ??= this.#sample().finally(() => {
      this.#turn = null;
    });
    return this.#turn;
  }

  /** The last word: what is held is stored, what waits is done. After this nothing is taken. */
  async finish(): Promise<void> {
    this.#finished = true;
    this.#leavesAtMs = this.#parts.clock.steadyMs() + WALKS_ON_FOR_MS;
    await this.#working; // a move ends at its next slice
    this.#steps.add(this.#guard?.release() ?? []);
    if (!this.#interrupted) await this.#work();
    this.#interrupted ||= this.#steps.first?.kind === 'move'; // the disk refuses it
    if (!this.#interrupted) this.#leave();
    const rest = new RestOfSteps<Taken>(this.#parts.store.clock.unfinished() !== null);
    await this.#workAfter(rest);
    if (rest.standsByNew) this.note();
  }

  /** What has its time and no turn any more: a day of held samples takes longer than a stop may. */
  #leave(): void {
    const { clock, store, report } = this.#parts;
    const all = this.#steps.takeStores().map(({ sample, tS }) => ({ ...sample, tS }));
    if (all.length === 0) return;
    if (!store.attempt(() => store.clock.left.put({ boot: clock.boot ?? '', all })))
      report('storage', 'error', `The disk took nothing: ${all.length} samples that waited for their turn may be lost`);
  }

  /** As if they had been taken just before this start, where steady time counts from another one. */
  #takeUpLeft(): void {
    const { clock, store } = this.#parts;
    const left = store.clock.left.load();
    if (left === null) return;
    const newestS = store.samples.newestTs() ?? Number.NEGATIVE_INFINITY;
    const lastS = left.all.at(-1)!.tS;
    const same = left.boot !== '' && left.boot === clock.boot;
    const nowSteadyS = this.#moment().steadyMs / 1000;
    const all = left.all.filter(({ tS }) => tS > newestS + APART_S);
    const samples = all.map(({ sample, steadyS, tS }) => ({
      sample: sample as Sample,
      steadyS: same ? steadyS : nowSteadyS - 1 - (lastS - tS),
    }));
    this.#leftUntilS = lastS;
    if (samples.length > 0)
      this.#steps.add([{ kind: 'release', samples, stamps: Float64Array.from(all, ({ tS }) => tS) }]);
    else this.#leftIsStored();
  }

  /** Asked again with the next sample where the disk is not ready. */
  #leftIsStored(): void {
    const { store } = this.#parts;
    if (!store.flush() || store.samples.queued > 0) return;
    this.#leftUntilS = null;
    store.attempt(() => store.clock.left.drop());
  }

  /** What waited for a move that goes on at the next start, be it that this stop interrupted it, or that the disk refused it. */
  async #workAfter(rest: RestOfSteps<Taken>): Promise<void> {
    const slicer = new Slicer(this.#parts.clock, SLICE_MS);
    for (let step = this.#steps.first; step !== undefined; step = this.#steps.first) {
      const adapted = rest.adapted(step);
      if (adapted) await this.#do(adapted);
      this.#steps.drop();
      await slicer.breathe();
    }
  }

  /** Where the clock of these samples stands, for the start after this one. */
  note(): void {
    const { store } = this.#parts;
    const segment = this.#guard?.segment ?? null;
    if (segment !== null && this.#owed === null && this.#steps.length === 0) {
      store.attempt(() => store.clock.note(segment));
    }
  }

  /** Wall and steady time together, and both before the slow read: between them the clock cannot jump. */
  #moment(): Moment {
    const { clock } = this.#parts;
    return {
      wallS: clock.nowS(),
      steadyMs: clock.steadyMs() + (clock.asleepMs?.() ?? 0),
      synchronised: clock.synchronised?.() ?? null,
    };
  }

  async #sample(): Promise<void> {
    const { board, report } = this.#parts;
    const moment = this.#moment();
    const sample = await board.read(moment.wallS);
    for (const { kind, severity, detail, data } of board.takeNotices()) report(kind, severity, detail, data);
    if (this.#finished) return;
    this.#guard ??= this.#freshGuard();
    const steps = this.#guard.take({ sample, steadyS: moment.steadyMs / 1000 }, moment);
    this.#steps.add(steps);
    // A turn never waits for a move, a long release or the saving of all that was learned: the next sample is due.
    const long = (kind: string) => kind === 'move' || (kind === 'begin' && this.#learned > 0);
    const soon = this.#working === null && this.#steps.length <= AT_ONCE + 3 && !steps.some(({ kind }) => long(kind));
    const before = this.#count;
    this.#working ??= this.#work().finally(() => {
      this.#working = null;
    });
    if (soon) await this.#working;
    if (this.#count === before) this.#show(sample, moment);
    this.pulse.beat(sample);
  }

  #freshGuard(): ClockGuard<Taken> {
    const { clock, store } = this.#parts;
    const storedS = store.samples.newestTs();
    const newestS = this.#leftUntilS === null ? storedS : Math.max(storedS ?? this.#leftUntilS, this.#leftUntilS);
    const segment = store.clock.newest();
    return new ClockGuard({
      newestS,
      segment,
      endBeforeS: segment && store.clock.endBefore(segment.fromS),
      boot: clock.boot ?? '',
    });
  }

  /** Works off what is to be done, in its order, a slice at a time. What the disk refuses is tried again with the next turn. */
  async #work(): Promise<void> {
    const { clock, store } = this.#parts;
    const slicer = new Slicer(clock, SLICE_MS);
    if (this.#owed) await this.#settle();
    for (let step = this.#steps.first; step !== undefined; step = this.#steps.first) {
      if (clock.steadyMs() >= this.#leavesAtMs && step.kind === 'store') return;
      if (!(await this.#do(step))) return;
      this.#steps.drop();
      if (this.#steps.length > AT_ONCE && this.#sinceCommit >= COMMIT_EVERY) {
        this.#sinceCommit = 0;
        await anotherTurn();
        store.flush();
        if (store.samples.queued > COMMIT_EVERY * 20) return; // nothing is given up: it waits here until the disk takes it
        await anotherTurn();
      }
      await slicer.breathe();
    }
  }

  async #do(step: Exclude<Step<Taken>, { kind: 'release' }>): Promise<boolean> {
    const { store, report, save } = this.#parts;
    switch (step.kind) {
      case 'store':
        if (store.clock.words.inDoubt) await store.attemptSlowly(() => store.clock.words.sure());
        this.#learn(step.sample, step.tS);
        return true;
      case 'begin':
        store.flush();
        // At a start the disk knows all there is; behind a move that was interrupted this is no state to go back to.
        if (this.#learned > 0 && !this.#interrupted) await save();
        this.#owed = step.segment;
        return this.#settle();
      case 'note':
        if (this.#owed) this.#owed = step.segment;
        else await store.attemptSlowly(() => store.clock.note(step.segment));
        return true;
      case 'confirm':
        if (this.#owed) this.#owed.confirmed = true;
        else await store.attemptSlowly(() => store.clock.confirm());
        return true;
      case 'doubt':
        await store.attemptSlowly(() => store.clock.words.doubt(step.doubt, step.fromTheStart));
        return true;
      case 'said':
        await store.attemptSlowly(() => this.#parts.saidMoved(step.byS, step.doubt));
        return true;
      case 'move':
        await this.#settle();
        return this.#owed === null && this.#move(step.byS);
      case 'tell':
        report('clock', step.event.severity, step.event.detail, step.event.data);
        return true;
    }
  }

  /** False when it is to be gone on with later: in the next turn, or at the next start. */
  async #move(byS: number): Promise<boolean> {
    try {
      return await this.#parts.timeMoved(byS, new SlicerUntil(() => this.#finished, this.#parts.clock, SLICE_MS));
    } catch (error) {
      if (!(error instanceof Interrupted)) throw error;
      this.#interrupted = true;
      return false;
    }
  }

  /** A segment that the disk did not take yet. Nothing of it is on the disk before it is. */
  async #settle(): Promise<true> {
    const { store } = this.#parts;
    const owed = this.#owed;
    if (owed && (await store.attemptSlowly(() => store.clock.begin(owed)))) this.#owed = null;
    return true;
  }

  #learn({ sample, steadyS }: Taken, tS: number): void {
    const { pipeline, store, report, outdoorC, onReading, onTick } = this.#parts;
    this.#preview = null;
    this.#learned += 1;
    this.#sinceCommit += 1;
    const learned = pipeline.learn(sample, tS, outdoorC(), this.#even.at(steadyS, tS));
    const { reading } = learned;
    tellOf(learned, pipeline.parts.orientation.takeMove(), report);
    store.samples.append(toRow(reading));
    if (this.#leftUntilS !== null && tS >= this.#leftUntilS) this.#leftIsStored();
    this.#reading = reading;
    this.#count += 1;
    onReading(reading);
    const tick = this.#ticks.add(reading);
    if (tick && !this.#interrupted) onTick(tick); // the next start makes the ticks of these rows
  }

  #show(sample: Sample, { wallS, steadyMs }: Moment): void {
    const { config, pipeline, outdoorC, onReading } = this.#parts;
    this.#preview ??= new Pipeline(config, onlookers(config, pipeline.parts));
    this.#reading = this.#preview.learn(
      sample,
      wallS,
      outdoorC(),
      this.#even.passing(steadyMs / 1000) ?? wallS,
    ).reading;
    this.#count += 1;
    onReading(this.#reading);
  }
}
