import { type Clock, Slicer } from '../../../base/clock.ts';
import { DAY_S } from '../../../base/durations.ts';
import type { HeavyHandle } from '../../../base/heavy-handle.ts';
import type { RecomputeResult } from '../../../contract/models.ts';
import { HourShares } from '../imports/hour-shares.ts';
import { inTransaction, relaxed } from '../sqlite/database.ts';
import { JobNote } from '../sqlite/job-note.ts';
import type { Calibrations } from '../tables/calibrations.ts';
import type { Scales } from '../tables/scales.ts';
import type { FoldedRow } from '../tiers/accumulator.ts';
import { FIVE_MIN, type FoldedTier, floorTo, HALF_DAY, HOURLY, ofEach, RAW } from '../tiers/tier.ts';
import type { Tiers } from '../tiers/tiers.ts';
import {
  correctFolded,
  FOLDED_OUTPUT,
  outputOf,
  SAMPLE_INPUT,
  SAMPLE_OUTPUT,
  SampleCorrection,
  type SampleSlice,
  type Scope,
} from './correction.ts';
import type { Deriver } from './deriver.ts';
import { refindRecords } from './refind-records.ts';

/** Folded rows and ticks per transaction; of those made anew from finer ones, each takes twelve. */
const PAGE = 100;
const REROLLED = 12;

/** Phases in their order, each with the share of the whole that it begins at, by the time a year at full policy takes. */
const BEGINS_AT = {
  samples: 0,
  five_min: 0.7,
  hourly: 0.8,
  half_day: 0.93,
  shares: 0.96,
  records: 0.97,
};
type Phase = keyof typeof BEGINS_AT;
const PHASES = Object.keys(BEGINS_AT) as Phase[];

interface State {
  /** The scale the job works on; another one begins the job anew. */
  key: string;
  scope: Scope;
  phase: Phase;
  /** Rows before this moment are done: ms in the phase of samples, seconds after it. */
  from: number;
  rows: number;
  changed: number;
  seconds: number;
  correction: ReturnType<SampleCorrection['toJSON']> | null;
}

interface Parts extends Tiers {
  clock: Clock;
  calibrations: Calibrations;
  scales: Scales;
}

/**
 * Recomputes the columns that depend on the scale, in every tier, from the raw ones (spec 2.15 and rule 12). Each slice is one
 * transaction that also stores the progress, so a killed job goes on from there after a restart.
 */
export class Recompute {
  readonly #sql;
  readonly #hourShares: HourShares;
  readonly #note: JobNote<State>;
  /** Where the whole history agreed with one calibration, up to which moment. */
  readonly #settled: JobNote<{ key: string; untilTs: number }>;

  constructor(private readonly parts: Parts) {
    const { db } = parts;
    this.#hourShares = new HourShares(db);
    this.#note = new JobNote(db, 'recompute');
    this.#settled = new JobNote(db, 'settled');
    this.#sql = {
      lastSample: db.prepare<[], number | null>('SELECT max(ts_ms) FROM main.sample').pluck(),
      bucket: db.prepare<[number, number], SampleSlice>(
        `SELECT ts_ms / 1000.0 ts, ${[...SAMPLE_INPUT, ...SAMPLE_OUTPUT].join(', ')} FROM main.sample
       WHERE ts_ms >= ? AND ts_ms < ? ORDER BY ts_ms`,
      ),
      updateSample: db.prepare<(number | null)[]>(
        `UPDATE main.sample SET ${SAMPLE_OUTPUT.map((c) => `${c} = ?`).join(', ')} WHERE ts_ms = ?`,
      ),
      updateFolded: ofEach(({ table }) =>
        db.prepare<(number | null)[]>(
          `UPDATE ${table} SET ${FOLDED_OUTPUT.map((c) => `${c} = ?`).join(', ')} WHERE ts = ?`,
        ),
      ),
    };
  }

  /** A stop came in between: the station resumes the job after its start. */
  get unfinished(): Scope | null {
    const saved: Partial<State> | null = this.#note.get();
    return saved && (saved.scope ?? 'all');
  }

  /** Null when the signal ended it early. What is measured while it runs is made on the same scale and needs no change. */
  async run(
    deriver: Deriver,
    { signal, progress }: HeavyHandle,
    scope: Scope = 'all',
  ): Promise<RecomputeResult | null> {
    const { clock, samples, db } = this.parts;
    samples.commit();
    const key = JSON.stringify(deriver.scale);
    const anew: State = {
      key,
      scope,
      phase: 'samples',
      from: 0,
      rows: 0,
      changed: 0,
      seconds: 0,
      correction: null,
    };
    const noted = this.#note.get();
    const state = noted?.key === key && noted.scope === scope ? noted : anew;
    const slicer = new Slicer(clock, 4);
    const lastMs = this.#sql.lastSample.get() ?? 0;
    let startedMs = clock.steadyMs();
    const work = this.#phases(deriver, state, lastMs);
    while (state.phase !== 'records') {
      if (signal.aborted) return null;
      relaxed(db, () => {
        const done = work[state.phase as Exclude<Phase, 'records'>]();
        if (done) Object.assign(state, { phase: PHASES[PHASES.indexOf(state.phase) + 1]!, from: 0 });
        state.seconds += (clock.steadyMs() - startedMs) / 1000;
        this.#note.put(state);
      });
      startedMs = clock.steadyMs();
      progress(this.#share(state, lastMs));
      await slicer.breathe();
    }
    if (state.changed > 0 && !(await refindRecords(this.parts, slicer, signal))) return null;
    inTransaction(db, () => {
      const ownMs = Math.min(lastMs, this.parts.rollUps.ownEnd.newestMs() ?? 0);
      if (scope === 'all') this.#settled.put({ key, untilTs: ownMs / 1000 });
      this.#note.drop();
    });
    progress(1);
    const seconds = state.seconds + (clock.steadyMs() - startedMs) / 1000;
    const { rows, changed } = state;
    const { k, humidityOffset } = deriver.scale;
    return { rows, changed, seconds, k, hum_offset: humidityOffset };
  }

  #share({ phase, from }: State, lastMs: number): number {
    const begin = BEGINS_AT[phase];
    const end = BEGINS_AT[PHASES[PHASES.indexOf(phase) + 1] ?? 'records'];
    const firstS = phase === 'samples' ? this.parts.watermarks.rawFrom : lastMs / 1000 - 365 * DAY_S;
    const atS = phase === 'samples' ? from / 1000 : from;
    const share = (atS - firstS) / Math.max(1, lastMs / 1000 - firstS);
    return begin + (end - begin) * Math.min(1, Math.max(0, share));
  }

  /** Slices of each phase; true when a phase is complete. */
  #phases(deriver: Deriver, state: State, lastMs: number): Record<Exclude<Phase, 'records'>, () => boolean> {
    const { watermarks, calibrations, scales } = this.parts;
    const correction = new SampleCorrection(deriver, state.correction);
    const log = calibrations.all();
    const changes = [...log.map(({ ts, signal }) => ({ ts, moved: [signal] })), ...scales.changes()];
    const ofHumidity = changes.filter(({ moved }) => moved.includes('humidity')).map(({ ts }) => ts);
    const steps = changes.filter(({ moved }) => moved.length > 0).map(({ ts }) => ts);
    const settled = this.#humiditySettled(state.key, Math.max(0, ...ofHumidity));
    return {
      samples: () => this.#samplesOfOneBucket(correction, steps, state, lastMs),
      five_min: () => this.#foldedRows(FIVE_MIN, watermarks.rawFrom, deriver, settled, state),
      hourly: () => this.#foldedRows(HOURLY, watermarks.fiveFrom, deriver, settled, state),
      half_day: () => this.#rerolled(HALF_DAY, state),
      shares: () => this.#sharesOfHours(deriver, settled, state),
    };
  }

  /** Whether the humidity of a time was certainly derived with the present offset. */
  #humiditySettled(key: string, lastCalibrationTs: number): (ts: number) => boolean {
    const settled = this.#settled.get();
    const untilTs = settled?.key === key ? settled.untilTs : 0;
    return (ts) => ts < untilTs || ts > lastCalibrationTs;
  }

  #samplesOfOneBucket(correction: SampleCorrection, steps: readonly number[], state: State, lastMs: number): boolean {
    const nextS = this.parts.rollUps.firstOf(RAW, state.from / 1000);
    if (nextS === null || nextS > lastMs / 1000) return true;
    const start = floorTo(nextS, FIVE_MIN.widthS);
    const untilMs = (start + FIVE_MIN.widthS) * 1000;
    let changed = 0;
    let beforeS = state.from / 1000;
    // Samples that are folded away but not removed yet are made anew, too, for the day that brings them back; they do not count.
    const counts = start >= this.parts.watermarks.rawFrom;
    for (const row of this.#sql.bucket.all(state.from, untilMs)) {
      if (steps.some((ts) => ts >= beforeS && ts < row.ts)) correction.restart();
      beforeS = row.ts;
      if (counts) state.rows += 1;
      if (!correction.apply(row, state.scope)) continue;
      changed += 1;
      this.#sql.updateSample.run(...SAMPLE_OUTPUT.map((column) => row[column]), Math.round(row.ts * 1000));
    }
    if (changed > 0 && start < this.parts.rollUps.closedUntil(FIVE_MIN)) this.parts.rollUps.rows.make(FIVE_MIN, start);
    if (counts) state.changed += changed;
    state.from = untilMs;
    state.correction = correction.toJSON();
    return false;
  }

  /** Corrects folded rows: directly if their finer rows are gone, else by folding those again. */
  #foldedRows(
    tier: FoldedTier,
    finerFrom: number,
    deriver: Deriver,
    settled: (ts: number) => boolean,
    state: State,
  ): boolean {
    if (state.from >= finerFrom) return tier === FIVE_MIN || this.#rerolled(tier, state);
    const { rollUps, watermarks } = this.parts;
    const firstS = rollUps.firstOf(tier, state.from) ?? finerFrom;
    const untilS = Math.min(firstS + PAGE * tier.widthS, finerFrom);
    const countsFromS = tier === FIVE_MIN ? watermarks.fiveFrom : 0;
    for (const { row, measured, byTests } of rollUps.rows.stored(tier, firstS, untilS)) {
      const ts = row[0]!;
      const counted = ts >= countsFromS ? 1 : 0;
      state.rows += counted;
      const correct = (one: FoldedRow) => correctFolded(one, deriver, settled(ts), state.scope);
      const made = correct(row);
      if (made !== row) {
        state.changed += counted;
        this.#sql.updateFolded[tier.table].run(...outputOf(made), ts);
      }
      if (measured !== row || byTests !== row)
        rollUps.unscreened.keep(tier, { row: made, measured: correct(measured), byTests: correct(byTests) });
    }
    state.from = untilS;
    return false;
  }

  #rerolled(tier: FoldedTier, state: State): boolean {
    if (state.changed === 0) return true;
    const { rollUps } = this.parts;
    const starts = rollUps.starts(tier, state.from, Number.MAX_SAFE_INTEGER, REROLLED);
    for (const ts of starts) rollUps.rows.make(tier, ts);
    if (starts.length === 0) return true;
    state.from = starts.at(-1)! + 1;
    return false;
  }

  /** Shares of imports: their hours may be made of them again. */
  #sharesOfHours(deriver: Deriver, settled: (ts: number) => boolean, state: State): boolean {
    const hours = this.#hourShares.hoursIn(state.from, Number.POSITIVE_INFINITY);
    const page = state.changed === 0 ? [] : hours.slice(0, REROLLED);
    const correct = (row: FoldedRow) => correctFolded(row, deriver, settled(row[0]!), state.scope);
    for (const { hour, job, buckets } of page.flatMap((one) => this.#hourShares.in(one))) {
      const corrected = buckets.map((bucket) => ({
        ...bucket,
        row: correct(bucket.row),
        measured: bucket.measured && correct(bucket.measured),
      }));
      this.#hourShares.put(hour, job, corrected);
    }
    state.from = (page.at(-1) ?? 0) + 1;
    return page.length < REROLLED;
  }
}
