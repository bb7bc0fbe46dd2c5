import { HOUR_S } from '../../../base/durations.ts';
import type { TickRow } from '../../tick.ts';
import type { ClimateValues } from './climatology.ts';

export interface HourMean {
  /** Mean time of the ticks it is made of. */
  tS: number;
  values: ClimateValues;
}

/** Gathers the ticks of one hour, (t − 3600, t] for a full hour t, into a mean per series. */
export class HourlyMeans {
  readonly state = {
    hour: null as number | null,
    sums: [0, 0, 0, 0],
    counts: [0, 0, 0, 0],
    timeSum: 0,
    ticks: 0,
  };

  /** The means of the hour that this row shows to be over, and of the one that it completes itself; usually none. */
  add(row: TickRow): HourMean[] {
    const hour = Math.ceil(row.tS / HOUR_S);
    const interrupted = this.state.hour !== null && hour !== this.state.hour ? this.#take() : null;
    this.state.hour = hour;
    const values = [row.temperatureC, row.humidityPct, row.stationHpa, row.dewPointC];
    const spoke = values.some((value) => value !== null);
    for (const [i, value] of values.entries()) {
      if (value === null) continue;
      this.state.sums[i] = this.state.sums[i]! + value;
      this.state.counts[i] = this.state.counts[i]! + 1;
    }
    if (spoke) {
      this.state.timeSum += row.tS - (hour - 1) * HOUR_S;
      this.state.ticks += 1;
    }
    const completed = row.tS % HOUR_S === 0 ? this.#take() : null;
    return [interrupted, completed].filter((mean) => mean !== null);
  }

  #take(): HourMean | null {
    if (this.state.hour === null || this.state.ticks === 0) return null;
    const [temperature, humidity, pressure, dew] = this.state.sums.map((sum, i) =>
      this.state.counts[i]! > 0 ? sum / this.state.counts[i]! : null,
    );
    const mean = {
      tS: (this.state.hour - 1) * HOUR_S + this.state.timeSum / this.state.ticks,
      values: {
        temperature: temperature ?? null,
        humidity: humidity ?? null,
        pressure: pressure ?? null,
        dew_point: dew ?? null,
      },
    };
    this.state.hour = null;
    this.state.sums = [0, 0, 0, 0];
    this.state.counts = [0, 0, 0, 0];
    this.state.timeSum = 0;
    this.state.ticks = 0;
    return mean;
  }
}
