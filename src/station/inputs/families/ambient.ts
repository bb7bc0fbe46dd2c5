import { same } from '../../../quantities/measures.ts';
import type { Observation } from '../observation.ts';
import { celsius, type Rows } from '../units.ts';
import { CONSOLE, consoleOf, modelOf } from './ecowitt.ts';
import { type Batteries, channels, decodeForm, goodAtOne, type Pairs, unsure } from './form.ts';

const AMBIENT: Rows = {
  ...CONSOLE,
  lightning_day: ['lightning.count_day', same],
  lightning_distance: ['lightning.distance_km', same],
  pm25: ['pm1.pm25_ugm3', same],
  pm25_in: ['pm_in.pm25_ugm3', same],
  co2_in_aqin: ['co2.co2_ppm', same],
  pm_in_temp_aqin: ['co2.temperature_c', celsius],
  pm_in_humidity_aqin: ['co2.humidity_pct', same],
  pm25_in_aqin: ['co2.pm25_ugm3', same],
  pm10_in_aqin: ['co2.pm10_ugm3', same],
  ...channels(
    {
      'soilhum#': ['soil#.moisture_pct', same],
      'soiltemp#': ['probe#.temperature_c', celsius],
      'soiltemp#f': ['probe#.temperature_c', celsius],
      'leafwetness#': ['leaf#.wetness_pct', same],
    },
    10,
  ),
  ...channels({ 'leak#': ['leak#.wet', same] }, 4),
};

/** The opposite of Ecowitt's: 1 is good. Ecowitt's own names inside an Ambient body may mean either. */
const BATTERIES: Batteries = {
  battout: ['outdoor', goodAtOne],
  battin: ['indoor', goodAtOne],
  battrain: ['rain', goodAtOne],
  batt_25: ['pm1', goodAtOne],
  batt_25in: ['pm_in', goodAtOne],
  batt_co2: ['co2', goodAtOne],
  batt_lightning: ['lightning', unsure],
  wh25batt: ['wh25', unsure],
  wh26batt: ['wh26', unsure],
  wh80batt: ['wh80', unsure],
  ...channels({ 'batt#': ['ch#', goodAtOne], 'battsm#': ['soil#', goodAtOne], 'batt_lw#': ['leaf#', goodAtOne] }, 10),
  ...channels({ batleak: ['leak', goodAtOne], 'batleak#': ['leak#', goodAtOne] }, 4),
};

const HOUSEKEEPING =
  /^(PASSKEY|MAC|stationtype|model|dateutc|freq|runtime|heap|interval|baromrelin|pm\w*_24h\w*|co2_in_24h_aqin|pm25_AQI\w*|pm\w*_AQI\w*|\w*_aqi\w*|(dewpt|windchill|feelslike|heatindex|dewPoint|feelsLike)\w*|brightness|cloudf?|vpd|sunhours|co2lvl|ptrend\d|pchange\d|windgustmph_max10m|action|realtime|rtfreq)$/;

const OWN = /^(batt(out|in|sm\d+|_25|_25in|_co2|_lightning|_lw\d+|rain)|soilhum\d+|lightning_day|\w+_aqin)$/;

/** Whether pairs of a console are in Ambient's words: it names itself, or uses keys that Ecowitt has not. */
export const isAmbient = (pairs: Pairs): boolean =>
  /^AMB/i.test(pairs.get('stationtype') ?? '') || [...pairs.keys()].some((key) => OWN.test(key));

/** Decodes a query of Ambient's custom server. */
export function decodeAmbient(pairs: Pairs, from: string): Observation {
  const dialect = { kind: 'ambient', rows: AMBIENT, batteries: BATTERIES, known: HOUSEKEEPING } as const;
  return decodeForm(pairs, consoleOf(pairs, from), modelOf(pairs), dialect);
}
