import { anotherTurn, Slicer } from '../../base/clock.ts';
import { messageOf } from '../../base/system-error.ts';
import { sentence } from '../../words/sentence.ts';
import type { ClockStep } from './clock/steps.ts';
import { HELD_AT_MOST } from './clock/verdict.ts';
import type { ClockMove } from './clock/words.ts';
import { DeferredSegment } from './deferred-segment.ts';
import { Interrupted, type OneStep, RestOfSteps, SlicerUntil } from './interrupted-move.ts';
import type { LeftBehind, Taken } from './left-behind.ts';
import type { SamplerParts } from './sampler-parts.ts';
import { StepQueue } from './step-queue.ts';

/** Samples stored within one turn; more are written between turns, in slices. */
const AT_ONCE = 4;
/** A long release is committed in pieces as small as this, each of some milliseconds. */
const COMMIT_EVERY = 25;
const SLICE_MS = 2;
/** Time limit at a stop: what waits longer, such as a day of held samples, is left to the next start. */
const WALKS_ON_FOR_MS = 250;

/** Executes the steps of a clock repair in order: stores samples, begins segments, moves rows. */
export class Walk {
  /** A move has been left to the next start, or to `moveAgain`: by a stop in the middle of it, or by a fault. */
  interrupted = false;
  readonly #steps = new StepQueue<Taken>();
  readonly #deferred: DeferredSegment;
  #working: Promise<void> | null = null;
  #stored = 0;
  #sinceCommit = 0;
  #finished = false;
  #leavesAtMs = Number.POSITIVE_INFINITY;
  /** Set while a move is left to the next start: what comes behind it is stored around it. */
  #rest: RestOfSteps<Taken> | null = null;
  /** A fault that keeps a move from its end is told, and not again with each try. */
  #isTold = false;
  /** Restamping has ended: a stop found another program's lock, and the next start mends what was said by the doubt on the disk. */
  #leavesWords = false;

  constructor(
    private readonly parts: SamplerParts,
    private readonly learn: (taken: Taken, tS: number) => void,
    private readonly begun: (byS: number) => void = () => {},
  ) {
    this.#deferred = new DeferredSegment(parts.store);
  }

  get done(): boolean {
    return this.#deferred.settled && this.#steps.length === 0 && (this.#rest?.standsByNew ?? true);
  }

  add(steps: readonly ClockStep<Taken>[]): void {
    for (const step of steps) if ('byS' in step) this.parts.time.shiftWaits(step.byS);
    this.#steps.add(steps);
  }

  /**
   * Waits for the steps where they are short. A turn never waits for a move, a long release or the saving of all that was learned. Behind a
   * step that cannot be done, no more wait than the guard holds at most: then the oldest samples are given up.
   */
  async take(steps: readonly ClockStep<Taken>[]): Promise<void> {
    const isFree = this.#working === null;
    if (isFree) this.parts.store.gaveUp(this.#steps.bound(HELD_AT_MOST));
    this.add(steps);
    if (!isFree) return;
    const long = (kind: string) => kind === 'move' || (kind === 'begin' && this.#stored > 0);
    const soon = this.#steps.length <= AT_ONCE + 3 && !this.#steps.has(long);
    this.#working = this.#work().finally(() => {
      this.#working = null;
    });
    if (soon) await this.#working;
    else this.#working.catch((error: unknown) => this.#failed('what waited for the clock', error));
  }

  /** Leaves a move to the next start, or to `moveAgain`: it met a fault, or a stop. */
  leaveMove(move: ClockMove, begun: boolean): void {
    this.interrupted = true;
    this.#rest ??= new RestOfSteps<Taken>(begun);
    this.#rest.adapted({ kind: 'move', ...move });
  }

  /** Tries once more the move that was left, and what came behind it. */
  moveAgain(): void {
    if (this.#working !== null || this.#steps.length > 0 || this.#rest === null) return;
    this.#steps.add(this.#rest.again);
    this.#rest = null;
    this.interrupted = false;
  }

  /** Ends the walk: steps that wait are done, or left for the next start. True if the segment can be saved under the newest clock. */
  async finish(release: () => readonly ClockStep<Taken>[], left: LeftBehind): Promise<boolean> {
    this.#finished = true;
    this.#leavesAtMs = this.parts.clock.steadyMs() + WALKS_ON_FOR_MS;
    await this.#working?.catch(() => {}); // a move ends at its next slice; who began it tells of a fault
    this.add(release());
    if (!this.interrupted) await this.#work().catch((error: unknown) => this.#failed('the last sample', error));
    this.interrupted ||= this.#steps.first?.kind === 'move'; // the disk refuses it
    if (!this.interrupted) left.put(this.#steps.takeStores());
    this.#rest ??= new RestOfSteps<Taken>(this.parts.store.clock.unfinished() !== null);
    await this.#workAfter();
    return this.#rest.standsByNew;
  }

  /** Stores the rest after an interrupted or refused move, for the next start. */
  async #workAfter(): Promise<void> {
    const slicer = new Slicer(this.parts.clock, SLICE_MS);
    let fault: unknown = null;
    while (this.#steps.first !== undefined) {
      await this.#doFirst(this.#steps.first).catch((error: unknown) => {
        fault ??= error;
      });
      await slicer.breathe();
    }
    if (fault !== null) this.#failed('the last sample', fault);
  }

  /** A slice at a time. What the disk refuses is tried again with the next turn. */
  async #work(): Promise<void> {
    const { clock, store } = this.parts;
    const slicer = new Slicer(clock, SLICE_MS);
    if (!this.#deferred.settled) await this.#deferred.settle();
    for (let step = this.#steps.first; step !== undefined; step = this.#steps.first) {
      if (clock.steadyMs() >= this.#leavesAtMs && step.kind === 'store') return;
      if (!(await this.#doFirst(step))) return;
      if (this.#steps.length > AT_ONCE && this.#sinceCommit >= COMMIT_EVERY) {
        this.#sinceCommit = 0;
        await anotherTurn();
        store.flush();
        if (store.samples.queued > COMMIT_EVERY * 20) return; // it waits here, a day at most, until the disk takes it
        await anotherTurn();
      }
      await slicer.breathe();
    }
  }

  /** Does the first step; false when it stays the first. One that throws is dropped: no sample is stored and learned twice. */
  async #doFirst(step: OneStep<Taken>): Promise<boolean> {
    const adapted = this.#rest === null ? step : this.#rest.adapted(step);
    let done = adapted?.kind !== 'move';
    try {
      if (adapted !== null) done = await this.#do(adapted);
    } finally {
      if (done) this.#steps.drop();
    }
    return done;
  }

  async #do(step: OneStep<Taken>): Promise<boolean> {
    const { store, report, keeping, bus } = this.parts;
    switch (step.kind) {
      case 'store':
        if (store.clock.words.inDoubt && !this.#leavesWords) await store.attemptNow(() => store.clock.words.sure());
        this.#stored += 1;
        this.#sinceCommit += 1;
        this.learn(step.sample, step.tS);
        return true;
      case 'begin':
        try {
          store.flush();
          // At a start the disk knows all there is; behind a move that was interrupted this is no state to go back to.
          if (this.#stored > 0 && !this.interrupted) await keeping.save();
        } finally {
          await this.#deferred.begin(step.segment); // without it the next move would take the segment before
        }
        return true;
      case 'note':
        await this.#deferred.note(step.segment);
        return true;
      case 'confirm':
        this.#deferred.confirm();
        return true;
      case 'doubt':
        return this.#restamp(step.byS, () => store.clock.words.doubt(step.doubt, step.fromTheStart));
      case 'restamp':
        return this.#restamp(step.byS, () => bus.tell('stampsMoved', step));
      case 'move':
        await this.#deferred.settle();
        return this.#deferred.settled && !this.#leavesWords && this.#move(step);
      case 'tell':
        report('clock', step.event.severity, step.event, step.event.data);
        return true;
    }
  }

  /**
   * Restamps events, labels and scales. Waiting rows are written first, so that they move like the rest; new entries keep the clock from
   * before. False while another program keeps that out; a full disk is not waited for. At a stop all of it stays as it is, in doubt, for
   * the next start.
   */
  async #restamp(byS: number, work: () => void): Promise<boolean> {
    const { store, time } = this.parts;
    let waits = this.#leavesWords;
    try {
      waits ||= !(store.flush() && (await store.attemptNow(work))) && store.trouble === null;
    } finally {
      if (!waits) time.shiftWaits(-byS); // also where it met a fault: this step comes no second time
    }
    this.#leavesWords = waits && this.#finished;
    return !waits || this.#leavesWords;
  }

  /** False when it is to be gone on with later: in the next turn, or at the next start. */
  async #move(move: ClockMove): Promise<boolean> {
    try {
      const { clock, time, timeMoved } = this.parts;
      const slicer = new SlicerUntil(() => this.#finished, clock, SLICE_MS);
      const isDone = await timeMoved(move, slicer, () => {
        time.shiftWaits(-move.byS);
        this.begun(move.byS);
      });
      if (isDone) this.#isTold = false;
      return isDone;
    } catch (error) {
      if (error instanceof Interrupted) {
        this.interrupted = true;
        return false;
      }
      if (!this.#isTold) this.#failed('moving what a wrong clock has stamped', error);
      this.#isTold = true;
      this.leaveMove(move, this.parts.store.clock.unfinished() !== null); // at once, it would fail again
      return true;
    }
  }

  #failed(name: string, error: unknown): void {
    if (this.parts.keeping.ended) return; // it outlived the store, and nobody can be told
    this.parts.report('state', 'error', sentence('station.failed', { name, why: messageOf(error) }));
  }
}
