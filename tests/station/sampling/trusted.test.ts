import { expect, it } from 'vitest';
import { SkyResponse } from '../../../src/station/air/compensation/sky-response.ts';
import { FLAG, SIGNALS } from '../../../src/station/quality/flags.ts';
import { deriveQuantities } from '../../../src/station/sampling/derive.ts';
import type { DerivedQuantities } from '../../../src/station/sampling/reading.ts';
import { trustedReading } from '../../../src/station/sampling/trusted.ts';
import { reading } from './readings.ts';

const NOON = 1_750_500_000;
const PLACE = { latitude: 50, longitude: 14 };

/** What is derived of a warm, humid noon; `other`: of one whose input differs. */
function derivedOf(other: 'temperature' | 'humidity' | 'pressure' | 'light' | 'outdoor' | null): DerivedQuantities {
  const air = {
    temperatureC: other === 'temperature' ? 33 : 30,
    humidityPct: other === 'humidity' ? 70 : 60,
    stationHpa: other === 'pressure' ? 900 : 1000,
  };
  const light = { lux: other === 'light' ? 5_000 : 40_000, saturated: false };
  return deriveQuantities(air, light, NOON, PLACE, new SkyResponse(PLACE.longitude, 100));
}

it.each(SIGNALS.map(({ name }) => name))('a flagged %s takes away all that is made of it, and nothing else', (name) => {
  const derived = derivedOf(null);
  const changed = derivedOf(name);
  const trusted = trustedReading(reading(NOON, 30, { derived }), { [name]: FLAG.stuck }).derived;
  const names = Object.keys(derived) as (keyof DerivedQuantities)[];
  const madeOfIt = names.filter((one) => derived[one] !== changed[one]);
  expect(names.filter((one) => derived[one] !== trusted[one])).toEqual(madeOfIt);
  if (name !== 'outdoor') expect(madeOfIt).not.toEqual([]);
});
