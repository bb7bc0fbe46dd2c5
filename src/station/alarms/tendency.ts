import { finite } from '../../maths/check.ts';

/** One look in five minutes is kept. */
const EVERY_S = 300;
/** Parts in which a counter's increments are kept: the oldest leaves the sum as a whole. */
const PARTS = 60;

export interface TendencyState {
  /** Elapsed seconds before the newest look, and the value then. */
  looks: [agoS: number, value: number][];
}

/** Change of a value over a length of time, or the sum of a counter's increments. */
export class Tendency {
  /** By time that only passes, newest last. */
  #looks: [atS: number, value: number][] = [];
  #nowS = 0;
  /** How many of them are from before the start. */
  #carried = 0;
  readonly #everyS: number;

  constructor(
    private readonly overS: number,
    private readonly isCounter: boolean,
  ) {
    this.#everyS = isCounter ? overS / PARTS : EVERY_S;
  }

  /** `awayS`: how long the station was off. What fell over a day must not look like a fall of three hours. */
  static fromJSON(saved: TendencyState, overS: number, isCounter: boolean, awayS: number): Tendency {
    const tendency = new Tendency(overS, isCounter);
    tendency.#looks = saved.looks.map(([agoS, value]) => [-finite(agoS, 'look'), finite(value, 'look')]);
    tendency.#carried = tendency.#looks.length;
    tendency.pass(awayS);
    return tendency;
  }

  toJSON(): TendencyState {
    return { looks: this.#looks.map(([atS, value]) => [this.#nowS - atS, value]) };
  }

  /** Time passes whether or not there is a value. A counter's increments are handed in once each. */
  pass(passedS: number): void {
    this.#nowS += passedS;
    while (this.#looks.length > 0 && this.#looks[0]![0] < this.#nowS - this.overS - EVERY_S) {
      this.#looks.shift();
      this.#carried = Math.max(0, this.#carried - 1);
    }
  }

  /** The pause before the start was computed by a wrong clock: the age of those looks is unknown. */
  forgetCarried(): void {
    this.#looks.splice(0, this.#carried);
    this.#carried = 0;
  }

  /** Values are on another scale now. */
  forget(): void {
    this.#looks = [];
    this.#carried = 0;
  }

  look(value: number): void {
    const newest = this.#looks.at(-1);
    const isSame = newest !== undefined && this.#nowS - newest[0] < this.#everyS;
    if (this.isCounter && isSame) newest[1] += value;
    else if (!isSame) this.#looks.push([this.#nowS, value]);
  }

  /** Increase up to `value` now; of a counter what fell within the time. Null while it does not reach so far back. */
  rise(value: number | null): number | null {
    if (this.isCounter) {
      const within = this.#looks.filter(([atS]) => atS > this.#nowS - this.overS);
      return within.reduce((sum, [, one]) => sum + one, 0);
    }
    const oldest = this.#looks[0];
    if (value === null || oldest === undefined || this.#nowS - oldest[0] < this.overS - EVERY_S) return null;
    return value - oldest[1];
  }
}
