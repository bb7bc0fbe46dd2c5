import { WAVE_VERSION, Wave } from '../../contract/fleet-wave.ts';
import { ListFile } from '../files/list-file.ts';
import { newId, placeOf } from '../notices.ts';

/** Ended waves that are kept, for their report. */
const KEPT = 20;
const MOST = 200;

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

  /**
   * Begins a wave, or changes the share of the one that wants this version; one that stopped because stations went back is only continued.
   * A wave to another version takes its place.
   */
  begun({ group, version, share }: Pick<Wave, 'group' | 'version' | 'share'>, nowS: number, id = newId()): Made {
    if (!WAVE_VERSION.test(version)) return `"${version}" is no version such as 1.5.0`;
    const before = this.open.find((wave) => wave.group === group);
    if (before === undefined && this.open.length >= MOST) return `there are ${MOST} waves already`;
    if (before?.version === version)
      return this.#with(before.id, { share, paused: before.paused === 'failures' ? 'failures' : null });
    const wave: Wave = {
      ...{ id, group, version, share, paused: null, since_ts: nowS, ended_ts: null },
      ...{ refused: [], failed: [], accepted: [] },
    };
    const others = this.all.map((one) => (one === before ? { ...one, ended_ts: nowS } : one));
    return { list: new Waves(kept([...others, wave])), wave };
  }

  paused(id: string, paused: Wave['paused']): Made {
    return this.#with(id, { paused });
  }

  /** Continues a wave, though these stations went back. */
  continued(id: string, accepted: readonly string[]): Made {
    return this.#with(id, { paused: null, accepted: [...accepted] });
  }

  /** Ends a wave: no further station is asked. Those that have upgraded keep their version. */
  withdrawn(id: string, nowS: number, { refused, failed }: Pick<Wave, 'refused' | 'failed'>): Made {
    return this.#with(id, { ended_ts: nowS, refused, failed });
  }

  /** Without the logins of stations that were erased, or that a reader may not see. */
  withOnly(isMeant: (login: string) => boolean): Waves {
    const of = (wave: Wave, list: 'refused' | 'failed' | 'accepted') => ({ [list]: wave[list].filter(isMeant) });
    return new Waves(
      this.all.map((wave) => ({ ...wave, ...of(wave, 'refused'), ...of(wave, 'failed'), ...of(wave, 'accepted') })),
    );
  }

  #with(id: string, change: Partial<Wave>): Made {
    const before = this.open.find((wave) => wave.id === id);
    if (before === undefined) return `there is no wave "${id}" under way`;
    const wave = { ...before, ...change };
    return { list: new Waves(kept(this.all.map((one) => (one === before ? wave : one)))), wave };
  }
}

/** Whether a station is within the share. A larger share keeps those that were in. */
export const isIn = ({ id, share }: Wave, login: string): boolean => placeOf(login, id) < share;

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
