import { DAY_S } from '../../base/durations.ts';
import { fieldOf, jsonOf } from '../../base/json-text.ts';
import type { Answer } from '../../sending/exchange.ts';
import { type Outcome, ours } from '../../sending/outcome.ts';
import { sentence } from '../../words/sentence.ts';
import type { Observation } from './observation.ts';
import { fixed, known, query } from './query-fields.ts';
import { type Ask, get, meant, otherwise, post, type Request, type Sender, type Service, unready } from './service.ts';

const URL = 'https://api.openweathermap.org/data/3.0';

const at = (path: string, { key }: Sender): string => `${URL}/${path}?${query({ appid: key })}`;
const number = (value: number | null, digits: number): number | null => {
  const text = fixed(value, digits);
  return text === null ? null : Number(text);
};

export const measurementsRequest = (
  observations: readonly Observation[],
  stationId: string,
  sender: Sender,
): Request => {
  const measured = observations.map((one) =>
    known({
      station_id: stationId,
      dt: Math.round(one.tS),
      temperature: number(one.airC, 1),
      pressure: number(one.seaLevelHpa, 1),
      humidity: number(one.humidityPct, 0),
      dew_point: number(one.dewPointC, 1),
      wind_speed: number(one.outside.windSpeedMs, 1),
      wind_gust: number(one.outside.windGustMs, 1),
      wind_deg: number(one.outside.windDirectionDeg, 0),
      rain_1h: number(one.outside.rainHourMm, 2),
    }),
  );
  return post(at('measurements', sender), measured);
};

export const registration = (sender: Sender): Request => {
  const { name, latitude, longitude, altitude_m: altitude } = sender.place;
  return post(at('stations', sender), { external_id: sender.id, name, latitude, longitude, altitude });
};

/** 204 and nothing else is its yes; the key is told wrong in the body of a 200, too. */
function measurementsOutcome(answer: Answer): Outcome {
  const { status, text } = answer;
  if (status === 204) return meant(answer, 'ok');
  const isWrongKey = status === 200 && Number(fieldOf(jsonOf(text), 'cod')) === 401;
  return isWrongKey ? meant(answer, 'refused') : otherwise(answer);
}

/**
 * Measurements go under the number that the service has given the station. It keeps the list of them itself, under the name that we
 * registered: so nothing has to be kept here, and a station whose card was changed finds its number again.
 */
export function openWeatherMap(): Service {
  let stationId: string | null = null;
  return {
    name: 'openweathermap',
    pace: { staleS: 7 * DAY_S, catchUp: true, mostRows: 100 },
    takes: ({ airC, seaLevelHpa }) => airC !== null || seaLevelHpa !== null,
    async send(observations, sender, _nowS, ask) {
      if (stationId === null) {
        const found = await registered(sender, ask);
        if (typeof found !== 'string') return found;
        stationId = found;
      }
      const answer = await ask(measurementsRequest(observations, stationId, sender));
      // Deleted there: it is registered anew with the next try.
      if (answer.status === 404) {
        stationId = null;
        return meant(answer, 'retry');
      }
      return measurementsOutcome(answer);
    },
  };
}

async function registered(sender: Sender, ask: Ask): Promise<string | Outcome> {
  const list = await ask(get(at('stations', sender)));
  const stations = list.status === 200 ? jsonOf(list.text) : null;
  if (!Array.isArray(stations)) return unready(list);
  const ours = stations.find((station) => fieldOf(station, 'external_id') === sender.id);
  const known = idOf(ours);
  if (known !== null) return known;
  if (sender.place.latitude === null || sender.place.longitude === null) return UNPLACED;
  const answer = await ask(registration(sender));
  return (answer.status === 201 ? idOf(jsonOf(answer.text)) : null) ?? unready(answer);
}

/** `id` in the list, `ID` in the answer to a registration. */
const idOf = (station: unknown): string | null => {
  const id = fieldOf(station, 'ID') ?? fieldOf(station, 'id');
  return typeof id === 'string' && id !== '' ? id : null;
};

const UNPLACED: Outcome = { ...ours(sentence('upload.unplaced')), kind: 'refused' };
