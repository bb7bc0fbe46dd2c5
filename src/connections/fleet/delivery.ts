import type { Clock } from '../../base/clock.ts';
import { DAY_S } from '../../base/durations.ts';
import { inTurns } from '../../base/steps.ts';
import { type Answer, OF_THE_ROWS } from '../../sending/exchange.ts';
import { type Outcome, ours } from '../../sending/outcome.ts';
import type { Outbox } from '../../station/outbox/outbox.ts';
import type { OutboxRow } from '../../station/outbox/row.ts';
import { sentence } from '../../words/sentence.ts';
import { type HubClient, isTaken, refusal } from './hub.ts';
import { type Line, rowLine } from './lines.ts';

/** Refused so often and nothing taken: the hub takes nothing from us, whatever it says of the lines. */
const ENOUGH_REFUSED = 12;
/** Between two questions about lines: a hub lets itself be asked twice a second. */
const PAUSE_MS = 600;
const SLICE_MS = 2;

/**
 * Sends rows of one day under one revision. Where the hub refuses lines, which it would refuse for ever, it gets fewer, until the bad one
 * is found: the others must not wait for it.
 */
export class Delivery {
  /** Lines that the hub will not take. Under another revision a row is another line, and is tried again. */
  readonly #refused = new Set<string>();

  constructor(
    private readonly hub: HubClient,
    private readonly clock: Clock,
    private readonly simulated: boolean,
  ) {}

  /** Number of values that the hub must hold for these rows. */
  expected(rows: readonly OutboxRow[], rev: number): number {
    return this.#lines(rows, rev).reduce((sum, { values }) => sum + values, 0);
  }

  #all(rows: readonly OutboxRow[], rev: number): Line[] {
    return rows.flatMap((row) => rowLine(row, rev, this.simulated) ?? []);
  }

  #lines(rows: readonly OutboxRow[], rev: number): Line[] {
    return this.#all(rows, rev).filter(({ text }) => !this.#refused.has(text));
  }

  /**
   * Finds the first day that the hub may lack, after it holds less of a day than it once proved. A replaced disk has lost all days before,
   * too, a restored backup those since it was made. So days before are asked for in steps that double, until one is whole; ten years are a
   * dozen questions. Returns the start of that day: `dayS` where only that one is short, or where the hub does not say.
   */
  async lostSince(outbox: Outbox, dayS: number, signal: AbortSignal): Promise<number> {
    let lacksFromS = dayS;
    for (let days = 1; lacksFromS > 0 && !signal.aborted; days *= 2) {
      const fromS = Math.max(0, dayS - days * DAY_S);
      const found = await inTurns(outbox.firstDay(fromS, lacksFromS), this.clock, SLICE_MS);
      if (found !== null) {
        const expected = this.#all(found.rows, 0).reduce((sum, { values }) => sum + values, 0);
        const held = await this.hub.holds(found.dayS, { of: 'wx' }, signal);
        // Any revision counts here: a hub that lost the day has none.
        if ('outcome' in held) break;
        // Between a day that is whole and the next that was looked at, any may be lacking.
        if (held.values >= expected) return Math.min(lacksFromS, found.dayS + DAY_S);
        lacksFromS = found.dayS;
      }
      if (fromS === 0) break;
    }
    return lacksFromS;
  }

  /** `also` are lines that may go with them. Ok also where one was refused and the others taken: `text` says so then. */
  async bring(rows: readonly OutboxRow[], rev: number, also: readonly Line[], signal: AbortSignal): Promise<Outcome> {
    const lines = this.#lines(rows, rev);
    const found: { line: Line; answer: Answer }[] = [];
    /** Rows alone count: a hub that takes the state of a station and none of its rows takes nothing. */
    let taken = 0;
    let asked = 0;
    // At once, and not at the end: where the search breaks off, the next one begins with what this one has found.
    const noteFound = () => {
      if (taken > 0) for (const { line } of found) this.#refused.add(line.text);
    };
    const batches: (readonly Line[])[] = [[...lines, ...also]];
    while (batches.length > 0) {
      const batch = batches.shift()!;
      if (batch.length === 0) continue;
      if (asked++ > 0) await this.clock.sleep(PAUSE_MS, signal);
      signal.throwIfAborted();
      const answer = await this.hub.take(batch.map(({ text }) => text).join(''), signal);
      const { status } = answer;
      if (isTaken(answer)) {
        taken += batch.filter((one) => !also.includes(one)).length;
        noteFound();
      } else if (!OF_THE_ROWS.has(status)) return refusal(answer);
      // A hub that was started with its clock behind: these lines are of the future for now, not for ever.
      else if (isOfTheFuture(rows, this.hub)) return { kind: 'retry', status, text: answer.text };
      else if (batch.length > 1) {
        const middle = Math.ceil(batch.length / 2);
        batches.unshift(batch.slice(0, middle), batch.slice(middle));
      } else {
        found.push({ line: batch[0]!, answer });
        noteFound();
        if (taken === 0 && (found.length === ENOUGH_REFUSED || batches.length === 0)) return refusal(answer);
      }
    }
    const last = found.at(-1);
    if (last === undefined) return { kind: 'ok', status: 204, text: '' };
    if (taken === 0) return refusal(last.answer);
    const { status, text } = last.answer;
    const whole = this.#all(rows, rev);
    const refused = whole.filter((line) => this.#refused.has(line.text)).length;
    const why = sentence('hub.never-taken', { refused, rows: whole.length, quote: text });
    return { ...ours(why, status), kind: 'passed', isSure: true };
  }
}

const FUTURE_S = 600;

/** Whether a row is in the future by the hub's clock, so that the hub would refuse it. */
export const isOfTheFuture = (rows: readonly OutboxRow[], { nowS }: HubClient): boolean =>
  nowS !== null && rows.some(({ startS }) => startS > nowS + FUTURE_S);
