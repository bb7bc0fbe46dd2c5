import type { Saved } from '../../../src/maths/codec.ts';
import { Climate, type ClimateState } from '../../../src/station/forecast/climate/climate.ts';
import { Climatology, ClimatologySeries, Moment } from '../../../src/station/forecast/climate/climatology.ts';
import { HourlyMeans } from '../../../src/station/forecast/climate/hourly.ts';
import { Outlook } from '../../../src/station/forecast/climate/outlook.ts';
import { DriftWatch } from '../../../src/station/watch/drift.ts';
import { Novelty } from '../../../src/station/watch/novelty.ts';
import { fine, hourly, noise } from './forecast-worlds.ts';
import { type Learner, learner } from './learner.ts';

const OFFSET_S = 3600;

/** What is usual here, and what is not. */
export const climateLearners: readonly Learner[] = [
  learner('HourlyMeans', fine, {
    fresh: () => new HourlyMeans(),
    step: (means, row) => means.add(row),
  }),
  learner('Climate', fine, {
    fresh: () => new Climate(OFFSET_S),
    restored: (saved: ClimateState) => new Climate(OFFSET_S).restore(saved),
    step: (climate, row) => {
      climate.absorb(row);
      return climate.usual(row.tS + 3600);
    },
  }),
  learner('ClimatologySeries', hourly, {
    fresh: () => new ClimatologySeries(),
    restored: (saved: Saved<ClimatologySeries>) => new ClimatologySeries().restore(saved),
    step: (series, row) => {
      const moment = new Moment(row.tS, OFFSET_S);
      return [series.learn(moment, row.temperatureC!), series.predict(moment), series.residualStd, series.historyDays];
    },
  }),
  learner('Climatology', hourly, {
    fresh: () => new Climatology(),
    step: (climatology, row) => {
      const moment = new Moment(row.tS, OFFSET_S);
      climatology.series.pressure.learn(moment, row.stationHpa!);
      return [climatology.at(moment), climatology.ready];
    },
  }),
  learner('Outlook', hourly, {
    fresh: () => new Outlook(OFFSET_S),
    step: (outlook, row) => {
      const climatology = usual();
      const values = {
        temperature: row.temperatureC,
        humidity: row.humidityPct,
        pressure: row.stationHpa,
        dew_point: null,
      };
      const at = climatology.at(new Moment(row.tS, OFFSET_S));
      const anomaly = (name: 'temperature' | 'humidity' | 'pressure') => values[name]! - (at[name] ?? 0);
      const anomalies = {
        temperature: anomaly('temperature'),
        humidity: anomaly('humidity'),
        pressure: anomaly('pressure'),
        dew_point: null,
      };
      outlook.learnHour(row.tS, anomalies, values, climatology);
      return [outlook.rho('temperature'), outlook.expect('temperature', row.tS, row.tS + 172_800, climatology)];
    },
  }),
  learner('Novelty', fine, {
    fresh: () => new Novelty(300),
    step: (novelty, row) => [
      novelty.learn(row, { temperature: 9, humidity: 80, pressure: 1003, dew_point: 5 }),
      novelty.bundle(),
      novelty.internals(),
      novelty.warm,
    ],
  }),
  learner('DriftWatch', noise, {
    fresh: () => new DriftWatch(),
    step: (watch, x) => {
      const at = noise.indexOf(x);
      const grown = at > 1200 ? 6 : 1;
      const error = {
        target: 'temperature',
        horizonS: 3600,
        dueS: 3600 * at,
        truth: 15 + grown * x,
        forecast: 15,
      } as const;
      return [
        watch.learn({ ...error, persistence: 15, scale: 1 }),
        watch.stress,
        watch.retrainRequested,
        watch.bundle(),
      ];
    },
  }),
];

let usualNow: Climatology | null = null;
/** One climatology for all lives: what an outlook is told, not what it learns. */
function usual(): Climatology {
  if (usualNow) return usualNow;
  usualNow = new Climatology();
  for (const row of hourly) {
    const moment = new Moment(row.tS, OFFSET_S);
    usualNow.series.temperature.learn(moment, row.temperatureC!);
    usualNow.series.humidity.learn(moment, row.humidityPct!);
    usualNow.series.pressure.learn(moment, row.stationHpa!);
  }
  return usualNow;
}
