import type { IRouter } from 'express';
import { z } from 'zod';
import { ApiError } from '../../http/api-error.ts';
import { sendJson } from '../../http/json.ts';
import { sentence } from '../../words/sentence.ts';
import { askerOf } from '../access/access.ts';
import { bodyOf } from '../json-body.ts';
import type { Staff } from '../staff.ts';

/** The login once more, as typed by the person: a station cannot come back. */
const Confirmation = z.strictObject({ login: z.string().max(40) });

export interface Erasure {
  /** Whether there is something to erase: a station, or one whose erasure did not reach the engine. */
  mayErase(login: string): boolean;
  erase(login: string): Promise<number>;
}

/** Route for operators: a station with everything it ever sent. Answers when the engine has none of it. */
export function erasureRoutes(app: IRouter, { access, audit }: Staff, { mayErase, erase }: Erasure): void {
  app.post('/api/fleet/:id/erase', access.may('erase-stations'), async (req, res) => {
    const { login } = await bodyOf(req, Confirmation);
    if (login !== req.params['id'] || !mayErase(login)) throw new ApiError(404, sentence('fleet-hub.no-station'));
    const deed = { who: askerOf(res).name, by: 'page', did: 'station-erased', to: login } as const;
    await audit.write(deed); // an engine that is away breaks the erasure off when the station has gone
    const series = await erase(login);
    await audit.write({ ...deed, what: { series } });
    sendJson(res, { erased: login, series });
  });
}
