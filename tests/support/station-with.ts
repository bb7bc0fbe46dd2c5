import type { StationApi } from '../../src/station/api.ts';
import { FakeStation } from './fake-station.ts';

/** The fake station with some answers of the test's own. */
export function stationWith(answers: Partial<StationApi>, station = new FakeStation()): StationApi {
  return new Proxy(station, {
    get: (target, key) => {
      if (key in answers) return Reflect.get(answers, key) as unknown;
      const value = Reflect.get(target, key, target) as unknown;
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}
