import type { Remembered } from '../learned/memory.ts';
import type { Sample } from '../sensors/sample.ts';
import type { RawTick } from '../tick.ts';
import { ClockGuard } from './clock/guard.ts';
import type { Moment } from './clock/steps.ts';
import { told } from './clock/words.ts';
import { EvenTime, type EvenTimeState } from './even-time.ts';
import { LeftBehind } from './left-behind.ts';
import { onlookers, Pipeline } from './pipeline.ts';
import { Pulse } from './pulse.ts';
import { Punctuality } from './punctuality.ts';
import type { Reading } from './reading.ts';
import { tellOf } from './sample-notices.ts';
import type { SamplerParts } from './sampler-parts.ts';
import { toRow } from './stored-row.ts';
import type { Taken } from './taken.ts';
import { TickBuilder } from './tick-builder.ts';
import { Walk } from './walk.ts';

const VERSION = 1;

/** One turn after another: read the board, give the sample its time, walk it through the pipeline, queue its row. */
export class Sampler {
  readonly punctuality: Punctuality;
  readonly pulse: Pulse;
  readonly #parts: SamplerParts;
  readonly #even: EvenTime;
  readonly #left: LeftBehind;
  readonly #walk: Walk;
  #guard: ClockGuard<Taken> | null = null;
  #ticks: TickBuilder;
  #reading: Reading | null = null;
  #count = 0;
  #finished = false;
  #turn: Promise<void> | null = null;
  /** Shows values while their time is not known: what it learns is thrown away. */
  #preview: Pipeline | null = null;

  constructor(parts: SamplerParts) {
    this.#parts = parts;
    const { config, clock, memory } = parts;
    const { sample_interval_s } = config.sensors;
    this.punctuality = new Punctuality(clock, sample_interval_s * 1000);
    this.pulse = new Pulse(clock, sample_interval_s);
    this.#ticks = this.freshTicks();
    this.#left = new LeftBehind(parts);
    this.#walk = new Walk(parts, (taken, tS) => this.#learn(taken, tS));
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
    return this.#walk.stored;
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
    this.#walk.add(this.#left.takeUp(this.#moment().steadyMs / 1000));
    this.#guard ??= this.#freshGuard();
    const { store, clock, report, saidTakenUp } = this.#parts;
    const unfinished = store.clock.unfinished();
    if (unfinished !== null) this.#walk.leaveMove(unfinished.byMs / 1000, true);
    if (!store.clock.words.inDoubt) return;
    const nowS = this.nowS();
    store.attempt(() => {
      const taken = store.clock.words.takeUp(clock.boot ?? '', nowS - this.#moment().steadyMs / 1000, nowS);
      if (taken === null) return;
      saidTakenUp(taken.labelIds);
      const event = told.takenUp(taken);
      report('clock', event.severity, event, event.data);
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
    const standsByNew = await this.#walk.finish(() => this.#guard?.release() ?? [], this.#left);
    if (standsByNew) this.note();
  }

  /** Where the clock of these samples stands, for the start after this one. */
  note(): void {
    const { store } = this.#parts;
    const segment = this.#guard?.segment ?? null;
    if (segment !== null && this.#walk.done) {
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
    for (const notice of board.takeNotices()) report(notice.kind, notice.severity, notice, notice.data);
    if (this.#finished) return;
    this.#guard ??= this.#freshGuard();
    const steps = this.#guard.take({ sample, steadyS: moment.steadyMs / 1000 }, moment);
    const before = this.#count;
    await this.#walk.take(steps);
    if (this.#count === before) this.#show(sample, moment);
    this.pulse.beat(sample);
  }

  #freshGuard(): ClockGuard<Taken> {
    const { clock, store } = this.#parts;
    const storedS = store.samples.newestTs();
    const { untilS } = this.#left;
    const newestS = untilS === null ? storedS : Math.max(storedS ?? untilS, untilS);
    const segment = store.clock.newest();
    return new ClockGuard({
      newestS,
      segment,
      endBeforeS: segment && store.clock.endBefore(segment.fromS),
      boot: clock.boot ?? '',
    });
  }

  #learn({ sample, steadyS }: Taken, tS: number): void {
    const { pipeline, store, report, outdoorC, onReading, onTick } = this.#parts;
    this.#preview = null;
    const learned = pipeline.learn(sample, tS, outdoorC(), this.#even.at(steadyS, tS));
    const { reading } = learned;
    tellOf(learned, pipeline.parts.orientation.takeMove(), report);
    store.samples.append(toRow(reading));
    this.#left.passed(tS);
    this.#reading = reading;
    this.#count += 1;
    onReading(reading);
    const tick = this.#ticks.add(reading);
    if (tick && !this.#walk.interrupted) onTick(tick); // the next start makes the ticks of these rows
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
