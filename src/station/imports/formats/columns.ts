import { IMPERIAL, suffixOf } from '../../../quantities/imperial.ts';
import { type Convert, same } from '../../../quantities/measures.ts';
import { quantitiesWith } from '../../../quantities/names.ts';
import type { Unit } from '../../../quantities/quantity.ts';
import { conversion, plainUnit } from '../../inputs/units.ts';
import { SUFFIX } from '../../store/queries/csv.ts';
import type { PastName } from '../past-row.ts';
import { dimensionOf, type FileUnits, toSi, unitIn } from '../units.ts';

/** Column of a file: its quantity here, and its conversion to SI. */
export interface Column {
  index: number;
  name: PastName;
  toSi: Convert;
}

const OUT = '(?:outdoor |outside |out )?';
const IN = '(?:indoor |inside |in )';
/** Headings, without their units, as consoles, clouds and programs write them. The first that fits counts. */
// biome-ignore format: a table
const RULES: readonly (readonly [heading: RegExp, name: PastName])[] = [
  [new RegExp(`^${IN}temp(?:erature)?$`), 'indoorC'],
  [new RegExp(`^${IN}hum(?:idity)?$`), 'indoorPct'],
  [new RegExp(`^${OUT}temp(?:erature)?(?: out)?$`), 'outdoorTemperatureC'],
  [new RegExp(`^${OUT}(?:relative )?hum(?:idity)?(?: out)?$`), 'outdoorHumidityPct'],
  [/^(?:abs|absolute|station)(?: pressure)?$/, 'stationHpa'],
  [/^(?:(?:rel|relative|sea[- ]level) )?pressure$|^baro(?:meter|metric pressure)?$/, 'seaLevelHpa'],
  [/^(?:wind )?gust(?: speed)?$|^high wind speed$|^wind speed gust$/, 'windGustMs'],
  [/^wind(?: speed| avg)?$/, 'windSpeedMs'],
  [/^wind ?dir(?:ection)?(?: degrees)?$/, 'windDirectionDeg'],
  [/^rain$|^rain fall$|^rainfall$/, 'rainMm'],
  [/^(?:rain rate|rate)$/, 'rainRateMmH'],
  [/^(?:piezo )?(?:yearly|total) rain$/, 'rainCounterMm'],
  [/^(?:piezo )?daily ?rain$/, 'rainDayMm'],
  [/^solar(?: rad(?:iation)?)?$/, 'solarWm2'],
  [/^(?:uv|uv[- ]index|ultra-violet radiation index)$/, 'uvIndex'],
  [/^(?:lux|light|illuminance|luminosity|brightness)$/, 'lux'],
  [/^co2$/, 'co2Ppm'],
];
/** Channels: `CH1 Temperature`, `Sensor 1 Humidity`, `SoilMoisture CH1`. */
const CHANNELS: readonly (readonly [heading: RegExp, name: (n: string) => string])[] = [
  [/^(?:ch|sensor )([1-8]) temperature$/, (n) => `channel${n}C`],
  [/^(?:ch|sensor )([1-8]) humidity$/, (n) => `channel${n}Pct`],
  [/^soil ?moisture ch([1-9]|1[0-6])$/, (n) => `soil${n}Pct`],
];

type Own = Pick<Column, 'name' | 'toSi'>;

/** Column of our own CSV: by its plain name, with its unit behind it, and in the units of the United States. */
function ownColumns(heading: string, name: PastName, unit: Unit): (readonly [string, Own])[] {
  const own = SUFFIX[unit] ?? '';
  const bare = heading.endsWith(own) ? heading.slice(0, heading.length - own.length) : heading;
  const other = IMPERIAL[unit];
  const back = (value: number): number => (value - (other!.offset ?? 0)) / other!.factor;
  return [
    [heading, { name, toSi: same }],
    [bare + own, { name, toSi: same }],
    ...(other ? [[bare + suffixOf(other.unit), { name, toSi: back }] as const] : []),
  ];
}

/** Our own CSV, and the records that we replay: fixed names and units. */
const OWN: ReadonlyMap<string, Own> = new Map<string, Own>([
  ...ownColumns('temp_smooth', 'coreC', '°C'),
  ...ownColumns('hum_smooth', 'corePct', '%'),
  ...ownColumns('press_slp', 'seaLevelHpa', 'hPa'),
  ...ownColumns('lux', 'lux', 'lx'),
  ['temperature_c', { name: 'outdoorTemperatureC', toSi: same }],
  ['humidity_pct', { name: 'outdoorHumidityPct', toSi: same }],
  ['pressure_hpa', { name: 'stationHpa', toSi: same }],
  ...quantitiesWith('csvBehind', 'narrow').flatMap(({ name, csvBehind, unit }) => ownColumns(csvBehind, name, unit)),
]);

/** Headings of Weather Underground: TemperatureF, PressureIn, WindSpeedGustMPH, dailyrainin. */
const WUNDER =
  /^(Temperature|Pressure|WindSpeedGust|WindSpeed|dailyrain|WindDirection)(F|C|In|in|hPa|MPH|KMH|mm|Degrees)$/;

/** `Outdoor Temperature (°F)` and `TemperatureF` in their parts. */
function partsOf(heading: string): { name: string; unit: string | null } {
  const text = heading.normalize('NFKC').replaceAll(/\s+/g, ' ').trim();
  const bracketed = /^(.*?) ?[([]([^)\]]*)[)\]]$/.exec(text);
  if (bracketed) return { name: bracketed[1]!.toLowerCase().trim(), unit: bracketed[2]! };
  const wunder = WUNDER.exec(text);
  if (wunder) {
    const name = wunder[1]!.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
    return { name, unit: wunder[2] === 'Degrees' ? '°' : wunder[2]! };
  }
  const dashed = /^(.*) - (\S+)$/.exec(text);
  return dashed ? { name: dashed[1]!.toLowerCase(), unit: dashed[2]! } : { name: text.toLowerCase(), unit: null };
}

/** Where a file has both, the finer one is taken: a counter of years is reset less often than one of days. */
const PREFERRED: readonly (readonly [better: PastName, worse: PastName])[] = [
  ['rainMm', 'rainCounterMm'],
  ['rainMm', 'rainDayMm'],
  ['rainCounterMm', 'rainDayMm'],
];

/**
 * Columns of a heading that mean something here. Units that a person names fill gaps; where there are none they can only mean that
 * headings are wrong. `needsUnits`: the unit of a column stands nowhere.
 */
export function columnsOf(headings: readonly string[], units: FileUnits | null) {
  const found = new Map<PastName, Column>();
  let needsUnits = false;
  const overrule = !headings.some((heading, index) => columnOf(heading, index, null, false) === 'no unit');
  headings.forEach((heading, index) => {
    const column = columnOf(heading, index, units, overrule);
    if (column === 'no unit') needsUnits = true;
    // Weather Underground has the direction as a letter and, behind it, in degrees.
    else if (column !== null && (!found.has(column.name) || /degrees$/i.test(heading))) found.set(column.name, column);
  });
  for (const [better, worse] of PREFERRED) if (found.has(better)) found.delete(worse);
  return { columns: [...found.values()], needsUnits };
}

type Found = Column | 'no unit' | null;
function columnOf(heading: string, index: number, units: FileUnits | null, overrule: boolean): Found {
  const own = OWN.get(heading.trim());
  if (own !== undefined) return { index, ...own };
  const { name: said, unit } = partsOf(heading);
  const name = bySunUnit(nameOf(said), unit);
  if (name === null) return null;
  const dimension = dimensionOf(name);
  const asked = unitIn(units, dimension);
  // Light keeps its own unit: a person names those of temperature, pressure, wind and rain.
  const way = toSi(dimension, (overrule && dimension !== 'lx' ? (asked ?? unit) : (unit ?? asked)) ?? '');
  if (way !== null) return { index, name, toSi: way };
  return unit === null ? 'no unit' : null;
}

/** The sun by its unit: consoles show radiation as light, too, under the same heading. Null for a unit that is neither. */
function bySunUnit(name: PastName | null, unit: string | null): PastName | null {
  if (unit === null || (name !== 'solarWm2' && name !== 'lux')) return name;
  if (plainUnit(unit).startsWith('w')) return 'solarWm2';
  return conversion('lx', unit) ? 'lux' : null;
}

function nameOf(said: string): PastName | null {
  const rule = RULES.find(([heading]) => heading.test(said));
  if (rule) return rule[1];
  for (const [heading, ofChannel] of CHANNELS) {
    const n = heading.exec(said)?.[1];
    if (n !== undefined) return ofChannel(n) as PastName;
  }
  return null;
}
