import { describe, expect, it } from 'vitest';
import { CLIMATE_SERIES, Climatology, Moment } from '../../../src/station/forecast/climate/climatology.ts';
import { HourlyMeans } from '../../../src/station/forecast/climate/hourly.ts';
import { Novelty } from '../../../src/station/watch/novelty.ts';
import { siteRecord } from '../../support/records.ts';
import { share } from '../../support/share.ts';

// Svartberget: ICOS Sweden, CC BY 4.0. Essen: DWD open data.
const places = [
  { name: 'Svartberget', longitude: 19.77, read: () => siteRecord('svartberget-2019-30min.csv.gz', 64.26, 19.77, 267) },
  { name: 'Essen', longitude: 6.97, read: () => siteRecord('essen-2014-2018-60min.csv.gz', 51.4, 6.97, 150) },
];
const sites = share('records of sites whose weather is seldom novel', places, () => ['a site']);

describe.each(sites)('the weather of $name', ({ longitude, read }) => {
  const record = read();
  it.skipIf(record === null)('is novel at most 25 times a year', () => {
    const { stepS } = record!;
    const ticks = record!.ticks.slice(0, (730 * 86400) / stepS);
    const novelty = new Novelty(stepS);
    const climatology = new Climatology();
    const hourly = new HourlyMeans();
    const offsetS = Math.round(longitude * 240);
    let events = 0;
    for (const row of ticks) {
      if (novelty.learn(row, climatology.at(new Moment(row.tS, offsetS))) !== null) events += 1;
      for (const hour of hourly.add(row)) {
        const moment = new Moment(hour.tS, offsetS);
        for (const name of CLIMATE_SERIES) {
          const mean = hour.values[name];
          if (mean !== null) climatology.series[name].learn(moment, mean);
        }
      }
    }
    const years = (ticks.at(-1)!.tS - ticks[0]!.tS) / (365.2425 * 86400);
    expect(events / years).toBeLessThan(25);
    expect(events).toBeGreaterThan(0);
  });
});
