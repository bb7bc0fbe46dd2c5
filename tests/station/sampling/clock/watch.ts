import { expect } from 'vitest';
import { Slicer } from '../../../../src/base/clock.ts';
import { ClockGuard } from '../../../../src/station/sampling/clock/clock-guard.ts';
import type { ClockStep } from '../../../../src/station/sampling/clock/steps.ts';
import type { Store } from '../../../../src/station/store/store.ts';
import type { SampleRow } from '../../../../src/station/store/tiers/sample-row.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { rangeOf } from '../../../support/store-work.ts';
import { sample, type Workshop } from '../../store/support.ts';

/** A station reduced to its clock: one sample every two seconds, unless that takes long, through the guard, into a real store. */
export class Watch {
  readonly clock: FakeClock;
  readonly events: string[] = [];
  store: Store;
  guard: ClockGuard<SampleRow>;
  /** Whether network time has set the clock. */
  synchronised: boolean | null = null;
  taken = 0;
  readonly #folder: string;
  #boot = '';
  #wrongS = 0;
  /** When each sample was taken in truth. */
  #truths: number[] = [];

  constructor(
    private readonly workshop: Workshop,
    startS: number,
    folder = workshop.folder(),
  ) {
    this.clock = new FakeClock(startS);
    this.#folder = folder;
    this.store = workshop.open({ folder, clock: this.clock });
    this.guard = this.#freshGuard();
  }

  #freshGuard(): ClockGuard<SampleRow> {
    const { clock, samples, events } = this.store;
    const toldS = events.recentOf(['clock'], 1)[0]?.ts ?? null;
    return new ClockGuard({ ...clock.asMoved(samples.newestTs()), toldS, boot: this.#boot });
  }

  /** A machine that tells which of its starts this is: a program that is started anew goes on with the segment. */
  onBoot(boot: string): this {
    this.#boot = boot;
    this.guard = this.#freshGuard();
    return this;
  }

  /** The clock is now so much ahead of the truth. */
  setWrong(byS: number): void {
    this.clock.jumpWallS(byS - this.#wrongS);
    this.#wrongS = byS;
  }

  /** The program is stopped in order, or killed, and started after some time; `boot` where the machine was, too. */
  async restart(afterS: number, { boot = this.#boot, killed = false } = {}): Promise<void> {
    const running = this.guard.segment;
    if (!killed) this.stop();
    this.store.close();
    await this.clock.advance(afterS * 1000);
    this.store = this.workshop.open({ folder: this.#folder, clock: this.clock });
    this.#boot = boot;
    this.guard = this.#freshGuard();
    if (killed) return;
    const { id: _, ...stored } = this.store.clock.newest()!;
    expect(stored).toMatchObject({ leapt: running!.leapt, confirmed: running!.confirmed });
  }

  /** As the sampler notes the segment with all that is saved. */
  note(): void {
    this.store.flush();
    this.store.clock.note(this.guard.segment!);
  }

  stop(): void {
    for (const step of this.guard.release()) this.#keep(step);
    this.note();
  }

  async run(seconds: number, everyS = 2): Promise<void> {
    for (let i = 0; i < seconds / everyS; i += 1) {
      await this.clock.advance(1000 * everyS);
      this.taken += 1;
      this.#truths.push(this.clock.nowS() - this.#wrongS);
      const { synchronised } = this;
      const moment = { wallS: this.clock.nowS(), steadyMs: this.clock.steadyMs(), synchronised };
      for (const step of this.guard.take(sample(0, this.taken), moment)) await this.#do(step);
      if (i % 15 === 0) this.store.flush();
    }
  }

  async #do(step: ClockStep<SampleRow>): Promise<void> {
    this.#keep(step);
    if (step.kind !== 'move') return;
    const { moves } = this.store;
    const slicer = new Slicer(this.clock);
    this.store.flush();
    await moves.run(step.byS, slicer);
    await moves.finish(slicer);
    moves.end();
  }

  #keep(step: ClockStep<SampleRow>): void {
    const { clock, samples } = this.store;
    if (step.kind === 'store') samples.append({ ...step.sample, ts: step.tS });
    if (step.kind === 'release') {
      for (const [i, one] of step.samples.entries()) samples.append({ ...one, ts: step.stamps[i]! });
    }
    if (step.kind === 'begin') clock.begin(step.segment);
    if (step.kind === 'note') clock.note(step.segment);
    if (step.kind === 'confirm') clock.confirm();
    if (!('event' in step)) return;
    this.events.push(step.event.detail);
    const ts = this.guard.nowS(this.clock.nowS(), this.clock.steadyMs() / 1000);
    this.store.events.add({ ts, kind: 'clock', ...step.event });
  }

  rows(): SampleRow[] {
    return [...this.store.samples.pages(0, 4e9)].flat();
  }

  /** By how much each stored sample stands from its true time, in whole seconds. */
  errors(): number[] {
    return this.rows().map(({ ts, temp }) => Math.round(ts - this.#truths[temp! - 1]!));
  }

  /** The law of the clock: one that is mended was never wrong. */
  isTrue(): void {
    expect(this.rows()).toHaveLength(this.taken);
    expect([...new Set(this.errors())]).toEqual([0]);
  }

  /** What must hold whatever the clock did: all samples there, in the order they were taken, none in the future. */
  check(before = 0): void {
    const rows = this.rows();
    expect(rows.length).toBe(this.taken + before);
    expect(rows.at(-1)!.ts).toBeLessThanOrEqual(this.clock.nowS());
    const records = this.store.history.records();
    expect(records.temp_max!.value).toBe(this.taken);
    expect(records.temp_max!.ts).toBe(rows.find((row) => row.temp === this.taken)!.ts);
    const counted = rangeOf(this.store, 0, this.clock.nowS() + 1, 604_800);
    expect('n' in counted.series && counted.series.n.reduce((a, b) => a + b, 0)).toBe(rows.length);
  }
}
