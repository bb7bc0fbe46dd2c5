import { folded } from '../../base/ascii.ts';
import type { FleetStation } from '../../contract/fleet.ts';
import { perTarget, TARGETS } from '../../contract/names.ts';
import { isSilent, needsALook } from './fleet.ts';

export const COLUMNS = ['name', 'seen', ...TARGETS, 'neighbours', 'health', 'version', 'backlog', 'alarms'] as const;
export type ColumnName = (typeof COLUMNS)[number];
export const GROUPS = ['all', 'attention', 'silent'] as const;
export type Group = (typeof GROUPS)[number];
export interface Order {
  by: ColumnName;
  isDown: boolean;
}

const SEVERITY = { fault: 3, warn: 2, unknown: 1, ok: 0 };
/** `1.10.0` is newer than `1.9.3`. */
const versionNumber = (version: string): number =>
  version.split('.').reduce((sum, part) => sum * 1000 + (Number.parseInt(part, 10) || 0), 0);

/** Largest deviation from the neighbours, over the most suspect quantity. */
const apart = ({ neighbours }: FleetStation): number | null => {
  const known = TARGETS.flatMap((target) => neighbours[target] ?? []);
  if (known.length === 0) return null;
  const suspects = known.filter(({ suspect }) => suspect).length;
  return suspects * 1e6 + Math.abs(neighbours.temperature?.difference ?? 0);
};

const KEYS: Record<Exclude<ColumnName, 'name'>, (station: FleetStation) => number | null> = {
  seen: ({ last_seen_ts }) => last_seen_ts,
  ...perTarget((target) => (station: FleetStation) => station[target]),
  neighbours: apart,
  health: ({ health }) => SEVERITY[health],
  version: ({ version }) => (version === null ? null : versionNumber(version)),
  backlog: ({ backlog_rows }) => backlog_rows,
  alarms: ({ alarms }) => alarms,
};

/** Unknown comes last, whichever way round; equals stay in the order of their names. */
export function sorted(stations: readonly FleetStation[], { by, isDown }: Order, locale: string): FleetStation[] {
  const names = new Intl.Collator(locale, { numeric: true });
  const byName = [...stations].sort((a, b) => names.compare(a.name, b.name));
  if (by === 'name') return isDown ? byName.reverse() : byName;
  const key = KEYS[by];
  return byName.sort((one, other) => {
    const [a, b] = [key(one), key(other)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return isDown ? b - a : a - b;
  });
}

export function chosen(stations: readonly FleetStation[], words: string, group: Group, nowS: number): FleetStation[] {
  const wanted = folded(words.trim());
  return stations.filter((station) => {
    if (group === 'attention' && !needsALook(station, nowS)) return false;
    if (group === 'silent' && (station.revoked || !isSilent(station, nowS))) return false;
    const { id, name, group: inGroup, place } = station;
    return [id, name, inGroup ?? '', place ?? ''].some((text) => folded(text).includes(wanted));
  });
}
