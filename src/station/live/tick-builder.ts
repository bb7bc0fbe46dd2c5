import { cpuHeatC } from '../compensation/thermal.ts';
import { dewPointC } from '../physics/humidity.ts';
import { seaLevelRatio } from '../physics/pressure.ts';
import type { Target } from '../signals.ts';
import type { TickRaw } from '../store/rows/ticks.ts';
import { TICK_S, type TickRow } from '../tick.ts';
import type { Reading } from './reading.ts';

export interface BuiltTick {
  row: TickRow;
  raw: TickRaw;
}

const WINDOW_S = 60;
/** A minute at 2 s holds 30 samples; with fewer than a third of them there is no value. */
const LEAST_SHARE = 1 / 3;

/** One moment's contribution to a tick. */
interface Part {
  tS: number;
  temperatureC: number | null;
  humidityPct: number | null;
  stationHpa: number | null;
  cloudIndex: number | null;
  rates: TickRow['rates'];
  raw: TickRaw;
}

/**
 * Makes rows of the five-minute grid from readings: a value is the mean of the valid ones in (t − 60 s, t]. The row of t is ready
 * with the first reading at or after t. Slower sources than one sample a minute get a window as long as their step.
 */
export class TickBuilder {
  readonly #windowS: number;
  readonly #least: number;
  #parts: Part[] = [];

  constructor(
    private readonly altitudeM: number,
    sampleIntervalS: number,
  ) {
    this.#windowS = Math.max(WINDOW_S, sampleIntervalS);
    this.#least = Math.max(1, Math.floor((this.#windowS / sampleIntervalS) * LEAST_SHARE));
  }

  /** Null while the current five minutes are still running, or when they passed in silence. */
  add(reading: Reading): BuiltTick | null {
    const part = partOf(reading);
    const lastS = this.#parts.at(-1)?.tS ?? null;
    if (lastS !== null && part.tS <= lastS) {
      if (part.tS === lastS) return null;
      this.#parts = []; // the clock was set back: what is ahead of it belongs to no window any more
    }
    const dueS = lastS === null ? Number.POSITIVE_INFINITY : (Math.floor(lastS / TICK_S) + 1) * TICK_S;
    const onGrid = part.tS % TICK_S === 0;
    if (onGrid && dueS === part.tS) this.#parts.push(part);
    const tick = part.tS >= dueS ? this.#tick(dueS) : null;
    if (!(onGrid && dueS === part.tS)) this.#parts.push(part);
    this.#parts = this.#parts.filter(({ tS }) => tS > part.tS - this.#windowS);
    return tick;
  }

  /** After a calibration: readings of the running minute move with the scale. */
  shift(target: Target, delta: number): void {
    for (const part of this.#parts) {
      if (target === 'temperature' && part.temperatureC !== null) part.temperatureC += delta;
      if (target === 'humidity' && part.humidityPct !== null) part.humidityPct += delta;
      if (target === 'pressure' && part.stationHpa !== null) part.stationHpa += delta;
    }
  }

  /** The row of this very moment, on or off the grid, for a forecast asked for out of turn. */
  now(tS: number): TickRow | null {
    return this.#parts.length === 0 ? null : this.#tick(tS).row;
  }

  #tick(tS: number): BuiltTick {
    const parts = this.#parts.filter((part) => part.tS > tS - this.#windowS && part.tS <= tS);
    const mean = (pick: (part: Part) => number | null, least = this.#least): number | null => {
      const values = parts.map(pick).filter((value) => value !== null);
      return values.length < least ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
    };
    const temperatureC = mean((part) => part.temperatureC);
    const humidityPct = mean((part) => part.humidityPct);
    const stationHpa = mean((part) => part.stationHpa);
    return {
      row: {
        tS,
        temperatureC,
        humidityPct,
        stationHpa,
        dewPointC: dewPointC(temperatureC, humidityPct),
        cloudIndex: mean((part) => part.cloudIndex, 1),
        rates: parts.at(-1)?.rates ?? NO_RATES,
        seaLevelRatio: seaLevelRatio(stationHpa, this.altitudeM),
      },
      raw: {
        temperatureC: mean((part) => part.raw.temperatureC),
        cpuExcessC: mean((part) => part.raw.cpuExcessC),
        humidityPct: mean((part) => part.raw.humidityPct),
      },
    };
  }
}

const NO_RATES = { temperatureCPerH: null, humidityPctPerH: null, pressureHpaPerH: null };

const partOf = ({
  tS,
  sample,
  temperatureC,
  humidityPct,
  temperatureRawC,
  cpuSmoothC,
  derived,
  rates,
}: Reading): Part => ({
  tS,
  temperatureC,
  humidityPct,
  stationHpa: sample.pressureHpa,
  cloudIndex: derived.cloudIndex,
  rates,
  raw: {
    temperatureC: temperatureRawC,
    cpuExcessC: temperatureRawC === null || cpuSmoothC === null ? null : cpuHeatC(temperatureRawC, cpuSmoothC, 1),
    humidityPct: sample.humidityPct,
  },
});
