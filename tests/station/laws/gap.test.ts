import { describe, expect, it } from 'vitest';
import { FilterBank, filterSettings } from '../../../src/station/air/filters/filter-bank.ts';
import { HourlyMeans } from '../../../src/station/forecast/climate/hourly.ts';
import { ForecastEngine } from '../../../src/station/forecast/engine.ts';
import { TickHistory } from '../../../src/station/forecast/learners/history.ts';
import { RunningMeans } from '../../../src/station/forecast/learners/running.ts';
import { RainModel } from '../../../src/station/forecast/rain/model.ts';
import { emptySample } from '../../../src/station/sensors/sample.ts';
import { ThermometerFusion } from '../../../src/station/sensors/thermometers.ts';
import type { TickRow } from '../../../src/station/tick.ts';
import { Novelty } from '../../../src/station/watch/novelty.ts';
import { bareRow, settingsFor, weather } from '../forecast/weather.ts';
import { day } from './worlds.ts';

const STEP_S = 1800;
const rows = weather(51, 12, STEP_S);
const fine = weather(52, 4, 300);

interface Listener<I> {
  name: string;
  inputs: readonly I[];
  silent(input: I): I;
  begin(): (input: I) => unknown;
}

const listener = <I>(one: Listener<I>): Listener<never> => one as unknown as Listener<never>;
const silentRow = ({ tS }: TickRow): TickRow => ({ ...bareRow(tS), seaLevelRatio: 1.01 });

/** Everyone who hears ticks or samples. What each answers once the sensors are back must not depend on how they were away. */
const listeners = [
  listener({
    name: 'FilterBank',
    inputs: day(61),
    silent: (sample) => ({ ...sample, temperatureC: null as never }),
    begin: () => {
      const bank = new FilterBank(filterSettings());
      return ({ temperatureC, tS }) => [bank.learn('temperature', temperatureC, tS), bank.level('temperature')];
    },
  }),
  listener({
    name: 'ThermometerFusion',
    inputs: day(62),
    silent: (sample) => ({ ...sample, temperatureC: null as never }),
    begin: () => {
      const fusion = new ThermometerFusion();
      return ({ temperatureC, tS }) => {
        const pressureChipC = temperatureC === null ? null : temperatureC + 0.7;
        return [fusion.learn({ ...emptySample, humidityChipC: temperatureC, pressureChipC }, tS), fusion.predict()];
      };
    },
  }),
  listener({
    name: 'TickHistory',
    inputs: fine,
    silent: silentRow,
    begin: () => {
      const history = new TickHistory(300);
      return (row) => {
        history.push(row);
        return [900, 3600, 43_200, 86_400].map((ago) => history.at('temperature', row.tS - ago));
      };
    },
  }),
  listener({
    name: 'RunningMeans',
    inputs: fine,
    silent: silentRow,
    begin: () => {
      const means = new RunningMeans(300);
      return (row) => {
        means.observe(row, 0.5);
        return [
          means.dayMean('temperature'),
          means.dayMean('pressure'),
          means.state.sky,
          means.state.light,
          means.state.variability,
        ];
      };
    },
  }),
  listener({
    name: 'HourlyMeans',
    inputs: fine,
    silent: silentRow,
    begin: () => {
      const means = new HourlyMeans();
      const told: unknown[] = [];
      return (row) => {
        told.push(...means.add(row));
        return row.tS % 21_600 === 0 && row.temperatureC !== null ? told.splice(0) : null;
      };
    },
  }),
  listener({
    name: 'RainModel',
    inputs: fine,
    silent: silentRow,
    begin: () => {
      const model = new RainModel({
        baseRate: 0.15,
        indoors: false,
        southern: false,
        place: { latitude: 55.8, longitude: 12.5 },
        stepS: 300,
      });
      return (row) => {
        model.observe(row);
        return [model.probabilities, model.internals()];
      };
    },
  }),
  listener({
    name: 'Novelty',
    inputs: fine,
    silent: silentRow,
    begin: () => {
      const novelty = new Novelty(300);
      return (row) => [
        novelty.learn(row, { temperature: 9, humidity: 80, pressure: 1003, dew_point: 5 }),
        novelty.internals(),
      ];
    },
  }),
  listener({
    name: 'ForecastEngine',
    inputs: rows,
    silent: silentRow,
    begin: () => {
      const engine = new ForecastEngine(settingsFor(STEP_S));
      return (row) => {
        const { matured } = engine.tick(row);
        return [matured, engine.bundle(), engine.usual(row.tS)];
      };
    },
  }),
];

/** A product of a hundred fadings is not the fading of the sum to the last bit. */
const rounded = (value: unknown): string =>
  JSON.stringify(value, (_, inner) => (typeof inner === 'number' ? Number(inner.toPrecision(9)) : inner));

describe.each(listeners.map((one) => [one.name, one] as const))('%s', (_, { inputs, silent, begin }) => {
  it('cannot tell silent sensors from a station that was off', () => {
    const [from, until] = [Math.floor(inputs.length * 0.4), Math.floor(inputs.length * 0.55)];
    const heard = begin();
    const off = begin();
    for (const [i, input] of inputs.entries()) {
      const silence = i >= from && i < until;
      const a = heard(silence ? silent(input) : input);
      if (silence) continue;
      const b = off(input);
      if (rounded(a) !== rounded(b)) expect(b, `answer ${i}`).toEqual(a);
    }
  });
});
