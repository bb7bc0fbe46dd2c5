import { DAY_S, HOUR_S } from '../../../base/durations.ts';
import type { Steps } from '../../../base/steps.ts';
import type { History } from '../../../contract/history.ts';
import { quantitiesWith } from '../../../quantities/names.ts';
import { Screened } from '../tiers/quality.ts';
import { toMs } from '../tiers/sample-row.ts';
import { FIVE_MIN, type FoldedTier, HOURLY, RAW, type Tier } from '../tiers/tier.ts';
import type { Tiers } from '../tiers/tiers.ts';
import { segments } from './segments.ts';

const SERIES = quantitiesWith('history');
const COLUMNS = SERIES.map(({ column }) => column).join(', ');

const PICKS_A_STEP = 16;

/** Tiers tried after the samples, finest first. Half days are always within one of them. */
const FINEST_LEFT = [FIVE_MIN, HOURLY] as const;

type Values = (number | null)[];

/** A run of rows whose number is known before any of them is read. */
interface Run {
  tier: Tier;
  /** Some of its rows may wait for their commit. */
  waiting: boolean;
  from: number;
  until: number;
  rows: number;
}

/**
 * Every k-th stored row of a window, k = max(1, floor(rows / maxPoints)), each row at its own tier (spec 4). Ninety days hold
 * some 330 000 rows; the counts in the five-minute rows tell where each chosen one lies, so that only those are read.
 */
export class Decimated {
  readonly #sql;
  readonly #pickSample;
  readonly #folded;

  constructor(private readonly tiers: Tiers) {
    const { db } = tiers;
    const both = '(SELECT ts_ms FROM main.sample UNION ALL SELECT ts_ms FROM temp.queued)';
    const inMs = 'WHERE ts_ms >= ? AND ts_ms < ?';
    const inS = 'WHERE ts >= ? AND ts < ?';
    this.#sql = {
      fiveCounts: db.prepare<[number, number], [number, number]>(`SELECT ts, n FROM five_min ${inS} ORDER BY ts`).raw(),
      countWaiting: db.prepare<[number, number], number>(`SELECT count(*) FROM ${both} ${inMs}`).pluck(),
    };
    const pick = (sql: string) =>
      db.prepare<[from: number, until: number, offset: number], Values>(`${sql} LIMIT 1 OFFSET ?`).raw();
    const pickSample = (from: string) => pick(`SELECT ts_ms, ${COLUMNS} FROM ${from} ${inMs} ORDER BY ts_ms`);
    this.#pickSample = new Screened(tiers.rollUps.quality, ({ stored, both }) => ({
      stored: pickSample(stored),
      waiting: pickSample(both(COLUMNS)),
    }));
    const folded = ({ table }: FoldedTier) => {
      // Along the index: the rows between two chosen ones are stepped over without being touched.
      const indexed = `FROM ${table} INDEXED BY ${table}_ts ${inS}`;
      return {
        count: db.prepare<[number, number], number>(`SELECT count(*) ${indexed}`).pluck(),
        pick: db
          .prepare<[number, number, number], Values>(
            `SELECT ts, ${COLUMNS} FROM ${table} WHERE ts = (SELECT ts ${indexed} ORDER BY ts LIMIT 1 OFFSET ?)`,
          )
          .raw(),
      };
    };
    this.#folded = new Map<Tier, ReturnType<typeof folded>>(FINEST_LEFT.map((tier) => [tier, folded(tier)]));
  }

  /** The trailing hours up to and including `nowS`. */
  *read(hours: number, maxPoints: number, nowS: number): Steps<History> {
    const runs = yield* this.#runs(nowS - hours * HOUR_S, nowS + 0.001);
    const rows = runs.reduce((sum, run) => sum + run.rows, 0);
    if (rows === 0) return { n: 0, series: {} };
    const kept = yield* this.#everyKth(runs, Math.max(1, Math.floor(rows / maxPoints)));
    const series: Record<string, Values> = { ts: kept.map((row) => row[0]!) };
    SERIES.forEach(({ history }, i) => {
      series[history] = kept.map((row) => row[i + 1]!);
    });
    return { n: kept.length, hours, series: series as History['series'] };
  }

  *#everyKth(runs: readonly Run[], k: number): Steps<Values[]> {
    const kept: Values[] = [];
    let skip = 0; // rows to leave out before the next one to keep
    for (const run of runs) {
      let { from } = run;
      let left = run.rows;
      while (skip < left) {
        const row = this.#pick(run, from, skip);
        if (!row) break; // a count was wrong; the rows we have are still right
        left -= skip + 1;
        skip = k - 1;
        from = row[0]! + 1;
        if (!run.tier.folded) row[0] = row[0]! / 1000;
        kept.push(row);
        if (kept.length % PICKS_A_STEP === 0) yield;
      }
      skip -= left;
    }
    return kept;
  }

  #pick({ tier, waiting, until }: Run, from: number, offset: number): Values | undefined {
    if (tier.folded) return this.#folded.get(tier)!.pick.get(from, until, offset);
    return this.#pickSample.over(from, until)[waiting ? 'waiting' : 'stored'].get(from, until, offset);
  }

  *#runs(fromS: number, untilS: number): Steps<Run[]> {
    const runs: Run[] = [];
    for (const part of segments({ fromS, untilS, bucketS: null, ends: 'starting' }, this.tiers)) {
      yield;
      if (part.tier.folded) {
        const rows = this.#folded.get(part.tier)!.count.get(part.fromS, part.untilS)!;
        runs.push({ tier: part.tier, waiting: false, from: part.fromS, until: part.untilS, rows });
      } else runs.push(...(yield* this.#sampleRuns(part.fromS, part.untilS)));
    }
    return runs;
  }

  /** Whole closed buckets are counted by their five-minute rows; what lies before, after or still waits is counted itself. */
  *#sampleRuns(fromS: number, untilS: number): Steps<Run[]> {
    const { widthS } = FIVE_MIN;
    const { rollUps, samples } = this.tiers;
    const trusted = Math.min(rollUps.closedUntil(FIVE_MIN), Math.floor(samples.oldestQueuedMs / 1000));
    const first = Math.ceil(fromS / widthS) * widthS;
    const last = Math.floor(Math.min(untilS, trusted) / widthS) * widthS;
    const [fromMs, untilMs] = [Math.ceil(fromS * 1000), Math.ceil(untilS * 1000)];
    if (first >= last) return [this.#waitingRun(fromMs, untilMs)];
    const head = rollUps.rowsIn(RAW, fromS, first);
    const runs: Run[] = [{ tier: RAW, waiting: false, from: fromMs, until: toMs(first), rows: head }];
    for (let at = first; at < last; at += DAY_S) {
      for (const [ts, rows] of this.#sql.fiveCounts.all(at, Math.min(at + DAY_S, last))) {
        runs.push({ tier: RAW, waiting: false, from: toMs(ts), until: toMs(ts + widthS), rows });
      }
      yield;
    }
    return [...runs, this.#waitingRun(toMs(last), untilMs)];
  }

  #waitingRun(from: number, until: number): Run {
    return { tier: RAW, waiting: true, from, until, rows: this.#sql.countWaiting.get(from, until) ?? 0 };
  }
}
