import type { ImportMap } from '../../../contract/imports.ts';
import { isPastName } from '../past-row.ts';
import { dimensionOf, toSi } from '../units.ts';
import type { Column } from './columns.ts';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Mapping that can be used; null where it is none. */
export function mappingOf(value: unknown): ImportMap | null {
  if (!isObject(value) || !isObject(value['time']) || !isObject(value['columns'])) return null;
  const { columns: times } = value['time'];
  if (!Array.isArray(times) || times.length === 0 || !times.every((one) => typeof one === 'string')) return null;
  const columns = Object.values(value['columns']);
  const known = columns.every((one) => isObject(one) && typeof one['is'] === 'string' && isPastName(one['is']));
  return columns.length > 0 && known ? (value as unknown as ImportMap) : null;
}

/** Columns of a heading by a mapping. */
export function mappedColumns(headings: readonly string[], mapping: ImportMap): Column[] {
  return headings.flatMap((heading, index) => {
    const target = mapping.columns[heading.trim()];
    if (target === undefined || !isPastName(target.is)) return [];
    const { unit, plus = 0 } = target;
    const way = unit === undefined ? null : toSi(dimensionOf(target.is), unit);
    return [{ index, name: target.is, toSi: (value: number) => (way ? way(value) : value) + plus }];
  });
}
