import { join } from 'node:path';
import { WAVE_VERSION, type WaveReport } from '../../../contract/fleet-wave.ts';
import { groupNameOf } from '../../../hub/details.ts';
import { SpareFile } from '../../../hub/files/json-file.ts';
import { Picture } from '../../../hub/picture.ts';
import { accepted } from '../../../hub/refusal.ts';
import { isEverywhere, type Upgraded, type Waves, waveFile } from '../../../hub/waves/waves.ts';
import { systemClock } from '../../clock.ts';
import { UsageError, UserError } from '../../user-error.ts';
import { type HubWork, hubCommand, JSON_TOO, shareOf } from './work.ts';

/** `hub wave`: begins an upgrade wave, or changes one. A running hub sees it within a second, a station with its next question. */
export const wave = hubCommand(
  'wave',
  {
    options: {
      group: { type: 'string' },
      share: { type: 'string', default: '100' },
      pause: { type: 'string' },
      resume: { type: 'string' },
      withdraw: { type: 'string' },
    },
    words: ({ pause, resume, withdraw }) => ((pause ?? resume ?? withdraw) === undefined ? ['VERSION'] : []),
  },
  async (hub, { group, share: text, pause, resume, withdraw }, [version]) => {
    const asked = [pause, resume, withdraw].filter((one) => one !== undefined);
    if (asked.length > 1 || (version === undefined && group !== undefined))
      throw new UsageError('--pause, --resume and --withdraw each stand alone.');
    const share = shareOf(text);
    const stations = stationsIn(hub);
    const make = (waves: Waves) => {
      if (pause !== undefined) return waves.paused(pause, 'operator', stations);
      if (resume !== undefined) return waves.continued(resume, stations);
      if (withdraw !== undefined) return waves.withdrawn(withdraw, hub.nowS, stations);
      return waves.begun(wantedOf(hub, stations, version!, share, group), hub.nowS, stations);
    };
    const made = await waveFile(hub.folder).change((before) => ({ ...accepted(make(before)), before }));
    const { list, wave: changed } = made;
    const did = withdraw !== undefined ? 'wave-withdrawn' : version === undefined ? 'wave-changed' : 'wave-begun';
    const { id, paused } = changed;
    const what = { version: changed.version, share: changed.share, paused: paused !== null, id };
    await hub.told({ did, to: changed.group, what });
    hub.out(`wave: ${id}\n${lineOf(list.reportOf(changed, stations))}`);
    const isOver = (one: { id: string }) => one.id !== id && !list.open.some((open) => open.id === one.id);
    for (const one of made.before.open.filter(isOver))
      hub.warn(`the wave ${one.id} to ${one.version} is taken back: this one takes its place.`);
  },
);

/** Refuses a wave that would ask nobody: of a group that no station is in, or to a version that all of them have. */
function wantedOf(hub: HubWork, stations: readonly Upgraded[], version: string, share: number, name?: string) {
  const group = name === undefined ? null : groupNameOf(name);
  if (group !== null && !hub.registryFile.read().groups.has(group))
    throw new UserError(`no station is in the group "${group}".`);
  if (WAVE_VERSION.test(version) && isEverywhere(version, group, stations))
    throw new UserError(`every station has ${version} already, or a newer one.`);
  return { version, group, share };
}

/** As of the picture that the running hub wrote down a minute ago at most. */
function stationsIn({ folder, registryFile }: HubWork): Upgraded[] {
  const picture = Picture.fromJSON(new SpareFile(join(folder, 'picture.json')).read());
  const nowS = systemClock.nowS();
  const registry = registryFile.read();
  return registry.stations.map((one) => ({
    ...picture.station(one, nowS),
    group: registry.detailsOf(one.login).group,
  }));
}

export const waves = hubCommand('waves', { options: JSON_TOO }, (hub, { json }) => {
  const [list, stations] = [waveFile(hub.folder).read(), stationsIn(hub)];
  const reports = list.all.map((one) => list.reportOf(one, stations));
  hub.list(
    json && { waves: reports },
    reports.flatMap((one) => [
      `${one.wave.id}  ${lineOf(one)}`,
      ...(one.failed.length > 0 ? [`  went back: ${one.failed.join(', ')}`] : []),
      ...(one.refused.length > 0 ? [`  refused: ${one.refused.join(', ')}`] : []),
    ]),
    'there are no waves. Begin one with: weatherglass hub wave VERSION',
  );
});

function lineOf({ wave: one, stations, done, asked, next, refused, failed, later }: WaveReport): string {
  const { version, group, share, paused, ended_ts } = one;
  const state = ended_ts !== null ? 'taken back' : paused === null ? `${share} %` : `paused (${paused})`;
  const counts = `${done.length} have it, ${asked.length} asked, ${next.length} next, ${failed.length} went back, ${refused.length} refused, ${later.length} later`;
  return `${version} for ${group ?? 'all'}: ${state}; of ${stations} stations ${counts}`;
}
