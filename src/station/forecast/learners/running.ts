import { HOUR_S } from '../../../base/durations.ts';
import { perTarget, TARGETS, type Target } from '../../../contract/names.ts';
import type { TickRow } from '../../tick.ts';
import { clip, ewSteady, ewWeight } from '../grid.ts';
import { VALUE_OF } from './series.ts';

const DAY_MEAN_S = 12 * HOUR_S;
const SKY_S = 1.5 * HOUR_S;
const SKY_FADE_S = 24 * HOUR_S;
const LIGHT_S = HOUR_S;

const fresh = () => ({
  lastS: null as number | null,
  dayMean: perTarget(() => ({
    mean: 0,
    n: 0,
    /** Time of the newest value: that of another row tells nothing about this target. */
    lastS: null as number | null,
  })),
  sky: 0,
  skyN: 0,
  variability: 0,
  variabilityN: 0,
  light: 0,
  lightN: 0,
  cloud: null as number | null,
});

export type RunningState = ReturnType<typeof fresh>;

/**
 * The exponentially weighted means that features need beside the lags. Weights follow the time that really passed, and rows that
 * never came count as rows without a value: a gap has the same effect whether the sensors or the station were silent.
 */
export class RunningMeans {
  constructor(
    private readonly stepS: number,
    readonly state: RunningState = fresh(),
  ) {}

  dayMean(target: Target): number | null {
    const { mean, n } = this.state.dayMean[target];
    return n === 0 ? null : mean;
  }

  /** `sunHeight` is S(t) of the row's time. */
  observe(row: TickRow, sunHeight: number): void {
    const s = this.state;
    const passedS = s.lastS === null ? Number.POSITIVE_INFINITY : Math.max(0, row.tS - s.lastS);
    s.lastS = row.tS;
    this.#passInSilence(passedS - this.stepS);
    const weight = (n: number, memoryS: number, sinceS = this.stepS) => ewWeight(n, ewSteady(sinceS, memoryS));
    for (const target of TARGETS) {
      const value = VALUE_OF[target](row);
      const day = s.dayMean[target];
      if (value === null) continue;
      const sinceS = row.tS - (day.lastS ?? Number.NEGATIVE_INFINITY);
      day.n += 1;
      day.lastS = row.tS;
      day.mean += weight(day.n, DAY_MEAN_S, sinceS) * (value - day.mean);
    }
    const cloud = row.cloudIndex;
    if (cloud === null) s.sky *= Math.exp(-this.stepS / SKY_FADE_S);
    else {
      s.skyN += 1;
      s.sky += weight(s.skyN, SKY_S) * (2 * cloud - 1 - s.sky);
    }
    if (cloud !== null && s.cloud !== null) {
      s.variabilityN += 1;
      const change = Math.min(1, 10 * (cloud - s.cloud) ** 2);
      s.variability += weight(s.variabilityN, SKY_S) * (change - s.variability);
    }
    s.cloud = cloud;
    s.lightN += 1;
    s.light += weight(s.lightN, LIGHT_S) * (lightNow(cloud, sunHeight) - s.light);
  }

  /** The rows that a gap has swallowed, as rows without a cloud index would have been heard. */
  #passInSilence(gapS: number): void {
    if (!(gapS > 0) || !Number.isFinite(gapS)) return;
    const s = this.state;
    s.sky *= Math.exp(-gapS / SKY_FADE_S);
    s.light *= Math.exp(-gapS / LIGHT_S);
    s.lightN += Math.round(gapS / this.stepS);
    s.cloud = null;
  }

  /** The day means on another scale, from the rows that made them; what the sky told has none. */
  relevel(rows: Iterable<TickRow>): void {
    this.adopt(fresh().dayMean, rows);
  }

  /** Shifts the running day means to another scale, until they are relearned from the past. */
  move(by: Partial<Record<Target, number | null>>): void {
    for (const target of TARGETS) this.state.dayMean[target].mean += by[target] ?? 0;
  }

  /** The day means as the past has them, and the rows that came since. */
  adopt(dayMean: RunningState['dayMean'], since: Iterable<TickRow>): void {
    const anew = new RunningMeans(this.stepS, { ...fresh(), dayMean: structuredClone(dayMean) });
    for (const row of since) anew.observe(row, 0);
    this.state.dayMean = anew.state.dayMean;
  }
}

/** 2 (1 − n) S: the light that is there, in units of an overhead sun; 0 when the sky is not known. */
export const lightNow = (cloudIndex: number | null, sunHeight: number): number =>
  cloudIndex === null ? 0 : 2 * (1 - clip(cloudIndex, 0, 1)) * sunHeight;
