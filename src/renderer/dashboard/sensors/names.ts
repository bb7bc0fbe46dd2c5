import { named } from '../../kit/texts/by-name.ts';
import { t } from '../texts/sensors.ts';

/** Splits `soil2` into its kind and its number; `co2` has none. */
function numbered(name: string): readonly [kind: string, n: string] {
  const [, kind = name, n = ''] = /^([a-z]+?)(\d*)$/.exec(name) ?? [];
  return kind === 'co' ? [kind, ''] : [kind, n];
}

/** Name of a group of quantities: `soil2` is the second of its kind. */
export function groupWord(group: string): string {
  const [kind, n] = numbered(group);
  const word = named(t.sensors.groups, kind);
  return word === undefined ? group : n === '' ? word : `${word} ${n}`;
}

/** Name of what a path begins with: `outdoor.humidity_pct` is of the air outdoors. */
export const headWord = (head: string): string => (head === 'outdoor' ? t.sensors.places.outdoors : groupWord(head));

/** Name of a battery: by the model that it is in (`wh65`), by its channel, or by where it is. */
export function cellWord(name: string): string {
  if (name === 'indoor') return t.sensors.places.indoors;
  return named(t.sensors.cells, name) ?? (/^w[hns]\d/.test(name) ? name.toUpperCase() : headWord(name));
}
