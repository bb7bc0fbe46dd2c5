/**
 * Staleness rule of the page: values older than three of their periods look old. A sample comes every two seconds, or as the settings say;
 * a forecast every five minutes.
 */
export const OLD_AFTER_PERIODS = 3;
export const SAMPLE_PERIOD_S = 2;
export const FORECAST_PERIOD_S = 300;

/** Decay of the measured delay, per second: a lasting delay is a clock that differs, and no two clocks drift apart by a thousandth. */
const FORGOTTEN = 0.001;

/** Age of the newest sample, by the browser's steady clock (`nowMs`), which never jumps. Pure. */
export class Freshness {
  #stampS: number | null = null;
  #atMs = 0;
  #ageThenS = 0;
  /** A sample that came and was older than the one that is shown, and when it came first. */
  #olderS = Number.NaN;
  #olderMs = 0;

  /**
   * Takes the timestamp of a message.
   * - The same timestamp again is the old sample: the stream works, the sensor does not.
   * - A message that was delayed is not fresh: it came later than the one before by more than their timestamps differ.
   * - A message that a newer one has overtaken is not shown. Only a second one shows that the station's clock was set back, and only if it
   *   comes as much later as its timestamp says: delayed messages come all at once.
   * - Timestamps less than a period apart come from a clock that is slowed down (it walks off a lead at half speed): nothing was delayed.
   * - The first sample may be old already. Only the station's clock can tell: now, or as soon as it is known.
   */
  note(stampS: number, nowMs: number, stationNowS: number | null, periodS = 0): 'new' | 'first' | 'same' | 'overtaken' {
    const before = this.#stampS;
    if (stampS === before) return 'same';
    const isFirst = before === null;
    const saidS = isFirst ? 0 : stampS - before;
    if (saidS < 0) {
      const apartS = stampS - this.#olderS;
      const isInStep = apartS > 0 && apartS < (nowMs - this.#olderMs) / 500;
      if (apartS !== 0) this.#olderMs = nowMs;
      this.#olderS = stampS;
      if (!isInStep) return 'overtaken';
    }
    const passedS = ((nowMs - this.#atMs) / 1000) * (1 - FORGOTTEN);
    const apartS = saidS < 0.95 * periodS ? periodS : saidS;
    this.#ageThenS = isFirst || saidS < 0 ? 0 : Math.max(0, this.#ageThenS + passedS - apartS);
    this.#olderS = Number.NaN;
    this.#stampS = stampS;
    this.#atMs = nowMs;
    if (isFirst && stationNowS !== null) this.clockKnown(stationNowS, nowMs);
    return isFirst ? 'first' : 'new';
  }

  /** The station's clock became known, and with it the true age of the newest sample. */
  clockKnown(stationNowS: number, nowMs: number): void {
    if (this.#stampS === null) return;
    const nowOldS = Math.max(0, stationNowS - this.#stampS);
    const thenOldS = nowOldS - (nowMs - this.#atMs) / 1000;
    if (thenOldS < -5) this.#atMs = nowMs - 1000 * nowOldS; // there was no sleep: somebody put this machine's clock forward
    this.#ageThenS = thenOldS < 3 ? 0 : thenOldS; // a sample every two seconds is never fresher than that
  }

  ageS(nowMs: number): number | null {
    return this.#stampS === null ? null : this.#ageThenS + (nowMs - this.#atMs) / 1000;
  }
}
