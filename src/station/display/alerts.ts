import { HOUR_S } from '../../base/durations.ts';
import { type AlertKind, type DisplayState, ribbonStart } from './state.ts';

// An alert takes the panel from everything else, so its limits are rare: most weeks of a year show none.
const STORM_HPA_PER_H = -2; // "very rapidly" of the Met Office: more than 6 hPa in three hours
const FROST_WITHIN_S = 6 * HOUR_S;
const STILL_SAFE_C = 1;
const HEAT_C = 38;

type Seen = Pick<DisplayState, 'temperatureC' | 'aheadFromC' | 'outdoorC' | 'pressureHpaPerH' | 'ribbon'>;

/** Alert worth the whole panel: a fault of the station first, then weather that a person can still act on. */
export function alertOf(seen: Seen, health: 'ok' | 'warn' | 'fault'): AlertKind | null {
  if (health === 'fault') return 'fault';
  if (seen.pressureHpaPerH !== null && seen.pressureHpaPerH <= STORM_HPA_PER_H) return 'storm';
  if (frostAhead(seen)) return 'frost';
  const hottest = Math.max(seen.temperatureC ?? Number.NEGATIVE_INFINITY, seen.outdoorC ?? Number.NEGATIVE_INFINITY);
  return hottest >= HEAT_C ? 'heat' : null;
}

/** Frost that is coming, for the plants; frost that is there is winter, and no alert. */
function frostAhead(seen: Seen): boolean {
  const now = ribbonStart(seen);
  if (now === null || now <= STILL_SAFE_C) return false;
  return seen.ribbon.some(({ leadS, muC }) => leadS <= FROST_WITHIN_S && muC <= 0);
}
