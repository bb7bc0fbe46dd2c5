import { converted, decimalsIn, IMPERIAL } from '../../../quantities/imperial.ts';
import { measureOf } from '../../../quantities/measures.ts';
import { DASH, type Maybe, number, type Units } from '../../kit/format.ts';

/** Value of a sensor as it is read: figures, unit, and the colour of its quantity. */
export interface Shown {
  path: string;
  text: string;
  unit: string;
  tone: 'temperature' | 'humidity' | 'pressure' | 'rain' | '';
}

/** Colours by the station's unit; of shares, humidity alone has one. */
const TONES: Readonly<Record<string, Shown['tone']>> = {
  '°C': 'temperature',
  hPa: 'pressure',
  mm: 'rain',
  'mm/h': 'rain',
};
const plainOf = (path: string) => measureOf(path) ?? { unit: '', decimals: 0 };

/** Unit, decimals and conversion of a path in the reader's units. */
export function scaleOf(path: string, units: Units) {
  const { unit: own, decimals } = plainOf(path);
  const unit = (units === 'imperial' && IMPERIAL[own]?.unit) || own;
  return { unit, decimals: decimalsIn(unit, decimals), of: (value: number): number => converted(value, own, units) };
}

export function shownValue(path: string, value: Maybe, units: Units): Shown {
  const { unit, decimals, of } = scaleOf(path, units);
  const tone = path.endsWith('humidity_pct') ? 'humidity' : (TONES[plainOf(path).unit] ?? '');
  return { path, tone, text: number(typeof value === 'number' ? of(value) : value, decimals), unit };
}

/** Kinds of values that a row prefers, one value of each; the sensor's own sheet has all. */
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

/** Values of a row. A console sends values of indoors and outdoors: those of its own place come first. */
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
