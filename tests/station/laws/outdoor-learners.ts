import { DAY_S } from '../../../src/base/durations.ts';
import { Zone } from '../../../src/base/zone.ts';
import { filterSettings } from '../../../src/station/air/filters/filter-bank.ts';
import { Et0Counter } from '../../../src/station/air/outdoors/et0-counter.ts';
import { HeardRates, type HeardRatesState } from '../../../src/station/air/outdoors/heard-rates.ts';
import { Outdoors } from '../../../src/station/air/outdoors/outdoors.ts';
import { SunshineCounter, type SunshineState } from '../../../src/station/air/outdoors/sunshine-counter.ts';
import { type RainEventState, RainSums } from '../../../src/station/inputs/rain-sums.ts';
import { RowTests, type RowTestsState } from '../../../src/station/quality/row-tests.ts';
import { LIMITS } from '../../support/quality-limits.ts';
import { learner } from './learner.ts';

const place = { latitude: 50, longitude: 10 };
const settings = { place, altitudeM: 300, indoors: false };
const START_S = Date.parse('2024-06-20T00:00:00Z') / 1000;

/** Two summer days of a console that reports every five minutes, with clouds, a pause and a shower. */
const reports = Array.from({ length: 576 }, (_, i) => {
  const tS = START_S + 300 * i + (i > 400 ? 9000 : 0);
  const height = Math.max(0, Math.sin(((tS % DAY_S) / DAY_S) * 2 * Math.PI - Math.PI / 2));
  const solarWm2 = 800 * height * (i % 37 < 12 ? 0.3 : 1);
  return {
    tS,
    solarWm2,
    windMs: 2 + (i % 5) / 3,
    rainMm: i % 97 < 3 ? 0.2 : 0,
    temperatureC: 14 + 9 * height,
    humidityPct: 85 - 40 * height,
  };
});

const berlin = new Zone('Europe/Berlin');
const nothing = () => null;

/** A sensor with spikes, a step and a long rest. */
const TESTED = Array.from({ length: 1500 }, (_, i) => ({
  ts: 1_700_000_000 + i * 10,
  temp_raw: i > 600 && i < 1200 ? 21 : 20 + (i % 7) / 50 + (i % 251 === 0 ? 30 : 0),
  hum_raw: i > 300 ? 80 : 40 + (i % 5),
}));

export const outdoorLearners = [
  learner('RowTests', TESTED, {
    fresh: () => new RowTests(LIMITS),
    restored: (saved: RowTestsState) => new RowTests(LIMITS, saved),
    step: (tests, row) => tests.learn(row),
  }),
  learner('SunshineCounter', reports, {
    fresh: () => new SunshineCounter(place),
    restored: (saved: SunshineState) => new SunshineCounter(place).restore(saved),
    step: (sunshine, { solarWm2, tS }) => sunshine.learn(solarWm2, tS, tS),
  }),
  learner('Et0Counter', reports, {
    fresh: () => new Et0Counter(place, 300),
    step: (et0, { tS, rainMm, ...inputs }) => et0.learn({ ...inputs, stationHpa: rainMm > 0 ? null : 980 }, tS),
  }),
  learner('Outdoors', reports, {
    fresh: () => new Outdoors(settings),
    step: (outdoors, { tS, solarWm2, windMs, temperatureC, humidityPct }) =>
      outdoors.learn({ solarWm2, windSpeedMs: windMs }, { temperatureC, humidityPct, stationHpa: 980 }, tS, tS),
  }),
  learner('HeardRates', reports, {
    fresh: () => new HeardRates(filterSettings(300)),
    restored: (saved: HeardRatesState) => new HeardRates(filterSettings(300), saved),
    // In the pause another sensor takes over.
    step: (rates, { tS, rainMm: _, ...air }) =>
      rates.learn({ air: tS < START_S + DAY_S ? 1 : 2, ...air, barometer: null, stationHpa: null }, tS),
  }),
  learner('RainSums', reports, {
    fresh: () => new RainSums(berlin, nothing),
    // Month and year are read from the store, which these reports are not in.
    restored: (saved: RainEventState) => new RainSums(berlin, nothing, saved),
    step: (sums, { rainMm, tS }) => {
      sums.add(rainMm, tS);
      return sums.at(tS).rain_event;
    },
  }),
];
