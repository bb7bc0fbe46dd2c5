import { HOUR_S } from '../../../base/durations.ts';
import type { TickRow } from '../../tick.ts';
import type { ClimateValues } from './climatology.ts';

export interface HourMean {
  /** Mean time of the ticks it is made of. */
  tS: number;
  values: ClimateValues;
}

const empty = () => ({
  hour: null as number | null,
  sums: [0, 0, 0, 0],
  counts: [0, 0, 0, 0],
  timeSum: 0,
  ticks: 0,
});

/** Gathers the ticks of one hour, (t − 3600, t] for a full hour t, into a mean per series. */
export class HourlyMeans {
  readonly state = empty();

  /** The means of the hour that this row shows to be over, and of the one that it completes itself; usually none. */
  add(row: TickRow): HourMean[] {
    const { state } = this;
    const hour = Math.ceil(row.tS / HOUR_S);
    const interrupted = state.hour !== null && hour !== state.hour ? this.#take() : null;
    state.hour = hour;
    const values = [row.temperatureC, row.humidityPct, row.stationHpa, row.dewPointC];
    for (const [i, value] of values.entries()) {
      if (value === null) continue;
      state.sums[i] = state.sums[i]! + value;
      state.counts[i] = state.counts[i]! + 1;
    }
    if (values.some((value) => value !== null)) {
      state.timeSum += row.tS - (hour - 1) * HOUR_S;
      state.ticks += 1;
    }
    const completed = row.tS % HOUR_S === 0 ? this.#take() : null;
    return [interrupted, completed].filter((mean) => mean !== null);
  }

  #take(): HourMean | null {
    const { hour, sums, counts, timeSum, ticks } = this.state;
    if (hour === null || ticks === 0) return null;
    Object.assign(this.state, empty());
    const mean = (i: number) => (counts[i]! > 0 ? sums[i]! / counts[i]! : null);
    return {
      tS: (hour - 1) * HOUR_S + timeSum / ticks,
      values: { temperature: mean(0), humidity: mean(1), pressure: mean(2), dew_point: mean(3) },
    };
  }
}
