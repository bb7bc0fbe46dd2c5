/**
 * The first schema, as it shipped. The wide tables put what charts and records read first: SQLite walks a row from its left end.
 * The last column of a folded table names it in every row, so that a page torn out of a damaged file can be put where it
 * belongs. `five_min_ts` and `hourly_ts` count rows and step over them without touching the wide rows themselves. `watermark`:
 * finer rows before this moment have been folded away; the coarser tier alone speaks for them.
 */
export const FIRST = `
CREATE TABLE sample (ts_ms INTEGER PRIMARY KEY, temp_smooth REAL, hum_smooth REAL, press_slp REAL, dew REAL,
  temp_rate REAL, press_rate REAL, cpu_temp REAL, lux REAL, temp_raw REAL, temp_hum_chip REAL, temp_press_chip REAL,
  cpu_smooth REAL, hum_raw REAL, press_raw REAL, outdoor_c REAL, clear REAL, red REAL, green REAL, blue REAL,
  cct REAL, accel_x REAL, accel_y REAL, accel_z REAL, gyro_x REAL, gyro_y REAL, gyro_z REAL, mag_x REAL, mag_y REAL,
  mag_z REAL, temp REAL, hum REAL, press_smooth REAL, hum_rate REAL, cloud_index REAL, pitch REAL, roll REAL,
  yaw REAL, compass REAL) STRICT;
CREATE TABLE five_min (ts INTEGER PRIMARY KEY, n INTEGER NOT NULL, temp_smooth REAL, temp_smooth_lo REAL,
  temp_smooth_hi REAL, temp_smooth_gaps INTEGER NOT NULL, hum_smooth REAL, hum_smooth_lo REAL, hum_smooth_hi REAL,
  hum_smooth_gaps INTEGER NOT NULL, press_slp REAL, press_slp_lo REAL, press_slp_hi REAL,
  press_slp_gaps INTEGER NOT NULL, dew REAL, dew_lo REAL, dew_hi REAL, dew_gaps INTEGER NOT NULL, temp_rate REAL,
  temp_rate_lo REAL, temp_rate_hi REAL, temp_rate_gaps INTEGER NOT NULL, press_rate REAL, press_rate_lo REAL,
  press_rate_hi REAL, press_rate_gaps INTEGER NOT NULL, cpu_temp REAL, cpu_temp_lo REAL, cpu_temp_hi REAL,
  cpu_temp_gaps INTEGER NOT NULL, lux REAL, lux_lo REAL, lux_hi REAL, lux_gaps INTEGER NOT NULL, temp_raw REAL,
  temp_raw_lo REAL, temp_raw_hi REAL, temp_raw_gaps INTEGER NOT NULL, temp_hum_chip REAL, temp_hum_chip_lo REAL,
  temp_hum_chip_hi REAL, temp_hum_chip_gaps INTEGER NOT NULL, temp_press_chip REAL, temp_press_chip_lo REAL,
  temp_press_chip_hi REAL, temp_press_chip_gaps INTEGER NOT NULL, cpu_smooth REAL, cpu_smooth_lo REAL,
  cpu_smooth_hi REAL, cpu_smooth_gaps INTEGER NOT NULL, hum_raw REAL, hum_raw_lo REAL, hum_raw_hi REAL,
  hum_raw_gaps INTEGER NOT NULL, press_raw REAL, press_raw_lo REAL, press_raw_hi REAL,
  press_raw_gaps INTEGER NOT NULL, outdoor_c REAL, outdoor_c_lo REAL, outdoor_c_hi REAL,
  outdoor_c_gaps INTEGER NOT NULL, clear REAL, clear_lo REAL, clear_hi REAL, clear_gaps INTEGER NOT NULL, red REAL,
  red_lo REAL, red_hi REAL, red_gaps INTEGER NOT NULL, green REAL, green_lo REAL, green_hi REAL,
  green_gaps INTEGER NOT NULL, blue REAL, blue_lo REAL, blue_hi REAL, blue_gaps INTEGER NOT NULL, cct REAL,
  cct_lo REAL, cct_hi REAL, cct_gaps INTEGER NOT NULL, accel_x REAL, accel_x_lo REAL, accel_x_hi REAL,
  accel_x_gaps INTEGER NOT NULL, accel_y REAL, accel_y_lo REAL, accel_y_hi REAL, accel_y_gaps INTEGER NOT NULL,
  accel_z REAL, accel_z_lo REAL, accel_z_hi REAL, accel_z_gaps INTEGER NOT NULL, gyro_x REAL, gyro_x_lo REAL,
  gyro_x_hi REAL, gyro_x_gaps INTEGER NOT NULL, gyro_y REAL, gyro_y_lo REAL, gyro_y_hi REAL,
  gyro_y_gaps INTEGER NOT NULL, gyro_z REAL, gyro_z_lo REAL, gyro_z_hi REAL, gyro_z_gaps INTEGER NOT NULL, mag_x REAL,
  mag_x_lo REAL, mag_x_hi REAL, mag_x_gaps INTEGER NOT NULL, mag_y REAL, mag_y_lo REAL, mag_y_hi REAL,
  mag_y_gaps INTEGER NOT NULL, mag_z REAL, mag_z_lo REAL, mag_z_hi REAL, mag_z_gaps INTEGER NOT NULL, temp REAL,
  temp_lo REAL, temp_hi REAL, temp_gaps INTEGER NOT NULL, hum REAL, hum_lo REAL, hum_hi REAL,
  hum_gaps INTEGER NOT NULL, press_smooth REAL, press_smooth_lo REAL, press_smooth_hi REAL,
  press_smooth_gaps INTEGER NOT NULL, hum_rate REAL, hum_rate_lo REAL, hum_rate_hi REAL,
  hum_rate_gaps INTEGER NOT NULL, cloud_index REAL, cloud_index_lo REAL, cloud_index_hi REAL,
  cloud_index_gaps INTEGER NOT NULL, cpu_excess REAL, cpu_excess_gaps INTEGER NOT NULL, temp_smooth_lo_at INTEGER,
  temp_smooth_hi_at INTEGER, hum_smooth_lo_at INTEGER, hum_smooth_hi_at INTEGER, press_slp_lo_at INTEGER,
  press_slp_hi_at INTEGER, dew_lo_at INTEGER, dew_hi_at INTEGER, press_rate_lo_at INTEGER, press_rate_hi_at INTEGER,
  tier INTEGER NOT NULL DEFAULT 1) STRICT;
CREATE TABLE hourly (ts INTEGER PRIMARY KEY, n INTEGER NOT NULL, temp_smooth REAL, temp_smooth_lo REAL,
  temp_smooth_hi REAL, temp_smooth_gaps INTEGER NOT NULL, hum_smooth REAL, hum_smooth_lo REAL, hum_smooth_hi REAL,
  hum_smooth_gaps INTEGER NOT NULL, press_slp REAL, press_slp_lo REAL, press_slp_hi REAL,
  press_slp_gaps INTEGER NOT NULL, dew REAL, dew_lo REAL, dew_hi REAL, dew_gaps INTEGER NOT NULL, temp_rate REAL,
  temp_rate_lo REAL, temp_rate_hi REAL, temp_rate_gaps INTEGER NOT NULL, press_rate REAL, press_rate_lo REAL,
  press_rate_hi REAL, press_rate_gaps INTEGER NOT NULL, cpu_temp REAL, cpu_temp_lo REAL, cpu_temp_hi REAL,
  cpu_temp_gaps INTEGER NOT NULL, lux REAL, lux_lo REAL, lux_hi REAL, lux_gaps INTEGER NOT NULL, temp_raw REAL,
  temp_raw_lo REAL, temp_raw_hi REAL, temp_raw_gaps INTEGER NOT NULL, temp_hum_chip REAL, temp_hum_chip_lo REAL,
  temp_hum_chip_hi REAL, temp_hum_chip_gaps INTEGER NOT NULL, temp_press_chip REAL, temp_press_chip_lo REAL,
  temp_press_chip_hi REAL, temp_press_chip_gaps INTEGER NOT NULL, cpu_smooth REAL, cpu_smooth_lo REAL,
  cpu_smooth_hi REAL, cpu_smooth_gaps INTEGER NOT NULL, hum_raw REAL, hum_raw_lo REAL, hum_raw_hi REAL,
  hum_raw_gaps INTEGER NOT NULL, press_raw REAL, press_raw_lo REAL, press_raw_hi REAL,
  press_raw_gaps INTEGER NOT NULL, outdoor_c REAL, outdoor_c_lo REAL, outdoor_c_hi REAL,
  outdoor_c_gaps INTEGER NOT NULL, clear REAL, clear_lo REAL, clear_hi REAL, clear_gaps INTEGER NOT NULL, red REAL,
  red_lo REAL, red_hi REAL, red_gaps INTEGER NOT NULL, green REAL, green_lo REAL, green_hi REAL,
  green_gaps INTEGER NOT NULL, blue REAL, blue_lo REAL, blue_hi REAL, blue_gaps INTEGER NOT NULL, cct REAL,
  cct_lo REAL, cct_hi REAL, cct_gaps INTEGER NOT NULL, accel_x REAL, accel_x_lo REAL, accel_x_hi REAL,
  accel_x_gaps INTEGER NOT NULL, accel_y REAL, accel_y_lo REAL, accel_y_hi REAL, accel_y_gaps INTEGER NOT NULL,
  accel_z REAL, accel_z_lo REAL, accel_z_hi REAL, accel_z_gaps INTEGER NOT NULL, gyro_x REAL, gyro_x_lo REAL,
  gyro_x_hi REAL, gyro_x_gaps INTEGER NOT NULL, gyro_y REAL, gyro_y_lo REAL, gyro_y_hi REAL,
  gyro_y_gaps INTEGER NOT NULL, gyro_z REAL, gyro_z_lo REAL, gyro_z_hi REAL, gyro_z_gaps INTEGER NOT NULL, mag_x REAL,
  mag_x_lo REAL, mag_x_hi REAL, mag_x_gaps INTEGER NOT NULL, mag_y REAL, mag_y_lo REAL, mag_y_hi REAL,
  mag_y_gaps INTEGER NOT NULL, mag_z REAL, mag_z_lo REAL, mag_z_hi REAL, mag_z_gaps INTEGER NOT NULL, temp REAL,
  temp_lo REAL, temp_hi REAL, temp_gaps INTEGER NOT NULL, hum REAL, hum_lo REAL, hum_hi REAL,
  hum_gaps INTEGER NOT NULL, press_smooth REAL, press_smooth_lo REAL, press_smooth_hi REAL,
  press_smooth_gaps INTEGER NOT NULL, hum_rate REAL, hum_rate_lo REAL, hum_rate_hi REAL,
  hum_rate_gaps INTEGER NOT NULL, cloud_index REAL, cloud_index_lo REAL, cloud_index_hi REAL,
  cloud_index_gaps INTEGER NOT NULL, cpu_excess REAL, cpu_excess_gaps INTEGER NOT NULL, temp_smooth_lo_at INTEGER,
  temp_smooth_hi_at INTEGER, hum_smooth_lo_at INTEGER, hum_smooth_hi_at INTEGER, press_slp_lo_at INTEGER,
  press_slp_hi_at INTEGER, dew_lo_at INTEGER, dew_hi_at INTEGER, press_rate_lo_at INTEGER, press_rate_hi_at INTEGER,
  tier INTEGER NOT NULL DEFAULT 2) STRICT;
CREATE TABLE half_day (ts INTEGER PRIMARY KEY, n INTEGER NOT NULL, temp_smooth REAL, temp_smooth_lo REAL,
  temp_smooth_hi REAL, temp_smooth_gaps INTEGER NOT NULL, hum_smooth REAL, hum_smooth_lo REAL, hum_smooth_hi REAL,
  hum_smooth_gaps INTEGER NOT NULL, press_slp REAL, press_slp_lo REAL, press_slp_hi REAL,
  press_slp_gaps INTEGER NOT NULL, dew REAL, dew_lo REAL, dew_hi REAL, dew_gaps INTEGER NOT NULL, temp_rate REAL,
  temp_rate_lo REAL, temp_rate_hi REAL, temp_rate_gaps INTEGER NOT NULL, press_rate REAL, press_rate_lo REAL,
  press_rate_hi REAL, press_rate_gaps INTEGER NOT NULL, cpu_temp REAL, cpu_temp_lo REAL, cpu_temp_hi REAL,
  cpu_temp_gaps INTEGER NOT NULL, lux REAL, lux_lo REAL, lux_hi REAL, lux_gaps INTEGER NOT NULL, temp_raw REAL,
  temp_raw_lo REAL, temp_raw_hi REAL, temp_raw_gaps INTEGER NOT NULL, temp_hum_chip REAL, temp_hum_chip_lo REAL,
  temp_hum_chip_hi REAL, temp_hum_chip_gaps INTEGER NOT NULL, temp_press_chip REAL, temp_press_chip_lo REAL,
  temp_press_chip_hi REAL, temp_press_chip_gaps INTEGER NOT NULL, cpu_smooth REAL, cpu_smooth_lo REAL,
  cpu_smooth_hi REAL, cpu_smooth_gaps INTEGER NOT NULL, hum_raw REAL, hum_raw_lo REAL, hum_raw_hi REAL,
  hum_raw_gaps INTEGER NOT NULL, press_raw REAL, press_raw_lo REAL, press_raw_hi REAL,
  press_raw_gaps INTEGER NOT NULL, outdoor_c REAL, outdoor_c_lo REAL, outdoor_c_hi REAL,
  outdoor_c_gaps INTEGER NOT NULL, clear REAL, clear_lo REAL, clear_hi REAL, clear_gaps INTEGER NOT NULL, red REAL,
  red_lo REAL, red_hi REAL, red_gaps INTEGER NOT NULL, green REAL, green_lo REAL, green_hi REAL,
  green_gaps INTEGER NOT NULL, blue REAL, blue_lo REAL, blue_hi REAL, blue_gaps INTEGER NOT NULL, cct REAL,
  cct_lo REAL, cct_hi REAL, cct_gaps INTEGER NOT NULL, accel_x REAL, accel_x_lo REAL, accel_x_hi REAL,
  accel_x_gaps INTEGER NOT NULL, accel_y REAL, accel_y_lo REAL, accel_y_hi REAL, accel_y_gaps INTEGER NOT NULL,
  accel_z REAL, accel_z_lo REAL, accel_z_hi REAL, accel_z_gaps INTEGER NOT NULL, gyro_x REAL, gyro_x_lo REAL,
  gyro_x_hi REAL, gyro_x_gaps INTEGER NOT NULL, gyro_y REAL, gyro_y_lo REAL, gyro_y_hi REAL,
  gyro_y_gaps INTEGER NOT NULL, gyro_z REAL, gyro_z_lo REAL, gyro_z_hi REAL, gyro_z_gaps INTEGER NOT NULL, mag_x REAL,
  mag_x_lo REAL, mag_x_hi REAL, mag_x_gaps INTEGER NOT NULL, mag_y REAL, mag_y_lo REAL, mag_y_hi REAL,
  mag_y_gaps INTEGER NOT NULL, mag_z REAL, mag_z_lo REAL, mag_z_hi REAL, mag_z_gaps INTEGER NOT NULL, temp REAL,
  temp_lo REAL, temp_hi REAL, temp_gaps INTEGER NOT NULL, hum REAL, hum_lo REAL, hum_hi REAL,
  hum_gaps INTEGER NOT NULL, press_smooth REAL, press_smooth_lo REAL, press_smooth_hi REAL,
  press_smooth_gaps INTEGER NOT NULL, hum_rate REAL, hum_rate_lo REAL, hum_rate_hi REAL,
  hum_rate_gaps INTEGER NOT NULL, cloud_index REAL, cloud_index_lo REAL, cloud_index_hi REAL,
  cloud_index_gaps INTEGER NOT NULL, cpu_excess REAL, cpu_excess_gaps INTEGER NOT NULL, temp_smooth_lo_at INTEGER,
  temp_smooth_hi_at INTEGER, hum_smooth_lo_at INTEGER, hum_smooth_hi_at INTEGER, press_slp_lo_at INTEGER,
  press_slp_hi_at INTEGER, dew_lo_at INTEGER, dew_hi_at INTEGER, press_rate_lo_at INTEGER, press_rate_hi_at INTEGER,
  tier INTEGER NOT NULL DEFAULT 3) STRICT;
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
