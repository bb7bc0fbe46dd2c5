import type { FleetStation } from '../../contract/fleet.ts';
import { WAVE_VERSION, Wave, type WaveReport } from '../../contract/fleet-wave.ts';
import { ListFile } from '../files/list-file.ts';
import { newId, placeOf } from '../notices.ts';

/** Ended waves that are kept, for their report. */
const KEPT = 20;
const MOST = 200;

/** Version of a station, as it tells. It tells of a wish only while it is asked. */
export type Upgraded = Pick<FleetStation, 'id' | 'group' | 'revoked' | 'version' | 'wanted_version' | 'upgrade'>;
type Made = { list: Waves; wave: Wave } | string;

/** Upgrade waves, one for each group at a time. Immutable: a change makes a new list, or a sentence where it cannot be. */
export class Waves {
  constructor(readonly all: readonly Wave[] = []) {}

  get open(): Wave[] {
    return this.all.filter(({ ended_ts }) => ended_ts === null);
  }

  /** Wave of a station's group, or else that of everybody. */
  waveOf(group: string | null): Wave | null {
    const { open } = this;
    const of = (one: string | null) => open.find((wave) => wave.group === one);
    return of(group) ?? of(null) ?? null;
  }

  wanted(login: string, group: string | null): string | null {
    const wave = this.waveOf(group);
    return wave !== null && wave.paused === null && isIn(wave, login) ? wave.version : null;
  }

  /** Which stations have a wave's version, and why the others have not. */
  reportOf(wave: Wave, stations: readonly Upgraded[]): WaveReport {
    const isOpen = wave.ended_ts === null;
    const mine = stations.filter(
      ({ revoked, group }) =>
        !revoked && (isOpen ? this.waveOf(group)?.id === wave.id : wave.group === null || wave.group === group),
    );
    const lists = { done: [], asked: [], next: [], refused: [], failed: [], later: [] };
    const report: WaveReport = { wave, stations: mine.length, ...lists };
    for (const station of mine) report[standingOf(wave, station)].push(station.id);
    return report;
  }

  /**
   * Begins a wave, or changes the share of the one that wants this version; one that stopped because stations went back is only continued.
   * A wave to another version takes its place.
   */
  begun(
    { group, version, share }: Pick<Wave, 'group' | 'version' | 'share'>,
    nowS: number,
    stations: readonly Upgraded[],
    id = newId(),
  ): Made {
    if (!WAVE_VERSION.test(version)) return `"${version}" is no version such as 1.5.0`;
    const before = this.open.find((wave) => wave.group === group);
    if (before === undefined && this.open.length >= MOST) return `there are ${MOST} waves already`;
    if (before?.version === version)
      return this.#with(before.id, () => (before.paused === 'failures' ? { share } : { share, ...GOING_ON }));
    const wave: Wave = {
      ...{ id, group, version, share, paused: null, since_ts: nowS, ended_ts: null },
      ...{ refused: [], failed: [], accepted: [] },
    };
    const others = this.all.map((one) => (one === before ? this.#ended(one, nowS, stations) : one));
    const list = new Waves(kept([...others, wave]));
    wave.had = list.reportOf(wave, stations).done.length;
    return { list, wave };
  }

  paused(id: string, paused: Wave['paused'], stations: readonly Upgraded[]): Made {
    return this.#with(id, (wave) => ({ paused, ...this.#told(wave, stations) }));
  }

  /** Continues a wave, though these stations went back. */
  continued(id: string, stations: readonly Upgraded[]): Made {
    return this.#with(id, (wave) => ({
      ...GOING_ON,
      accepted: [...new Set([...wave.accepted, ...this.#told(wave, stations).failed])],
    }));
  }

  /** Ends a wave: no further station is asked. Those that have upgraded keep their version. */
  withdrawn(id: string, nowS: number, stations: readonly Upgraded[]): Made {
    return this.#with(id, (wave) => this.#ended(wave, nowS, stations));
  }

  /** Without the logins of stations that were erased, or that a reader may not see. */
  withOnly(isMeant: (login: string) => boolean): Waves {
    const of = (wave: Wave, list: 'refused' | 'failed' | 'accepted') => ({ [list]: wave[list].filter(isMeant) });
    return new Waves(
      this.all.map((wave) => ({ ...wave, ...of(wave, 'refused'), ...of(wave, 'failed'), ...of(wave, 'accepted') })),
    );
  }

  /** Kept with a wave that asks nobody: its stations tell nothing of it any more. */
  #told(wave: Wave, stations: readonly Upgraded[]): Pick<Wave, 'refused' | 'failed'> {
    const { refused, failed } = this.reportOf(wave, stations);
    return { refused, failed };
  }

  #ended(wave: Wave, nowS: number, stations: readonly Upgraded[]): Wave {
    return { ...wave, ended_ts: nowS, ...this.#told(wave, stations) };
  }

  #with(id: string, change: (wave: Wave) => Partial<Wave>): Made {
    const before = this.open.find((wave) => wave.id === id);
    if (before === undefined) return `there is no wave "${id}" under way`;
    const wave = { ...before, ...change(before) };
    return { list: new Waves(kept(this.all.map((one) => (one === before ? wave : one)))), wave };
  }
}

/** Of a wave that asks its stations again: what they refused, or failed at, before no longer counts. */
const GOING_ON = { paused: null, refused: [], failed: [] };

/** Whether a station is within the share. A larger share keeps those that were in. */
const isIn = ({ id, share }: Wave, login: string): boolean => placeOf(login, id) < share;

function standingOf(wave: Wave, { id, version, wanted_version: wanted, upgrade }: Upgraded) {
  if (isAtLeast(version, wave.version)) return 'done';
  if (wave.failed.includes(id)) return 'failed';
  if (wave.refused.includes(id)) return 'refused';
  const isOfThis = wanted === wave.version;
  if (isOfThis && upgrade === 'failed') return 'failed';
  if (isOfThis && upgrade === 'refused') return 'refused';
  if (wave.ended_ts !== null || wave.paused !== null || !isIn(wave, id)) return 'later';
  return isOfThis ? 'asked' : 'next';
}

const numberOf = (version: string): number => version.split('.').reduce((sum, part) => 1000 * sum + Number(part), 0);
const isAtLeast = (version: string | null, wanted: string): boolean =>
  version !== null && numberOf(version) >= numberOf(wanted);

/** Whether each station of a group has this version, or a newer one: a wave to it asks nobody. One that is not heard of may be older. */
export function isEverywhere(version: string, group: string | null, stations: readonly Upgraded[]): boolean {
  const mine = stations.filter((one) => !one.revoked && (group === null || one.group === group));
  return mine.length > 0 && mine.every((one) => isAtLeast(one.version, version));
}

/** Stations that went back before a wave stops by itself: one may be a bad card. */
const LEAST_FAILURES = 2;
const MOST_FAILED = 0.02;

export function hasFailedTooOften({ wave, done, failed }: WaveReport): boolean {
  const further = failed.filter((login) => !wave.accepted.includes(login)).length;
  const upgraded = Math.max(0, done.length - (wave.had ?? 0)) + further;
  return further >= LEAST_FAILURES && further > MOST_FAILED * upgraded;
}

function kept(all: readonly Wave[]): Wave[] {
  const ended = all.filter(({ ended_ts }) => ended_ts !== null);
  const old = new Set(ended.slice(0, Math.max(0, ended.length - KEPT)));
  return all.filter((wave) => !old.has(wave));
}

export const waveFile = (folder: string): ListFile<Waves> =>
  new ListFile(folder, {
    name: 'waves',
    item: Wave,
    what: 'list of waves',
    of: (all) => new Waves(all ?? []),
  });
