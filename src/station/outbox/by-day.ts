import { DAY_S, HOUR_S } from '../../base/durations.ts';
import type { Steps } from '../../base/steps.ts';
import type { Store } from '../store/store.ts';
import type { DayPart, Portion } from './portion.ts';
import type { OutboxRow } from './row.ts';

interface Parts {
  store: Store;
  /** Rows from a moment on and before another, oldest first. */
  read(fromS: number, untilS: number): Steps<OutboxRow[]>;
}

const startOf = (tS: number): number => Math.floor(tS / DAY_S) * DAY_S;

/**
 * Outbox by days, for a receiver that can be asked what it holds of a day. A day in which something was made anew is sent again as a
 * whole, under the next revision.
 */
export class ByDay {
  /** By receiver, the end of the newest rows that it was sent ahead of their turn. */
  readonly #shown = new Map<string, number>();

  constructor(private readonly parts: Parts) {}

  /** Next portion: the newest hour while there is a backlog, then oldest to newest, then corrected days. */
  *next(name: string, fromS: number, untilS: number): Steps<Portion | null> {
    return (
      (yield* this.#ahead(name, fromS, untilS)) ??
      (yield* this.#inOrder(name, fromS, untilS)) ??
      (yield* this.#again(name))
    );
  }

  *#ahead(name: string, fromS: number, untilS: number): Steps<Portion | null> {
    if (untilS - fromS <= HOUR_S) return null;
    return yield* this.newest(name, untilS, Math.max(fromS, this.#shown.get(name) ?? 0));
  }

  *newest(name: string, untilS: number, atLeastS = 0): Steps<Portion | null> {
    const sinceS = Math.max(untilS - HOUR_S, startOf(untilS - 1), atLeastS);
    const rows = sinceS < untilS ? yield* this.parts.read(sinceS, untilS) : [];
    const day = this.#dayOf(name, rows);
    return day && { rows, cursorS: null, hourS: null, day, kind: 'ahead' };
  }

  *#inOrder(name: string, fromS: number, untilS: number): Steps<Portion | null> {
    const first = yield* this.firstDay(fromS, untilS);
    if (first === null) return null;
    const rows = first.rows.filter((row) => row.tS > fromS);
    const day = this.#dayOf(name, first.rows);
    return day && rows.length > 0 ? { rows, cursorS: rows.at(-1)!.tS, hourS: null, day, kind: 'in order' } : null;
  }

  *#again(name: string): Steps<Portion | null> {
    const { store } = this.parts;
    if (store.recompute.unfinished !== null) return null; // each day once, when all of it is done
    const cursorS = store.outbox.get(name)?.cursorS ?? 0;
    const hourS = store.outbox.nextDirty(name, cursorS);
    if (hourS === null) return null;
    const dayS = startOf(hourS);
    // Marked as on its way before it is read: what changes in between makes it due once more.
    if (!store.attempt(() => store.outbox.takeDay(name, dayS))) return null;
    const rows = yield* this.parts.read(dayS, Math.min(dayS + DAY_S, cursorS));
    const day = this.#dayOf(name, rows);
    if (day) return { rows, cursorS: null, hourS: null, day, kind: 'again' };
    store.attempt(() => store.outbox.drop(name, dayS, DAY_S));
    return null;
  }

  #dayOf(name: string, rows: readonly OutboxRow[]): DayPart | null {
    if (rows.length === 0) return null;
    const dayS = startOf(rows[0]!.startS);
    return { dayS, rev: this.parts.store.outbox.rev(name, dayS), rows };
  }

  arrived(name: string, { kind, rows }: Portion): void {
    if (kind === 'ahead' && rows.length > 0) this.#shown.set(name, rows.at(-1)!.tS);
  }

  /** The first day at or after a moment and before another in which there is a row, and its rows; null where there is none. */
  *firstDay(fromS: number, untilS: number): Steps<{ dayS: number; rows: OutboxRow[] } | null> {
    const [first] = this.parts.store.outbox.rows(fromS, untilS, 1).rows;
    if (!first) return null;
    const dayS = startOf(first.ts);
    return { dayS, rows: yield* this.parts.read(dayS, Math.min(untilS, dayS + DAY_S)) };
  }

  /** The receiver holds less of the day than it acknowledged: the day goes again whole, and so do lost parts of earlier days. */
  short(name: string, { day, kind }: Portion, lacksFromS: number): void {
    const { store } = this.parts;
    if (!day || kind !== 'in order') return;
    const { cursorS } = store.outbox.get(name) ?? { cursorS: 0 };
    const fromS = Math.min(day.dayS, lacksFromS);
    if (cursorS > fromS) store.attempt(() => store.outbox.passBy(name, fromS));
  }
}
