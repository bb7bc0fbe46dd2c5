import type { ImportMap } from '../../../contract/imports.ts';
import { same } from '../../../quantities/measures.ts';
import { isPastName } from '../past-row.ts';
import { dimensionOf, toSi } from '../units.ts';
import type { Column } from './columns.ts';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Words of a mapping about its times, each of which it may leave out. */
const ORDERS: readonly unknown[] = ['dmy', 'mdy', 'ymd', undefined];
const MEANINGS: readonly unknown[] = ['start', 'end', 'instant', undefined];

function isTarget(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { is, unit = '', plus = 0 } = value;
  if (typeof is !== 'string' || !isPastName(is) || typeof plus !== 'number') return false;
  return unit === '' || (typeof unit === 'string' && toSi(dimensionOf(is), unit) !== null);
}

/** Mapping that can be used; null where it is none. People write them by hand. */
export function mappingOf(value: unknown): ImportMap | null {
  if (!isObject(value) || !isObject(value['time']) || !isObject(value['columns'])) return null;
  const { columns: times, order, means } = value['time'];
  if (!Array.isArray(times) || times.length === 0 || !times.every((one) => typeof one === 'string')) return null;
  if (!ORDERS.includes(order) || !MEANINGS.includes(means)) return null;
  const columns = Object.values(value['columns']);
  return columns.length > 0 && columns.every(isTarget) ? (value as unknown as ImportMap) : null;
}

/** Columns of a heading by a mapping. */
export function mappedColumns(headings: readonly string[], mapping: ImportMap): Column[] {
  return headings.flatMap((heading, index) => {
    const target = mapping.columns[heading.trim()];
    if (target === undefined || !isPastName(target.is)) return [];
    const { unit = '', plus = 0 } = target;
    const way = toSi(dimensionOf(target.is), unit) ?? same;
    return [{ index, name: target.is, toSi: (value: number) => way(value) + plus }];
  });
}
