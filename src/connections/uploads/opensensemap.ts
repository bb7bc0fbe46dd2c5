import { DAY_S, HOUR_S } from '../../base/durations.ts';
import { fieldOf, jsonOf } from '../../base/json-text.ts';
import type { Answer } from '../../sending/exchange.ts';
import { type Outcome, ours } from '../../sending/outcome.ts';
import { sentence } from '../../words/sentence.ts';
import type { Observation } from './observation.ts';
import { fixed } from './query-fields.ts';
import { type Ask, get, meant, otherwise, post, type Request, type Sender, type Service, unready } from './service.ts';

const URL = 'https://api.opensensemap.org/boxes';
/** The box is read again after this time: its owner may have added a sensor on the website. */
const BOX_HOLDS_S = HOUR_S;

/** Sensors of a box by quantity; pressure in the unit that the owner gave it. */
type BoxSensors = NonNullable<ReturnType<typeof sensorsOf>>;

const boxUrl = ({ id }: Sender): string => `${URL}/${encodeURIComponent(id)}`;

export function openSenseMapRequest(
  observations: readonly Observation[],
  { temperature, humidity, pressure, wind, windDirection, rainHour, solar, uv }: BoxSensors,
  sender: Sender,
): Request {
  const values = observations.flatMap(({ tS, airC, humidityPct, stationHpa, outside }) => {
    const createdAt = new Date(Math.round(tS) * 1000).toISOString();
    const value = (sensor: string | null | undefined, text: string | null) =>
      sensor == null || text === null ? [] : [{ sensor, value: text, createdAt }];
    return [
      ...value(temperature, fixed(airC, 2)),
      ...value(humidity, fixed(humidityPct, 1)),
      ...(pressure ? value(pressure.id, fixed(stationHpa === null ? null : stationHpa * pressure.perHpa, 2)) : []),
      ...value(wind?.id, fixed(wind && outside.windSpeedMs !== null ? outside.windSpeedMs * wind.perMs : null, 2)),
      ...value(windDirection, fixed(outside.windDirectionDeg, 0)),
      ...value(rainHour, fixed(outside.rainHourMm, 2)),
      ...value(solar, fixed(outside.solarWm2, 0)),
      ...value(uv, fixed(outside.uvIndex, 1)),
    ];
  });
  // The token as it is: with "Bearer" before it, it is refused.
  return post(`${boxUrl(sender)}/data`, values, { authorization: sender.key });
}

/** Maps a box's sensors by unit and title, in the two languages that boxes are made in. Soil moisture is a percentage, too. */
export function sensorsOf(box: unknown) {
  const list = fieldOf(box, 'sensors');
  if (!Array.isArray(list)) return null;
  const find = (unit: RegExp, title: RegExp) =>
    list
      .map((one) => ({ id: fieldOf(one, '_id'), unit: fieldOf(one, 'unit'), title: String(fieldOf(one, 'title')) }))
      .find((one): one is { id: string; unit: string; title: string } => {
        return typeof one.id === 'string' && unit.test(String(one.unit).trim()) && title.test(one.title);
      });
  const pressure = find(/^h?pa$/i, /druck|press/i);
  const wind = find(/^(?:m\/s|km\/h)$/i, /^(?!.*(?:böe|gust|spitze|max)).*wind/i);
  return {
    temperature: find(/^°?\s?C$/i, /^(?!.*(boden|soil|wasser|water)).*temp/i)?.id ?? null,
    humidity: find(/^%/, /^(?!.*(boden|soil)).*(feucht|humid)/i)?.id ?? null,
    pressure: pressure ? { id: pressure.id, perHpa: /^pa$/i.test(pressure.unit.trim()) ? 100 : 1 } : null,
    wind: wind ? { id: wind.id, perMs: /^km/i.test(wind.unit.trim()) ? 3.6 : 1 } : null,
    windDirection: find(/^°$|^deg/i, /wind/i)?.id ?? null,
    /** Of the last hour. */
    rainHour: find(/^mm\/h$|^l\/m²\/?h$/i, /regen|niederschlag|rain|precip/i)?.id ?? null,
    solar: find(/^W\/m(?:²|2|\^2)$/i, /^(?!.*uv).*(?:strahlung|radiation|solar|irradiance)/i)?.id ?? null,
    uv: find(/^(?:uv.?index|uvi|index|-|)$/i, /uv.?index/i)?.id ?? null,
  };
}

/** Outcome of an openSenseMap answer: accepted is 201 with "Measurements saved in box". */
function openSenseMapOutcome(answer: Answer): Outcome {
  const { status, text } = answer;
  if (status === 201 && /saved in box/i.test(text)) return meant(answer, 'ok');
  if (status === 404) return meant(answer, 'refused'); // no such box
  return otherwise(answer);
}

export function openSenseMap(): Service {
  let sensors: BoxSensors | null = null;
  let readS = 0;
  return {
    name: 'opensensemap',
    pace: { staleS: 30 * DAY_S, catchUp: true, mostRows: 200 },
    takes: ({ airC, humidityPct, stationHpa }) => airC !== null || humidityPct !== null || stationHpa !== null,
    async send(observations, sender, nowS, ask) {
      if (sensors === null || Math.abs(nowS - readS) >= BOX_HOLDS_S) {
        const found = await boxOf(sender, ask);
        if ('kind' in found) return found;
        sensors = found;
        readS = nowS;
      }
      const request = openSenseMapRequest(observations, sensors, sender);
      if (request.body === '[]') return NOTHING_FOR_IT;
      const outcome = openSenseMapOutcome(await ask(request));
      if (outcome.kind !== 'ok') sensors = null; // the box may have been changed: looked at again with the next try
      return outcome;
    },
  };
}

async function boxOf(sender: Sender, ask: Ask): Promise<BoxSensors | Outcome> {
  const answer = await ask(get(boxUrl(sender)));
  const sensors = answer.status === 200 ? sensorsOf(jsonOf(answer.text)) : null;
  if (sensors === null) return unready(answer);
  return sensors.temperature || sensors.humidity || sensors.pressure ? sensors : NO_SENSORS;
}

const NO_SENSORS: Outcome = { ...ours(sentence('box.no-sensors'), 200), kind: 'refused' };
const NOTHING_FOR_IT: Outcome = { ...ours(sentence('box.nothing-for-it')), kind: 'passed', isSure: true };
