import { DASH, figure, type Kind, number, type Units, unitOf } from '../../format.ts';

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
];

export function shownValue(path: string, value: number, units: Units): Shown {
  const [, tone, kind] = RULES.find(([end]) => path.endsWith(end)) ?? (['', '', PLAIN] as const);
  if (typeof kind === 'string') return { path, tone, text: figure(kind, value, units), unit: unitOf(kind, units) };
  const [unit, decimals, factor] = units === 'imperial' && kind.imperial ? kind.imperial : [...kind.metric, 1];
  return { path, tone, text: number(value * factor, decimals), unit };
}

/** What a row has room for, the most asked for first; the sensor's own sheet has all. */
const FIRST = [
  /temperature_c$/,
  /humidity_pct$/,
  /_hpa$/,
  /wind\.speed_ms$/,
  /day_mm$/,
  /_mmh$/,
  /_wm2$/,
  /_pct$/,
  /./,
];
const IN_A_ROW = 4;

export function rowValues(values: Readonly<Record<string, number>>, units: Units): Shown[] {
  const rank = (path: string): number => FIRST.findIndex((one) => one.test(path));
  return Object.entries(values)
    .sort(([a], [b]) => rank(a) - rank(b))
    .slice(0, IN_A_ROW)
    .map(([path, value]) => shownValue(path, value, units))
    .filter(({ text }) => text !== DASH);
}
