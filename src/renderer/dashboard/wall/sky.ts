import type { t } from '../texts/wall.ts';

/** Symbol of the wall: only what the station knows of the weather. */
export type SkySign = keyof (typeof t)['symbol'];

/** Inputs of symbol and sentence, metric; null if unknown. */
export interface Sky {
  isOld: boolean;
  isIndoors: boolean;
  isRaining: boolean;
  temperatureC: number | null;
  /** Reading without a temperature; false while there is no reading. */
  lacksThermometer: boolean;
  frostChance: number | null;
  highC: number | null;
  pressureRateHpaPerH: number | null;
  rainChance: number | null;
  humidityPct: number | null;
  dewDepressionK: number | null;
  /** 0 clear to 1 overcast, by the light; null without a light sensor, and while the sun is low. */
  cloudIndex: number | null;
  sunDeg: number | null;
}

const FROST_FROM = 0.5;
/** NWS calls this heat "extreme caution" at usual humidity. */
const HEAT_FROM_C = 32;
/** 3.6 hPa in three hours: "falling quickly", by the terms of the Met Office. */
export const STORM_HPA_PER_H = -1.2;
export const RAIN_LIKELY_FROM = 0.5;
const FOG_BELOW_K = 1;
const FOG_FROM_PCT = 95;
const SUNNY_BELOW = 0.3;
const CLOUDY_FROM = 0.7;
/** The upper limb on the horizon. */
const NIGHT_BELOW_DEG = -0.833;

/** The first symbol whose reason holds. Indoors, air says nothing of frost, heat or fog outside. */
export function symbolOf(o: Sky): SkySign {
  const holds: readonly [SkySign, boolean][] = [
    ['unknown', o.isOld],
    ['rain-now', o.isRaining],
    ['frost', !o.isIndoors && (is(o.temperatureC, (t) => t < 0) || is(o.frostChance, (p) => p >= FROST_FROM))],
    ['heat', !o.isIndoors && (is(o.temperatureC, (t) => t >= HEAT_FROM_C) || is(o.highC, (t) => t >= HEAT_FROM_C))],
    ['storm', is(o.pressureRateHpaPerH, (rate) => rate <= STORM_HPA_PER_H)],
    ['rain-likely', is(o.rainChance, (p) => p >= RAIN_LIKELY_FROM)],
    [
      'fog-prone',
      !o.isIndoors && is(o.dewDepressionK, (d) => d < FOG_BELOW_K) && is(o.humidityPct, (h) => h > FOG_FROM_PCT),
    ],
    ['night', is(o.sunDeg, (deg) => deg < NIGHT_BELOW_DEG)],
    ['clear-day', is(o.cloudIndex, (c) => c < SUNNY_BELOW)],
    ['some-cloud', is(o.cloudIndex, (c) => c < CLOUDY_FROM)],
    ['overcast', o.cloudIndex !== null],
  ];
  return holds.find(([, isSo]) => isSo)?.[0] ?? 'unknown';
}

const is = (value: number | null, holds: (value: number) => boolean): boolean => value !== null && holds(value);
