import type { Clock } from '../../base/clock.ts';
import { DAY_S, HOUR_S } from '../../base/durations.ts';
import type { Steps } from '../../base/steps.ts';
import type { Zone } from '../../base/zone.ts';
import type { LastError } from '../../sending/outcome.ts';
import type { Store } from '../store/store.ts';
import { AsideRows } from './aside.ts';
import { Backlog } from './backlog.ts';
import { ByDay } from './by-day.ts';
import { EventCursor } from './event-cursor.ts';
import { ForecastsToSend } from './forecasts-to-send.ts';
import { Kept } from './kept.ts';
import { HeardNotices } from './notices.ts';
import type { Portion, Terms } from './portion.ts';
import type { OutboxRow } from './row.ts';
import { OutboxRows } from './rows.ts';

interface Parts {
  store: Store;
  clock: Clock;
  zone: Zone;
  nowS(): number;
  isConfirmed(): boolean;
  /** Rows are being moved to another time. */
  moving(): boolean;
  /** By how much what is stored, and the station's time with it, has yet to move. */
  waitingS(): number;
}

const FIVE_MIN_S = 300;

/** As the table has it, for older programs and whoever opens it by hand. */
const inEnglish = ({ status, detail }: LastError): string => (status === null ? detail : `${status}: ${detail}`);

/** Outbox: which rows go to which receiver, and each one's progress. It opens no connection. */
export class Outbox {
  /** By receiver, its progress that could not be stored: the disk is full, or another connection was just writing. */
  readonly #unnoted = new Map<string, () => void>();
  readonly spoken: ForecastsToSend;
  readonly notices: HeardNotices;
  /** Code and parameters of the sentence, beside the English in the table, so that each reader has it in their language. */
  readonly #errors: Kept<Record<string, LastError>>;
  readonly #id: Kept<{ id: string }>;
  readonly aside: AsideRows;
  readonly rows: OutboxRows;
  readonly #backlog: Backlog;
  readonly #byDay: ByDay;

  constructor(private readonly parts: Parts) {
    const { store, clock } = parts;
    this.rows = new OutboxRows(parts);
    this.spoken = new ForecastsToSend(store, parts.nowS);
    this.notices = new HeardNotices(store, parts.nowS);
    this.#errors = new Kept(store, 'connections.errors', parts.nowS);
    this.#id = new Kept(store, 'connections.id', parts.nowS);
    this.aside = new AsideRows(new Kept(store, 'connections.aside', parts.nowS));
    this.#backlog = new Backlog(clock, (fromS, untilS) => store.outbox.waiting(fromS, untilS));
    const read = (fromS: number, untilS: number) => this.rows.between(fromS, untilS, DAY_S / FIVE_MIN_S);
    this.#byDay = new ByDay({ store, read });
  }

  /**
   * Whether anything may be sent. An unconfirmed clock stamps rows with a time that will change; a database being rebuilt has no cursor.
   */
  get open(): boolean {
    const { store, clock, isConfirmed, moving } = this.parts;
    if (!store.atHome || moving()) return false;
    return clock.synchronised?.() !== false || isConfirmed();
  }

  get nowS(): number {
    return this.parts.nowS();
  }

  /** A moment of the station's time by the clock that is believed, while what is stored has yet to move to that clock. */
  believedS(tS: number): number {
    return tS + this.parts.waitingS();
  }

  /** Permanent id of this station for others; null while the database is not there to keep it. */
  id(random: () => number): string | null {
    if (!this.parts.store.atHome) return null;
    const known = this.#id.get();
    if (known !== null) return known.id;
    const id = `wg_${Array.from({ length: 12 }, () => Math.floor(random() * 16).toString(16)).join('')}`;
    return this.#id.put({ id }) ? id : null;
  }

  eventCursor(): EventCursor {
    return new EventCursor(this.parts.store, this.parts.nowS);
  }

  begin(name: string, { corrects = false, receiver }: Pick<Terms, 'corrects' | 'receiver'>): void {
    const { store, nowS } = this.parts;
    if (!store.atHome) return;
    const cursorS = corrects ? 0 : Math.floor(nowS() / FIVE_MIN_S) * FIVE_MIN_S;
    store.attempt(() => store.outbox.begin(name, cursorS, corrects, receiver ?? null));
  }

  /** Next portion for a receiver, without rows before `skipS`; null if none are due. Saves nothing, but skips rows that are too old. */
  *next(name: string, terms: Terms, skipS = 0): Steps<Portion | null> {
    if (!this.open || !this.#isNoted(name)) return null;
    const { outbox } = this.parts.store;
    const sink = outbox.get(name);
    if (sink === null) {
      this.begin(name, terms);
      return null;
    }
    const untilS = this.#readyUntilS(terms);
    const fromS = this.#fromS(name, sink.cursorS, untilS, terms);
    if (terms.byDay) return yield* this.#byDay.next(name, fromS, untilS);
    const rows = yield* this.rows.between(Math.max(fromS, skipS), untilS, terms.mostRows);
    const last = rows.at(-1);
    if (last) return { rows, cursorS: last.tS, hourS: null };
    return terms.corrects ? yield* this.#again(name) : null;
  }

  /** Rows before this moment are closed and have settled. */
  #readyUntilS({ settleS = 0 }: Pick<Terms, 'settleS'>): number {
    const { store, nowS } = this.parts;
    return Math.min(store.outbox.closedUntilS, Math.floor(nowS()) - settleS - FIVE_MIN_S + 1);
  }

  #fromS(name: string, sentUntilS: number, untilS: number, { staleS, catchUp, byDay }: Terms): number {
    const { store, nowS } = this.parts;
    const closedS = store.outbox.closedUntilS;
    let cursorS = sentUntilS;
    if (cursorS > nowS() + 2 * FIVE_MIN_S) {
      // A clock that ran ahead has left the cursor in the future: nothing measured from now on has been sent.
      // A receiver that can be asked what it holds gets everything again, which only fills its gaps.
      cursorS = byDay ? 0 : closedS;
      store.attempt(() => store.outbox.rewind(name, cursorS, nowS()));
    }
    const newestS = Math.floor((untilS - 1) / FIVE_MIN_S) * FIVE_MIN_S;
    const notStaleS = staleS === null ? 0 : nowS() - staleS - FIVE_MIN_S;
    const fromS = Math.max(cursorS, notStaleS, catchUp ? 0 : newestS);
    if (cursorS < untilS && fromS >= untilS) store.attempt(() => store.outbox.passBy(name, untilS));
    return fromS;
  }

  /** An hour that was corrected after it had been sent. */
  *#again(name: string): Steps<Portion | null> {
    const { store } = this.parts;
    const hourS = store.outbox.nextDirty(name);
    // Marked as on its way before it is read: what changes in between makes it due once more.
    if (hourS === null || !store.attempt(() => store.outbox.take(name, hourS))) return null;
    const cursorS = store.outbox.get(name)?.cursorS ?? 0;
    const rows = yield* this.rows.between(hourS, Math.min(hourS + HOUR_S, cursorS), HOUR_S / FIVE_MIN_S);
    if (rows.length > 0) return { rows, cursorS: null, hourS };
    store.attempt(() => store.outbox.drop(name, hourS));
    return null;
  }

  /** A row that was set aside and is not too old by now; null where there is none. */
  fromAside(name: string, { staleS }: Pick<Terms, 'staleS'>): Portion | null {
    const { store, nowS } = this.parts;
    const startS = this.open ? this.aside.of(name)[0] : undefined;
    if (startS === undefined) return null;
    const { rows, widthS } = store.outbox.rows(startS, startS + 1, 1);
    const row = rows[0] && this.rows.row(rows[0], widthS);
    if (row && (staleS === null || nowS() - row.tS <= staleS))
      return { rows: [row], cursorS: null, hourS: null, asideS: startS };
    this.aside.remove(name, startS); // the next one with the next look
    return null;
  }

  /** The newest row that is due, if it starts after a moment; with it the cursor moves to that moment. */
  newestAfter(afterS: number, terms: Pick<Terms, 'settleS'>): Portion | null {
    const untilS = this.#readyUntilS(terms);
    const { rows, widthS } = this.parts.store.outbox.rows(Math.max(afterS, untilS - FIVE_MIN_S), untilS, 1);
    return rows[0] ? { rows: [this.rows.row(rows[0], widthS)], cursorS: afterS, hourS: null } : null;
  }

  /** The newest rows that are due, whatever went before them: for somebody who wants to see whether anything arrives. */
  *newestDue(name: string, terms: Terms): Steps<Portion | null> {
    return this.open ? yield* this.#byDay.newest(name, this.#readyUntilS(terms)) : null;
  }

  /** Marks rows as sent before they are: whatever happens, the receiver may have them. False if that could not be saved: they must stay. */
  leaving({ day, rows }: Portion, name: string): boolean {
    const { store } = this.parts;
    const last = rows.at(-1);
    if (!day || !last) return true;
    return store.atHome && store.attempt(() => store.outbox.tried(name, last.tS));
  }

  /** The day goes under this number from now on. False: it must stay, for that could not be noted. */
  claim(name: string, dayS: number, rev: number): boolean {
    const { store } = this.parts;
    return store.atHome && store.attempt(() => store.outbox.claim(name, dayS, rev));
  }

  /** The receiver said yes, and holds less than it was sent. */
  short(name: string, portion: Portion, lacksFromS = Number.POSITIVE_INFINITY): void {
    this.#byDay.short(name, portion, lacksFromS);
    if (Number.isFinite(lacksFromS)) this.spoken.again(name, lacksFromS);
  }

  firstDay(fromS: number, untilS: number): Steps<{ dayS: number; rows: OutboxRow[] } | null> {
    return this.#byDay.firstDay(fromS, untilS);
  }

  arrived(name: string, portion: Portion): void {
    const { store, nowS } = this.parts;
    const { cursorS, hourS } = portion;
    const dayS = portion.kind === 'again' ? portion.day?.dayS : undefined;
    this.#byDay.arrived(name, portion);
    const note = { cursorS, hourS, dayS, nowS: nowS() };
    const moved = cursorS !== null || hourS !== null || dayS !== undefined;
    if (moved) this.#note(name, () => store.outbox.succeeded(name, note));
    else this.succeeded(name);
  }

  /** Skips rows that the receiver has no use for. */
  passBy(name: string, portion: Portion): void {
    const { store } = this.parts;
    const { cursorS, hourS, day, kind } = portion;
    this.#byDay.arrived(name, portion);
    this.#note(name, () => {
      if (kind === 'again') store.outbox.drop(name, day!.dayS, DAY_S);
      if (cursorS !== null) store.outbox.passBy(name, cursorS);
      if (hourS !== null) store.outbox.drop(name, hourS);
    });
  }

  #note(name: string, note: () => void): void {
    const { store } = this.parts;
    if (store.atHome && !store.attempt(note)) this.#unnoted.set(name, note);
  }

  /** Whether progress is saved. A receiver whose progress is not gets nothing: it would get the same again. */
  #isNoted(name: string): boolean {
    const note = this.#unnoted.get(name);
    if (note === undefined) return true;
    return this.parts.store.attempt(note) && this.#unnoted.delete(name);
  }

  failed(name: string, error: LastError): void {
    const { store } = this.parts;
    if (!store.atHome || !store.attempt(() => store.outbox.failed(name, inEnglish(error)))) return;
    const before = this.#errors.get();
    if (JSON.stringify(before?.[name]) !== JSON.stringify(error)) this.#errors.put({ ...before, [name]: error });
  }

  /** Something has arrived that is no row. */
  succeeded(name: string): void {
    const { store, nowS } = this.parts;
    const note = { cursorS: null, hourS: null, nowS: nowS() };
    if (store.atHome) store.attempt(() => store.outbox.succeeded(name, note));
  }

  lastOf(name: string) {
    const sink = this.parts.store.outbox.get(name);
    const [lastSuccessS, detail] = [sink?.lastSuccessS ?? null, sink?.lastError ?? null];
    if (detail === null) return { lastSuccessS, lastError: null };
    const kept = this.#errors.get()?.[name];
    const isThis = kept !== undefined && inEnglish(kept) === detail; // what is kept of another error says nothing of this one
    return { lastSuccessS, lastError: isThis ? kept : { status: null, detail, said: null } };
  }

  /** `waiting`: rows that are due, or too late, or to be sent again. */
  facts(name: string, terms: Partial<Terms>) {
    const { outbox } = this.parts.store;
    const cursorS = outbox.get(name)?.cursorS ?? null;
    const last = this.lastOf(name);
    if (cursorS === null) return { ...last, cursorS, waiting: 0 };
    const waiting = this.#backlog.rows(name, cursorS, this.#readyUntilS(terms));
    const again = terms.corrects ? outbox.dirtyHours(name, cursorS) * (HOUR_S / FIVE_MIN_S) : 0;
    return { ...last, cursorS, waiting: waiting + again };
  }
}
