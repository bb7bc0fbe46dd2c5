import type { IRouter } from 'express';
import { z } from 'zod';
import type { Clock } from '../../base/clock.ts';
import { sendJson } from '../../http/json.ts';
import { foreign } from '../../words/sentence.ts';
import { askerOf } from '../access/access.ts';
import { jsonOf } from '../json-body.ts';
import { HttpRefusal, onlyBy } from '../refusal.ts';
import type { Staff } from '../staff.ts';
import type { WaveRoom } from '../waves/wave-room.ts';

const MOST_BYTES = 4096;
const Begun = z.strictObject({
  version: z.string().max(20),
  group: z.string().min(1).max(60).nullable().default(null),
  share: z.number().min(0).max(100).default(100),
});
const Changed = z.strictObject({ paused: z.boolean() });

/** Routes of the upgrade waves: everybody who reads sees how far they are, operators begin, pause and take them back. */
export function waveRoutes(app: IRouter, room: WaveRoom, { access, audit }: Staff, clock: Clock): void {
  const may = access.may('run-upgrades');
  const nowS = (): number => Math.round(clock.nowS());

  app.get('/api/waves', access.may('read'), (_req, res) => sendJson(res, room.reports()));

  app.post('/api/waves', may, async (req, res) => {
    const given = await jsonOf(req, Begun, MOST_BYTES);
    const wave = await room.change((waves) => accepted(waves.begun(given, nowS())));
    const what = { version: wave.version, group: wave.group, share: wave.share, id: wave.id };
    await audit.write({ who: askerOf(res).name, by: 'page', did: 'wave-begun', to: wave.group, what });
    sendJson(res, wave);
  });
  app.all('/api/waves', onlyBy('GET', 'HEAD', 'POST'));

  app.patch('/api/waves/:id', may, async (req, res) => {
    const { paused } = await jsonOf(req, Changed, MOST_BYTES);
    const id = String(req.params['id']);
    const wave = await room.change((waves) => accepted(waves.paused(id, paused ? 'operator' : null)));
    const what = { version: wave.version, paused, id };
    await audit.write({ who: askerOf(res).name, by: 'page', did: 'wave-changed', to: wave.group, what });
    sendJson(res, wave);
  });

  app.delete('/api/waves/:id', may, async (req, res) => {
    const id = String(req.params['id']);
    const said = room.reportOf(id);
    const wave = await room.change((waves) => accepted(waves.withdrawn(id, nowS(), said)));
    await audit.write({
      who: askerOf(res).name,
      by: 'page',
      did: 'wave-withdrawn',
      to: wave.group,
      what: { version: wave.version, id },
    });
    sendJson(res, wave);
  });
  app.all('/api/waves/:id', onlyBy('PATCH', 'DELETE'));
}

/** A sentence instead of a wave is a refusal. */
function accepted<W, V>(made: { waves: V; wave: W } | string): { waves: V; answer: W } {
  if (typeof made === 'string') throw new HttpRefusal(422, foreign(made));
  return { waves: made.waves, answer: made.wave };
}
