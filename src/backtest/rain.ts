import { HOUR_S } from '../base/durations.ts';
import { mulberry32 } from '../base/random.ts';
import type { Place } from '../station/air/physics/sun.ts';
import { LABEL_LOOK_BACK_S, RainModel } from '../station/forecast/rain/model.ts';
import type { RainPrior } from '../station/forecast/rain/prior.ts';
import type { TickRow } from '../station/tick.ts';
import { RainTally } from './rain-scores.ts';
import type { RecordRow } from './record.ts';

const RAIN_WINDOW_S = 3 * HOUR_S;

export interface RainBacktestOptions {
  stepS: number;
  place: Place;
  indoors: boolean;
  /** Base rate as a person would configure it. */
  baseRate: number;
  /** Average number of labels over the record. */
  labels: number;
  /** Reporting bias: how much more readily rain is reported than dry weather. */
  eagerness: number;
  seed: number;
  /** The record's own rain is a gauge of the station, which then teaches. */
  gauge?: boolean;
  /** Prior in place of the shipped one: for a development record, the prior that was fitted without it. */
  prior?: RainPrior;
}

export const raining = (rows: readonly RecordRow[]): (boolean | null)[] =>
  rows.map(({ rainMm }) => (rainMm === null ? null : rainMm > 0));

/** Target: any rain in the three hours after each row; null if the record lacks a part of them, whether it rained in the rest or not. */
export function rainAhead(rows: readonly RecordRow[], stepS: number): (boolean | null)[] {
  const wet = raining(rows);
  const needed = RAIN_WINDOW_S / stepS;
  return rows.map((row, i) => {
    let [seen, rains] = [0, false];
    for (let j = i + 1; j < rows.length && rows[j]!.tS <= row.tS + RAIN_WINDOW_S; j++) {
      if (wet[j] !== null) seen += 1;
      if (wet[j]) rains = true;
    }
    return seen >= needed ? rains : null;
  });
}

/** Share of three-hour spells with rain. */
export function rainBaseRate(rows: readonly RecordRow[], stepS: number): number {
  const known = rainAhead(rows, stepS).filter((wet) => wet !== null);
  return known.filter(Boolean).length / Math.max(1, known.length);
}

/**
 * Replays a record through the rain model, with labels as people give them: at random moments, rain `eagerness` times more readily
 * than dry weather. Every three hours the probability is noted before anything later is known, and scored when the three hours are over.
 */
export function rainBacktest(rows: readonly RecordRow[], ticks: readonly TickRow[], options: RainBacktestOptions) {
  const { stepS, baseRate, labels, eagerness, seed, place, indoors, gauge = false } = options;
  const southern = (place.latitude ?? 0) < 0;
  const model = new RainModel({ baseRate, indoors, southern, place, stepS }, options.prior);
  const wet = raining(rows);
  const ahead = rainAhead(rows, stepS);
  const eager = wet.reduce((sum, now) => sum + (now === null ? 0 : now ? eagerness : 1), 0);
  const random = mulberry32(seed);
  const tally = new RainTally(baseRate);
  let labelled = 0;
  for (const [i, row] of ticks.entries()) {
    const rainMm = rows[i]!.rainMm;
    model.observe(gauge && rainMm !== null ? { ...row, rainMm } : row);
    const p = model.probabilities;
    const truth = ahead[i] ?? null;
    if (p !== null && truth !== null && row.tS % RAIN_WINDOW_S === 0) tally.add(p, truth);
    const now = wet[i] ?? null;
    if (now === null || random() >= (labels * (now ? eagerness : 1)) / eager) continue;
    const before = ticks.slice(Math.max(0, i - Math.ceil(LABEL_LOOK_BACK_S / stepS)), i + 1);
    if (model.learn({ id: ++labelled, value: now ? 1 : 0, tS: row.tS }, before).learned === false) labelled -= 1;
  }
  return tally.score(model.internals());
}
