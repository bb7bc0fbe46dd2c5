import { ImportMap } from '../../../contract/imports.ts';
import { isPastName } from '../past-row.ts';
import { dimensionOf, toSi } from '../units.ts';
import type { Column } from './columns.ts';

/** Mapping that can be used; null where it is none. */
export function mappingOf(value: unknown): ImportMap | null {
  const map = ImportMap.safeParse(value).data;
  const targets = Object.values(map?.columns ?? {});
  return map && targets.length > 0 && targets.every(({ is }) => isPastName(is)) ? map : null;
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
