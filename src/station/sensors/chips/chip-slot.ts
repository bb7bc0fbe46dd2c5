import type { Clock } from '../../../base/clock.ts';
import { type Sentence, sentence } from '../../../words/sentence.ts';
import { hex } from '../bus/bus.ts';
import { ChipFault, concernsWholeBus, type FaultKind, faultSentence, i2cFault, type Retry } from '../bus/bus-errors.ts';
import type { Holder } from '../bus/holder.ts';
import type { RetryingBus } from '../bus/retrying-bus.ts';
import type { BoardNotice } from '../sample.ts';
import { type Chip, readByte, writeAll } from './chip.ts';

const SILENT_AFTER_MS = 10_000;
const SILENT_AFTER_TURNS = 3;
const REPROBE_MS = 30_000;
const REPROBE_SLOWLY_MS = 60_000;
const LONGEST_BACKOFF_MS = 480_000;

/** Faults reported of a part that was never found; any other only means that no part is there. */
const SPEAKS_OF_A_CHIP: ReadonlySet<FaultKind> = new Set(['claimed', 'bus-stuck', 'programming-error']);

export interface SlotSurroundings {
  clock: Clock;
  /** Aborted when the board closes: from then on failures are no news. */
  closing: AbortSignal;
  tell(notice: BoardNotice): void;
  /** A fault of the bus rather than of this chip: the board tells about it once and calls `restart` when it has passed. */
  busFault(error: unknown): void;
  /** Whether any chip but the one at `address` answers: then the timeout was that chip's own fault. */
  othersAnswer(address: number): Promise<boolean>;
  /** Name of the kernel driver that holds an address, where known. */
  holderOf(address: number): Promise<Holder | null>;
}

/**
 * Supervisor of one chip: it finds, starts and reads it, notices its loss, searches again, and restarts it before its data count. A sick
 * chip costs the others only its few transfers: start and search run beside the sampling turns.
 */
export class ChipSlot<Reading> {
  #state: 'down' | 'starting' | 'up' | 'stopped' = 'down';
  #start: Promise<void> = Promise.resolve();
  #nextTryMs = 0;
  #tries = 0;
  /** Whether the chip has ever been found. */
  isFound = false;
  #lastDataMs = 0;
  #emptyTurns = 0;
  #lastQuickStartMs = Number.NEGATIVE_INFINITY;
  #reportedDown = false;
  #reportedDefect: string | null = null;

  constructor(
    readonly chip: Chip<Reading>,
    private readonly bus: RetryingBus,
    private readonly around: SlotSurroundings,
    /** A board is complete without it: not finding it is no news, losing it is. */
    private readonly optional = false,
  ) {}

  get isUp(): boolean {
    return this.#state === 'up';
  }

  /** Settles once it is known whether the chip is there; starting it goes on in the background. Never rejects. */
  find(): Promise<void> {
    this.#state = 'starting';
    const found = this.#stage(() => this.chip.probe());
    this.#start = found.then((there) => {
      this.isFound ||= there;
      return there ? this.#init() : undefined;
    });
    return found.then(() => undefined);
  }

  /** Polls the chip; null if it has no reading. Never rejects, and never waits for a chip that is not measuring. */
  async poll(): Promise<Reading | null> {
    if (this.#state === 'down' && this.around.clock.steadyMs() >= this.#nextTryMs) void this.find();
    if (this.#state !== 'up') return null;
    try {
      return await this.#trustedReading();
    } catch (error) {
      await this.#lost(error);
      return null;
    }
  }

  /** The bus was away, far longer than any start takes: whatever the chip held is gone. */
  restart(): void {
    if (this.#state === 'stopped') return;
    this.#state = 'down';
    this.#nextTryMs = this.around.clock.steadyMs();
  }

  /** Waits for a start under way, which ends at once when the board's pauses do, and puts the chip to sleep. */
  async stop(): Promise<void> {
    await this.#start;
    const { address, asleep } = this.chip;
    if (this.#state === 'up')
      await writeAll(this.bus, address, asleep).catch((error) => this.#reportFault(error, 'info'));
    this.#state = 'stopped';
  }

  async #init(): Promise<void> {
    if (!(await this.#stage(() => this.chip.init()))) return;
    this.#state = 'up';
    this.#emptyTurns = 0;
    this.#lastDataMs = this.around.clock.steadyMs();
    const { defect } = this.chip;
    if (defect && defect.detail !== this.#reportedDefect) this.#report('warn', defect, 'calibration');
    this.#reportedDefect = defect?.detail ?? null;
  }

  /** Runs one stage of a start; false if it failed. */
  async #stage(work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      await this.#lost(error);
      return false;
    }
  }

  async #trustedReading(): Promise<Reading | null> {
    this.bus.failures = 0;
    const reading = await this.chip.read();
    const doubtful = reading === null || this.bus.failures > 0 || (this.chip.couldBeReset?.(reading) ?? true);
    if (doubtful && !(await this.#isIntact())) {
      throw new ChipFault('reset', sentence('chip.lost-settings', { chip: this.chip.name }));
    }
    const nowMs = this.around.clock.steadyMs();
    if (reading === null) {
      this.#emptyTurns++;
      if (this.#emptyTurns < SILENT_AFTER_TURNS || nowMs - this.#lastDataMs < SILENT_AFTER_MS) return null;
      throw new ChipFault('silent', sentence('chip.mute', { chip: this.chip.name }));
    }
    this.#lastDataMs = nowMs;
    this.#emptyTurns = 0;
    this.#tries = 0;
    if (this.#reportedDown) this.#report('info', sentence('chip.back', { chip: this.chip.name }));
    this.#reportedDown = false;
    return reading;
  }

  async #isIntact(): Promise<boolean> {
    const [register, value] = this.chip.running;
    return (await readByte(this.bus, this.chip.address, register)) === value;
  }

  async #lost(error: unknown): Promise<void> {
    if (this.around.closing.aborted) return;
    const { kind, retry } = i2cFault(error);
    const ownFault = kind !== 'bus-stuck' || (await this.around.othersAnswer(this.chip.address));
    this.#state = 'down';
    if (concernsWholeBus(kind) || !ownFault) {
      this.#nextTryMs = Number.POSITIVE_INFINITY; // until `restart`
      this.around.busFault(error);
      return;
    }
    const delayMs = retry === 'no' ? Number.POSITIVE_INFINITY : this.#delayMs(kind, retry);
    this.#nextTryMs = this.around.clock.steadyMs() + delayMs;
    this.#tries++;
    const neverThere = this.optional && !this.isFound && !SPEAKS_OF_A_CHIP.has(kind);
    if (!this.#reportedDown && !neverThere) {
      this.#reportedDown = true;
      await this.#reportFault(error, kind === 'programming-error' ? 'error' : 'warn');
    }
    if (delayMs === 0) void this.find();
  }

  /** A chip that forgot its settings is set up again at once, unless that was tried within the minute. */
  #delayMs(kind: FaultKind, retry: Retry): number {
    const nowMs = this.around.clock.steadyMs();
    if ((kind === 'reset' || kind === 'silent') && nowMs - this.#lastQuickStartMs >= REPROBE_SLOWLY_MS) {
      this.#lastQuickStartMs = nowMs;
      return 0;
    }
    if (retry === 'backoff') return Math.min(LONGEST_BACKOFF_MS, REPROBE_MS * 2 ** this.#tries);
    if (retry === 'slow' || retry === 'reopen') return REPROBE_SLOWLY_MS;
    return this.#tries === 0 ? REPROBE_MS : REPROBE_SLOWLY_MS;
  }

  async #reportFault(error: unknown, severity: BoardNotice['severity']): Promise<void> {
    const { kind } = i2cFault(error);
    const holder = kind === 'claimed' ? await this.around.holderOf(this.chip.address) : null;
    this.#report(severity, faultSentence(kind, error, { chip: this.chip.name, holder }), kind);
  }

  #report(severity: BoardNotice['severity'], words: Sentence, fault?: FaultKind): void {
    const data = { chip: this.chip.name, address: hex(this.chip.address), ...(fault ? { fault } : {}) };
    this.around.tell({ kind: 'sensor', severity, ...words, data });
  }
}
