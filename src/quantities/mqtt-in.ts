import { quantitiesWith } from './names.ts';

/** Channels of a kind that are offered: nobody scrolls through sixteen probes to find the second. A map may name the others. */
const MOST_CHANNELS = 8;
/** Values that become quantities of the station on the way: counters of rain, a pressure of the station, a gust. */
const WORKED_ON: readonly string[] = [
  'pressure.station_hpa',
  'wind.speed_ms',
  'wind.gust_ms',
  'wind.dir_deg',
  'rain.total_mm',
  'rain.day_mm',
  'rain.interval_mm',
  'rain.rate_mmh',
  'lightning.count_day',
  'lightning.distance_km',
  'indoor.temperature_c',
  'indoor.humidity_pct',
];
/** Heads of the list, the most wanted first. Those that are not here follow. */
const FIRST = 'outdoor pressure wind rain sun lightning indoor ch soil co'.split(' ');

const rankOf = (path: string): number => {
  const rank = FIRST.indexOf(path.replace(/\d*\..*/, ''));
  return rank < 0 ? FIRST.length : rank;
};
const isOffered = (path: string): boolean => Number(/^[a-z]+(\d+)\./.exec(path)?.[1] ?? 1) <= MOST_CHANNELS;

/** Quantities that a person may map to a topic of a broker, by what they are of: all that are taken as they come, and some more. */
export const MQTT_QUANTITIES: readonly string[] = [
  ...[...quantitiesWith('input').map(({ input }) => input), ...WORKED_ON]
    .filter(isOffered)
    .sort((a, b) => rankOf(a) - rankOf(b)),
  'battery',
];
