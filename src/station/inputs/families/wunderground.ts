import { same } from '../../../quantities/measures.ts';
import type { Battery, Observation } from '../observation.ts';
import { celsius, inches, inHg, kmh, type Rows } from '../units.ts';
import { CONSOLE } from './ecowitt.ts';
import { type Batteries, channels, decodeForm, hashed, lowAtOne, type Pairs, withoutVersion } from './form.ts';

/** The protocol as the service documents it, and the names that consoles add to it. What `rainin` means differs by console: it is not taken. */
const SERVICE: Rows = {
  ...CONSOLE,
  indoortempf: ['indoor.temperature_c', celsius],
  indoorhumidity: ['indoor.humidity_pct', same],
  absbaromin: ['pressure.station_hpa', inHg],
  baromin: ['pressure.unknown_kind_hpa', inHg],
  UV: ['sun.uv_index', same],
  'AqPM2.5': ['pm1.pm25_ugm3', same],
  AqPM10: ['pm1.pm10_ugm3', same],
  soilmoisture: ['soil1.moisture_pct', same],
  soiltempf: ['probe1.temperature_c', celsius],
  leafwetness: ['leaf1.wetness_pct', same],
  ...channels(
    {
      'soilmoisture#': ['soil#.moisture_pct', same],
      'soiltemp#f': ['probe#.temperature_c', celsius],
      'leafwetness#': ['leaf#.wetness_pct', same],
    },
    5,
  ),
};

/** Metric words of HP1001 and WH2600. Their `UV` is a raw number, no index. */
const METRIC: Rows = {
  outtemp: ['outdoor.temperature_c', same],
  outhumi: ['outdoor.humidity_pct', same],
  intemp: ['indoor.temperature_c', same],
  inhumi: ['indoor.humidity_pct', same],
  absbaro: ['pressure.station_hpa', same],
  winddir: ['wind.dir_deg', same],
  windspeed: ['wind.speed_ms', kmh],
  windgust: ['wind.gust_ms', kmh],
  rainrate: ['rain.rate_mmh', same],
  dailyrain: ['rain.day_mm', same],
  weeklyrain: ['rain.week_mm', same],
  monthlyrain: ['rain.month_mm', same],
  yearlyrain: ['rain.year_mm', same],
  light: ['sun.light_lx', same],
};

/** Oregon LW301: one sensor a request. */
const LW301: Rows = {
  ot: ['outdoor.temperature_c', same],
  oh: ['outdoor.humidity_pct', same],
  ws: ['wind.speed_ms', same],
  wg: ['wind.gust_ms', same],
  wd: ['wind.dir_deg', same],
  rfa: ['rain.total_mm', inches],
  rr: ['rain.rate_mmh', inches],
  baro: ['pressure.station_hpa', same],
};

const BATTERIES: Batteries = { lowbatt: ['outdoor', lowAtOne] };

/** Understood and not taken: login, words of the protocol, what is derived or means something else on each console. */
const HOUSEKEEPING =
  /^(ID|PASSWORD|id|mac|sensor|mt|battery|rssi|action|realtime|rtfreq|dateutc|software(type)?|rainin|relbaro|dewpt\w*|dewpoint|windchill\w*|heatindex\w*|feelslike\w*|wind(spd|gust|dir)\w*_\w*|UV|weather|clouds|visibility|indoordewptf|solar\w*|Aq\w+)$/;
/** Words of an LW301 about its radio, and its own forecast. Its `uv` is a raw number. */
const LW301_OWN = /^(rid|pwr|htr|cz|ttr|rro|gw|av|or|uvh|uv|pv|lb|ac|reg|lost|ptr|wfor|ch|p|mac|id)$/;

const isLw301 = (pairs: Pairs): boolean =>
  pairs.has('mac') && pairs.has('id') && (pairs.has('rid') || pairs.has('baro'));
const isAcuRite = (pairs: Pairs): boolean => pairs.has('mt') && pairs.has('sensor');

/** Whether pairs speak the protocol of the service, or one of its dialects. */
export const isWunderground = (pairs: Pairs): boolean =>
  (pairs.has('ID') && (pairs.has('dateutc') || pairs.get('action')?.startsWith('updateraw') === true)) ||
  (pairs.has('dateutc') && (pairs.has('indoortempf') || pairs.has('outtemp'))) ||
  isAcuRite(pairs) ||
  isLw301(pairs);

/** Decodes an upload to the service, as consoles make it. */
export function decodeWunderground(pairs: Pairs, from: string): Observation {
  const rows = isLw301(pairs) ? LW301 : pairs.has('outtemp') || pairs.has('absbaro') ? METRIC : SERVICE;
  const known = rows === LW301 ? LW301_OWN : HOUSEKEEPING;
  const dialect = { kind: 'wunderground', rows, batteries: BATTERIES, known } as const;
  const said = decodeForm(pairs, senderOf(pairs, from), modelOf(pairs), dialect);
  const battery = BATTERY_WORDS.get(pairs.get('battery'));
  const own = battery ? { ...said, batteries: { station: battery, ...said.batteries } } : said;
  // Behind an LW301, every thermometer but the first is a sensor of its own.
  const channel = rows === LW301 && pairs.get('ch') !== '1' ? (pairs.get('ch') ?? null) : null;
  return { ...own, channel };
}

const BATTERY_WORDS: ReadonlyMap<string | undefined, Battery> = new Map([
  ['normal', 'ok'],
  ['low', 'low'],
]);

/** A bridge of AcuRite is known by its own address and the sensor it speaks for, to whichever server it speaks. */
function senderOf(pairs: Pairs, from: string): string {
  if (isAcuRite(pairs)) return `${hashed(pairs.get('id') ?? from)}-${hashed(pairs.get('sensor')!)}`;
  const key = pairs.get('ID') ?? pairs.get('mac') ?? from;
  return hashed(`${key} ${withoutVersion(pairs.get('softwaretype'))}`); // any ID will do here, so that two consoles may have one
}

function modelOf(pairs: Pairs): string | null {
  if (isLw301(pairs)) return 'LW301';
  if (isAcuRite(pairs)) return `AcuRite ${pairs.get('mt')!.slice(0, 12)}`;
  return pairs.get('softwaretype') || null;
}
