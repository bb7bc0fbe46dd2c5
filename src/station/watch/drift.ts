import { HOUR_S } from '../../base/durations.ts';
import type { Anomaly } from '../../contract/conditions.ts';
import type { Nerd } from '../../contract/models.ts';
import { perTarget, TARGETS, type Target } from '../../contract/names.ts';
import { finiteOrNull } from '../../maths/check.ts';
import { ExpMean, type ExpMeanState } from '../../maths/exp-mean.ts';
import { type Sentence, sentence } from '../../words/sentence.ts';
import type { Matured } from '../forecast/heads/matured.ts';
import { DRIFT, DriftDetector, type DriftDetectorState, type DriftDirection } from './drift-detector.ts';

/** Resolution of the sensors: °C, %, hPa. */
const RESOLUTION: Readonly<Record<Target, number>> = { temperature: 0.1, humidity: 1, pressure: 0.01 };
const settingsOf = (target: Target) => ({ ...DRIFT, resolution: RESOLUTION[target] });

/** A signal that stands bit for bit still in every fifth hour is read too coarsely for its errors to tell of anything finer. */
const COARSE_SHARE = 0.2;
const COARSE_MEMORY = 300;

export interface DriftState {
  detectors: Record<Target, DriftDetectorState>;
  still: Record<Target, ExpMeanState>;
  lastAlarmS: number | null;
  retrainRequested: boolean;
}

/** Fields of a matured forecast that are used. */
export type MaturedError = Pick<
  Matured,
  'target' | 'horizonS' | 'dueS' | 'truth' | 'forecast' | 'persistence' | 'scale'
>;

export interface DriftAlarm extends Sentence {
  target: Target;
  direction: DriftDirection;
  /** False while an earlier request is still open: one change asks for one retraining, not for a storm of them. */
  requestsRetrain: boolean;
}

/** Watches the forecasts for one hour of every target, once an hour so that their errors do not overlap. */
export class DriftWatch {
  readonly #detectors = perTarget((target) => new DriftDetector(settingsOf(target)));
  readonly #still = perTarget(() => new ExpMean(COARSE_MEMORY));
  #lastAlarmS: number | null = null;
  #retrainRequested = false;

  static fromJSON(saved: DriftState): DriftWatch {
    const watch = new DriftWatch();
    for (const target of TARGETS) {
      watch.#detectors[target] = DriftDetector.fromJSON(saved.detectors[target], settingsOf(target));
      watch.#still[target] = ExpMean.fromJSON(saved.still[target], COARSE_MEMORY);
    }
    watch.#lastAlarmS = finiteOrNull(saved.lastAlarmS, 'last alarm');
    watch.#retrainRequested = saved.retrainRequested === true;
    return watch;
  }

  toJSON(): DriftState {
    return {
      detectors: perTarget((target) => this.#detectors[target].toJSON()),
      still: perTarget((target) => this.#still[target].toJSON()),
      lastAlarmS: this.#lastAlarmS,
      retrainRequested: this.#retrainRequested,
    };
  }

  of(target: Target): DriftDetector {
    return this.#detectors[target];
  }

  /** Takes any matured forecast and uses those for one hour that are due on the hour. */
  learn({ target, horizonS, dueS, truth, forecast, persistence, scale }: MaturedError): DriftAlarm | null {
    if (horizonS !== HOUR_S || dueS % HOUR_S !== 0) return null;
    const still = this.#still[target];
    still.add(truth === persistence ? 1 : 0);
    if (still.value! > COARSE_SHARE) return null;
    const direction = this.#detectors[target].learn(truth - forecast, scale);
    if (direction === null) return null;
    const requestsRetrain = !this.#retrainRequested;
    this.#retrainRequested = true;
    this.#lastAlarmS = dueS;
    const words = sentence(direction === 'grew' ? 'drift.worse' : 'drift.easier', { target });
    return { target, direction, ...words, requestsRetrain };
  }

  retrained(): void {
    this.#retrainRequested = false;
  }

  get retrainRequested(): boolean {
    return this.#retrainRequested;
  }

  get alarms(): number {
    return TARGETS.reduce((sum, target) => sum + this.#detectors[target].alarms, 0);
  }

  /** 0..1, the largest of the targets: `drift_stress` of the stream. */
  get stress(): number {
    return Math.max(...TARGETS.map((target) => this.#detectors[target].stress));
  }

  /** A calibration of this target. */
  restart(target: Target): void {
    this.#detectors[target].restart();
  }

  /** `drift` of `/api/anomaly`. */
  bundle(): Anomaly['drift'] {
    return {
      stress: this.stress,
      alarms: this.alarms,
      last_alarm_ts: this.#lastAlarmS,
      retrain_requested: this.#retrainRequested,
    };
  }

  /** `monitoring.drift` of `/api/nerd`: the detector under the largest stress. */
  internals(): Nerd['monitoring']['drift'] {
    const worst = TARGETS.map((target) => this.#detectors[target]).reduce((a, b) => (b.stress > a.stress ? b : a));
    return {
      m_pos: worst.mPos,
      m_neg: worst.mNeg,
      mean: worst.mean,
      n: worst.n,
      alarms: worst.alarms,
      delta: worst.delta,
    };
  }
}
