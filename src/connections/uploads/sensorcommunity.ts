import { fieldOf, jsonOf } from '../../base/json-text.ts';
import type { Answer } from '../../sending/exchange.ts';
import type { Outcome } from '../../sending/outcome.ts';
import type { Observation } from './observation.ts';
import { fixed, pascals } from './query-fields.ts';
import { meant, oneRequest, otherwise, post, type Request, type Sender, type Service } from './service.ts';

const URL = 'https://api.sensor.community/v1/push-sensor-data/';
/** Sensor.Community's pin number of a BME280, which measures what we do. The station must be registered as one. */
const PIN_BME280 = '11';

export function sensorCommunityRequest(observation: Observation, { id, software }: Sender): Request {
  const pressurePa = pascals(observation.stationHpa);
  const values = {
    temperature: fixed(observation.airC, 2),
    humidity: fixed(observation.humidityPct, 1),
    pressure: pressurePa === null ? null : String(pressurePa),
  };
  const body = {
    software_version: software,
    sensordatavalues: Object.entries(values)
      .filter(([, value]) => value !== null)
      .map(([value_type, value]) => ({ value_type, value })),
  };
  return post(URL, body, { 'x-sensor': id, 'x-pin': PIN_BME280 });
}

/** Outcome of a Sensor.Community answer: accepted is 201 with the stored JSON, or 200 with its number. 403 means an unregistered sensor. */
function sensorCommunityOutcome(answer: Answer): Outcome {
  const { status, text } = answer;
  const stored = jsonOf(text);
  const says = (...names: string[]): boolean => names.some((one) => fieldOf(stored, one) !== undefined);
  if ((status === 201 && says('id', 'sensordatavalues')) || (status === 200 && says('id'))) return meant(answer, 'ok');
  return otherwise(answer);
}

export const sensorCommunity: Service = {
  name: 'sensorcommunity',
  // The network stamps values with its own clock: old ones would appear as new.
  pace: { staleS: 600, catchUp: false, mostRows: 1 },
  takes: ({ airC, humidityPct, stationHpa }) => airC !== null || humidityPct !== null || stationHpa !== null,
  send: oneRequest(sensorCommunityRequest, sensorCommunityOutcome),
};
