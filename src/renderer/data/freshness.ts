/**
 * One rule for every figure of the page: what is older than three of its periods looks old. A sample comes every two seconds,
 * or as seldom as the settings say; a forecast every five minutes.
 */
export const OLD_AFTER_PERIODS = 3;
export const SAMPLE_PERIOD_S = 2;
export const FORECAST_PERIOD_S = 300;

/** How old the newest sample is, by a clock that never jumps. Pure: `nowMs` is the browser's steady clock. */
export class Freshness {
  #stampS: number | null = null;
  #isFirst = false;
  #atMs = 0;
  #ageThenS = 0;

  /**
   * A message came. A repeated timestamp is the old sample once more: the stream lives, the sensor does not.
   * The first sample may have been old already, which only the station's clock can tell: now, or as soon as it is known.
   * Returns whether the sample was taken just now.
   */
  note(stampS: number, nowMs: number, stationNowS: number | null): boolean {
    if (stampS === this.#stampS) return false;
    this.#isFirst = this.#stampS === null;
    this.#ageThenS = 0;
    this.#stampS = stampS;
    this.#atMs = nowMs;
    if (stationNowS !== null) this.clockKnown(stationNowS, nowMs);
    return !this.#isFirst;
  }

  /** The station's clock became known: if the first sample is still the newest, its true age is, too. */
  clockKnown(stationNowS: number, nowMs: number): void {
    if (!this.#isFirst || this.#stampS === null) return;
    const ageS = stationNowS - this.#stampS - (nowMs - this.#atMs) / 1000;
    this.#ageThenS = ageS < 3 ? 0 : ageS; // a sample every two seconds is never fresher than that
  }

  ageS(nowMs: number): number | null {
    return this.#stampS === null ? null : this.#ageThenS + (nowMs - this.#atMs) / 1000;
  }
}
