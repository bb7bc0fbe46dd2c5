import type { FeelsLikeBy } from '../../../contract/names.ts';
import { heatIndexC } from './heat-index.ts';
import { inTemperatureRange, plausibleRh } from './limits.ts';

/** Air out of doors, as a person stands in it. */
export interface OutdoorAir {
  temperatureC: number | null;
  humidityPct: number | null;
  windMs: number | null;
}

const WARMEST_FOR_CHILL_C = 10;
const CALMEST_FOR_CHILL_KM_H = 4.8;
/** 80 °F: below it the heat index is its simple form, which reads less than the air in a dry room. */
const COOLEST_FOR_HEAT_C = 26.7;
const FASTEST_MS = 120;

const plausibleWind = (ms: number | null): number | null => (ms !== null && ms >= 0 && ms <= FASTEST_MS ? ms : null);

/**
 * Wind chill, °C (JAG/TI 2001; Environment Canada and the US National Weather Service): of a face that walks into the wind at night. Holds
 * up to 10 °C and above 4.8 km/h at 10 m, and is null elsewhere.
 */
export function windChillC({ temperatureC: tC, windMs }: Omit<OutdoorAir, 'humidityPct'>): number | null {
  const ms = plausibleWind(windMs);
  if (ms === null || !inTemperatureRange(tC) || tC > WARMEST_FOR_CHILL_C) return null;
  const kmH = 3.6 * ms;
  if (kmH <= CALMEST_FOR_CHILL_KM_H) return null;
  const v = kmH ** 0.16;
  return 13.12 + 0.6215 * tC - 11.37 * v + 0.3965 * tC * v;
}

/**
 * Apparent temperature, °C: Steadman (1994) without radiation, as the Australian Bureau of Meteorology writes it. Of an adult who walks in
 * the shade; the vapour pressure is the Bureau's own.
 */
export function apparentTemperatureC({ temperatureC: tC, humidityPct, windMs }: OutdoorAir): number | null {
  const rh = plausibleRh(humidityPct);
  const ms = plausibleWind(windMs);
  if (rh === null || ms === null || !inTemperatureRange(tC)) return null;
  const vapourHpa = (rh / 100) * 6.105 * Math.exp((17.27 * tC) / (237.7 + tC));
  return tC + 0.33 * vapourHpa - 0.7 * ms - 4;
}

/**
 * What the air feels like, and by which formula: each where it holds. Wind chill in the cold and the heat index in the heat, Steadman's
 * apparent temperature between them; in calm cold air, where wind chill does not hold, it is the air's own. Null where an input is missing.
 */
export function feelsLike(air: OutdoorAir) {
  const { temperatureC: tC, humidityPct } = air;
  const of = (by: FeelsLikeBy, feelsLikeC: number | null) =>
    feelsLikeC === null ? { feelsLikeC: null, by: null } : { feelsLikeC, by };
  if (!inTemperatureRange(tC)) return of('air', null);
  if (tC >= COOLEST_FOR_HEAT_C) return of('heat_index', heatIndexC(tC, humidityPct));
  if (tC > WARMEST_FOR_CHILL_C) return of('apparent_temperature', apparentTemperatureC(air));
  const isCalm = air.windMs !== null && air.windMs >= 0 && 3.6 * air.windMs <= CALMEST_FOR_CHILL_KM_H;
  return isCalm ? of('air', tC) : of('wind_chill', windChillC(air));
}
