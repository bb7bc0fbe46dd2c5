import { HOUR_S } from '../../../base/durations.ts';
import { finite, finiteOrNull } from '../../../maths/check.ts';
import type { TickRow } from '../../tick.ts';
import type { ClimateValues } from './climatology.ts';

export interface HourMean {
  /** Mean time of the ticks it is made of. */
  tS: number;
  values: ClimateValues;
}

export interface HourlyState {
  hour: number | null;
  sums: number[];
  counts: number[];
  timeSum: number;
  ticks: number;
}

/** Gathers the ticks of one hour, (t − 3600, t] for a full hour t, into a mean per series. */
export class HourlyMeans {
  #hour: number | null = null;
  #sums = [0, 0, 0, 0];
  #counts = [0, 0, 0, 0];
  #timeSum = 0;
  #ticks = 0;

  /** The means of the hour that this row shows to be over, and of the one that it completes itself; usually none. */
  add(row: TickRow): HourMean[] {
    const hour = Math.ceil(row.tS / HOUR_S);
    const interrupted = this.#hour !== null && hour !== this.#hour ? this.#take() : null;
    this.#hour = hour;
    const values = [row.temperatureC, row.humidityPct, row.stationHpa, row.dewPointC];
    const spoke = values.some((value) => value !== null);
    for (const [i, value] of values.entries()) {
      if (value === null) continue;
      this.#sums[i] = this.#sums[i]! + value;
      this.#counts[i] = this.#counts[i]! + 1;
    }
    if (spoke) {
      this.#timeSum += row.tS - (hour - 1) * HOUR_S;
      this.#ticks += 1;
    }
    const completed = row.tS % HOUR_S === 0 ? this.#take() : null;
    return [interrupted, completed].filter((mean) => mean !== null);
  }

  toJSON(): HourlyState {
    return {
      hour: this.#hour,
      sums: [...this.#sums],
      counts: [...this.#counts],
      timeSum: this.#timeSum,
      ticks: this.#ticks,
    };
  }

  static fromJSON(saved: HourlyState): HourlyMeans {
    const hourly = new HourlyMeans();
    hourly.#hour = finiteOrNull(saved.hour, 'hour');
    hourly.#sums = saved.sums.map((value) => finite(value, 'sum'));
    hourly.#counts = saved.counts.map((value) => finite(value, 'count'));
    hourly.#timeSum = finite(saved.timeSum, 'timeSum');
    hourly.#ticks = finite(saved.ticks, 'ticks');
    return hourly;
  }

  #take(): HourMean | null {
    if (this.#hour === null || this.#ticks === 0) return null;
    const [temperature, humidity, pressure, dew] = this.#sums.map((sum, i) =>
      this.#counts[i]! > 0 ? sum / this.#counts[i]! : null,
    );
    const mean = {
      tS: (this.#hour - 1) * HOUR_S + this.#timeSum / this.#ticks,
      values: {
        temperature: temperature ?? null,
        humidity: humidity ?? null,
        pressure: pressure ?? null,
        dew_point: dew ?? null,
      },
    };
    this.#hour = null;
    this.#sums = [0, 0, 0, 0];
    this.#counts = [0, 0, 0, 0];
    this.#timeSum = 0;
    this.#ticks = 0;
    return mean;
  }
}
