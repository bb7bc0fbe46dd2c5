import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parseRecord, type RecordRow, RecordTicks, stepOf } from '../../src/backtest/record.ts';
import type { TickRow } from '../../src/station/tick.ts';

/** Folder of the long real records, beside the repository. */
export const RECORDS = join(import.meta.dirname, '..', '..', '..', 'shared', 'data');

export interface SiteRecord {
  stepS: number;
  rows: RecordRow[];
  ticks: TickRow[];
}

/** A long real record from beside the repository; null, and a loud word, where it is not. */
export function siteRecord(file: string, latitude: number, longitude: number, altitudeM: number): SiteRecord | null {
  const path = join(RECORDS, file);
  if (!existsSync(path)) {
    console.warn(`SKIPPED: what needs ${file}, because ${path} does not exist`);
    return null;
  }
  const all = parseRecord(gunzipSync(readFileSync(path)).toString('utf8'));
  const stepS = stepOf(all);
  const rows = all.filter(({ tS }) => tS % stepS === 0);
  const builder = new RecordTicks(stepS, { latitude, longitude }, altitudeM);
  return { stepS, rows, ticks: rows.map((row) => builder.tick(row)) };
}
