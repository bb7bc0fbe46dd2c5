import { Climate } from '../src/station/forecast/climate/climate.ts';
import { dayOffsetS } from '../src/station/forecast/climate/harmonics.ts';
import { type HeadKey, horizonScale } from '../src/station/forecast/grid.ts';
import { ForecastIssuer } from '../src/station/forecast/issuer.ts';
import { TickHistory } from '../src/station/forecast/learners/history.ts';
import { RunningMeans } from '../src/station/forecast/learners/running.ts';
import { SunTrack } from '../src/station/forecast/learners/sun-track.ts';
import type { TypicalHead } from '../src/station/forecast/learners/typical.ts';
import type { ForecastSettings } from '../src/station/forecast/settings.ts';
import type { TickRow } from '../src/station/tick.ts';

const LARGEST = 32767;

/** Weights as the table of the typical station keeps them: what `Typical.of` reads. */
export function packTypical(theta: Float64Array, moments: TypicalHead['moments']): TypicalHead {
  const scale = theta.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / LARGEST || 1;
  const bytes = Buffer.alloc(2 * theta.length);
  for (const [i, value] of theta.entries()) bytes.writeInt16LE(Math.round(value / scale), 2 * i);
  return { theta: bytes.toString('base64'), scale, moments };
}

/** What a head would have been asked and what then came. */
export interface Lesson extends HeadKey {
  issueS: number;
  phi: Float64Array;
  /** The change over the horizon, in units of the head's scale. */
  y: number;
}

interface Waiting extends HeadKey {
  issueS: number;
  anchor: number;
  phi: Float64Array;
}

/**
 * The lessons of a past without the heads that would have learned them: what they would have seen, strictly as of then, and the truth.
 * A hundredth of the cost of living through it. The last error of a head is not known here, and its feature stays 0.
 */
export class Lessons {
  readonly #issuer: ForecastIssuer;
  readonly #sun: SunTrack;
  readonly #climate: Climate;
  readonly #running: RunningMeans;
  readonly #history: TickHistory;
  readonly #waiting = new Map<number, Waiting[]>();

  /** One lesson of each head every `everyS`. */
  constructor(
    { latitude, longitude, stepS, standardOffsetS }: ForecastSettings,
    private readonly everyS: number,
  ) {
    const offsetS = dayOffsetS(longitude, standardOffsetS);
    this.#sun = new SunTrack({ latitude, longitude }, stepS);
    this.#issuer = new ForecastIssuer(stepS, this.#sun, offsetS);
    this.#climate = new Climate(offsetS);
    this.#running = new RunningMeans(stepS);
    this.#history = new TickHistory(stepS);
  }

  /** The next row; answers the lessons whose truth it is. */
  absorb(row: TickRow): Lesson[] {
    this.#history.push(row);
    this.#running.observe(row, this.#sun.at(row.tS));
    const learned = this.#settle(row.tS);
    this.#climate.absorb(row);
    if (row.tS % this.everyS === 0) this.#ask(row);
    return learned;
  }

  #settle(tS: number): Lesson[] {
    const due = this.#waiting.get(tS) ?? [];
    for (const dueS of this.#waiting.keys()) if (dueS <= tS) this.#waiting.delete(dueS);
    return due.flatMap(({ target, horizonS, issueS, anchor, phi }) => {
      const truth = this.#history.at(target, tS);
      if (truth === null) return [];
      return [{ target, horizonS, issueS, phi, y: (truth - anchor) / horizonScale(target, horizonS) }];
    });
  }

  #ask(row: TickRow): void {
    const past = { history: this.#history, running: this.#running, climatology: this.#climate.climatology };
    for (const { target, horizonS, anchor, phi } of this.#issuer.look(row, row.tS, past, () => null)) {
      const dueS = row.tS + horizonS;
      const asked = { target, horizonS, issueS: row.tS, anchor, phi: phi.slice() };
      const waiting = this.#waiting.get(dueS);
      if (waiting) waiting.push(asked);
      else this.#waiting.set(dueS, [asked]);
    }
  }
}
