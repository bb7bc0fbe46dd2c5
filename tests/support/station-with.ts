import type {
  CalibrationFacet,
  ForecastsFacet,
  HistoryFacet,
  RainFacet,
  StationApi,
  UpkeepFacet,
  WatchFacet,
} from '../../src/station/api.ts';
import { FakeStation } from './fake-station.ts';

type Answers = StationApi & HistoryFacet & ForecastsFacet & CalibrationFacet & RainFacet & WatchFacet & UpkeepFacet;

/** The fake station, and each facet of it, with some answers of the test's own. */
export function stationWith(answers: Partial<Answers>, station = new FakeStation()): StationApi {
  return new Proxy(station, {
    get: (target, key, self) => {
      if (key in answers) return Reflect.get(answers, key) as unknown;
      const value = Reflect.get(target, key, target) as unknown;
      if (value === target) return self as unknown; // a facet
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}
