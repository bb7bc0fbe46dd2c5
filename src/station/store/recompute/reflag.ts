import { type Clock, Slicer } from '../../../base/clock.ts';
import { HOUR_S } from '../../../base/durations.ts';
import type { HeavyHandle } from '../../../base/heavy-handle.ts';
import { RATE_LOOKS_BACK_S } from '../../inputs/rain-rate.ts';
import { FLAG, isHeard, NUMBER_OF, numbered, SIGNALS, type SignalName, signalsIn } from '../../quality/flags.ts';
import type { RowTests, Tested, TestedRow } from '../../quality/row-tests.ts';
import { inTransaction, relaxed } from '../sqlite/database.ts';
import { JobNote } from '../sqlite/job-note.ts';
import { type FlagSpan, LONGEST_GAP_MS, type Quality } from '../tiers/quality.ts';
import { FOLDED, floorTo, RAW } from '../tiers/tier.ts';
import type { Tiers } from '../tiers/tiers.ts';
import { refindRecords } from './refind-records.ts';

const REROLLED = 12;
const TESTED = [...SIGNALS.map(({ raw }) => raw), 'temp_hum_chip', 'temp_press_chip'].join(', ');

/** Time whose rows are to be made anew, and how far that came: a tier, and the start of its next row. */
interface State {
  fromMs: number;
  untilMs: number;
  tier: number;
  nextS: number;
}

export type Verdict = 'bad' | 'good' | null;

/**
 * Remakes roll-ups, then records, of a time whose quality flags changed. In slices that store the progress, so a kill or a stop leaves
 * the rest to the next start.
 */
export class Reflag {
  readonly #note: JobNote<State>;
  /** Set while learned state is older than the remade rows, and must be learned anew: a stop in between leaves it to the next start. */
  readonly toLearn: JobNote<true>;
  readonly #tested;

  constructor(private readonly parts: Tiers & { clock: Clock }) {
    const { db } = parts;
    this.#note = new JobNote(db, 'reflag');
    this.toLearn = new JobNote(db, 'learn reflagged');
    this.#tested = db.prepare<[number, number], TestedRow>(
      `SELECT ts_ms / 1000.0 ts, ${TESTED} FROM main.sample WHERE ts_ms >= ? AND ts_ms < ? ORDER BY ts_ms`,
    );
  }

  get #quality(): Quality {
    return this.parts.rollUps.quality;
  }

  /** A change was stored whose rows have not been made anew. */
  get unfinished(): boolean {
    return this.#note.get() !== null;
  }

  /** A person's word over [fromMs, untilMs): null takes it back. Inside a transaction; `run` is due behind it. */
  say(names: readonly SignalName[], fromMs: number, untilMs: number, verdict: Verdict): boolean {
    const word = verdict === null ? 0 : verdict === 'bad' ? FLAG.handBad : FLAG.handGood;
    const others = ~(FLAG.handBad | FLAG.handGood);
    let changed = false;
    const tell = (name: SignalName, endMs: number): void => {
      if (!this.#quality.change(NUMBER_OF.get(name)!, fromMs, endMs, (bits) => (bits & others) | word)) return;
      changed = true;
      this.#owe(fromMs, endMs);
    };
    for (const name of new Set(names)) tell(name, untilMs);
    // A rate is made of the increments before it.
    if (names.includes('rain')) tell('rain_rate', untilMs + 1000 * RATE_LOOKS_BACK_S);
    return changed;
  }

  #owe(fromMs: number, untilMs: number): void {
    const owed = this.#note.get();
    const [from, until] = [Math.min(fromMs, owed?.fromMs ?? fromMs), Math.max(untilMs, owed?.untilMs ?? untilMs)];
    this.#note.put({ fromMs: from, untilMs: until, tier: 0, nextS: 0 });
  }

  /** Tests all stored samples anew, with other limits. What a person said stays. A second run changes nothing. */
  async retest(tests: RowTests, { signal, progress }: HeavyHandle): Promise<boolean> {
    const { db, rollUps, samples, clock } = this.parts;
    samples.commit();
    const slicer = new Slicer(clock, 4);
    const firstS = rollUps.firstOf(RAW, 0);
    if (firstS === null) return true;
    const [fromS, untilS] = [Math.max(rollUps.keptFrom(RAW), floorTo(firstS, HOUR_S)), samples.newestTs() ?? 0];
    const runs = new Runs();
    for (let atS = fromS; atS <= untilS; atS += HOUR_S) {
      if (signal.aborted) return false;
      const endS = Math.min(atS + HOUR_S, untilS + 0.001);
      const narrow = rollUps.narrow.valuesIn(atS * 1000, endS * 1000, true);
      for (const row of this.#tested.all(atS * 1000, endS * 1000)) {
        const whole = { ...row, narrow: narrow.get(Math.round(row.ts * 1000)) };
        runs.add(whole, tests.learn(whole));
      }
      progress((0.5 * (atS - fromS)) / Math.max(1, untilS - fromS));
      await slicer.breathe();
    }
    const [fromMs, untilMs] = [fromS * 1000, Math.round(untilS * 1000) + 1];
    inTransaction(db, () => {
      const before = this.#quality.spans(fromMs, untilMs);
      this.#quality.unmark(fromMs, untilMs);
      this.#quality.add(runs.spans);
      const other = unlike(before, this.#quality.spans(fromMs, untilMs));
      if (other.length === 0) return;
      this.#owe(Math.min(...other.map((span) => span.fromMs)), Math.max(...other.map((span) => span.untilMs)));
    });
    return true;
  }

  #stands(state: State): boolean {
    return JSON.stringify(this.#note.get()) === JSON.stringify(state);
  }

  /** Null when the signal ended it early, or nothing was to be done. */
  async run(handle: HeavyHandle) {
    const { db, clock } = this.parts;
    const slicer = new Slicer(clock, 4);
    let rows = 0;
    for (let state = this.#note.get(); state !== null; state = this.#note.get()) {
      const made = await this.#makeRows(state, slicer, handle);
      if (made === null || !(await refindRecords(this.parts, slicer, handle.signal))) return null;
      rows += made.rows;
      const { fromMs, untilMs } = made.state;
      const isDone = inTransaction(db, () => {
        if (!this.#stands(made.state)) return false; // flags changed while the records were looked for
        this.#note.drop();
        this.toLearn.put(true);
        return true;
      });
      if (!isDone) continue;
      handle.progress(1);
      return { rows, fromMs, untilMs };
    }
    return null;
  }

  /** Remakes the roll-ups owed, tier by tier; where flags change meanwhile, from the start of the new debt. */
  async #makeRows(
    owed: State,
    slicer: Slicer,
    { signal, progress }: HeavyHandle,
  ): Promise<{ rows: number; state: State } | null> {
    const { db, rollUps } = this.parts;
    let rows = 0;
    let state = owed;
    while (state.tier < FOLDED.length) {
      if (signal.aborted) return null;
      const now: State = state;
      const tier = FOLDED[now.tier]!;
      const firstS = Math.max(now.nextS, floorTo(now.fromMs / 1000, tier.widthS));
      const endS = Math.min(now.untilMs / 1000, rollUps.closedUntil(tier));
      state = relaxed(db, () => {
        if (!this.#stands(now)) return this.#note.get() ?? { ...now, tier: FOLDED.length };
        const starts = rollUps.starts(tier, firstS, endS, REROLLED);
        for (const ts of starts) rollUps.reflag(tier, ts);
        rows += starts.length;
        const next =
          starts.length === 0 ? { ...now, tier: now.tier + 1, nextS: 0 } : { ...now, nextS: starts.at(-1)! + 1 };
        this.#note.put(next);
        return next;
      });
      progress(
        Math.min(0.9, (now.tier + (firstS - now.fromMs / 1000) / Math.max(1, (now.untilMs - now.fromMs) / 1000)) / 3),
      );
      await slicer.breathe();
    }
    return { rows, state };
  }
}

/** Spans of flags, from samples in the order of time. A run of equal flags is one. */
class Runs {
  readonly spans: FlagSpan[] = [];
  readonly #open = new Map<number, FlagSpan>();
  #beforeMs: number | null = null;
  /** Last value of each heard signal: a sensor speaks now and then. */
  readonly #heardMs = new Map<number, number>();

  add({ ts, narrow }: TestedRow, { flags, earlier }: Tested): void {
    const tsMs = Math.round(ts * 1000);
    for (const spike of earlier) {
      const fromMs = Math.round(spike.ts * 1000);
      for (const [signal, bits] of numbered(spike.flags))
        this.spans.push({ signal, fromMs, untilMs: fromMs + 1, bits });
    }
    for (const [signal, bits] of numbered(flags)) {
      const run = this.#open.get(signal);
      const beforeMs = isHeard(signal) ? this.#heardBefore(signal, tsMs) : this.#beforeMs;
      if (run?.bits === bits && beforeMs !== null && run.untilMs === beforeMs + 1) run.untilMs = tsMs + 1;
      else {
        const opened = { signal, fromMs: tsMs, untilMs: tsMs + 1, bits };
        this.#open.set(signal, opened);
        this.spans.push(opened);
      }
    }
    for (const signal of signalsIn(narrow)) this.#heardMs.set(signal, tsMs);
    this.#beforeMs = tsMs;
  }

  #heardBefore(signal: number, tsMs: number): number | null {
    const beforeMs = this.#heardMs.get(signal);
    return beforeMs !== undefined && beforeMs >= tsMs - LONGEST_GAP_MS ? beforeMs : null;
  }
}

/** Spans that only one of both lists has. */
function unlike(a: readonly FlagSpan[], b: readonly FlagSpan[]): FlagSpan[] {
  const key = (span: FlagSpan) => JSON.stringify(span);
  const [inA, inB] = [new Set(a.map(key)), new Set(b.map(key))];
  return [...a.filter((span) => !inB.has(key(span))), ...b.filter((span) => !inA.has(key(span)))];
}
