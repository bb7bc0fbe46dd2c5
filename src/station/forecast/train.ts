import type { TrainResult } from '../../contract/forecast.ts';
import { type Clock, Slicer } from '../clock.ts';
import { TARGETS } from '../signals.ts';
import type { TickRow } from '../tick.ts';
import type { HourMean } from './climate/hourly.ts';
import { ForecastEngine } from './engine.ts';
import { DAY_S, headName } from './grid.ts';
import { skillOf } from './verification.ts';

/** Where training finds the past. Both ascend in time; pages keep no cursor open while others work. */
export interface TrainHistory {
  ticks(afterS: number, untilS: number): Iterable<readonly TickRow[]>;
  /** Hourly means from before the ticks, for climatology alone. */
  hours(untilS: number): Iterable<HourMean>;
}

export interface TrainJob {
  clock: Clock;
  signal: AbortSignal;
  progress(share: number): void;
}

/** Half a day of ticks cannot mature anything worth learning. */
const FEWEST_ROWS = 144;
/** How much worse than the serving heads new ones may be in the median. */
const TOLERANCE = 0.02;
const SLICE_MS = 4;

/**
 * Rebuilds everything learned from the stored ticks of the last `hours`, strictly forward, with the very code of the live tick: a
 * forecast is issued from what was known, waits for its time, is scored, then learned from. In slices, off the sampling path. The
 * serving heads stay until the new ones are ready, and altogether if the new ones would be clearly worse on the last third.
 */
export async function train(
  serving: ForecastEngine,
  history: TrainHistory,
  hours: number,
  { clock, signal, progress }: TrainJob,
): Promise<TrainResult> {
  const startedMs = clock.steadyMs();
  const nowS = clock.nowS();
  const fromS = nowS - hours * 3600;
  const fresh = new ForecastEngine(serving.settings);
  const slicer = new Slicer(clock, SLICE_MS);
  for (const hour of history.hours(fromS)) {
    fresh.learnHour(hour);
    await slicer.breathe();
    if (signal.aborted) return { trained: false, reason: 'stopped' };
  }
  const exam = new Exam();
  let rows = 0;
  let valid = 0;
  let firstS: number | null = null;
  let lastS = fromS;
  for (const page of history.ticks(fromS, nowS)) {
    for (const row of page) {
      firstS ??= row.tS;
      lastS = row.tS;
      rows += 1;
      if (row.temperatureC !== null && row.humidityPct !== null && row.stationHpa !== null) valid += 1;
      const { matured } = fresh.tick(row);
      if (row.tS >= nowS - (nowS - firstS) / 3) for (const one of matured) exam.add(one);
      if (!slicer.due) continue;
      progress((row.tS - firstS) / Math.max(1, nowS - firstS));
      await slicer.breathe();
      if (signal.aborted) return { trained: false, reason: 'stopped' };
    }
  }
  if (firstS === null || rows < FEWEST_ROWS) {
    return {
      trained: false,
      reason: `a training needs ${spanned(FEWEST_ROWS)} of readings, and there are ${spanned(rows)} so far`,
    };
  }
  const ours = exam.medianSkill();
  const theirs = servingSkill(serving, nowS, (nowS - firstS) / 3);
  if (ours !== null && theirs !== null && ours < theirs - TOLERANCE) {
    const [learned, kept] = [ours, theirs].map((skill) => skill.toFixed(2));
    return {
      trained: false,
      reason: `the new heads' median skill is ${learned}, the serving ones' ${kept}: they stay`,
    };
  }
  serving.adopt(fresh);
  progress(1);
  return {
    trained: true,
    ts: nowS,
    hours,
    grid_rows: rows,
    valid_rows: valid,
    span_days: (lastS - firstS) / DAY_S,
    pairs: Object.fromEntries(
      fresh.headKeys.map(({ target, horizonS }) => [
        headName(target, horizonS),
        fresh.head(target, horizonS).learner.updates,
      ]),
    ),
    climatology_resid_std: Object.fromEntries(
      TARGETS.map((target) => [target, serving.climatology.series[target].residualStd]),
    ),
    annual_terms: serving.climatology.annual,
    seconds: (clock.steadyMs() - startedMs) / 1000,
  };
}

/** First-look scores of the last third, per head. */
class Exam {
  readonly #sums = new Map<string, { n: number; ours: number; persistence: number }>();

  add(m: { target: string; horizonS: number; truth: number; forecast: number; persistence: number }): void {
    const name = headName(m.target, m.horizonS);
    const sums = this.#sums.get(name) ?? { n: 0, ours: 0, persistence: 0 };
    this.#sums.set(name, sums);
    sums.n += 1;
    sums.ours += Math.abs(m.truth - m.forecast);
    sums.persistence += Math.abs(m.truth - m.persistence);
  }

  medianSkill(): number | null {
    return median([...this.#sums.values()].map(({ n, ours, persistence }) => skillOf(n, ours / n, persistence / n)));
  }
}

/** What the serving heads really reached over the same time, by their own scorecard. */
const servingSkill = (serving: ForecastEngine, nowS: number, spanS: number): number | null =>
  median(serving.scorecard(nowS, Math.ceil(spanS / DAY_S)).map(({ skill }) => skill));

function median(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null).sort((a, b) => a - b);
  if (known.length === 0) return null;
  return (known[(known.length - 1) >> 1]! + known[known.length >> 1]!) / 2;
}

/** Rows of five minutes as a span of time one can imagine. */
const spanned = (rows: number): string => (rows < 24 ? `${5 * rows} minutes` : `${Math.floor(rows / 12)} hours`);
