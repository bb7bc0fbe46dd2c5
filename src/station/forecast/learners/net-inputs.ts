import { DAY_S, HOUR_S } from '../../../base/durations.ts';
import { HORIZONS_S, TARGETS } from '../../../contract/names.ts';
import { dewPointC } from '../../air/physics/humidity.ts';
import { solarAngle } from '../climate/harmonics.ts';
import type { DiarySeries } from './diary.ts';
import type { SunTrack } from './sun-track.ts';

/** Full hours only: that is what a diary can answer for. */
const NET_HORIZONS_S = HORIZONS_S.filter((horizonS) => horizonS % HOUR_S === 0);
/** Outputs of a net, in order. */
export const NET_HEADS = TARGETS.flatMap((target) => NET_HORIZONS_S.map((horizonS) => ({ target, horizonS })));

/** The value of a series so many hours before the moment of the forecast; NaN where it is not known. */
export type Look = (series: DiarySeries, hoursAgo: number) => number;

const DAY_HOURS = DAY_S / HOUR_S;
const YEAR_S = 365.2425 * DAY_S;
/** Over which changes are looked at: of everything, and of what was measured itself. */
const LAGS_HOURS = [1, 2, 3, 6, 12, 24];
const FURTHER_LAGS_HOURS = [4, 5, 9, 18];
const MEANS_HOURS = [6, 24];
const CLOUD_LAG_HOURS = 3;

/** Inputs of time and place, which need no sensor. */
export class Sky {
  constructor(
    private readonly track: SunTrack,
    private readonly dayOffsetS: number,
  ) {}

  see(tS: number, row: { put(value: number): void }): void {
    row.put(this.track.sine(tS));
    const year = (2 * Math.PI * tS) / YEAR_S;
    const day = solarAngle(tS, this.dayOffsetS);
    for (const angle of [year, day]) {
      row.put(Math.cos(angle));
      row.put(Math.sin(angle));
    }
    for (const horizonS of NET_HORIZONS_S) {
      row.put(this.track.at(tS + horizonS));
      row.put(this.track.mean(tS, horizonS));
    }
  }
}

/**
 * Inputs of the net at one moment, one row for all heads: unlike the regressions it gets the levels themselves, the season, and how all
 * quantities have changed over a day.
 */
export function netInputs(look: Look, tS: number, sky: Sky): Float32Array {
  const row = new Row();
  const temperature = lastDay(look, 'temperature');
  const humidity = lastDay(look, 'humidity');
  const cloud = lastDay(look, 'cloud');
  const dewNow = dewOf(temperature[0]!, humidity[0]!);
  row.put(dewNow);
  row.put(temperature[0]! - dewNow);
  for (const lag of LAGS_HOURS) row.put(dewNow - dewOf(temperature[lag]!, humidity[lag]!));
  ofTarget(row, temperature, look('temperatureRate', 0));
  ofTarget(row, humidity, look('humidityRate', 0));
  ofTarget(row, lastDay(look, 'pressure'), look('pressureRate', 0));
  sky.see(tS, row);
  row.put(cloud[0]!);
  row.put(cloud[0]! - cloud[CLOUD_LAG_HOURS]!);
  row.put(mean(cloud, DAY_HOURS));
  return row.whole();
}

export const NET_INPUTS = 80;

/** Writer of a flat input row. */
class Row {
  readonly #inputs = new Float32Array(NET_INPUTS);
  #count = 0;

  put(value: number): void {
    this.#inputs[this.#count++] = value;
  }

  whole(): Float32Array {
    if (this.#count !== NET_INPUTS) throw new Error(`a net was shown ${this.#count} inputs, expected ${NET_INPUTS}`);
    return this.#inputs;
  }
}

/** Now, an hour ago, and so on to a day ago: each is looked up once. */
function lastDay(look: Look, series: DiarySeries): number[] {
  const values: number[] = [];
  for (let ago = 0; ago <= DAY_HOURS; ago++) values.push(look(series, ago));
  return values;
}

function ofTarget(row: Row, hours: readonly number[], rate: number): void {
  const now = hours[0]!;
  row.put(now);
  for (const lag of LAGS_HOURS) row.put(now - hours[lag]!);
  for (const lag of FURTHER_LAGS_HOURS) row.put(now - hours[lag]!);
  for (const span of MEANS_HOURS) row.put(now - mean(hours, span));
  row.put(rate);
  const yesterday = hours[DAY_HOURS]!;
  for (const horizonS of NET_HORIZONS_S)
    if (horizonS < DAY_S) row.put(hours[DAY_HOURS - horizonS / HOUR_S]! - yesterday);
}

function dewOf(temperatureC: number, humidityPct: number): number {
  if (Number.isNaN(temperatureC) || Number.isNaN(humidityPct)) return Number.NaN;
  return dewPointC(temperatureC, humidityPct) ?? Number.NaN;
}

/** Mean of the known ones of the newest hours. */
function mean(hours: readonly number[], span: number): number {
  let n = 0;
  let sum = 0;
  for (let ago = 0; ago < span; ago++) {
    const value = hours[ago]!;
    if (Number.isNaN(value)) continue;
    n += 1;
    sum += value;
  }
  return n === 0 ? Number.NaN : sum / n;
}
