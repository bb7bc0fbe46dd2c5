import { until } from '../../base/clock.ts';
import { DurationLog } from '../../base/duration-log.ts';
import { HOUR_MS } from '../../base/durations.ts';
import type { StationParts } from '../parts.ts';
import { isDiskTrouble, isTheirs } from '../store/sqlite/database.ts';
import type { Composed } from './compose.ts';
import { Loops } from './loops.ts';

/**
 * Interval of saves. Learned state is 100 kB, the heads 2.5 to 5 MB: docs/develop/storage.md tells what writing them costs a memory card.
 */
const SAVE_EVERY_MS = 900_000;
const SAVE_HEADS_EVERY_MS = 12 * HOUR_MS;
/** The first time sooner: a station whose plug is pulled every evening learns, too. */
const SAVE_HEADS_FIRST_MS = HOUR_MS;
const VERIFY_EVERY_MS = 300_000;
const MAINTAIN_EVERY_MS = HOUR_MS;
const MAINTAIN_FIRST_MS = 60_000;
/** A heavy job's transaction takes some milliseconds: a commit that met one comes again, and again, within a minute. */
const COMMIT_AGAIN_MS = 50;
const COMMIT_FOR_MS = 1_000;

/** Work of a running station at intervals: samples, commits, alarms, saves, scores, upkeep. */
export class Turns {
  readonly commits = new DurationLog();
  readonly #loops: Loops;
  #maintenanceDueMs = 0;
  #headsSavedMs: number;

  constructor(
    private readonly parts: StationParts,
    private readonly composed: Composed,
  ) {
    const { clock } = parts;
    this.#loops = new Loops(clock, composed.report);
    this.#headsSavedMs = clock.steadyMs() - SAVE_HEADS_EVERY_MS + SAVE_HEADS_FIRST_MS;
  }

  get maintenanceInS(): number {
    return Math.max(0, (this.#maintenanceDueMs - this.parts.clock.steadyMs()) / 1000);
  }

  begin(): void {
    const { config, store } = this.parts;
    const { alarming, forecasts, movedClock } = this.composed;
    const periodMs = config.sensors.sample_interval_s * 1000;
    const betweenMs = periodMs / 2; // whatever else is done at intervals falls between two samples
    this.#loops.start('sampling', periodMs, periodMs, () => this.#sample());
    this.#loops.start('storing', config.storage.commit_interval_s * 1000, betweenMs, () => this.#commit());
    this.#loops.start('saving what was learned', SAVE_EVERY_MS, SAVE_EVERY_MS + betweenMs, () => this.#save());
    // While the past moves, what fires would have the new stamp already, and move once more.
    this.#loops.start('alarms', periodMs, betweenMs, () => (movedClock.going ? null : alarming.turn()));
    this.#loops.start('verification', VERIFY_EVERY_MS, VERIFY_EVERY_MS + betweenMs, () => forecasts.verify());
    // The event of a full disk tells it.
    const isTold = (error: unknown) => store.trouble !== null && isDiskTrouble(error) && !isTheirs(error);
    this.#loops.start('maintenance', MAINTAIN_EVERY_MS, MAINTAIN_FIRST_MS + betweenMs, () => this.#maintain(), isTold);
  }

  stop(): Promise<void> {
    return this.#loops.stop();
  }

  async #sample(): Promise<void> {
    const { sampler, peripherals, inputs, aside } = this.composed;
    sampler.punctuality.turn();
    await sampler.take();
    peripherals.tell();
    if (inputs.hasBegun || this.parts.store.trouble) aside('storing ahead of time', this.#commitAhead());
  }

  /** False when a heavy job was just writing. */
  commit(): boolean {
    const { clock, store } = this.parts;
    const startMs = clock.steadyMs();
    const written = store.flush();
    this.commits.add((clock.steadyMs() - startMs) / 1000);
    return written;
  }

  async #commit(): Promise<void> {
    const { clock } = this.parts;
    await until(() => this.commit(), {
      clock,
      everyMs: COMMIT_AGAIN_MS,
      forMs: COMMIT_FOR_MS,
      signal: this.#loops.signal,
    });
    this.composed.aside('salvage', this.composed.rescue.look());
  }

  /** Urgent commit, before the next half minute: where a counter begins, and all that waited for a full disk. A kill must not take them. */
  async #commitAhead(): Promise<void> {
    if (this.composed.inputs.hasBegun || (await this.parts.store.hasRoomAgain())) this.commit();
  }

  async #save(): Promise<void> {
    const nowMs = this.parts.clock.steadyMs();
    await this.composed.keeping.save();
    if (nowMs - this.#headsSavedMs < SAVE_HEADS_EVERY_MS) return;
    this.#headsSavedMs = nowMs;
    await this.composed.keeping.saveHeads();
  }

  async #maintain(): Promise<void> {
    const { config, clock } = this.parts;
    const { importing, recomputing, sampler, training, upkeep, watch } = this.composed;
    this.#maintenanceDueMs = clock.steadyMs() + MAINTAIN_EVERY_MS;
    sampler.moveAgain();
    importing.turn();
    await upkeep.turn();
    recomputing.resume();
    await training.teachNet();
    if (watch.drift.retrainRequested) await training.train(config.forecast.train_at_start_hours);
  }
}
