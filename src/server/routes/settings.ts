import type { RequestHandler, Router } from 'express';
import { endpoints } from '../../contract/endpoints.ts';
import { newRouter } from '../answering.ts';
import { ApiError } from '../errors.ts';
import { sendJson } from '../json.ts';
import type { SettingsDesk } from '../settings-desk.ts';
import { parse } from '../validation.ts';

/** The settings, with or without a station: a station that does not start may be mended so. */
export function settingsRoutes(desk: SettingsDesk | null, readBody: RequestHandler[]): Router {
  const router = newRouter();
  const present = (): SettingsDesk => {
    if (desk === null) throw new ApiError(503, 'this program keeps no settings file');
    return desk;
  };

  router.get(endpoints.settings.path, (_req, res) => {
    const answer = present().read();
    if ('error' in answer) throw new ApiError(answer.unavailable ? 503 : 409, answer.error);
    res.setHeader('ETag', `"${answer.etag}"`);
    sendJson(res, answer);
  });

  router.patch(endpoints.changeSettings.path, ...readBody, async (req, res) => {
    if (Object.hasOwn(Object(req.body), '__proto__')) throw misfit(NO_NAME); // which the schema passes over
    const changes = parse(endpoints.changeSettings.body, req.body, 'body');
    const outcome = await present().change(changes, req.get('if-match') ?? null);
    if ('error' in outcome) throw new ApiError(outcome.unavailable ? 503 : 409, outcome.error);
    if ('changedMeanwhile' in outcome)
      throw new ApiError(412, 'the settings were changed meanwhile; read them again, and then change them');
    if ('misfits' in outcome) throw misfit(outcome.misfits);
    // Who asked may have gone while the PIN became a hash: what is in the file holds all the same.
    if (res.closed) present().answered();
    else res.once('close', () => present().answered());
    sendJson(res, outcome);
  });
  return router;
}

const NO_NAME = Object.fromEntries([['__proto__', '__proto__ is not a setting']]);

function misfit(misfits: Readonly<Record<string, string>>): ApiError {
  const errors = Object.entries(misfits).map(([key, msg]) => ({ type: 'value_error', loc: ['body', key], msg }));
  return new ApiError(422, errors.map(({ msg }) => msg).join('; '), { errors });
}
