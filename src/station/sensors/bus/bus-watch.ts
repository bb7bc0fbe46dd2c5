import type { Clock } from '../../../base/clock.ts';
import { sentence } from '../../../words/sentence.ts';
import type { BoardNotice } from '../sample.ts';
import { faultSentence, i2cFault } from './bus-errors.ts';

const SLOWLY_MS = 60_000;
const FIRST_BACKOFF_MS = 30_000;
const LONGEST_BACKOFF_MS = 480_000;

/** Minds the bus as a whole: one notice when it goes, one when it returns, and in between a knock now and then. */
export class BusWatch {
  isAway = false;
  #knocking: Promise<void> = Promise.resolve();
  #nextKnockMs = 0;
  #knocks = 0;

  constructor(
    private readonly clock: Clock,
    private readonly tell: (notice: BoardNotice) => void,
    /** Any transfer; what it rejects with says how the bus is. */
    private readonly knock: () => Promise<unknown>,
    private readonly returned: () => void,
  ) {}

  fault(error: unknown): void {
    this.#postpone(error);
    if (this.isAway) return;
    this.isAway = true;
    const { kind } = i2cFault(error);
    const severity = kind === 'unsupported' || kind === 'programming-error' ? 'error' : 'warn';
    const words = faultSentence(kind, error, { chip: null });
    this.tell({ kind: 'sensor', severity, ...words, data: { chip: 'I2C bus', fault: kind } });
  }

  /** Starts a knock when one is due; its outcome shows at a later turn. */
  look(): void {
    if (!this.isAway || this.clock.steadyMs() < this.#nextKnockMs) return;
    this.#nextKnockMs = Number.POSITIVE_INFINITY; // not again before this one is answered
    this.#knocking = this.#knock();
  }

  /** Settles when no knock is under way. */
  idle(): Promise<void> {
    return this.#knocking;
  }

  async #knock(): Promise<void> {
    try {
      await this.knock();
    } catch (error) {
      // A chip that does not answer, or is held by another, was asked over a working bus.
      if (!['no-answer', 'claimed', 'transfer-error'].includes(i2cFault(error).kind)) return this.#postpone(error);
    }
    this.isAway = false;
    this.#knocks = 0;
    this.tell({ kind: 'sensor', severity: 'info', ...sentence('bus.back'), data: { chip: 'I2C bus' } });
    this.returned();
  }

  #postpone(error: unknown): void {
    const { retry } = i2cFault(error);
    const backoffMs = Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** this.#knocks++);
    const delayMs = retry === 'no' ? Number.POSITIVE_INFINITY : retry === 'backoff' ? backoffMs : SLOWLY_MS;
    this.#nextKnockMs = this.clock.steadyMs() + delayMs;
  }
}
