/** Signals with flags, by their number in `quality`, and the name of their column in the views. */
const SIGNALS = [
  [1, 'temperature'],
  [2, 'humidity'],
  [3, 'pressure'],
  [4, 'outdoor'],
  [5, 'light'],
] as const;

/** Flags of one moment, in ms: spans of a signal never overlap, so the last that begins before it is the only one. */
const atMoment = ([signal, name]: (typeof SIGNALS)[number]): string =>
  `coalesce((SELECT CASE WHEN q.until_ms > ts_ms THEN q.bits END FROM quality q
  WHERE q.signal = ${signal} AND q.from_ms <= ts_ms ORDER BY q.from_ms DESC LIMIT 1), 0) AS ${name}_flags`;

/** All flags within a row of this width: every bit that any of its spans has. */
const within = (widthS: number, [signal, name]: (typeof SIGNALS)[number]): string => {
  const bits = [1, 2, 4, 8, 16, 32, 64, 128].map((bit) => `coalesce(max(q.bits & ${bit}), 0)`).join(' | ');
  return `(SELECT ${bits} FROM quality q WHERE q.signal = ${signal} AND q.from_ms < (ts + ${widthS}) * 1000 AND q.until_ms > ts * 1000
  AND q.from_ms >= coalesce((SELECT max(p.from_ms) FROM quality p WHERE p.signal = ${signal} AND p.from_ms <= ts * 1000), ts * 1000))
  AS ${name}_flags`;
};

const samples = SIGNALS.map(atMoment).join(',\n  ');
const rows = (widthS: number): string => SIGNALS.map((signal) => within(widthS, signal)).join(',\n  ');

const folded = (name: string, table: string, widthS: number): string => `DROP VIEW IF EXISTS ${name};
CREATE VIEW ${name} AS SELECT
  ts AS time_s, strftime('%Y-%m-%dT%H:%M:%SZ', ts, 'unixepoch') AS time_utc, n AS samples, temp_smooth AS temperature_c,
  temp_smooth_lo AS temperature_c_min, temp_smooth_hi AS temperature_c_max, hum_smooth AS humidity_pct,
  hum_smooth_lo AS humidity_pct_min, hum_smooth_hi AS humidity_pct_max, press_slp AS sea_level_hpa,
  press_slp_lo AS sea_level_hpa_min, press_slp_hi AS sea_level_hpa_max, press_smooth AS station_hpa,
  press_smooth_lo AS station_hpa_min, press_smooth_hi AS station_hpa_max, dew AS dew_point_c, dew_lo AS dew_point_c_min,
  dew_hi AS dew_point_c_max, outdoor_c, outdoor_c_lo AS outdoor_c_min, outdoor_c_hi AS outdoor_c_max,
  temp_rate AS temperature_c_per_h, temp_rate_lo AS temperature_c_per_h_min, temp_rate_hi AS temperature_c_per_h_max,
  hum_rate AS humidity_pct_per_h, hum_rate_lo AS humidity_pct_per_h_min, hum_rate_hi AS humidity_pct_per_h_max,
  press_rate AS pressure_hpa_per_h, press_rate_lo AS pressure_hpa_per_h_min, press_rate_hi AS pressure_hpa_per_h_max, lux,
  lux_lo AS lux_min, lux_hi AS lux_max, cloud_index, cct AS colour_temperature_k, cpu_temp AS cpu_c,
  temp_raw AS temperature_raw_c, hum_raw AS humidity_raw_pct, press_raw AS station_raw_hpa,
  ${rows(widthS)}
  FROM ${table};`;

/**
 * Quality flags. `quality` is sparse: most values have no flag, and a span costs one row however long it is. Spans of one signal never
 * overlap. `unscreened` keeps what a folded row would hold without its flags, as JSON by column: `kind` 0 with all that was measured, 1
 * with what the tests alone leave. The views of `008-views.ts` get the flags behind their columns.
 */
export const QUALITY = `
CREATE TABLE quality (signal INTEGER NOT NULL, from_ms INTEGER NOT NULL, until_ms INTEGER NOT NULL, bits INTEGER NOT NULL,
  PRIMARY KEY (signal, from_ms)) STRICT, WITHOUT ROWID;
CREATE TABLE unscreened (tier INTEGER NOT NULL, ts INTEGER NOT NULL, kind INTEGER NOT NULL, cells TEXT NOT NULL,
  PRIMARY KEY (tier, ts, kind)) STRICT, WITHOUT ROWID;
DROP VIEW IF EXISTS v_samples;
CREATE VIEW v_samples AS SELECT
  ts_ms AS time_ms, ts_ms / 1000.0 AS time_s, strftime('%Y-%m-%dT%H:%M:%fZ', ts_ms / 1000.0, 'unixepoch') AS time_utc,
  temp_smooth AS temperature_c, hum_smooth AS humidity_pct, press_slp AS sea_level_hpa, press_smooth AS station_hpa,
  dew AS dew_point_c, outdoor_c, temp_rate AS temperature_c_per_h, hum_rate AS humidity_pct_per_h,
  press_rate AS pressure_hpa_per_h, lux, cloud_index, cct AS colour_temperature_k, cpu_temp AS cpu_c,
  temp_raw AS temperature_raw_c, hum_raw AS humidity_raw_pct, press_raw AS station_raw_hpa, accel_x AS accel_x_g,
  accel_y AS accel_y_g, accel_z AS accel_z_g, gyro_x AS gyro_x_dps, gyro_y AS gyro_y_dps, gyro_z AS gyro_z_dps,
  mag_x AS field_x_ut, mag_y AS field_y_ut, mag_z AS field_z_ut, pitch AS pitch_deg, roll AS roll_deg, yaw AS yaw_deg,
  compass AS compass_deg,
  ${samples}
  FROM sample;
${folded('v_five_minutes', 'five_min', 300)}
${folded('v_hours', 'hourly', 3600)}
`;
