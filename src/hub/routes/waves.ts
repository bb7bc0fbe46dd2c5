import type { IRouter, Response } from 'express';
import { z } from 'zod';
import type { Deed } from '../../contract/fleet-people.ts';
import { WAVE_VERSION, type Wave, type WaveReports } from '../../contract/fleet-wave.ts';
import { ApiError } from '../../http/api-error.ts';
import { sendJson } from '../../http/json.ts';
import { sentence } from '../../words/sentence.ts';
import { askerOf } from '../access/access.ts';
import { reachesGroup } from '../access/roles.ts';
import { groupNameOf } from '../details.ts';
import type { Hub } from '../hub.ts';
import { bodyOf } from '../json-body.ts';
import { accepted } from '../refusal.ts';
import type { Staff } from '../staff.ts';
import type { WaveRoom } from '../waves/wave-room.ts';
import { isEverywhere } from '../waves/waves.ts';

const Begun = z.strictObject({
  version: z.string().max(20),
  group: z.string().min(1).max(80).transform(groupNameOf).nullable().default(null),
  share: z.number().min(0).max(100).default(100),
});
type What = Record<string, string | number | boolean | null>;
const Changed = z.strictObject({ paused: z.boolean() });

/** Routes of the upgrade waves: everybody who reads sees how far they are, operators begin, pause and take them back. */
export function waveRoutes(app: IRouter, hub: Hub, room: WaveRoom, { access, audit }: Staff): void {
  const may = access.may('run-upgrades');
  const nowS = (): number => Math.round(hub.nowS);
  const stations = () => hub.fleet().stations;

  const answerAudited = async (res: Response, did: Deed, wave: Wave, more: What = {}): Promise<void> => {
    const what = { version: wave.version, ...more, id: wave.id };
    await audit.write({ who: askerOf(res).name, by: 'page', did, to: wave.group, what });
    sendJson(res, wave);
  };

  app.get('/api/waves', access.may('read'), (_req, res) => {
    const asker = askerOf(res);
    const sees = (group: string | null): boolean => reachesGroup(asker, 'read', group);
    const { now_ts, waves } = room.reports(sees);
    // A teacher sees the waves of everybody and of the own groups.
    const shown = waves.filter(({ wave: { group } }) => group === null || sees(group));
    sendJson(res, { now_ts, waves: shown } satisfies WaveReports);
  });

  app.post('/api/waves', may, async (req, res) => {
    const given = await bodyOf(req, Begun);
    // A typing error asks nobody, and looks like a wave.
    if (given.group !== null && !hub.registry.groups.has(given.group))
      throw new ApiError(404, sentence('fleet-hub.no-group'));
    if (WAVE_VERSION.test(given.version) && isEverywhere(given.version, given.group, stations()))
      throw new ApiError(422, sentence('fleet-hub.wave-nobody'));
    const { wave } = await room.file.change((waves) => accepted(waves.begun(given, nowS(), stations())));
    await answerAudited(res, 'wave-begun', wave, { group: wave.group, share: wave.share });
  });

  app.patch('/api/waves/:id', may, async (req, res) => {
    const { paused } = await bodyOf(req, Changed);
    const id = String(req.params['id']);
    const { wave } = await room.file.change((waves) =>
      accepted(paused ? waves.paused(id, 'operator', stations()) : waves.continued(id, stations())),
    );
    await answerAudited(res, 'wave-changed', wave, { paused });
  });

  app.delete('/api/waves/:id', may, async (req, res) => {
    const id = String(req.params['id']);
    const { wave } = await room.file.change((waves) => accepted(waves.withdrawn(id, nowS(), stations())));
    await answerAudited(res, 'wave-withdrawn', wave);
  });
}
