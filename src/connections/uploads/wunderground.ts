import { DAY_S } from '../../base/durations.ts';
import type { Answer } from '../../sending/exchange.ts';
import type { Outcome } from '../../sending/outcome.ts';
import type { Observation } from './observation.ts';
import { imperialFields, query, utcText } from './query-fields.ts';
import { get, meant, oneRequest, otherwise, type Request, type Sender, type Service } from './service.ts';

const URL = 'https://weatherstation.wunderground.com/weatherstation/updateweatherstation.php';

/** The query that Weather Underground reads, and PWSWeather after it. */
export const wundergroundQuery = (observation: Observation, { id, key, software }: Sender): string =>
  query({
    ID: id,
    PASSWORD: key,
    action: 'updateraw',
    dateutc: utcText(observation.tS),
    ...imperialFields(observation),
    softwaretype: software,
  });

export const wundergroundRequest = (observation: Observation, sender: Sender): Request =>
  get(`${URL}?${wundergroundQuery(observation, sender)}`);

/** Outcome of a Weather Underground answer: accepted is 200 with "success". Older front ends send 200 for a wrong password, too. */
function wundergroundOutcome(answer: Answer): Outcome {
  if (/^(INVALIDPASSWORDID|unauthorized)/i.test(answer.text.trim())) return meant(answer, 'refused');
  return answer.status === 200 && /^success\b/i.test(answer.text.trim()) ? meant(answer, 'ok') : otherwise(answer);
}

export const wunderground: Service = {
  name: 'wunderground',
  // The interval of Rapid Fire: the network documents none that is shorter.
  pace: { staleS: 7 * DAY_S, catchUp: true, mostRows: 1, pauseMs: 2500 },
  takes: ({ airC, seaLevelHpa }) => airC !== null || seaLevelHpa !== null,
  send: oneRequest(wundergroundRequest, wundergroundOutcome),
};
