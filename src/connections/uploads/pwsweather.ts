import type { Answer } from '../../sending/exchange.ts';
import type { Outcome } from '../../sending/outcome.ts';
import { get, meant, otherwise, type Service } from './service.ts';
import { wunderground, wundergroundQuery } from './wunderground.ts';

const URL = 'https://pwsupdate.pwsweather.com/api/v1/submitwx';
/** Former address of PWSWeather, the fallback if the new one is unknown (404). */
const OLD_URL = 'https://www.pwsweather.com/pwsupdate/pwsupdate.php';

/** Outcome of a PWSWeather answer. Its status is always 200; the text names the error. "vailid" is their spelling. */
function pwsweatherOutcome(answer: Answer): Outcome {
  const { status, text } = answer;
  if (status !== 200 || /<\w/.test(text)) return otherwise(answer); // a hotel's page speaks of passwords, too
  if (/^\s*Data Logged/i.test(text)) return meant(answer, 'ok');
  if (/not a vai?lid station id|^\s*ERROR\b.*password/i.test(text)) return meant(answer, 'refused');
  if (/NOT logged|not in proper format/i.test(text)) return meant(answer, 'passed');
  return otherwise(answer);
}

/** PWSWeather: the same request as Weather Underground, as often. */
export const pwsweather: Service = {
  ...wunderground,
  name: 'pwsweather',
  async send(observations, sender, _nowS, ask) {
    const words = wundergroundQuery(observations.at(-1)!, sender);
    const answer = await ask(get(`${URL}?${words}`));
    return pwsweatherOutcome(answer.status === 404 ? await ask(get(`${OLD_URL}?${words}`)) : answer);
  },
};
