import type { FleetStation } from '../../contract/fleet.ts';
import type { Wave, WaveReport } from '../../contract/fleet-wave.ts';
import { isIn, type Waves } from './waves.ts';

export type Upgraded = Pick<FleetStation, 'id' | 'revoked' | 'version' | 'wanted_version' | 'upgrade'> & {
  group: string | null;
};

const numberOf = (version: string): number => version.split('.').reduce((sum, part) => 1000 * sum + Number(part), 0);
const isAtLeast = (version: string | null, wanted: string): boolean =>
  version !== null && numberOf(version) >= numberOf(wanted);

/** Whether each station of a group has this version, or a newer one: a wave to it asks nobody. One that is not heard of may be older. */
export function isEverywhere(version: string, group: string | null, stations: readonly Upgraded[]): boolean {
  const mine = stations.filter((one) => !one.revoked && (group === null || one.group === group));
  return mine.length > 0 && mine.every((one) => isAtLeast(one.version, version));
}

/** Which stations have a wave's version, and why the others have not. */
export function reportOf(wave: Wave, waves: Waves, stations: readonly Upgraded[]): WaveReport {
  const isOpen = wave.ended_ts === null;
  const mine = stations.filter(
    ({ revoked, group }) =>
      !revoked && (isOpen ? waves.waveOf(group)?.id === wave.id : wave.group === null || wave.group === group),
  );
  const lists = { done: [], asked: [], next: [], refused: [], failed: [], later: [] };
  const report: WaveReport = { wave, stations: mine.length, ...lists };
  for (const station of mine) report[standingOf(wave, station)].push(station.id);
  return report;
}

function standingOf(
  wave: Wave,
  { id, version, wanted_version: wanted, upgrade }: Upgraded,
): Exclude<keyof WaveReport, 'wave' | 'stations'> {
  if (isAtLeast(version, wave.version)) return 'done';
  if (wave.failed.includes(id)) return 'failed';
  if (wave.refused.includes(id)) return 'refused';
  const isOfThis = wanted === wave.version;
  if (isOfThis && upgrade === 'failed') return 'failed';
  if (isOfThis && upgrade === 'refused') return 'refused';
  if (wave.ended_ts !== null || wave.paused !== null || !isIn(wave, id)) return 'later';
  return isOfThis ? 'asked' : 'next';
}

/** Stations that went back before a wave stops by itself: one may be a bad card. */
const LEAST_FAILURES = 2;
const MOST_FAILED = 0.02;

export function hasFailedTooOften({ wave, done, failed }: WaveReport): boolean {
  const further = failed.filter((login) => !wave.accepted.includes(login));
  return further.length >= LEAST_FAILURES && further.length > MOST_FAILED * (done.length + further.length);
}
