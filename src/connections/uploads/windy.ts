import { HOUR_S } from '../../base/durations.ts';
import { fieldOf, jsonOf } from '../../base/json-text.ts';
import type { Answer } from '../../sending/exchange.ts';
import { type Outcome, ours } from '../../sending/outcome.ts';
import { sentence } from '../../words/sentence.ts';
import type { Observation } from './observation.ts';
import { fixed, pascals, query } from './query-fields.ts';
import { get, meant, otherwise, type Request, type Sender, type Service } from './service.ts';

const URL = 'https://stations.windy.com/api/v2/observation';

const signed = ({ key }: Sender): Request['headers'] => ({ authorization: `Bearer ${key}` });

/** Whole degrees from 0 to 359: Windy refuses the whole row for a 360. */
const belowFullCircle = (deg: number | null): number | null => (deg === null ? null : Math.round(deg) % 360);

export const windyRequest = (observation: Observation, sender: Sender): Request => {
  const fields = {
    id: sender.id,
    ts: fixed(observation.tS, 0),
    temp: fixed(observation.airC, 1),
    rh: fixed(observation.humidityPct, 0),
    dewpoint: fixed(observation.dewPointC, 1),
    pressure: pascals(observation.seaLevelHpa),
    wind: fixed(observation.outside.windSpeedMs, 1),
    gust: fixed(observation.outside.windGustMs, 1),
    winddir: belowFullCircle(observation.outside.windDirectionDeg),
    precip: fixed(observation.outside.rainHourMm, 2),
    uv: fixed(observation.outside.uvIndex, 1),
    softwaretype: sender.software,
  };
  return get(`${URL}/update?${query(fields)}`, signed(sender));
};

const newestRequest = (sender: Sender): Request =>
  get(`${URL}?${query({ id: sender.id, latestLimit: 1 })}`, signed(sender));

/** Outcome of a Windy answer: accepted is an empty 200, or its 409 (already stored). A wrong id or password is 400. */
function windyOutcome(answer: Answer, nowS: number): Outcome {
  const { status, text } = answer;
  if (status === 200 && text.trim() === '') return meant(answer, 'ok');
  if (status === 409 && fieldOf(jsonOf(text), 'message') !== undefined) return meant(answer, 'ok');
  if (status === 410 || status === 404) return meant(answer, 'refused');
  if (status === 400 && /password|station|\bid\b/i.test(messageOf(text))) return meant(answer, 'refused');
  if (status === 429) {
    const againS = Date.parse(String(fieldOf(jsonOf(text), 'retry_after'))) / 1000;
    if (Number.isFinite(againS)) return { status, text, kind: 'retry', afterS: Math.max(0, Math.ceil(againS - nowS)) };
  }
  return otherwise(answer);
}

const messageOf = (text: string): string => {
  const message = fieldOf(jsonOf(text), 'message');
  return typeof message === 'string' ? message : text;
};

const listOf = (answer: unknown): readonly unknown[] | null => {
  const list = Array.isArray(answer) ? answer : (fieldOf(answer, 'data') ?? fieldOf(answer, 'observations'));
  return Array.isArray(list) ? (list as readonly unknown[]) : null;
};

function timeOf(observation: unknown): number {
  const at = fieldOf(observation, 'ts') ?? fieldOf(observation, 'time') ?? fieldOf(observation, 'dateutc');
  if (typeof at === 'number') return at > 1e11 ? at / 1000 : at;
  return Date.parse(String(at)) / 1000;
}

/**
 * Windy uploads with read-back, because its 200 is empty even if nothing is stored. Each time we read the newest observation it shows. That
 * must be at least the one before the last (the last may still be on its way). If reading fails, the 200 counts. The headers of the
 * read-back contain the password, so nothing of that answer is passed on.
 */
export function windy(): Service {
  let tookS: number | null = null;
  return {
    name: 'windy',
    // Old observations are read, but never more than one in five minutes: what was missed could only be sent in place of what is new.
    pace: { staleS: HOUR_S, catchUp: false, mostRows: 1 },
    takes: ({ airC, seaLevelHpa }) => airC !== null || seaLevelHpa !== null,
    async send(observations, sender, nowS, ask) {
      const observation = observations.at(-1)!;
      const sent = windyOutcome(await ask(windyRequest(observation, sender)), nowS);
      if (sent.kind !== 'ok') return sent;
      const expectedS = tookS;
      tookS = observation.tS;
      if (expectedS === null || expectedS >= observation.tS) return sent;
      const shown = await ask(newestRequest(sender)).catch(() => null); // a proof that cannot be had proves nothing against it
      if (shown === null || !isMissing(shown, expectedS)) return sent;
      return { ...ours(sentence('windy.not-shown'), sent.status), kind: 'passed', isSure: true };
    },
  };
}

/** Whether the shown list clearly ends before `tS`. */
function isMissing({ status, text }: Answer, tS: number): boolean {
  const list = status === 200 ? listOf(jsonOf(text)) : null;
  if (list === null) return false;
  const times = list.map(timeOf);
  return times.every(Number.isFinite) && Math.max(Number.NEGATIVE_INFINITY, ...times) < tS - 1;
}
