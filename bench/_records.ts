import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parseRecord, type RecordRow, RecordTicks } from '../src/backtest/record.ts';
import type { TypicalTable } from '../src/station/forecast/learners/typical.ts';
import type { ForecastSettings } from '../src/station/forecast/settings.ts';
import type { TickRow } from '../src/station/tick.ts';
import typicalWithout from './_typical-without.json';

/** Typical tables fitted without the record that they are asked about, by its name. Made by `npm run typical`. */
export const TYPICAL_WITHOUT = typicalWithout as unknown as Readonly<Record<string, TypicalTable>>;

const FOLDER = join(process.cwd(), '..', 'shared', 'data');

/** The development records; their sources and terms are named in docs/evidence/conditions.md. */
const RECORDS = [
  {
    name: 'Lyngby',
    file: 'dtu-lyngby-2016-2017-5min.csv.gz',
    stepS: 300,
    latitude: 55.79064,
    longitude: 12.52505,
    altitudeM: 50,
  },
  {
    name: 'Svartberget',
    file: 'svartberget-2019-30min.csv.gz',
    stepS: 1800,
    latitude: 64.26,
    longitude: 19.77,
    altitudeM: 267,
  },
  { name: 'Essen', file: 'essen-2014-2018-60min.csv.gz', stepS: 3600, latitude: 51.4, longitude: 6.97, altitudeM: 150 },
];

export interface BenchRecord {
  name: string;
  altitudeM: number;
  readonly rows: RecordRow[];
  readonly ticks: TickRow[];
  settings: ForecastSettings;
}

/** Those of the records that are there, each read when it is asked for. Says loudly which are not. */
export function developmentRecords(): BenchRecord[] {
  return RECORDS.flatMap(({ name, file, stepS, latitude, longitude, altitudeM }) => {
    const path = join(FOLDER, file);
    if (!existsSync(path)) {
      console.warn(`SKIPPED: ${name}, because ${path} does not exist`);
      return [];
    }
    const rows = once(() => {
      const all = parseRecord(gunzipSync(readFileSync(path)).toString('utf8'));
      return all.filter(({ tS }) => tS % stepS === 0);
    });
    const ticks = once(() => {
      const builder = new RecordTicks(stepS, { latitude, longitude }, altitudeM);
      return rows().map((row) => builder.tick(row));
    });
    const settings = { stepS, latitude, longitude, standardOffsetS: 0, timezone: 'UTC' };
    const record: BenchRecord = {
      name,
      altitudeM,
      settings,
      get rows() {
        return rows();
      },
      get ticks() {
        return ticks();
      },
    };
    return [record];
  });
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
