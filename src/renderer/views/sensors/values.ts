import { DASH, figure, inUnits, type Kind, number, type Units, unitOf } from '../../format.ts';

/** Value of a sensor as it is read: figures, unit, and the colour of its quantity. */
export interface Shown {
  path: string;
  text: string;
  unit: string;
  tone: 'temperature' | 'humidity' | 'pressure' | 'rain' | '';
}

type Tone = Shown['tone'];
type Rule = readonly [end: string, tone: Tone, kind: Kind | Local];
interface Local {
  metric: readonly [unit: string, decimals: number];
  imperial?: readonly [unit: string, decimals: number, factor: number];
}

const WIND: Local = { metric: ['m/s', 1], imperial: ['mph', 1, 1 / 0.44704] };
const RAIN: Local = { metric: ['mm', 1], imperial: ['in', 2, 1 / 25.4] };
const PLAIN: Local = { metric: ['', 0] };

/** Unit by the end of a value's name, the first that fits. Names end in the SI unit that they are in. */
const RULES: readonly Rule[] = [
  ['temperature_c', 'temperature', 'temperature'],
  ['_c', 'temperature', 'temperature'],
  ['humidity_pct', 'humidity', 'humidity'],
  ['_pct', '', 'humidity'],
  ['_hpa', 'pressure', 'pressure'],
  ['_ms', '', WIND],
  ['_deg', '', { metric: ['°', 0] }],
  ['_mmh', 'rain', { metric: ['mm/h', 1], imperial: ['in/h', 2, 1 / 25.4] }],
  ['_mm', 'rain', RAIN],
  ['_wm2', '', { metric: ['W/m²', 0] }],
  ['_lx', '', 'light'],
  ['_km', '', { metric: ['km', 0], imperial: ['mi', 0, 1 / 1.609344] }],
  ['_ppm', '', { metric: ['ppm', 0] }],
  ['_ugm3', '', { metric: ['µg/m³', 1] }],
  ['_index', '', { metric: ['', 1] }],
  ['_cb', '', { metric: ['cb', 0] }],
  ['_db', '', { metric: ['dB', 0] }],
];

/** Unit, decimals and conversion of a path, for an axis. */
export function scaleOf(path: string, units: Units) {
  const [, , kind] = RULES.find(([end]) => path.endsWith(end)) ?? (['', '', PLAIN] as const);
  if (typeof kind === 'string')
    return { unit: unitOf(kind, units), decimals: 1, of: (value: number): number => inUnits(kind, value, units) };
  const [unit, decimals, factor] = units === 'imperial' && kind.imperial ? kind.imperial : [...kind.metric, 1];
  return { unit, decimals, of: (value: number): number => value * factor };
}

export function shownValue(path: string, value: number, units: Units): Shown {
  const [, tone, kind] = RULES.find(([end]) => path.endsWith(end)) ?? (['', '', PLAIN] as const);
  if (typeof kind === 'string') return { path, tone, text: figure(kind, value, units), unit: unitOf(kind, units) };
  const [unit, decimals, factor] = units === 'imperial' && kind.imperial ? kind.imperial : [...kind.metric, 1];
  return { path, tone, text: number(value * factor, decimals), unit };
}

/** Values that a row has room for, the most asked for first, one of each; the sensor's own sheet has all. */
const FIRST = [
  /temperature_c$/,
  /humidity_pct$/,
  /^wind\.speed_ms$/,
  /^(rain|piezo)\.rate_mmh$/,
  /_hpa$/,
  /_wm2$/,
  /_pct$/,
];
const IN_A_ROW = 4;

/** Values of a row. A console in the house tells of both sides of the wall: the side where the sensor is placed goes first. */
export function rowValues(
  { values, place }: { values: Readonly<Record<string, number>>; place: string | null },
  units: Units,
): Shown[] {
  const [near, far] = place === 'indoors' ? ['indoor.', 'outdoor.'] : ['outdoor.', 'indoor.'];
  const side = (path: string): number => (path.startsWith(near) ? 0 : path.startsWith(far) ? 2 : 1);
  const all = Object.entries(values).sort(([a], [b]) => side(a) - side(b));
  const asked = FIRST.map((one) => all.find(([path]) => one.test(path))).filter((one) => one !== undefined);
  return [...new Set([...asked, ...all])]
    .slice(0, IN_A_ROW)
    .map(([path, value]) => shownValue(path, value, units))
    .filter(({ text }) => text !== DASH);
}
