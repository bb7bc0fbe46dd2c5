import { sentence } from '../../words/sentence.ts';
import type { Remembered } from '../learned/memory.ts';
import { type Flags, newestOf } from '../quality/flags.ts';
import { qualityLimits } from '../quality/limits.ts';
import { type Rests, RowTests, type RowTestsState } from '../quality/row-tests.ts';
import type { Sample } from '../sensors/sample.ts';
import type { RawTick } from '../tick.ts';
import type { ClockGuard } from './clock/clock-guard.ts';
import type { Moment } from './clock/steps.ts';
import { movedOn, told } from './clock/words.ts';
import { EvenTime, type EvenTimeState } from './even-time.ts';
import { guardOf } from './guard-of.ts';
import { LeftBehind, type Taken } from './left-behind.ts';
import { type Learned, Pipeline } from './pipeline.ts';
import { onlookers } from './pipeline-memory.ts';
import { Pulse } from './pulse.ts';
import { Punctuality } from './punctuality.ts';
import type { Reading } from './reading.ts';
import type { SamplerParts } from './sampler-parts.ts';
import { toRow } from './stored-row.ts';
import { TickBuilder } from './tick-builder.ts';
import { trustedReading } from './trusted.ts';
import { Walk } from './walk.ts';

const VERSION = 1;

/** Sampling loop: read the board, stamp the sample, run the pipeline, queue the row. */
export class Sampler {
  readonly punctuality: Punctuality;
  readonly pulse: Pulse;
  readonly #even: EvenTime;
  readonly #left: LeftBehind;
  readonly #walk: Walk;
  readonly #tests: RowTests;
  /** Flags of the newest value of each heard signal. */
  #heardFlags: Flags = {};
  #guard: ClockGuard<Taken> | null = null;
  #ticks: TickBuilder;
  #reading: Reading | null = null;
  #count = 0;
  #finished = false;
  #turn: Promise<void> | null = null;
  /** Pipeline for values whose time is not known yet: it shows them, and its learning is thrown away. */
  #preview: Pipeline | null = null;

  constructor(private readonly parts: SamplerParts) {
    const { config, clock, memory } = parts;
    const { sample_interval_s } = config.sensors;
    this.punctuality = new Punctuality(clock, sample_interval_s * 1000);
    this.pulse = new Pulse(clock, sample_interval_s);
    this.#ticks = new TickBuilder(sample_interval_s);
    this.#left = new LeftBehind(parts);
    this.#walk = new Walk(
      parts,
      (taken, tS) => this.#learn(taken, tS),
      (byS) => this.#shift(byS),
    );
    const limits = qualityLimits(config);
    const tests = (saved: RowTestsState | null) => new RowTests(limits, saved ?? undefined);
    const even = (saved: EvenTimeState | null) => new EvenTime(clock.boot ?? '', saved);
    this.#tests = memory.revive('quality', VERSION, tests);
    this.#even = memory.revive('even time', VERSION, even);
  }

  remembered(): Remembered[] {
    return [
      { name: 'even time', version: VERSION, state: this.#even.toJSON() },
      { name: 'quality', version: VERSION, state: this.#tests.toJSON() },
    ];
  }

  /** Rests of the sensors as far as they are known, for tests of the past. */
  get rests(): Rests {
    return this.#tests.toJSON().rests;
  }

  get reading(): Reading | null {
    return this.#reading;
  }

  get count(): number {
    return this.#count;
  }

  /** Starts when the store is open: the clock's history continues from there. */
  begin(): void {
    const { store, clock, time, report, bus } = this.parts;
    this.#walk.add(this.#left.takeUp(time.moment().steadyMs / 1000));
    this.#guard ??= this.#freshGuard();
    const unfinished = store.clock.unfinished();
    if (unfinished !== null) this.#walk.leaveMove(movedOn(unfinished), true);
    if (!store.clock.words.inDoubt) return;
    const nowS = time.nowS();
    store.attempt(() => {
      const taken = store.clock.words.takeUp(clock.boot ?? '', nowS - time.moment().steadyMs / 1000, nowS);
      if (taken === null) return;
      bus.tell('saidTakenUp', taken.labelIds);
      const event = told.takenUp(taken);
      report('clock', event.severity, event, event.data);
    });
  }

  /** A move of the past that has failed is tried once more. */
  moveAgain(): void {
    this.#walk.moveAgain();
  }

  /** The row of this very moment, for a forecast asked for out of turn. */
  now(tS: number): RawTick | null {
    return this.#ticks.now(tS);
  }

  /** After a move: the running minute as the moved rows have it. */
  timeMoved({ byS, ticks }: { byS: number; ticks: TickBuilder }): void {
    this.#even.timeMoved(byS);
    this.#ticks = ticks;
  }

  /** Start of a move: the reading on show gets its new time. */
  #shift(byS: number): void {
    if (this.#reading) this.#reading = { ...this.#reading, tS: this.#reading.tS + byS };
  }

  /** Change of scale: the preview begins anew on it. */
  rescaled(): void {
    this.#preview = null;
  }

  /** Takes a sample. Turns never overlap. */
  take(): Promise<void> {
    this.#turn ??= this.#sample().finally(() => {
      this.#turn = null;
    });
    return this.#turn;
  }

  /** End of sampling: stores held samples and does waiting steps. No sample is taken after it. */
  async finish(): Promise<void> {
    this.#finished = true;
    const standsByNew = await this.#walk.finish(() => this.#guard?.release() ?? [], this.#left);
    if (standsByNew) this.note();
  }

  /** Saves the clock segment of these samples for the next start. */
  note(): void {
    const { store } = this.parts;
    const segment = this.#guard?.segment ?? null;
    if (segment !== null && this.#walk.done) {
      store.attempt(() => store.clock.note(segment));
    }
  }

  async #sample(): Promise<void> {
    const { board, report, time } = this.parts;
    const moment = time.moment();
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
    const guard = guardOf<Taken>(this.parts, this.#left.untilS);
    this.parts.time.judge = guard;
    return guard;
  }

  #learn({ sample, steadyS }: Taken, tS: number): void {
    const { board, pipeline, store, outdoorC, bus } = this.parts;
    this.#preview = null;
    const learned = pipeline.learn(sample, tS, outdoorC(), this.#even.at(steadyS, tS));
    const steps = board.kind === 'inputs' ? [] : learned.steps; // between two reports of a sender, air moves
    this.#tell({ ...learned, steps });
    const reading = this.#stored(learned.reading, store);
    this.#left.passed(tS);
    this.#reading = reading;
    this.#count += 1;
    if (learned.others.length > 0) bus.tell('sourceChanged', learned.others);
    bus.tell('sampled', reading);
    const tick = this.#ticks.add(reading);
    if (tick && !this.#walk.interrupted) bus.tell('ticked', tick); // the rest of the move makes the ticks of these rows
  }

  /** Events of one sample: steps, stuck thermometers, a board that was moved. */
  #tell({ steps, latches }: Learned): void {
    const { pipeline, report } = this.parts;
    for (const { signal, before, after } of steps)
      report('sensor', 'warn', sentence('sensor.jumped', { signal, before, after }), { signal, before, after });
    for (const { thermometer, latched } of latches) {
      const code = latched ? 'sensor.latched' : 'sensor.unlatched';
      report('sensor', latched ? 'warn' : 'info', sentence(code, { thermometer }));
    }
    const move = pipeline.parts.orientation.takeMove();
    if (!move) return;
    const data = { signal: 'attitude', before: null, after: null, ...move };
    report('discontinuity', 'warn', sentence('board.moved', { ...move }), data);
  }

  /** Queues the row with its flags. A spike is known now that the next value is there: its own row gets the flag. */
  #stored(reading: Reading, store: SamplerParts['store']): Reading {
    const row = toRow(reading);
    const { flags, earlier } = this.#tests.learn(row);
    store.samples.append({ ...row, flags });
    for (const spike of earlier) {
      store.samples.flag(spike.ts, spike.flags);
      this.#ticks.flag(spike.ts, spike.flags);
    }
    this.#heardFlags = newestOf(this.#heardFlags, row.narrow, flags);
    return trustedReading(reading, flags, this.#heardFlags);
  }

  #show(sample: Sample, moment: Moment): void {
    const { config, pipeline, outdoorC, bus, time } = this.parts;
    const tS = time.at(moment);
    this.#preview ??= new Pipeline(config, onlookers(config, pipeline.parts));
    const evenS = this.#even.passing(moment.steadyMs / 1000) ?? tS;
    const { reading, others } = this.#preview.learn(sample, tS, outdoorC(), evenS);
    this.#reading = reading;
    this.#count += 1;
    if (others.length > 0) bus.tell('sourceChanged', others);
    bus.tell('shown', this.#reading);
  }
}
