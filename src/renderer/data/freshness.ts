/** How old the newest sample is, by a clock that never jumps. Pure: `nowMs` is the browser's steady clock. */
export class Freshness {
  #stampS: number | null = null;
  #atMs = 0;
  #ageThenS = 0;

  /**
   * A message came. A repeated timestamp is the old sample once more: the stream lives, the sensor does not.
   * The first sample may have been old already, which only the station's clock can tell, if it is known by then.
   * Returns whether the sample was taken just now.
   */
  note(stampS: number, nowMs: number, stationNowS: number | null): boolean {
    if (stampS === this.#stampS) return false;
    const isFirst = this.#stampS === null;
    const ageS = isFirst && stationNowS !== null ? stationNowS - stampS : 0;
    this.#ageThenS = ageS < 3 ? 0 : ageS; // a sample every two seconds is never fresher than that
    this.#stampS = stampS;
    this.#atMs = nowMs;
    return !isFirst;
  }

  ageS(nowMs: number): number | null {
    return this.#stampS === null ? null : this.#ageThenS + (nowMs - this.#atMs) / 1000;
  }
}

export const STALE_AFTER_S = 6;
