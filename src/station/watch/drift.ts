import { HOUR_S } from '../../base/durations.ts';
import type { Anomaly } from '../../contract/conditions.ts';
import type { Nerd } from '../../contract/models.ts';
import { perTarget, TARGETS, type Target } from '../../contract/names.ts';
import { ExpMean } from '../../maths/exp-mean.ts';
import { sentence } from '../../words/sentence.ts';
import type { Matured } from '../forecast/heads/matured.ts';
import { DRIFT, DriftDetector } from './drift-detector.ts';

/** Resolution of the sensors: °C, %, hPa. */
const RESOLUTION: Readonly<Record<Target, number>> = { temperature: 0.1, humidity: 1, pressure: 0.01 };
const settingsOf = (target: Target) => ({ ...DRIFT, resolution: RESOLUTION[target] });

/** A signal that stands bit for bit still in every fifth hour is read too coarsely for its errors to tell of anything finer. */
const COARSE_SHARE = 0.2;
const COARSE_MEMORY = 300;

/** Fields of a matured forecast that are used. */
export type MaturedError = Pick<
  Matured,
  'target' | 'horizonS' | 'dueS' | 'truth' | 'forecast' | 'persistence' | 'scale'
>;

/** Watches the forecasts for one hour of every target, once an hour so that their errors do not overlap. */
export class DriftWatch {
  readonly state = {
    detectors: perTarget((target) => new DriftDetector(settingsOf(target))),
    still: perTarget(() => new ExpMean(COARSE_MEMORY)),
    lastAlarmS: null as number | null,
    retrainRequested: false,
  };

  /** Takes any matured forecast and uses those for one hour that are due on the hour. */
  learn({ target, horizonS, dueS, truth, forecast, persistence, scale }: MaturedError) {
    if (horizonS !== HOUR_S || dueS % HOUR_S !== 0) return null;
    const still = this.state.still[target];
    still.add(truth === persistence ? 1 : 0);
    if (still.value! > COARSE_SHARE) return null;
    const direction = this.state.detectors[target].learn(truth - forecast, scale);
    if (direction === null) return null;
    this.state.retrainRequested = true;
    this.state.lastAlarmS = dueS;
    const words = sentence(direction === 'grew' ? 'drift.worse' : 'drift.easier', { target });
    return { target, direction, ...words };
  }

  retrained(): void {
    this.state.retrainRequested = false;
  }

  get retrainRequested(): boolean {
    return this.state.retrainRequested;
  }

  get alarms(): number {
    return TARGETS.reduce((sum, target) => sum + this.state.detectors[target].state.alarms, 0);
  }

  /** 0..1, the largest of the targets: `drift_stress` of the stream. */
  get stress(): number {
    return Math.max(...TARGETS.map((target) => this.state.detectors[target].stress));
  }

  /** A calibration of this target. */
  restart(target: Target): void {
    this.state.detectors[target].restart();
  }

  /** `drift` of `/api/anomaly`. */
  bundle(): Anomaly['drift'] {
    return {
      stress: this.stress,
      alarms: this.alarms,
      last_alarm_ts: this.state.lastAlarmS,
      retrain_requested: this.state.retrainRequested,
    };
  }

  /** `monitoring.drift` of `/api/nerd`: the detector under the largest stress. */
  internals(): Nerd['monitoring']['drift'] {
    const worst = TARGETS.map((target) => this.state.detectors[target]).reduce((a, b) => (b.stress > a.stress ? b : a));
    return {
      m_pos: worst.state.mPos,
      m_neg: worst.state.mNeg,
      mean: worst.state.mean.value,
      n: worst.state.level.n,
      alarms: worst.state.alarms,
      delta: DRIFT.delta,
    };
  }
}
