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
function skyInputs(track: SunTrack, dayOffsetS: number, tS: number): number[] {
  const year = (2 * Math.PI * tS) / YEAR_S;
  const day = solarAngle(tS, dayOffsetS);
  return [
    track.sine(tS),
    ...[year, day].flatMap((angle) => [Math.cos(angle), Math.sin(angle)]),
    ...NET_HORIZONS_S.flatMap((horizonS) => [track.at(tS + horizonS), track.mean(tS, horizonS)]),
  ];
}

export const NET_INPUTS = 80;

/**
 * Inputs of the net at one moment, one row for all heads: unlike the regressions it gets the levels themselves, the season, and how all
 * quantities have changed over a day.
 */
export function netInputs(look: Look, tS: number, track: SunTrack, dayOffsetS: number): Float32Array {
  const temperature = lastDay(look, 'temperature');
  const humidity = lastDay(look, 'humidity');
  const cloud = lastDay(look, 'cloud');
  const dewNow = dewOf(temperature[0]!, humidity[0]!);
  return Float32Array.of(
    dewNow,
    temperature[0]! - dewNow,
    ...LAGS_HOURS.map((lag) => dewNow - dewOf(temperature[lag]!, humidity[lag]!)),
    ...ofTarget(temperature, look('temperatureRate', 0)),
    ...ofTarget(humidity, look('humidityRate', 0)),
    ...ofTarget(lastDay(look, 'pressure'), look('pressureRate', 0)),
    ...skyInputs(track, dayOffsetS, tS),
    cloud[0]!,
    cloud[0]! - cloud[CLOUD_LAG_HOURS]!,
    mean(cloud, DAY_HOURS),
  );
}

/** Now, an hour ago, and so on to a day ago: each is looked up once. */
const lastDay = (look: Look, series: DiarySeries): number[] =>
  Array.from({ length: DAY_HOURS + 1 }, (_, ago) => look(series, ago));

function ofTarget(hours: readonly number[], rate: number): number[] {
  const now = hours[0]!;
  const yesterday = hours[DAY_HOURS]!;
  const horizonsS = NET_HORIZONS_S.filter((horizonS) => horizonS < DAY_S);
  return [
    now,
    ...[...LAGS_HOURS, ...FURTHER_LAGS_HOURS].map((lag) => now - hours[lag]!),
    ...MEANS_HOURS.map((span) => now - mean(hours, span)),
    rate,
    ...horizonsS.map((horizonS) => hours[DAY_HOURS - horizonS / HOUR_S]! - yesterday),
  ];
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
