import { quantitiesWith } from '../../quantities/names.ts';
import { isOutside } from '../quality/tests.ts';
import { kindOf } from './channels.ts';
import { RAIN, STRIKES } from './counters.ts';

type Range = readonly [least: number, most: number];

/** Range of each path that is taken as it comes, or told in the unit of a quantity: the table of quantities has it. */
const RANGES: ReadonlyMap<string, Range> = new Map<string, Range>([
  ...quantitiesWith('input', 'range').map(({ input, range }) => [input, range] as const),
  ...quantitiesWith('heardAs', 'range').flatMap(({ heardAs, range }) => heardAs.map((path) => [path, range] as const)),
]);

/** The same by the measure alone: `indoor.co2_ppm` is as far as `co2.co2_ppm`. */
const BY_MEASURE: ReadonlyMap<string, Range> = new Map(
  quantitiesWith('input', 'range').map(({ input, range }) => [input.slice(input.indexOf('.') + 1), range]),
);

/** Range of a path: its own, that of a counter, or of the channel that would keep it. Null for what is only shown. */
function rangeOf(path: string): Range | null {
  const own = RANGES.get(path);
  if (own) return own;
  const [head = '', measure = ''] = path.split('.');
  if (measure.endsWith('_mm')) return [0, RAIN.most];
  if (head === 'lightning' && measure.startsWith('count')) return [0, STRIKES.most];
  const kind = kindOf(head, measure);
  return RANGES.get(`${kind}1.${measure}`) ?? BY_MEASURE.get(measure) ?? null;
}

/** A hygrometer at its end says up to 103 %: 100. */
const OVER_PCT = 3;

/** The value when it can be true, else null. 360° is north: 0. */
export function plausible(path: string, value: number): number | null {
  if (!Number.isFinite(value)) return null;
  const isWet = path.endsWith('humidity_pct') && value > 100 && value <= 100 + OVER_PCT;
  const said = isWet ? 100 : value;
  const range = rangeOf(path);
  if (range !== null && isOutside(said, range)) return null;
  return path.endsWith('_deg') && said === 360 ? 0 : said + 0;
}
