import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parseRecord, type RecordRow, RecordTicks, stepOf } from '../src/station/forecast/backtest/record.ts';
import type { ForecastSettings } from '../src/station/forecast/settings.ts';
import type { TickRow } from '../src/station/tick.ts';

const FOLDER = join(process.cwd(), '..', 'shared', 'data');

/** The development records; their sources and terms are named in docs/conditions.md. */
const RECORDS = [
  { name: 'Lyngby', file: 'dtu-lyngby-2016-2017-5min.csv.gz', latitude: 55.79064, longitude: 12.52505, altitudeM: 50 },
  { name: 'Svartberget', file: 'svartberget-2019-30min.csv.gz', latitude: 64.26, longitude: 19.77, altitudeM: 267 },
  { name: 'Essen', file: 'essen-2014-2018-60min.csv.gz', latitude: 51.4, longitude: 6.97, altitudeM: 150 },
];

export interface BenchRecord {
  name: string;
  rows: RecordRow[];
  ticks: TickRow[];
  settings: ForecastSettings;
}

/** Those of the records that are there. Says loudly which are not. */
export function developmentRecords(): BenchRecord[] {
  return RECORDS.flatMap(({ name, file, latitude, longitude, altitudeM }) => {
    const path = join(FOLDER, file);
    if (!existsSync(path)) {
      console.warn(`SKIPPED: ${name}, because ${path} does not exist`);
      return [];
    }
    const all = parseRecord(gunzipSync(readFileSync(path)).toString('utf8'));
    const stepS = stepOf(all);
    const rows = all.filter(({ tS }) => tS % stepS === 0);
    const builder = new RecordTicks(stepS, { latitude, longitude }, altitudeM);
    const settings = { stepS, latitude, longitude, standardOffsetS: 0, timezone: 'UTC' };
    return [{ name, rows, ticks: rows.map((row) => builder.tick(row)), settings }];
  });
}
