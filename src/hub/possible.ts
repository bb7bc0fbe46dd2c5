import { FLEET_FIELDS, FLEET_LIMITS } from '../contract/fleet-line.ts';
import { HORIZON_LABELS, TARGETS, type Target } from '../contract/names.ts';
import type { Series } from './engine/engine.ts';

type Range = readonly [least: number, most: number];

const HORIZONS = Object.values(HORIZON_LABELS);
const RANGES: ReadonlyMap<string, Range> = new Map(
  Object.entries(FLEET_FIELDS).flatMap(([measurement, { fields }]) =>
    Object.entries(fields).map(([name, range]) => [`${measurement}_${name}`, range] as const),
  ),
);

/** Allowed characters and lengths of a tag value. */
export const TAG_VALUES = {
  rev: (text: string): boolean => /^(?:0|[1-9]\d{0,8})$/.test(text) && Number(text) <= FLEET_LIMITS.revMost,
  target: (text: string): text is Target => (TARGETS as readonly string[]).includes(text),
  horizon: (text: string): boolean => HORIZONS.includes(text),
};

/** Undefined for the range of a field that no station has. */
const isWithin = (value: unknown, range: Range | undefined): boolean =>
  range !== undefined && typeof value === 'number' && value >= range[0] && value <= range[1];

/**
 * Plausibility check of a field read from the engine. Behind nginx, batches once went to the engine past this hub's strict reader, and the
 * engine takes any name and number. One station's lines must not stop the hub of all.
 */
export const isPossible = (field: string, value: number): boolean => isWithin(value, RANGES.get(field));

export function possible(series: readonly Series[]): Series[] {
  return series.map((one) => {
    const range = RANGES.get(one.field);
    const can = one.values.map((value) => isWithin(value, range));
    if (!can.includes(false)) return one;
    return { ...one, tS: one.tS.filter((_, i) => can[i]), values: one.values.filter((_, i) => can[i]) };
  });
}
