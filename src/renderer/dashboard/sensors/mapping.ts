import { isOfFilter } from '../../../base/topic-filter.ts';
import { unitsOf } from '../../../quantities/measures.ts';

/** Place of a quantity in the messages of a topic, as in the setting `inputs.mqtt.topics`. */
export type Place = string | { path: string; unit: string };
export interface TopicEntry {
  topic: string;
  map: Readonly<Record<string, Place>>;
}

const pathOf = (place: Place): string => (typeof place === 'string' ? place : place.path);

/** Entry that a topic is read by: the first one whose filter it is of. */
export const entryOf = (topic: string, entries: readonly TopicEntry[]): TopicEntry | undefined =>
  entries.find((one) => isOfFilter(topic, one.topic));

/** Quantity that a path is mapped to; empty for none. */
export const quantityAt = (path: string, map: TopicEntry['map']): string =>
  Object.entries(map).find(([, place]) => pathOf(place) === path)?.[0] ?? '';

/** Unit of a place; the station's own where none is written. */
export function unitAt(quantity: string, map: TopicEntry['map']): string {
  const place = map[quantity];
  return place !== undefined && typeof place !== 'string' ? place.unit : (unitsOf(quantity)[0] ?? '');
}

/** Map in which a path is this quantity, or none. A quantity has one place, and a path one quantity. */
export function mapped(map: TopicEntry['map'], path: string, quantity: string, unit?: string): TopicEntry['map'] {
  const others = Object.entries(map).filter(([name, place]) => name !== quantity && pathOf(place) !== path);
  if (quantity === '') return Object.fromEntries(others);
  const chosen = unit ?? unitsOf(quantity)[0];
  return Object.fromEntries([...others, [quantity, chosen === undefined ? path : { path, unit: chosen }]]);
}

/** Entries with this map for a topic: in the entry that it is read by, else in a new one. An entry with an empty map goes. */
export function withMap(entries: readonly TopicEntry[], topic: string, map: TopicEntry['map']): TopicEntry[] {
  const old = entryOf(topic, entries);
  const isEmpty = Object.keys(map).length === 0;
  if (!old) return isEmpty ? [...entries] : [...entries, { topic, map }];
  return entries.flatMap((one) => (one !== old ? [one] : isEmpty ? [] : [{ ...one, map }]));
}
