import type { Database } from '../../sqlite/database.ts';

/** Rows of weather and of what people told. */
export const countRows = (db: Database): number =>
  ['label', 'event', 'calibration', 'hourly', 'five_min', 'tick', 'sample']
    .map((table) => db.prepare<[], number>(`SELECT count(*) FROM main.${table}`).pluck().get()!)
    .reduce((sum, rows) => sum + rows);
