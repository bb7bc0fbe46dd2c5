import {
  NOTHING_OUTSIDE,
  type Observation,
  observed,
  type Place,
} from '../../../src/connections/uploads/observation.ts';
import type { Sender } from '../../../src/connections/uploads/service.ts';

/** The sample station of integrations.md 2.2. */
export const place: Place = {
  name: 'Copenhagen',
  latitude: 55.6761,
  longitude: 12.5683,
  altitude_m: 25,
  pressure_offset_hpa: 0,
  indoors: false,
};
export const measured = {
  tS: 1_780_315_500, // 2026-06-01 12:05:00 UTC
  temperatureC: 18.4,
  humidityPct: 61,
  outdoorC: null,
  stationHpa: 1013.227,
  seaLevelHpa: 1016.2,
};
/** Its dew point is by another Magnus formula than ours, which gives 10.75: the lines are about units and rounding. */
export const observation: Observation = { ...observed(measured, place), dewPointC: 10.74 };
export const sender = (id: string, key = ''): Sender => ({ id, key, place, software: 'weatherglass-1.0' });

/** The same station with an anemometer, a gauge and a pyranometer. */
export const windy: Observation = {
  ...observation,
  outside: {
    ...NOTHING_OUTSIDE,
    windSpeedMs: 4.4704,
    windGustMs: 8.9408,
    windDirectionDeg: 359.8,
    rainHourMm: 2.54,
    rainTodayMm: 12.7,
    solarWm2: 512.4,
    uvIndex: 3.2,
  },
};
