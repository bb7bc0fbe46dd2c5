import { measureOf } from '../../../quantities/measures.ts';
import { DASH, figure, inUnits, type Kind, type Maybe, number, type Units, unitOf } from '../../kit/format.ts';

/** Value of a sensor as it is read: figures, unit, and the colour of its quantity. */
export interface Shown {
  path: string;
  text: string;
  unit: string;
  tone: 'temperature' | 'humidity' | 'pressure' | 'rain' | '';
}

type Tone = Shown['tone'];
type Rule = readonly [end: string, tone: Tone, kind: Kind];

/** Kind by the end of a value's name, the first that fits, where a kind has imperial units. Others have the unit of their measure. */
const RULES: readonly Rule[] = [
  ['temperature_c', 'temperature', 'temperature'],
  ['_c', 'temperature', 'temperature'],
  ['humidity_pct', 'humidity', 'humidity'],
  ['_hpa', 'pressure', 'pressure'],
  ['_ms', '', 'wind'],
  ['_mmh', 'rain', 'rainfall'],
  ['_mm', 'rain', 'rain'],
  ['_km', '', 'distance'],
];
const ruleOf = (path: string): Rule | undefined => RULES.find(([end]) => path.endsWith(end));
const plainOf = (path: string) => measureOf(path) ?? { unit: '', decimals: 0 };

/** Unit, decimals and conversion of a path, for an axis. */
export function scaleOf(path: string, units: Units) {
  const kind = ruleOf(path)?.[2];
  if (!kind) return { ...plainOf(path), of: (value: number): number => value };
  return { unit: unitOf(kind, units), decimals: 1, of: (value: number): number => inUnits(kind, value, units) };
}

export function shownValue(path: string, value: Maybe, units: Units): Shown {
  const rule = ruleOf(path);
  if (rule) return { path, tone: rule[1], text: figure(rule[2], value, units), unit: unitOf(rule[2], units) };
  const { unit, decimals } = plainOf(path);
  return { path, tone: '', text: number(value, decimals), unit };
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
  { values, place }: { values: Readonly<Record<string, Maybe>>; place: string | null },
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
