import { HOUR_S } from '../base/durations.ts';
import type { Steps } from '../base/steps.ts';
import type { Outcome } from '../sending/outcome.ts';
import type { Ports } from '../sending/ports.ts';
import type { Outbox } from '../station/outbox/outbox.ts';
import type { Portion } from '../station/outbox/portion.ts';
import type { OutboxRow } from '../station/outbox/row.ts';
import type { Sink } from './sink.ts';

/** Rows refused one by one before the newest row decides whether the receiver takes anything at all. */
const ENOUGH = 3;
/** A row that was set aside is offered again, one an hour. */
const ASIDE_EVERY_MS = HOUR_S * 1000;

export interface SearchParts {
  sink: Sink;
  outbox: Outbox;
  ports: Ports;
}

/**
 * Poison-row search: halves a refused request until one row is left, and steps over that row. A row counts as poisoned only when the
 * receiver takes another one after it; then it is set aside and offered again every hour. A proxy that answers 400 to everything
 * therefore costs no row, and one bad row does not hold up the others.
 */
export class RowSearch {
  #mostRows = Number.POSITIVE_INFINITY;
  /** Refused alone, and nothing was taken since. */
  #suspects: OutboxRow[] = [];
  /** Rows that start before this moment are stepped over. */
  #fromS = 0;
  #nextAsideMs = 0;

  constructor(private readonly parts: SearchParts) {}

  get #isOn(): boolean {
    return this.#suspects.length > 0;
  }

  /** The next rows to send; null when none are due. */
  *next(): Steps<Portion | null> {
    const { outbox, ports, sink } = this.parts;
    if (this.#fromS > outbox.nowS) this.#restart(); // the clock was set back
    const probe = this.#isProbeDue ? this.#probe() : null;
    if (probe) return probe;
    const mostRows = Math.min(sink.pace.mostRows, this.#mostRows);
    const next = yield* outbox.next(sink.name, { ...sink.pace, mostRows }, this.#fromS);
    if (next !== null || this.#isOn || ports.clock.steadyMs() < this.#nextAsideMs) return next;
    return outbox.fromAside(sink.name, sink.pace);
  }

  /** The receiver has no use for these rows. */
  passBy(portion: Portion): void {
    const { outbox, sink } = this.parts;
    if (portion.asideS !== undefined) outbox.aside.remove(sink.name, portion.asideS);
    else if (this.#isOn && portion.cursorS !== null) this.#fromS = Math.max(this.#fromS, portion.cursorS);
    else outbox.passBy(sink.name, portion);
  }

  /** The outcome that counts. Null while it is unknown whether the rows or the receiver are at fault, and for a row that stays aside. */
  judged(outcome: Outcome, portion: Portion): Outcome | null {
    if (outcome.kind === 'ok') return this.#taken(outcome, portion);
    if (outcome.kind !== 'passed') return outcome;
    if (outcome.isSure) {
      this.#mostRows *= 2;
      return outcome;
    }
    if (portion.asideS !== undefined) return this.#postponed(portion.asideS);
    if (portion.hourS !== null) return this.#offeredAlone(outcome, portion);
    const wasProbe = this.#isProbeDue;
    this.#refused(portion.rows);
    if (!wasProbe && (!this.#isProbeDue || this.#probe())) return null;
    this.#restart();
    return { ...outcome, kind: 'refused' };
  }

  #taken(outcome: Outcome, { asideS }: Portion): Outcome {
    const { outbox, sink, ports } = this.parts;
    const poisoned = this.#suspects.map(({ startS }) => startS);
    this.#restart();
    if (poisoned.length > 0 && sink.pace.catchUp && !this.#setAside(poisoned)) return { ...outcome, kind: 'refused' };
    if (poisoned.length > 0) {
      this.#nextAsideMs = ports.clock.steadyMs() + ASIDE_EVERY_MS;
      const fate = sink.pace.catchUp ? 'set aside' : 'passed by';
      ports.log('warn', `${sink.name}: refused while others are taken, and ${fate}: rows ${poisoned.length}`);
    }
    if (asideS !== undefined) outbox.aside.remove(sink.name, asideS);
    this.#mostRows *= 2;
    return outcome;
  }

  /** False when the disk takes no note: the rows stay due. */
  #setAside(startsS: readonly number[]): boolean {
    const { outbox, sink, ports } = this.parts;
    const givenUp = outbox.aside.add(sink.name, startsS);
    if (givenUp !== null && givenUp > 0)
      ports.log('warn', `${sink.name}: too many rows are set aside, and the oldest are given up: rows ${givenUp}`);
    return givenUp !== null;
  }

  #postponed(asideS: number): null {
    const { outbox, sink, ports } = this.parts;
    outbox.aside.postpone(sink.name, asideS);
    this.#nextAsideMs = ports.clock.steadyMs() + ASIDE_EVERY_MS;
    return null;
  }

  /** A corrected hour is not halved: each of its rows is offered alone. */
  #offeredAlone(outcome: Outcome, portion: Portion): Outcome | null {
    const { outbox, sink } = this.parts;
    const starts = portion.rows.map(({ startS }) => startS);
    if (!this.#setAside(starts)) return { ...outcome, kind: 'refused' };
    outbox.passBy(sink.name, portion);
    return null;
  }

  #refused(rows: readonly OutboxRow[]): void {
    this.#mostRows = Math.ceil(rows.length / 2);
    if (rows.length > 1) return;
    const row = rows[0]!;
    this.#suspects.push(row);
    this.#fromS = row.startS + row.widthS;
  }

  #restart(): void {
    this.#suspects = [];
    this.#fromS = 0;
  }

  get #isProbeDue(): boolean {
    return this.#suspects.length >= ENOUGH;
  }

  /** The newest row, which shows whether the receiver takes anything; with it the cursor moves past the suspects. */
  #probe(): Portion | null {
    const { outbox, sink } = this.parts;
    const probe = outbox.newestAfter(this.#fromS, sink.pace);
    return probe?.rows.some((row) => sink.takes(row)) ? probe : null;
  }
}
