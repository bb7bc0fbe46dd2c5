import { HOUR_MS } from '../../../base/durations.ts';
import {
  BY_HAND,
  BY_TEST,
  FLAG,
  type Flags,
  isBad,
  isHeard,
  NAME_OF,
  numbered,
  quantitiesOf,
  SIGNAL_OF_NARROW,
  SIGNALS,
  SKIPPED,
} from '../../quality/flags.ts';
import type { Database } from '../sqlite/database.ts';
import { SAMPLE_COLUMNS } from './sample-row.ts';

/** Flags of one signal over [fromMs, untilMs). */
export interface FlagSpan {
  signal: number;
  fromMs: number;
  untilMs: number;
  bits: number;
}

/** A folded row, or its narrow values, as it is kept, with all that was measured, and as the tests alone leave it: one and the same where no flag is. */
export interface Versions<T> {
  row: T;
  measured: T;
  byTests: T;
}

/** A person's word about a signal: whether its values are wrong; null where nothing was said. */
export function wrongByHand(spans: readonly FlagSpan[], signal: number | undefined): boolean | null {
  const hand = spans.filter((span) => span.signal === signal && (span.bits & BY_HAND) !== 0);
  return hand.length === 0 ? null : hand.some(({ bits }) => isBad(bits));
}

const FIELDS = 'q.signal signal, q.from_ms fromMs, q.until_ms untilMs, q.bits bits';
/** In SQL: whether the bits of `q` mean that a value is skipped. */
const BAD = `(q.bits & ${SKIPPED}) <> 0 AND (q.bits & ${FLAG.handGood}) = 0`;
/** Spans never overlap: whatever reaches into a time is the last that begins before it, or begins within it. */
const overlapping = `q.from_ms < @untilMs AND q.until_ms > @fromMs AND q.from_ms >=
  coalesce((SELECT max(p.from_ms) FROM main.quality p WHERE p.signal = q.signal AND p.from_ms <= @fromMs), @fromMs)`;
const OF_BOARD = `(${SIGNALS.map(({ number }) => `SELECT ${number} AS number`).join(' UNION ALL ')}) s
  CROSS JOIN main.quality q ON q.signal = s.number`;
/** Signals that have flags, by a seek for each: most of the two hundred never have one. */
const EACH_SIGNAL = `(WITH RECURSIVE used(number) AS (SELECT min(signal) FROM main.quality UNION ALL
  SELECT (SELECT min(signal) FROM main.quality WHERE signal > used.number) FROM used WHERE used.number IS NOT NULL)
  SELECT number FROM used WHERE number IS NOT NULL) s CROSS JOIN main.quality q ON q.signal = s.number`;

/** Tables that a statement reads samples from. */
interface SampleTables {
  stored: string;
  /** These columns of stored and of waiting samples. */
  both(columns: string): string;
}
const tablesOf = (stored: string, waiting: string): SampleTables => ({
  stored,
  both: (columns) => `(SELECT ts_ms, ${columns} FROM ${stored} UNION ALL SELECT ts_ms, ${columns} FROM ${waiting})`,
});

/** A statement over the samples as they are, and the same without flagged values. */
export class Screened<T> {
  readonly asIs: T;
  readonly #clean: T;

  constructor(
    private readonly quality: Quality,
    make: (tables: SampleTables) => T,
  ) {
    this.asIs = make(tablesOf('main.sample', 'temp.queued'));
    this.#clean = make(tablesOf('temp.clean_sample', 'temp.clean_queued'));
  }

  /** For windows within a longer one, of which most have no flag: asking for each takes a quarter of a chart's time. */
  within(fromMs: number, untilMs: number): (fromMs: number, untilMs: number) => T {
    return this.quality.hasBad(fromMs, untilMs) ? (from, until) => this.over(from, until) : () => this.asIs;
  }

  over(fromMs: number, untilMs: number): T {
    return this.quality.hasBad(fromMs, untilMs) ? this.#clean : this.asIs;
  }
}

/** Every column of a table of samples, null where its signal is flagged as wrong. */
function cleanColumns(waiting: boolean): string {
  const columns = SAMPLE_COLUMNS.map((column) => {
    const of = SIGNALS.filter(({ columns }) => columns.includes(column)).map(({ number }) =>
      badAt(number, 's', waiting),
    );
    return of.length === 0 ? `s.${column}` : `CASE WHEN ${of.join(' OR ')} THEN NULL ELSE s.${column} END AS ${column}`;
  });
  return ['s.ts_ms', ...columns].join(', ');
}
/** In SQL: whether a signal is flagged as wrong at `ts_ms` of a table with this alias, of stored or of waiting samples. */
const badAt = (signal: number, alias: string, waiting: boolean): string =>
  waiting
    ? `EXISTS (SELECT 1 FROM temp.quality_queued q WHERE q.signal = ${signal} AND q.ts_ms = ${alias}.ts_ms AND ${BAD})`
    : `coalesce((SELECT q.until_ms > ${alias}.ts_ms AND ${BAD} FROM main.quality q
       WHERE q.signal = ${signal} AND q.from_ms <= ${alias}.ts_ms ORDER BY q.from_ms DESC LIMIT 1), 0)`;
/** The same of a narrow quantity. */
export const badNarrowAt = (quantity: number, alias: string, waiting: boolean): string =>
  badAt(SIGNAL_OF_NARROW.get(quantity)!, alias, waiting);
/** In SQL: whether a value of a narrow quantity is flagged as wrong between two moments, in ms. */
export const badWithin = (quantity: number, fromMs: string, untilMs: string): string =>
  `EXISTS (SELECT 1 FROM main.quality q WHERE q.signal = ${SIGNAL_OF_NARROW.get(quantity)} AND q.from_ms < ${untilMs}
   AND q.until_ms > ${fromMs} AND ${BAD})`;
const EVER = { fromMs: 0, untilMs: Number.MAX_SAFE_INTEGER };
/** Longest silence of a sensor across which equal flags of its values are one span. */
export const LONGEST_GAP_MS = 2 * HOUR_MS;

/**
 * Quality flags of samples: spans in the table `quality`, those of waiting samples in a temporary one. Two temporary views,
 * `clean_sample` and `clean_queued`, are the tables of samples without values that are flagged as wrong. They cost some microseconds a row, so
 * readers ask `hasBad` first.
 */
export class Quality {
  readonly #sql;

  constructor(db: Database) {
    db.exec(`CREATE TEMP TABLE IF NOT EXISTS quality_queued (signal INTEGER NOT NULL, ts_ms INTEGER NOT NULL, bits INTEGER NOT NULL,
      PRIMARY KEY (ts_ms, signal)) STRICT, WITHOUT ROWID;
      CREATE TEMP VIEW IF NOT EXISTS clean_sample AS SELECT ${cleanColumns(false)} FROM main.sample s;
      CREATE TEMP VIEW IF NOT EXISTS clean_queued AS SELECT ${cleanColumns(true)} FROM temp.queued s;`);
    type Window = [{ fromMs: number; untilMs: number }];
    this.#sql = {
      spans: db.prepare<Window, FlagSpan>(
        `SELECT ${FIELDS} FROM ${EACH_SIGNAL} WHERE ${overlapping} ORDER BY q.from_ms, q.signal`,
      ),
      bad: db
        .prepare<Window, number>(
          `SELECT EXISTS (SELECT 1 FROM ${OF_BOARD} WHERE ${overlapping} AND ${BAD})
           OR EXISTS (SELECT 1 FROM temp.quality_queued q WHERE q.ts_ms >= @fromMs AND q.ts_ms < @untilMs AND ${BAD})`,
        )
        .pluck(),
      ofSignal: db.prepare<[{ signal: number; fromMs: number; untilMs: number }], FlagSpan>(
        `SELECT ${FIELDS} FROM main.quality q WHERE q.signal = @signal AND q.from_ms <= @untilMs AND q.until_ms >= @fromMs
         AND q.from_ms >= coalesce((SELECT max(p.from_ms) FROM main.quality p WHERE p.signal = @signal AND p.from_ms < @fromMs), @fromMs)
         ORDER BY q.from_ms`,
      ),
      all: db.prepare<[], FlagSpan>(`SELECT ${FIELDS} FROM main.quality q ORDER BY q.signal, q.from_ms`),
      put: db.prepare<[FlagSpan]>('INSERT OR REPLACE INTO main.quality VALUES (@signal, @fromMs, @untilMs, @bits)'),
      remove: db.prepare<[FlagSpan]>('DELETE FROM main.quality WHERE signal = @signal AND from_ms = @fromMs'),
      queue: db.prepare<[number, number, number]>(
        `INSERT INTO temp.quality_queued VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET bits = bits | excluded.bits`,
      ),
      forgetQueued: db.prepare('DELETE FROM temp.quality_queued'),
      queued: db.prepare<Window, FlagSpan>(
        `SELECT signal, ts_ms fromMs, ts_ms + 1 untilMs, bits FROM temp.quality_queued
         WHERE ts_ms >= @fromMs AND ts_ms < @untilMs ORDER BY ts_ms, signal`,
      ),
      valueBefore: db
        .prepare<[number, number, string], number | null>(
          `SELECT ts_ms FROM main.narrow_sample WHERE ts_ms < ? AND ts_ms >= ?
           AND quantity IN (SELECT value FROM json_each(?)) ORDER BY ts_ms DESC LIMIT 1`,
        )
        .pluck(),
      sampleBefore: db.prepare<[number], number | null>('SELECT max(ts_ms) FROM main.sample WHERE ts_ms < ?').pluck(),
    };
  }

  /** Spans that reach into a time, of all signals. */
  spans(fromMs: number, untilMs: number): FlagSpan[] {
    return this.#sql.spans.all({ fromMs: Math.ceil(fromMs), untilMs: Math.ceil(untilMs) });
  }

  /** Spans of narrow values that are skipped, stored or waiting. */
  badHeard(fromMs: number, untilMs: number): FlagSpan[] {
    const window = { fromMs: Math.ceil(fromMs), untilMs: Math.ceil(untilMs) };
    return [...this.#sql.spans.all(window), ...this.#sql.queued.all(window)].filter(
      ({ signal, bits }) => isHeard(signal) && isBad(bits),
    );
  }

  /** Whether a value of the board of this time is skipped, stored or waiting. */
  hasBad(fromMs: number, untilMs: number): boolean {
    const window = { fromMs: Math.ceil(Math.max(fromMs, 0)), untilMs: Math.ceil(Math.min(untilMs, EVER.untilMs)) };
    return this.#sql.bad.get(window) === 1;
  }

  /** Flags of one sample, stored or waiting. */
  at(tsMs: number): Flags | undefined {
    const found = [...this.spans(tsMs, tsMs + 1), ...this.#sql.queued.all({ fromMs: tsMs, untilMs: tsMs + 1 })];
    if (found.length === 0) return undefined;
    const flags: Partial<Record<string, number>> = {};
    for (const { signal, bits } of found) {
      const name = NAME_OF.get(signal);
      if (name) flags[name] = (flags[name] ?? 0) | bits;
    }
    return flags;
  }

  /** Flags of a waiting sample; of one that is stored already, they follow with the next commit. */
  queue(tsMs: number, flags: Flags): void {
    for (const [signal, bits] of numbered(flags)) this.#sql.queue.run(signal, tsMs, bits);
  }

  /** Inside the same transaction, when nothing asks for them any more: those of samples that were stored before, too. */
  forgetQueued(): void {
    this.#sql.forgetQueued.run();
  }

  /** Inside the transaction that stores the samples, behind them. A run of equal flags is one span. Returns the moments. */
  store(): Set<number> {
    const moments = new Set<number>();
    for (const { signal, fromMs: tsMs, bits } of this.#sql.queued.all(EVER)) {
      const beforeMs = this.#before(signal, tsMs);
      const joined = beforeMs !== null && this.#joins(signal, beforeMs, bits);
      this.change(signal, joined ? beforeMs + 1 : tsMs, tsMs + 1, (old) => old | bits);
      moments.add(tsMs);
    }
    return moments;
  }

  /** Moment before, at which equal flags are those of one span: of the sample, or of the last value of a sensor that speaks now and then. */
  #before(signal: number, tsMs: number): number | null {
    if (!isHeard(signal)) return this.#sql.sampleBefore.get(tsMs) ?? null;
    return this.#sql.valueBefore.get(tsMs, tsMs - LONGEST_GAP_MS, JSON.stringify(quantitiesOf(signal))) ?? null;
  }

  #joins(signal: number, beforeMs: number, bits: number): boolean {
    const before = this.spans(beforeMs, beforeMs + 1).find((span) => span.signal === signal);
    return before?.untilMs === beforeMs + 1 && before.bits === bits;
  }

  /** Other bits over [fromMs, untilMs): spans are cut at its ends, and equal neighbours join. Returns whether anything changed. */
  change(signal: number, fromMs: number, untilMs: number, to: (bits: number) => number): boolean {
    if (fromMs >= untilMs) return false;
    const old = this.#sql.ofSignal.all({ signal, fromMs, untilMs });
    const bounds = [fromMs, untilMs, ...old.flatMap((span) => [span.fromMs, span.untilMs])].sort((a, b) => a - b);
    const pieces: FlagSpan[] = [];
    bounds.slice(1).forEach((end, i) => {
      const start = bounds[i]!;
      const was = old.find((span) => span.fromMs <= start && start < span.untilMs)?.bits ?? 0;
      const bits = start >= fromMs && start < untilMs ? to(was) : was;
      const last = pieces.at(-1);
      if (start === end || bits === 0) return;
      if (last?.untilMs === start && last.bits === bits) last.untilMs = end;
      else pieces.push({ signal, fromMs: start, untilMs: end, bits });
    });
    if (JSON.stringify(pieces) === JSON.stringify(old)) return false;
    for (const span of old) this.#sql.remove.run(span);
    for (const span of pieces) this.#sql.put.run(span);
    return true;
  }

  /** Flags of one row that comes to the stored ones. Inside its transaction. */
  mark(tsMs: number, flags: Flags): void {
    for (const [signal, bits] of numbered(flags)) this.change(signal, tsMs, tsMs + 1, (old) => old | bits);
  }

  /** Removes the tests' flags of [fromMs, untilMs); a person's stay. */
  unmark(fromMs: number, untilMs: number): void {
    for (const signal of new Set(this.spans(fromMs, untilMs).map((span) => span.signal)))
      this.change(signal, fromMs, untilMs, (bits) => bits & ~BY_TEST);
  }

  /** Adds these flags to those that are there. */
  add(spans: readonly FlagSpan[]): void {
    for (const { signal, fromMs, untilMs, bits } of spans) this.change(signal, fromMs, untilMs, (old) => old | bits);
  }

  /** Inside the transaction that begins to move the samples from `fromMs` on: flags go with them. */
  move(fromMs: number, byMs: number): void {
    const moved: FlagSpan[] = [];
    for (const span of this.#sql.all.all()) {
      if (span.untilMs <= fromMs && span.fromMs < fromMs) continue;
      this.#sql.remove.run(span);
      if (span.fromMs < fromMs) this.#sql.put.run({ ...span, untilMs: fromMs });
      moved.push({ ...span, fromMs: Math.max(span.fromMs, fromMs) + byMs, untilMs: span.untilMs + byMs });
    }
    this.add(moved);
  }

  /** Spans that came from two databases may overlap: they are joined. */
  tidy(): void {
    const all = this.#sql.all.all();
    for (const span of all) this.#sql.remove.run(span);
    this.add(all);
  }
}
