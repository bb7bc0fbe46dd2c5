import { DAY_S } from '../../base/durations.ts';
import type { Steps } from '../../base/steps.ts';
import { dayText } from '../../base/zone.ts';
import type { ScorecardRow, SkillHistory } from '../../contract/forecast.ts';
import type { Target } from '../../contract/names.ts';
import { type HeadKey, headName } from './grid.ts';
import type { Matured } from './heads/matured.ts';

/** For programs; the page has its own words. */
export const EXPLAINER =
  'skill = 1 - MAE/MAE_persistence. Above zero the model beats persistence. Below zero it does not.';

const FEWEST_FOR_SKILL = 50;
/** A day of an hourly record has no more: it comes of an import, or of the demonstration's year. */
const FEWEST_OF_PERIOD = 20;
const KEPT_DAYS = 400;

const NO_SUMS = {
  n: 0,
  absolute: 0,
  signed: 0,
  squared: 0,
  persistence: 0,
  climatology: 0,
  nClimatology: 0,
  /** Forecasts with an interval, their hits, widths, Winkler scores and CRPS. */
  judged: 0,
  hits: 0,
  width: 0,
  winkler: 0,
  crps: 0,
};
/** Sums over the matured forecasts of one head, in published units: of a UTC day, or of what a backtest gathers. */
export type Sums = typeof NO_SUMS;
const NAMES = Object.keys(NO_SUMS) as (keyof Sums)[];
export const noSums = (): Sums => ({ ...NO_SUMS });

/** Scores of a head in one UTC day. */
export interface ScoreBucket {
  /** Days since the epoch. */
  day: number;
  target: string;
  horizonS: number;
  state: unknown;
}

type Bucket = ScoreBucket & { state: Sums };

export interface ScoreStore {
  save(buckets: readonly ScoreBucket[]): void;
  since(day: number): Iterable<ScoreBucket>;
  forget(target: string): void;
  prune(beforeDay: number): void;
}

/** Winkler score of a 90 % interval: its width, and 20 times what the truth lies outside. */
export const winkler = (error: number, halfwidth: number): number =>
  2 * halfwidth + 20 * Math.max(0, Math.abs(error) - halfwidth);

export function addTo(sums: Sums, m: Matured): void {
  const error = m.ratio * (m.truth - m.forecast);
  sums.n += 1;
  sums.absolute += Math.abs(error);
  sums.signed -= error; // bias: forecast minus truth
  sums.squared += error * error;
  sums.persistence += m.ratio * Math.abs(m.truth - m.persistence);
  if (m.climatology !== null) {
    sums.nClimatology += 1;
    sums.climatology += m.ratio * Math.abs(m.truth - m.climatology);
  }
  if (m.halfwidth === null || m.crps === null) return;
  const halfwidth = m.ratio * m.halfwidth;
  sums.judged += 1;
  sums.hits += Math.abs(error) > halfwidth ? 0 : 1;
  sums.width += 2 * halfwidth;
  sums.winkler += winkler(error, halfwidth);
  sums.crps += m.ratio * m.crps;
}

/** First-look scores in day buckets per head: skill can be drawn over time, and the size is bounded. */
export class Verification {
  /** By head and day. */
  readonly #days = new Map<string, Map<number, Bucket>>();
  readonly #changed = new Set<Bucket>();

  /** Reads buckets back from a store, one at a time; what is not ours or not finite is left out and counted. */
  static *reading(buckets: Iterable<ScoreBucket>): Steps<{ verification: Verification; refused: number }> {
    const verification = new Verification();
    let refused = 0;
    for (const { day, target, horizonS, state } of buckets) {
      if (isSums(state)) verification.#bucket(target, horizonS, day, { ...state });
      else refused += 1;
      yield;
    }
    return { verification, refused };
  }

  add(m: Matured): void {
    const bucket = this.#bucket(m.target, m.horizonS, Math.floor(m.dueS / DAY_S));
    this.#changed.add(bucket);
    addTo(bucket.state, m);
  }

  /** Drops the scores of a target. */
  forget(target: Target): void {
    for (const head of this.#days.keys()) if (head.startsWith(`${target}@`)) this.#days.delete(head);
    for (const bucket of this.#changed) if (bucket.target === target) this.#changed.delete(bucket);
  }

  /** Buckets that changed since the last call, to be saved. */
  takeChanged(): ScoreBucket[] {
    const changed = [...this.#changed].map((bucket) => ({ ...bucket, state: { ...bucket.state } }));
    this.#changed.clear();
    return changed;
  }

  /**
   * Forgets all but the newest days on which anything was scored; returns the first day kept. Counted in days of the record and not
   * back from now: a clock that runs a year ahead for an hour must not cost a year of scores.
   */
  prune(): number {
    const scored = new Set<number>();
    for (const days of this.#days.values()) for (const day of days.keys()) scored.add(day);
    const newest = [...scored].sort((a, b) => b - a).slice(0, KEPT_DAYS);
    const first = newest.at(-1) ?? 0;
    for (const days of this.#days.values()) for (const day of days.keys()) if (day < first) days.delete(day);
    return first;
  }

  /** Scores of the last `windowDays`: one row per head that has any. */
  scorecard(nowS: number, windowDays: number, heads: readonly HeadKey[]): ScorecardRow[] {
    const today = Math.floor(nowS / DAY_S);
    return heads.flatMap(({ target, horizonS }) => {
      const sums = noSums();
      for (const [day, bucket] of this.#days.get(headName(target, horizonS)) ?? []) {
        if (day > today - windowDays) for (const name of NAMES) sums[name] += bucket.state[name];
      }
      if (sums.n === 0) return [];
      return [{ ts: nowS, target, horizon_s: horizonS, ...scoresOf(sums), window_days: windowDays }];
    });
  }

  /** Day by day or month by month, oldest first, for a chart of skill over time. */
  history(target: Target, horizonS: number, by: 'day' | 'month'): SkillHistory {
    const periods = new Map<string, Sums>();
    for (const { day, state } of [...(this.#days.get(headName(target, horizonS))?.values() ?? [])].sort(byDay)) {
      const period = dayText(day).slice(0, by === 'day' ? 10 : 7);
      const sums = periods.get(period) ?? noSums();
      for (const name of NAMES) sums[name] += state[name];
      periods.set(period, sums);
    }
    return { target, horizon_s: horizonS, by, rows: [...periods].map(skillRow) };
  }

  get buckets(): number {
    let count = 0;
    for (const days of this.#days.values()) count += days.size;
    return count;
  }

  #bucket(target: string, horizonS: number, day: number, initial?: Sums): Bucket {
    const head = headName(target, horizonS);
    const days = this.#days.get(head) ?? new Map<number, Bucket>();
    this.#days.set(head, days);
    const bucket = days.get(day) ?? { day, target, horizonS, state: initial ?? noSums() };
    days.set(day, bucket);
    return bucket;
  }
}

const byDay = (a: Bucket, b: Bucket): number => a.day - b.day;

function skillRow([period, sums]: [string, Sums]): SkillHistory['rows'][number] {
  const { n, mae, mae_persistence, mae_climatology, coverage, mean_width } = scoresOf(sums);
  const skill = skillOf(sums, FEWEST_OF_PERIOD);
  return { period, n, mae, mae_persistence, mae_climatology, skill, coverage, mean_width };
}

/** Score of one head's day; null if it is no such day. */
export function scoreOfDay(state: unknown): { n: number; skill: number | null; coverage: number | null } | null {
  if (!isSums(state) || state.n === 0) return null;
  const { n, skill, coverage } = scoresOf(state);
  return { n, skill, coverage };
}

/** Means over the matured forecasts; null where there are none. */
export function scoresOf(sums: Sums): Omit<ScorecardRow, 'ts' | 'target' | 'horizon_s' | 'window_days'> {
  const { n, judged } = sums;
  const mean = (sum: number, of: number) => (of > 0 ? sum / of : null);
  return {
    n,
    mae: mean(sums.absolute, n),
    rmse: n > 0 ? Math.sqrt(sums.squared / n) : null,
    bias: mean(sums.signed, n),
    mae_persistence: mean(sums.persistence, n),
    mae_climatology: mean(sums.climatology, sums.nClimatology),
    skill: skillOf(sums),
    coverage: mean(sums.hits, judged),
    mean_width: mean(sums.width, judged),
    crps: mean(sums.crps, judged),
  };
}

/** 1 − MAE/MAE_persistence; null when there is too little to say, or persistence is already faultless. */
function skillOf({ n, absolute, persistence }: Sums, fewest = FEWEST_FOR_SKILL): number | null {
  const rival = persistence / n;
  return n < fewest || rival < 1e-9 ? null : 1 - absolute / n / rival;
}

function isSums(state: unknown): state is Sums {
  if (typeof state !== 'object' || state === null) return false;
  return NAMES.every((name) => Number.isFinite((state as Record<string, unknown>)[name]));
}
