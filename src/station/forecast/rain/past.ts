import { DAY_S, HOUR_S } from '../../../base/durations.ts';
import { restored, type Saved } from '../../../maths/codec.ts';
import { ExpMean } from '../../../maths/exp-mean.ts';
import type { Place } from '../../air/physics/sun.ts';
import type { TickRow } from '../../tick.ts';
import { RAIN_LOOK_BACK_S, rainFeatures } from './features.ts';
import { priorInputs } from './prior-inputs.ts';

const MEAN_PRESSURE_S = 30 * DAY_S;
/** An hour more than one row needs: rows that come during a relearning are looked at again, each with its own past. */
const KEPT_S = RAIN_LOOK_BACK_S + HOUR_S;
/** How far pressure usually strays, hPa, and how many days of its own a station must have seen to say otherwise. */
const USUAL_SPREAD_HPA = 9;
const SPREAD_DAYS = 10;

/** A moment as rain is foretold from it: what labels are learned with, and what the prior is asked. */
export type RainMoment = NonNullable<ReturnType<RainPast['at']>>;

/** The newest rows, and the pressure of the month they are compared with. */
export class RainPast {
  readonly state: {
    meanHpa: ExpMean;
    /** Mean square of the distance from it. */
    spreadHpa2: ExpMean;
    rows: TickRow[];
  };

  constructor(
    private readonly stepS: number,
    private readonly place: Place,
  ) {
    const mean = () => new ExpMean(MEAN_PRESSURE_S / stepS);
    this.state = { meanHpa: mean(), spreadHpa2: mean(), rows: [] };
  }

  get newest(): TickRow | undefined {
    return this.state.rows.at(-1);
  }

  /** One row, in order of time; false for one that is not newer than the last. */
  observe(row: TickRow): boolean {
    const { newest } = this;
    if (newest && row.tS <= newest.tS) return false;
    this.state.rows = this.state.rows.filter((past) => past.tS >= row.tS - KEPT_S - this.stepS);
    this.state.rows.push(row);
    this.#weigh(row);
    return true;
  }

  /** A moment from the rows around it, under the pressure that is usual now. Null without a humidity. */
  at(tS: number, rows: readonly TickRow[] = this.state.rows) {
    const meanHpa = this.state.meanHpa.value;
    const features = rainFeatures(rows, tS, meanHpa, this.stepS);
    const inputs = priorInputs(rows, tS, { meanHpa, spreadHpa: this.#spreadHpa }, this.stepS, this.place);
    return features && inputs && { features, inputs };
  }

  /** Moves to another scale. */
  relevel(rows: readonly TickRow[]): void {
    const { newest } = this;
    if (!newest) return;
    const fromS = newest.tS - KEPT_S - this.stepS;
    this.state.rows = rows.filter(({ tS }) => tS <= newest.tS && tS >= fromS);
  }

  /** Adopts a relearned usual pressure, then replays the rows since. */
  *adopt(usual: Omit<Saved<RainPast>, 'rows'>, since: readonly TickRow[]) {
    const { meanHpa, spreadHpa2 } = this.state;
    restored({ state: { meanHpa, spreadHpa2 } }, usual);
    for (const row of since) {
      this.#weigh(row);
      const moment = this.at(
        row.tS,
        this.state.rows.filter(({ tS }) => tS <= row.tS),
      );
      yield { row, moment };
    }
  }

  get #spreadHpa(): number {
    const days = (this.state.spreadHpa2.n * this.stepS) / DAY_S;
    const own = this.state.spreadHpa2.value ?? 0;
    return Math.sqrt((days * own + SPREAD_DAYS * USUAL_SPREAD_HPA ** 2) / (days + SPREAD_DAYS));
  }

  #weigh({ stationHpa }: TickRow): void {
    if (stationHpa === null) return;
    this.state.meanHpa.add(stationHpa);
    this.state.spreadHpa2.add((stationHpa - this.state.meanHpa.value!) ** 2);
  }
}
