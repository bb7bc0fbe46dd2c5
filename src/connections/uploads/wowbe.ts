import { DAY_S } from '../../base/durations.ts';
import { fieldOf, jsonOf } from '../../base/json-text.ts';
import type { Answer } from '../../sending/exchange.ts';
import type { Outcome } from '../../sending/outcome.ts';
import type { Observation } from './observation.ts';
import { imperialFields, inchText, inHgText, known, utcText } from './query-fields.ts';
import { meant, oneRequest, otherwise, post, type Request, type Sender, type Service } from './service.ts';

const URL = 'https://wow.meteo.be/api/v2/send';

export const wowbeRequest = (observation: Observation, { id, key, software }: Sender): Request => {
  const { seaLevelHpa, stationHpa } = observation;
  const fields = {
    siteid: id,
    siteAuthenticationKey: key,
    dateutc: utcText(observation.tS),
    ...imperialFields(observation),
    rainin: inchText(observation.outside.rainRateMmH), // inches an hour here
    // Reduced there when it is all we know; where both are told, the first wins.
    absbaromin: seaLevelHpa === null ? inHgText(stationHpa) : null,
    softwaretype: software,
  };
  return post(URL, known(fields), { accept: 'application/json' });
};

/** Outcome of a WOW-BE answer: GeoJSON means stored; `{}` was the answer of its predecessor, which is closed. */
function wowbeOutcome(answer: Answer): Outcome {
  const { status, text } = answer;
  if (status === 200 && fieldOf(jsonOf(text), 'type') === 'Feature') return meant(answer, 'ok');
  if (status === 404) return meant(answer, 'refused'); // no such site
  if (status === 422 && namesSite(jsonOf(text))) return meant(answer, 'refused');
  return otherwise(answer);
}

/** Laravel's way of saying which fields it does not take. */
const namesSite = (answer: unknown): boolean => {
  const errors = fieldOf(answer, 'errors');
  return ['siteid', 'siteAuthenticationKey'].some((key) => fieldOf(errors, key) !== undefined);
};

export const wowbe: Service = {
  name: 'wowbe',
  // Twenty a minute for each site.
  pace: { staleS: 7 * DAY_S, catchUp: true, mostRows: 1, pauseMs: 4000 },
  takes: ({ airC, seaLevelHpa }) => airC !== null || seaLevelHpa !== null,
  send: oneRequest(wowbeRequest, wowbeOutcome),
};
