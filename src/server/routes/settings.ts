import { endpoints } from '../../contract/endpoints.ts';
import { isLocal } from '../../http/addresses.ts';
import { ApiError, refusedBy } from '../../http/api-error.ts';
import { JSON_TYPE, sendJson, wireText } from '../../http/json.ts';
import { Packed, sendPacked } from '../../http/packed.ts';
import { parse } from '../../http/validation.ts';
import { onceEach, type Sentence, sentence } from '../../words/sentence.ts';
import type { Core } from '../answers/core.ts';
import type { SettingsService } from '../ports.ts';

/** The settings, with or without a station: a station that does not start may be mended so. */
export function settingsRoutes({ app, settings, readBody, shared }: Core, service: SettingsService): void {
  app.get(endpoints.settings.path, async (req, res) => {
    const answer = service.read();
    if ('error' in answer) throw refusedBy(answer);
    const packed = new Packed(Buffer.from(wireText(answer)), JSON_TYPE, answer.etag);
    await sendPacked(req, res, packed, 'no-store'); // the tag is of the file, and the answer tells more
  });

  app.get(endpoints.settingsFile.path, (_req, res) => {
    const text = service.asFile();
    if (typeof text !== 'string') throw refusedBy(text);
    res.setHeader('Content-Type', 'text/plain; charset=utf-8');
    res.setHeader('Content-Disposition', 'attachment; filename="weatherglass-config.yaml"');
    res.setHeader('Cache-Control', 'no-store');
    res.end(text);
  });

  app.post(endpoints.judgeSettings.path, readBody, (req, res) => {
    const { text } = parse(endpoints.judgeSettings.body, req.body, 'body');
    const outcome = service.judge(text);
    if ('error' in outcome) throw refusedBy(outcome);
    if ('misfits' in outcome) throw misfit(outcome.misfits);
    sendJson(res, outcome);
  });

  app.patch(endpoints.changeSettings.path, readBody, async (req, res) => {
    if (Object.hasOwn(Object(req.body), '__proto__')) throw misfit(NO_NAME); // which the schema passes over
    const changes = parse(endpoints.changeSettings.body, req.body, 'body');
    if (settings.writes.mode === 'open' && !isLocal(req)) refuseGuarded(service.guarded(Object.keys(changes)));
    const outcome = await service.change(changes, req.get('if-match') ?? null);
    if ('error' in outcome) throw refusedBy(outcome);
    if ('changedMeanwhile' in outcome) throw new ApiError(412, sentence('refusal.settings-changed'));
    if ('misfits' in outcome) throw misfit(outcome.misfits);
    shared.changed();
    // The client may have gone while the PIN became a hash: the change of the file holds all the same.
    if (res.closed) service.answered();
    else res.once('close', () => service.answered());
    sendJson(res, outcome);
  });
}

/** Refuses guests of an open station the settings that decide who may change things. */
function refuseGuarded(keys: readonly string[]): void {
  if (keys.length === 0) return;
  throw new ApiError(403, sentence('refusal.setting-guarded', { keys: keys.join(', ') }));
}

const NO_NAME = { ['__proto__' as string]: sentence('field.unknown', { field: '__proto__' }) };

function misfit(misfits: Readonly<Record<string, Sentence>>): ApiError {
  const errors = Object.entries(misfits).map(([key, why]) => ({
    type: 'value_error',
    loc: ['body', key],
    why,
    short: why.detail,
  }));
  return new ApiError(422, onceEach(errors.map(({ why }) => why)), { errors });
}
