import { anotherTurn } from '../base/clock.ts';
import { HOUR_S } from '../base/durations.ts';
import { SerialQueue } from '../base/serial-queue.ts';
import { inTurns } from '../base/steps.ts';
import type { Connection, ConnectionTest } from '../contract/connections.ts';
import { inTime } from '../sending/in-time.ts';
import type { LastError, Outcome } from '../sending/outcome.ts';
import { errorOf, listed, testAnswer, worded } from '../sending/shown.ts';
import { type State, Tries, worseOf } from '../sending/tries.ts';
import type { Refusal } from '../station/api.ts';
import type { Portion } from '../station/outbox/portion.ts';
import { refused, sentence } from '../words/sentence.ts';
import { ENGLISH, type Speaker } from '../words/speaker.ts';
import type { Member } from './member.ts';
import { RowSearch, type SearchParts } from './row-search.ts';

interface CourierParts extends SearchParts {
  /** Simulated weather that may not be sent. */
  isHeld: boolean;
}

const TIMEOUT_MS = 15_000;
const PAUSE_MS = 1000;
/** Interval of the check for due rows; one becomes due every five minutes. */
const LOOK_EVERY_MS = 5000;
/** Random delay of the first request, so that stations switched on together do not send at once. */
const SPREAD_MS = 10_000;
const SLICE_MS = 2;
/** Silence for so long was an outage. */
const OUTAGE_S = HOUR_S;

/**
 * Sends due rows to one receiver, one request at a time. A failure is tried again, with growing pauses or when the receiver says; a
 * receiver that refuses us is asked every hour. Only rows that arrived are noted.
 */
export class Courier implements Member {
  readonly name: string;
  readonly #rows: Tries;
  /** Retries of sync tasks, which run beside the rows: rows never wait for them, they wait for rows. */
  readonly #syncTasks: Tries;
  #nextTaskMs = 0;
  readonly #search: RowSearch;
  readonly #sending = new SerialQueue();
  #stop: AbortSignal = new AbortController().signal;
  /** Ends the present wait. */
  #wake = new AbortController();

  constructor(private readonly parts: CourierParts) {
    this.name = parts.sink.name;
    this.#search = new RowSearch(parts);
    const tries = () => new Tries(parts.ports.random, parts.sink.pace.spreadS ?? 0);
    this.#rows = tries();
    this.#syncTasks = tries();
  }

  get #state(): State {
    return worseOf(this.#rows.state, this.#syncTasks.state);
  }

  status(speaker: Speaker = ENGLISH): Connection {
    const { outbox, sink, isHeld } = this.parts;
    const { lastSuccessS, lastError: ofAll, cursorS, waiting } = outbox.facts(this.name, sink.pace);
    const { standing, notices = [] } = sink;
    // Rows that arrive clear their error; tasks beside them may still fail, and the clock may still be wrong.
    const lastError = ofAll ?? this.#syncTasks.error ?? (standing ? { status: null, ...standing } : null);
    return listed(this.name, isHeld, {
      state: this.#state,
      last_success_ts: lastSuccessS,
      last_error: lastError && worded(lastError, speaker),
      ...(!isHeld && { waiting, cursor_ts: cursorS }),
      ...(notices.length > 0 && { notices: [...notices] }),
    });
  }

  async run(signal: AbortSignal): Promise<void> {
    const { sink, ports, outbox, isHeld } = this.parts;
    this.#stop = signal;
    if (isHeld) return;
    this.#wake = new AbortController();
    signal.addEventListener('abort', () => this.#wake.abort(), { once: true });
    outbox.begin(this.name, sink.pace);
    await ports.clock.sleep(this.#firstMs(), this.#wake.signal);
    while (!signal.aborted) {
      this.#wake = new AbortController();
      const waitMs = await this.#sending.take(() => this.#turn());
      if (!signal.aborted) await ports.clock.sleep(waitMs, this.#wake.signal);
    }
  }

  /** First delay after an outage: longer for a receiver that was down long, since others wait for it too. */
  #firstMs(): number {
    const { sink, outbox, ports } = this.parts;
    const { lastSuccessS } = outbox.facts(this.name, sink.pace);
    const wasAway = lastSuccessS !== null && outbox.nowS - lastSuccessS > OUTAGE_S;
    return ports.random() * Math.max(SPREAD_MS, wasAway ? 1000 * (sink.pace.spreadS ?? 0) : 0);
  }

  /** Returns how long to wait for the next one. */
  async #turn(): Promise<number> {
    const { sink, outbox, ports } = this.parts;
    const portion = await inTurns(this.#search.next(), ports.clock, SLICE_MS);
    if (this.#stop.aborted) return LOOK_EVERY_MS;
    if (portion === null) return (await this.#runSyncTask()) ?? LOOK_EVERY_MS;
    const rows = portion.rows.filter((row) => sink.takes(row) && (sink.due?.(row) ?? true));
    if (rows.length === 0) {
      this.#search.passBy(portion);
      await anotherTurn();
      return 0;
    }
    if (!outbox.leaving({ ...portion, rows }, this.name)) return LOOK_EVERY_MS;
    const answered = await this.#send({ ...portion, rows });
    if (this.#stop.aborted && answered.kind === 'retry') return LOOK_EVERY_MS;
    const outcome = this.#search.judged(answered, { ...portion, rows });
    if (outcome === null) this.#noteRefusedRows(answered);
    else this.#note(outcome, portion, this.#rows);
    return this.#rows.waitMs(outcome ?? answered, sink.pace.pauseMs ?? PAUSE_MS);
  }

  /** Null when there is none to be run now. */
  async #runSyncTask(): Promise<number | null> {
    const { sink, outbox, ports } = this.parts;
    if (!outbox.open || ports.clock.steadyMs() < this.#nextTaskMs) return null;
    const syncTask = sink.syncTask?.() ?? null;
    if (syncTask === null) return null;
    const outcome = await this.#inTime((signal) => syncTask.send(signal));
    if (this.#stop.aborted && outcome.kind === 'retry') return null;
    if (outcome.kind === 'ok' || outcome.kind === 'passed') syncTask.done();
    this.#note(outcome, null, this.#syncTasks);
    if (outcome.kind === 'ok') outbox.succeeded(this.name);
    const waitMs = this.#syncTasks.waitMs(outcome, sink.pace.pauseMs ?? PAUSE_MS);
    this.#nextTaskMs = ports.clock.steadyMs() + waitMs;
    // A receiver that names a time means whatever we would bring.
    return outcome.kind === 'retry' && outcome.afterS !== undefined ? waitMs : Math.min(waitMs, LOOK_EVERY_MS);
  }

  #send({ rows, day }: Portion): Promise<Outcome> {
    const { sink, outbox } = this.parts;
    return this.#inTime((signal) => sink.send({ rows, nowS: outbox.nowS, day }, signal));
  }

  #inTime(send: (signal: AbortSignal) => Promise<Outcome>): Promise<Outcome> {
    return inTime(this.parts.ports.clock, this.parts.sink.pace.timeoutMs ?? TIMEOUT_MS, this.#stop, send);
  }

  #note(outcome: Outcome, portion: Portion | null, tries: Tries): void {
    const { outbox, ports } = this.parts;
    const before = this.#state;
    const rowsBefore = this.#rows.state;
    const error = outcome.kind === 'ok' ? null : this.#errorOf(outcome);
    tries.note(outcome, error);
    const isNews = this.#state !== before;
    if (error === null) {
      if (portion) outbox.arrived(this.name, portion);
      if (rowsBefore !== 'ok' && this.#rows.state === 'ok') this.#nextTaskMs = 0; // the way is open again
      if (isNews && this.#state === 'ok') ports.log('info', `${this.name}: works again`);
      return;
    }
    outbox.failed(this.name, error);
    if (outcome.kind === 'retry' && outcome.short && portion) outbox.short(this.name, portion, outcome.lacksFromS);
    if (outcome.kind === 'passed' && portion) outbox.passBy(this.name, portion);
    if (isNews && tries.state !== 'ok') ports.log('warn', `${this.name}: ${worded(error, ENGLISH)}`);
  }

  /** Stores an error and keeps the state: whether the rows or the receiver are at fault is not known yet. */
  #noteRefusedRows(outcome: Outcome): void {
    this.parts.outbox.failed(this.name, this.#errorOf(outcome));
  }

  #errorOf(outcome: Outcome): LastError {
    return errorOf(outcome, this.parts.sink.secrets);
  }

  async test(speaker: Speaker = ENGLISH): Promise<ConnectionTest | Refusal> {
    const { sink, outbox, ports, isHeld } = this.parts;
    if (isHeld) return refused(sentence('refusal.simulated'));
    const portion = await this.#newest();
    if (portion === null) return refused(sentence('refusal.nothing-measured'));
    if (!portion.rows.some((row) => sink.takes(row))) return refused(sentence('refusal.lacks', { name: this.name }));
    return this.#sending.take(async () => {
      const startMs = ports.clock.steadyMs();
      if (!outbox.leaving(portion, this.name)) return refused(sentence('refusal.disk-note'));
      const outcome = await this.#send(portion);
      if (outcome.kind === 'passed' && !outcome.isSure) this.#noteRefusedRows(outcome);
      else this.#note(outcome, null, this.#rows);
      if (outcome.kind === 'ok') {
        outbox.succeeded(this.name);
        this.#nextTaskMs = 0;
        this.#wake.abort();
      }
      return testAnswer(this.name, outcome, sink.secrets, speaker, ports.clock.steadyMs() - startMs);
    });
  }

  /** The newest row, for a test sent by hand; none where it is too old for the receiver. */
  async #newest(): Promise<Portion | null> {
    const { sink, outbox, ports } = this.parts;
    if (sink.pace.byDay) return inTurns(outbox.newestDue(this.name, sink.pace), ports.clock, SLICE_MS);
    const row = outbox.rows.newest();
    const isStale = row !== null && row.tS < outbox.nowS - (sink.pace.staleS ?? Number.POSITIVE_INFINITY);
    return row && !isStale ? { rows: [row], cursorS: null, hourS: null } : null;
  }
}
