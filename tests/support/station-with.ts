import type {
  CalibrationFacet,
  ForecastsFacet,
  HistoryFacet,
  RainFacet,
  RecomputingFacet,
  StationApi,
  WatchFacet,
} from '../../src/station/api.ts';
import { FakeStation } from './fake-station.ts';

type Answers = StationApi &
  HistoryFacet &
  ForecastsFacet &
  CalibrationFacet &
  RainFacet &
  WatchFacet &
  RecomputingFacet;

/** The fake station, and each facet of it, with some answers of the test's own. */
export const stationWith = (answers: Partial<Answers>, station = new FakeStation()): StationApi =>
  asked(station, (question, answer) => (question in answers ? (Reflect.get(answers, question) as unknown) : answer));

/** A station of which every question, its facets' too, is answered by what `play` makes of the answering function. */
export function asked<T extends object>(station: T, play: (question: string, answer: unknown) => unknown): T {
  return new Proxy(station, {
    get: (target, key) => {
      const value = Reflect.get(target, key, target) as unknown;
      if (isFacet(value)) return asked(value, play);
      return play(String(key), typeof value === 'function' ? (value.bind(target) as unknown) : value);
    },
  });
}

/** What a station has that answers questions of its own: an instance of a class, and no list or plain record. */
const isFacet = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && ![Object, Array].includes(value.constructor as ObjectConstructor);
