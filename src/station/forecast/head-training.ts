import { DAY_S, HOUR_S } from '../../base/durations.ts';
import type { ScorecardRow, TrainResult } from '../../contract/forecast.ts';
import { TARGETS } from '../../contract/names.ts';
import { median } from '../../maths/median.ts';
import { type Said, type Sentence, sentence } from '../../words/sentence.ts';
import type { TickRow } from '../tick.ts';
import type { ForecastEngine } from './engine.ts';
import { type HeadKey, headName } from './grid.ts';
import type { SavedHead } from './heads/heads.ts';
import { Verification } from './verification.ts';

type Facts = Omit<Extract<TrainResult, { trained: true }>, 'trained' | 'ts' | 'hours' | 'seconds'>;

/** Heads that a walk through the past has taught, or why there are none. Plain data. */
export type TrainedHeads =
  | { trained: false; reason: string; said: Said | null }
  | {
      trained: true;
      heads: { key: HeadKey; saved: SavedHead }[];
      /** Median skill of the last third of the time, at first look; null while nothing was scored. */
      skill: number | null;
      examDays: number;
      facts: Facts;
    };

/** Half a day of ticks cannot mature anything worth learning. */
export const FEWEST_ROWS = 144;
/** Tolerance of the median error of new heads against the serving ones. */
const TOLERANCE = 0.02;

/**
 * Training of the heads on the rows of a relearning: with the very code of the live tick a forecast is issued from what was known,
 * waits for its time, is scored, then learned from. Rows older than `hours` teach climatology alone; with 0 hours no head learns.
 */
export class HeadTraining {
  /** First-look scores of the last third of the time. */
  readonly #exam = new Verification();
  #rows = 0;
  #valid = 0;
  #firstS: number | null = null;

  constructor(
    private readonly engine: ForecastEngine,
    private readonly nowS: number,
    private readonly hours: number,
  ) {}

  tick(row: TickRow): void {
    const firstS = this.nowS - this.hours * HOUR_S;
    if (row.tS <= firstS) {
      this.engine.catchUp([row]);
      return;
    }
    this.#firstS ??= row.tS;
    this.#rows += 1;
    if (row.temperatureC !== null && row.humidityPct !== null && row.stationHpa !== null) this.#valid += 1;
    const { matured } = this.engine.tick(row);
    if (row.tS >= this.nowS - (this.nowS - this.#firstS) / 3) for (const one of matured) this.#exam.add(one);
  }

  result(): TrainedHeads {
    const { engine } = this;
    if (this.#firstS === null || this.#rows < FEWEST_ROWS) {
      const { detail: reason, said } = tooLittle(this.#rows);
      return { trained: false, reason, said };
    }
    const { climatology, headKeys } = engine;
    const pairs = headKeys.map(({ target, horizonS }) => [
      headName(target, horizonS),
      engine.head(target, horizonS).learner.updates,
    ]);
    return {
      trained: true,
      heads: headKeys.map((key) => ({ key, saved: engine.adopting.savedHead(key) })),
      skill: medianSkill(this.#exam.scorecard(this.nowS, Number.POSITIVE_INFINITY, headKeys)),
      examDays: Math.ceil((this.nowS - this.#firstS) / 3 / DAY_S),
      facts: {
        grid_rows: this.#rows,
        valid_rows: this.#valid,
        span_days: (engine.newestS! - this.#firstS) / DAY_S,
        pairs: Object.fromEntries(pairs),
        climatology_resid_std: Object.fromEntries(TARGETS.map((name) => [name, climatology.series[name].residualStd])),
        annual_terms: climatology.annual,
      },
    };
  }
}

/** Why the serving heads stay, or null: they do when the new ones were clearly worse on the last third of the time. */
export function worseThan(
  serving: ForecastEngine,
  nowS: number,
  skill: number | null,
  examDays: number,
): string | null {
  const theirs = medianSkill(serving.scorecard(nowS, examDays));
  if (skill === null || theirs === null || skill >= theirs - TOLERANCE) return null;
  return `the new heads' median skill is ${skill.toFixed(2)}, the serving ones' ${theirs.toFixed(2)}: they stay`;
}

const medianSkill = (rows: readonly ScorecardRow[]): number | null => median(rows.flatMap(({ skill }) => skill ?? []));

/** In spans of time one can imagine: a row is five minutes. */
function tooLittle(rows: number): Sentence {
  const hours = FEWEST_ROWS / 12;
  if (rows < 24) return sentence('training.too-little-minutes', { hours, minutes: 5 * rows });
  return sentence('training.too-little-hours', { hours, so_far: Math.floor(rows / 12) });
}
