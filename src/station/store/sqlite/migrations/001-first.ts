/** Columns of the measured tables, in their order: what charts and records read, and the chips. */
const MEASURED = [
  'temp_smooth hum_smooth press_slp dew temp_rate press_rate cpu_temp lux temp_raw temp_hum_chip temp_press_chip',
  'cpu_smooth hum_raw press_raw outdoor_c clear red green blue cct accel_x accel_y accel_z gyro_x gyro_y gyro_z',
  'mag_x mag_y mag_z temp hum press_smooth hum_rate cloud_index',
].flatMap((names) => names.split(' '));
const EXTREMES = 'temp_smooth hum_smooth press_slp dew press_rate'.split(' ');

const real = (names: readonly string[]): string => names.map((name) => `${name} REAL`).join(', ');
const summary = (name: string): string =>
  `${name} REAL, ${name}_lo REAL, ${name}_hi REAL, ${name}_gaps INTEGER NOT NULL`;
const folded = (table: string, tier: number): string =>
  `CREATE TABLE ${table} (ts INTEGER PRIMARY KEY, n INTEGER NOT NULL, ${MEASURED.map(summary).join(', ')},
  cpu_excess REAL, cpu_excess_gaps INTEGER NOT NULL,
  ${EXTREMES.map((name) => `${name}_lo_at INTEGER, ${name}_hi_at INTEGER`).join(', ')},
  tier INTEGER NOT NULL DEFAULT ${tier}) STRICT;`;

/**
 * The first schema, as it shipped. The wide tables put what charts and records read first: SQLite walks a row from its left end.
 * The last column of a folded table names it in every row, so that a page torn out of a damaged file can be put where it
 * belongs. `five_min_ts` and `hourly_ts` count rows and step over them without touching the wide rows themselves. `watermark`:
 * finer rows before this moment have been folded away; the coarser tier alone speaks for them.
 */
export const FIRST = `
CREATE TABLE sample (ts_ms INTEGER PRIMARY KEY, ${real([...MEASURED, 'pitch', 'roll', 'yaw', 'compass'])}) STRICT;
${folded('five_min', 1)}
${folded('hourly', 2)}
${folded('half_day', 3)}
CREATE INDEX five_min_ts ON five_min (ts);
CREATE INDEX hourly_ts ON hourly (ts);
CREATE TABLE watermark (tier TEXT PRIMARY KEY, from_ts INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE record (name TEXT PRIMARY KEY, ts_ms INTEGER NOT NULL, value REAL NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE event (id INTEGER PRIMARY KEY, ts REAL NOT NULL, kind TEXT NOT NULL, severity TEXT NOT NULL,
  detail TEXT NOT NULL, data TEXT) STRICT;
CREATE INDEX event_by_kind ON event (kind, id);
CREATE TABLE label (id INTEGER PRIMARY KEY, ts REAL NOT NULL, given_ts REAL NOT NULL, kind TEXT NOT NULL,
  value REAL NOT NULL, note TEXT NOT NULL, learned INTEGER NOT NULL) STRICT;
CREATE INDEX label_by_ts ON label (ts);
CREATE TABLE learned (name TEXT PRIMARY KEY, version INTEGER NOT NULL, saved_ts REAL NOT NULL,
  state TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE calibration (id INTEGER PRIMARY KEY, ts REAL NOT NULL, signal TEXT NOT NULL, reference REAL, before REAL,
  after REAL, state TEXT NOT NULL) STRICT;
CREATE TABLE tick (ts INTEGER PRIMARY KEY, temp REAL, hum REAL, press REAL, dew REAL, cloud_index REAL,
  temp_rate REAL, hum_rate REAL, press_rate REAL, sea_level_ratio REAL NOT NULL, temp_raw REAL, cpu_excess REAL,
  hum_raw REAL) STRICT;
CREATE TABLE pending (due_ts INTEGER NOT NULL, target TEXT NOT NULL, horizon_s INTEGER NOT NULL,
  issue_ts INTEGER NOT NULL, epoch INTEGER NOT NULL, anchor REAL NOT NULL, forecast REAL NOT NULL, halfwidth REAL,
  scale REAL NOT NULL, ratio REAL NOT NULL, payload BLOB NOT NULL, PRIMARY KEY (due_ts, target, horizon_s)) STRICT,
  WITHOUT ROWID;
CREATE TABLE score (day INTEGER NOT NULL, target TEXT NOT NULL, horizon_s INTEGER NOT NULL, state TEXT NOT NULL,
  PRIMARY KEY (day, target, horizon_s)) STRICT, WITHOUT ROWID;
CREATE TABLE job (name TEXT PRIMARY KEY, started_ts REAL NOT NULL, state TEXT NOT NULL) STRICT, WITHOUT ROWID;
`;
