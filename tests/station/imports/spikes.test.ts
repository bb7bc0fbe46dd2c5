import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { undoImport } from '../../../src/station/imports/work.ts';
import { FLAG } from '../../../src/station/quality/flags.ts';
import { rangeOf } from '../../support/store-work.ts';
import { NOON, Workshop } from '../store/support.ts';
import { contextOf } from './bring-in.ts';
import { tablesOf } from './history-tables.ts';
import { asCsv } from './made-files.ts';
import { bringIn, KEPT, WEATHER } from './twelve-days.ts';

const workshop = new Workshop();

describe('import: spikes', () => {
  const at = (hoursAgo: number) => WEATHER.length - hoursAgo * 12;
  const SPIKES = [at(10 * 24), at(30), at(0) - 6];
  const spiked = WEATHER.map((row, i) => (SPIKES.includes(i) ? { ...row, temperatureC: 52 } : row));

  it('are flagged, no record, and in no mean, whether hours, five minutes or samples are kept; the value stays', async () => {
    const store = workshop.open(KEPT);
    await bringIn(store, [asCsv(store.folder, spiked)]);
    expect(store.history.records().temp_max!.value).toBeLessThan(25);
    for (const i of SPIKES) {
      const { tS } = spiked[i]!;
      expect(tablesOf(store)['quality'], `${i}`).toContain(
        JSON.stringify([1, tS * 1000, tS * 1000 + 1, FLAG.step | FLAG.spike]),
      );
      const { series } = rangeOf(store, tS - 3600, tS + 3600, 3600);
      for (const value of series['temp']!) expect(value, `${i}`).toBeLessThan(25);
    }
    store.reflag.say(['temperature'], spiked[SPIKES[1]!]!.tS * 1000, spiked[SPIKES[1]!]!.tS * 1000 + 1, 'good');
    await store.reflag.run({ signal: new AbortController().signal, progress: () => {} });
    expect(store.history.records().temp_max!.value).toBe(52);
  });

  it('of a second thermometer are flagged as those of the air are, and no wind beyond all storms is taken', async () => {
    const store = workshop.open(KEPT);
    const path = join(workshop.folder(), 'spiked.csv');
    const lines = WEATHER.map(({ tS, temperatureC, windMs }, i) => {
      const isSpike = SPIKES.includes(i);
      const cells = [temperatureC, isSpike ? 55 : temperatureC! + 0.5, isSpike ? 120 : windMs];
      return [new Date((tS + 300) * 1000).toISOString(), ...cells].join(',');
    });
    writeFileSync(path, `Time,Temperature (°C),CH2 Temperature (°C),Wind Speed (m/s)\n${lines.join('\n')}\n`);
    await bringIn(store, [path]);
    const { flagged } = store.history;
    expect(flagged.spans(0, NOON * 1000).map(({ fromMs, bits }) => [fromMs, bits])).toEqual(
      SPIKES.map((i) => [WEATHER[i]!.tS * 1000, FLAG.step | FLAG.spike]),
    );
    expect(flagged.points(0, NOON * 1000)).toContainEqual(expect.objectContaining({ quantity: 'ch2_temp', value: 55 }));
    for (const i of SPIKES) {
      const { tS } = WEATHER[i]!;
      const series = rangeOf(store, tS - 3600, tS + 3600, 3600).series as Record<string, (number | null)[]>;
      for (const value of series['ch2_temp']!) expect(value, `${i}`).toBeLessThan(25);
      for (const value of series['wind_speed']!) expect(value, `${i}`).toBeLessThan(8);
    }
  });

  it('go with the import', async () => {
    const store = workshop.open(KEPT);
    const nothing = tablesOf(store);
    const { job } = await bringIn(store, [asCsv(store.folder, spiked)]);
    await undoImport(contextOf(store), { job });
    expect(tablesOf(store)).toEqual(nothing);
  });

  it('a front that stays is none', async () => {
    const store = workshop.open(KEPT);
    const front = WEATHER.map((row, i) => (i > at(50) ? { ...row, temperatureC: row.temperatureC! - 12 } : row));
    await bringIn(store, [asCsv(store.folder, front)]);
    const flags = tablesOf(store)['quality']!.map((row) => (JSON.parse(row) as number[])[3]);
    expect(flags).toEqual([FLAG.step]);
  });
});
