import type { TrainResult } from '../../contract/forecast.ts';
import { DAY_S, HOUR_S } from '../../durations.ts';
import type { Scale } from '../air/scale/scale.ts';
import { TARGETS } from '../signals.ts';
import type { TickRow } from '../tick.ts';
import type { ClimateState } from './climate/climate.ts';
import { ForecastEngine } from './engine.ts';
import { type HeadKey, headName } from './grid.ts';
import type { SavedHead } from './learners/heads.ts';
import { type RawHistory, type Reliving, relive } from './relive.ts';
import type { ForecastSettings } from './settings.ts';
import { skillOf } from './verification.ts';

/** Plain data, as is the answer: training knows nothing of the station that asks for it, and can run beside it in a thread. */
export interface TrainInput {
  settings: ForecastSettings;
  scale: Scale;
  nowS: number;
  /** How much of the past the heads learn; climatology learns all of it. */
  hours: number;
}

type Facts = Omit<Extract<TrainResult, { trained: true }>, 'trained' | 'ts' | 'hours' | 'seconds'>;

export type Trained =
  | { trained: false; reason: string }
  | {
      trained: true;
      heads: { key: HeadKey; saved: SavedHead }[];
      climate: ClimateState;
      /** The newest tick that was learned. */
      untilS: number;
      /** Median skill of the last third of the time, at first look; null while nothing was scored. */
      skill: number | null;
      examDays: number;
      facts: Facts;
    };

/** Half a day of ticks cannot mature anything worth learning. */
export const FEWEST_ROWS = 144;
/** How much worse than the serving heads new ones may be in the median. */
const TOLERANCE = 0.02;

/**
 * Rebuilds everything learned from what is stored, strictly forward and on one scale, with the very code of the live tick: a
 * forecast is issued from what was known, waits for its time, is scored, then learned from. What is older than `hours` teaches
 * climatology alone. The serving heads are not touched: whether to take the new ones is for `worseThan` to say.
 */
export async function train(history: RawHistory, input: TrainInput, context: Reliving): Promise<Trained> {
  const { settings, scale, nowS, hours } = input;
  const fromS = nowS - hours * HOUR_S;
  const fresh = new ForecastEngine(settings);
  const exam = new Exam();
  let rows = 0;
  let valid = 0;
  let firstS: number | null = null;
  const tick = (row: TickRow): void => {
    if (row.tS <= fromS) {
      fresh.catchUp([row]);
      return;
    }
    firstS ??= row.tS;
    rows += 1;
    if (row.temperatureC !== null && row.humidityPct !== null && row.stationHpa !== null) valid += 1;
    const { matured } = fresh.tick(row);
    if (row.tS >= nowS - (nowS - firstS) / 3) for (const one of matured) exam.add(one);
  };
  const whole = await relive(history, scale, nowS, { hour: (mean) => fresh.learnHour(mean), tick }, context);
  if (!whole) return { trained: false, reason: 'stopped' };
  if (firstS === null || rows < FEWEST_ROWS) {
    return {
      trained: false,
      reason: `a training needs ${spanned(FEWEST_ROWS)} of readings, and there are ${spanned(rows)} so far`,
    };
  }
  context.progress(1);
  const untilS = fresh.newestS!;
  const { climatology, headKeys } = fresh;
  return {
    trained: true,
    heads: headKeys.map((key) => ({ key, saved: fresh.adopting.savedHead(key) })),
    climate: fresh.adopting.climateState(),
    untilS,
    skill: exam.medianSkill(),
    examDays: Math.ceil((nowS - firstS) / 3 / DAY_S),
    facts: {
      grid_rows: rows,
      valid_rows: valid,
      span_days: (untilS - firstS) / DAY_S,
      pairs: Object.fromEntries(
        headKeys.map(({ target, horizonS }) => [
          headName(target, horizonS),
          fresh.head(target, horizonS).learner.updates,
        ]),
      ),
      climatology_resid_std: Object.fromEntries(TARGETS.map((name) => [name, climatology.series[name].residualStd])),
      annual_terms: climatology.annual,
    },
  };
}

/** Why the serving heads stay, or null: they do when the new ones were clearly worse on the last third of the time. */
export function worseThan(
  serving: ForecastEngine,
  nowS: number,
  skill: number | null,
  examDays: number,
): string | null {
  const theirs = median(serving.scorecard(nowS, examDays).map((row) => row.skill));
  if (skill === null || theirs === null || skill >= theirs - TOLERANCE) return null;
  return `the new heads' median skill is ${skill.toFixed(2)}, the serving ones' ${theirs.toFixed(2)}: they stay`;
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

function median(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null).sort((a, b) => a - b);
  if (known.length === 0) return null;
  return (known[(known.length - 1) >> 1]! + known[known.length >> 1]!) / 2;
}

/** Rows of five minutes as a span of time one can imagine. */
const spanned = (rows: number): string => (rows < 24 ? `${5 * rows} minutes` : `${Math.floor(rows / 12)} hours`);
