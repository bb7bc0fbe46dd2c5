import { HOUR_S } from '../../../base/durations.ts';
import { et0ClearSkyWm2, hourlyEt0Mm } from '../physics/evapotranspiration.ts';
import { inPressureRange, inTemperatureRange, plausibleRh } from '../physics/limits.ts';
import { type Place, solarPosition } from '../physics/sun.ts';
import { dayOfYear } from './sunshine-counter.ts';

/** An input counts for its hour where it was there in so many of its six ten-minute slots. */
const SLOT_S = 600;
const ENOUGH_SLOTS = 4;
/** From this elevation on radiation tells how clear the sky is: some two hours before sunset, as FAO-56 has it. */
const CLEAR_FROM_DEG = 17;
const CLOUDIEST = 0.3;

const INPUTS = ['temperatureC', 'humidityPct', 'windMs', 'solarWm2', 'stationHpa'] as const;
type Input = (typeof INPUTS)[number];
/** Inputs of evapotranspiration as they came with one sample; null for what did not come. */
type Et0Sample = Record<Input, number | null>;

interface Mean {
  n: number;
  sum: number;
  /** Slots of the hour with a value, as bits. */
  slots: number;
}

/** Reference evapotranspiration, hour by hour from the means of its inputs. An hour in which one of them is missing has none. */
export class Et0Counter {
  readonly state = {
    /** Hours since the epoch; null before the first sample. */
    hour: null as number | null,
    means: fresh(),
    clearness: null as number | null,
  };

  constructor(
    private readonly place: Place,
    private readonly altitudeM: number,
  ) {}

  /** Millimetres of the hour that this sample ends; null while it runs, and where an input was missing. */
  learn(sample: Et0Sample, tS: number): number | null {
    const hour = Math.floor(tS / HOUR_S);
    const closed = this.state.hour !== null && hour > this.state.hour ? this.#close(this.state.hour) : null;
    if (hour !== this.state.hour) {
      this.state.hour = hour;
      this.state.means = fresh();
    }
    const slot = 1 << Math.floor((tS - hour * HOUR_S) / SLOT_S);
    for (const name of INPUTS) {
      const value = plausible(name, sample[name]);
      if (value === null) continue;
      const { n, sum, slots } = this.state.means[name];
      this.state.means[name] = { n: n + 1, sum: sum + value, slots: slots | slot };
    }
    return closed;
  }

  #close(hour: number): number | null {
    const middleS = (hour + 0.5) * HOUR_S;
    const elevationDeg = solarPosition(middleS, this.place)?.elevationDeg ?? null;
    if (elevationDeg === null) return null;
    const { solarWm2: solar } = this.state.means;
    const clearWm2 = et0ClearSkyWm2(elevationDeg, dayOfYear(middleS), this.altitudeM);
    if (elevationDeg >= CLEAR_FROM_DEG && isWhole(solar))
      this.state.clearness = Math.min(1, Math.max(CLOUDIEST, meanOf(solar) / clearWm2));
    if (this.state.clearness === null || !INPUTS.every((name) => isWhole(this.state.means[name]))) return null;
    return hourlyEt0Mm({ ...ofInputs((name) => meanOf(this.state.means[name])), clearness: this.state.clearness });
  }
}

const ofInputs = <T>(value: (name: Input) => T): Record<Input, T> =>
  Object.fromEntries(INPUTS.map((name) => [name, value(name)])) as Record<Input, T>;
const fresh = (): Record<Input, Mean> => ofInputs(() => ({ n: 0, sum: 0, slots: 0 }));

const isWhole = ({ slots }: Mean): boolean => [0, 1, 2, 3, 4, 5].filter((i) => slots & (1 << i)).length >= ENOUGH_SLOTS;
const meanOf = ({ sum, n }: Mean): number => sum / n;

function plausible(name: Input, value: number | null): number | null {
  if (name === 'temperatureC') return inTemperatureRange(value) ? value : null;
  if (name === 'humidityPct') return plausibleRh(value);
  if (name === 'stationHpa') return inPressureRange(value) ? value : null;
  return value;
}
