import { isPastName } from '../past-row.ts';
import type { DateOrder } from '../text/local-time.ts';
import { dimensionOf, toSi } from '../units.ts';
import type { Column } from './columns.ts';

/** Mapping of an unknown CSV, saved by name as JSON. Headings stand as in the file. */
export interface Mapping {
  separator?: string;
  decimal?: ',' | '.';
  time: {
    columns: readonly string[];
    order?: DateOrder;
    means?: 'start' | 'end' | 'instant';
    minutes?: number;
    epoch?: boolean;
  };
  columns: Readonly<Record<string, { is: string; unit?: string; plus?: number }>>;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Null where it is no mapping. */
export function mappingOf(value: unknown): Mapping | null {
  if (!isObject(value) || !isObject(value['time']) || !isObject(value['columns'])) return null;
  const { columns: times } = value['time'];
  if (!Array.isArray(times) || times.length === 0 || !times.every((one) => typeof one === 'string')) return null;
  const columns = Object.values(value['columns']);
  const known = columns.every((one) => isObject(one) && typeof one['is'] === 'string' && isPastName(one['is']));
  return columns.length > 0 && known ? (value as unknown as Mapping) : null;
}

/** Columns of a heading by a mapping. */
export function mappedColumns(headings: readonly string[], mapping: Mapping): Column[] {
  return headings.flatMap((heading, index) => {
    const target = mapping.columns[heading.trim()];
    if (target === undefined || !isPastName(target.is)) return [];
    const { unit, plus = 0 } = target;
    const way = unit === undefined ? null : toSi(dimensionOf(target.is), unit);
    return [{ index, name: target.is, toSi: (value: number) => (way ? way(value) : value) + plus }];
  });
}
