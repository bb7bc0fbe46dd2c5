import type { CalibrateHumidityResult, CalibrateResult, CalibrationUndone } from '../../../src/contract/models.ts';
import type { CalibrationFacet, Refusal } from '../../../src/station/api.ts';
import type { FakeWorld } from './world.ts';

/** References that move the compensators at once, and can be taken back one by one. */
export class FakeCalibration implements CalibrationFacet {
  /** What was known before each reference. */
  readonly #once: Array<{
    signal: 'temperature' | 'humidity';
    thermal: FakeWorld['thermal'];
    humidity: FakeWorld['humidity'];
    reference: number;
  }> = [];

  constructor(private readonly world: FakeWorld) {}

  calibrate(referenceC: number): CalibrateResult | Refusal {
    if (this.world.variant === 'faulty') return { error: 'no CPU temperature' };
    const before = this.world.values(this.world.nowS()).temperature;
    const residual = referenceC - before;
    const k = Math.min(2, Math.max(0, this.world.thermal.k - residual / 20));
    this.#once.push({
      signal: 'temperature',
      thermal: this.world.thermal,
      humidity: this.world.humidity,
      reference: referenceC,
    });
    this.world.thermal = {
      ...this.world.thermal,
      k,
      n: this.world.thermal.n + 1,
      last_residual: residual,
      last_ts: this.world.nowS(),
    };
    this.#calibrated('temperature', before, referenceC);
    return { k, residual, n: this.world.thermal.n, before, after: referenceC, clamped: false };
  }

  resetCalibration() {
    this.world.thermal = {
      ...this.world.thermal,
      k: this.world.thermal.prior,
      n: 0,
      last_residual: null,
      last_ts: null,
    };
    this.#once.length = 0;
    this.#calibrated('temperature', 20, 20);
    return { ...this.world.thermal, reset: true as const };
  }

  calibrateHumidity(referencePct: number): CalibrateHumidityResult | Refusal {
    if (this.world.variant === 'faulty') return { error: 'no live reading yet' };
    const before = this.world.values(this.world.nowS()).humidity;
    const wanted = referencePct - before + this.world.humidity.offset;
    const offset = Math.min(35, Math.max(-35, wanted));
    const residual = referencePct - before;
    this.#once.push({
      signal: 'humidity',
      thermal: this.world.thermal,
      humidity: this.world.humidity,
      reference: referencePct,
    });
    this.world.humidity = {
      ...this.world.humidity,
      offset,
      n: this.world.humidity.n + 1,
      last_residual: residual,
      last_ts: this.world.nowS(),
    };
    const after = before + offset;
    this.#calibrated('humidity', before, after);
    return {
      offset,
      residual,
      n: this.world.humidity.n,
      psychrometric: false,
      before,
      after,
      clamped: offset !== wanted,
    };
  }

  undoCalibration(signal: 'temperature' | 'humidity'): CalibrationUndone | Refusal {
    const i = this.#once.findLastIndex((one) => one.signal === signal);
    const once = this.#once[i];
    if (!once) return { error: 'there is no reference to undo' };
    this.#once.splice(i, 1);
    if (signal === 'temperature') this.world.thermal = once.thermal;
    else this.world.humidity = once.humidity;
    this.#calibrated(signal, once.reference, once.reference);
    const n = (signal === 'temperature' ? this.world.thermal : this.world.humidity).n;
    return { undone: true, signal, reference: once.reference, n, before: once.reference, after: once.reference };
  }

  resetHumidityCalibration() {
    this.world.humidity = { ...this.world.humidity, offset: 0, n: 0, last_residual: null, last_ts: null };
    this.#calibrated('humidity', 60, 60);
    return { ...this.world.humidity, reset: true as const };
  }

  #calibrated(signal: string, before: number, after: number): void {
    this.world.changed = 1000;
    this.world.note('calibration', 'info', `${signal} calibrated`);
    this.world.note('discontinuity', 'info', `${signal} steps at a calibration`, { signal, before, after });
  }
}
