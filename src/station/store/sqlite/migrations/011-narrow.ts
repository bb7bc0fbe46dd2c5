import { droppingSums } from './sum-triggers.ts';

const folded = (table: string, tier: number): string =>
  `CREATE TABLE ${table} (ts INTEGER NOT NULL, quantity INTEGER NOT NULL, n INTEGER NOT NULL, value REAL, lo REAL,
  hi REAL, steadiness REAL, tier INTEGER NOT NULL DEFAULT ${tier}, PRIMARY KEY (ts, quantity)) STRICT, WITHOUT ROWID;`;

const view = (name: string, table: string): string =>
  `CREATE VIEW ${name} AS SELECT ts AS time_s, strftime('%Y-%m-%dT%H:%M:%SZ', ts, 'unixepoch') AS time_utc,
  q.name AS quantity, q.unit, n AS samples, value, lo AS value_min, hi AS value_max
  FROM ${table} JOIN narrow_quantity q ON q.id = quantity;`;

/**
 * Narrow tables: a row for each value of what only some stations have (wind, rain, a battery), under the moment of its sample. By time
 * and not by quantity: a commit then writes one place and not one for each (`docs/develop/storage.md`). `narrow_quantity` names the
 * numbers that are in use. `tier` tells the folded rows apart when a page of a damaged file is read by itself. Views for other
 * programs, as in `008-views.ts`.
 */
export const NARROW = `
CREATE TABLE narrow_quantity (id INTEGER PRIMARY KEY, name TEXT NOT NULL, unit TEXT NOT NULL) STRICT;
CREATE TABLE narrow_sample (ts_ms INTEGER NOT NULL, quantity INTEGER NOT NULL, value REAL NOT NULL,
  PRIMARY KEY (ts_ms, quantity)) STRICT, WITHOUT ROWID;
${folded('narrow_five_min', 1)}
${folded('narrow_hourly', 2)}
${folded('narrow_half_day', 3)}
${droppingSums('narrow_sample', 'ts_ms', 3_600_000)}
${droppingSums('narrow_five_min', 'ts', 86_400)}
${droppingSums('narrow_hourly', 'ts', 864_000)}
${droppingSums('narrow_half_day', 'ts', 10_368_000)}
CREATE VIEW v_other_samples AS SELECT ts_ms AS time_ms, ts_ms / 1000.0 AS time_s,
  strftime('%Y-%m-%dT%H:%M:%fZ', ts_ms / 1000.0, 'unixepoch') AS time_utc, q.name AS quantity, q.unit, value
  FROM narrow_sample JOIN narrow_quantity q ON q.id = quantity;
${view('v_other_five_minutes', 'narrow_five_min')}
${view('v_other_hours', 'narrow_hourly')}
`;
