/** View of the rows of a folded table. `behind`: columns of a later step. Shipped, like the steps that use it. */
export const foldedView = (name: string, table: string, behind = ''): string => `DROP VIEW IF EXISTS ${name};
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
  temp_raw AS temperature_raw_c, hum_raw AS humidity_raw_pct, press_raw AS station_raw_hpa${behind}
  FROM ${table};`;

/** The same of the samples. */
export const samplesView = (behind = ''): string => `DROP VIEW IF EXISTS v_samples;
CREATE VIEW v_samples AS SELECT
  ts_ms AS time_ms, ts_ms / 1000.0 AS time_s, strftime('%Y-%m-%dT%H:%M:%fZ', ts_ms / 1000.0, 'unixepoch') AS time_utc,
  temp_smooth AS temperature_c, hum_smooth AS humidity_pct, press_slp AS sea_level_hpa, press_smooth AS station_hpa,
  dew AS dew_point_c, outdoor_c, temp_rate AS temperature_c_per_h, hum_rate AS humidity_pct_per_h,
  press_rate AS pressure_hpa_per_h, lux, cloud_index, cct AS colour_temperature_k, cpu_temp AS cpu_c,
  temp_raw AS temperature_raw_c, hum_raw AS humidity_raw_pct, press_raw AS station_raw_hpa, accel_x AS accel_x_g,
  accel_y AS accel_y_g, accel_z AS accel_z_g, gyro_x AS gyro_x_dps, gyro_y AS gyro_y_dps, gyro_z AS gyro_z_dps,
  mag_x AS field_x_ut, mag_y AS field_y_ut, mag_z AS field_z_ut, pitch AS pitch_deg, roll AS roll_deg, yaw AS yaw_deg,
  compass AS compass_deg${behind}
  FROM sample;`;

/**
 * Views for other programs: the promise of `docs/use/your-data.md`. Their names and columns stay as they are in every later version;
 * a later step may add columns behind these. Levels are those that charts show, units are part of the names, and times are UTC.
 */
export const VIEWS = `
${samplesView()}
${foldedView('v_five_minutes', 'five_min')}
${foldedView('v_hours', 'hourly')}
DROP VIEW IF EXISTS v_labels;
CREATE VIEW v_labels AS SELECT id, ts AS time_s, strftime('%Y-%m-%dT%H:%M:%SZ', ts, 'unixepoch') AS time_utc,
  given_ts AS given_s, strftime('%Y-%m-%dT%H:%M:%SZ', given_ts, 'unixepoch') AS given_utc,
  kind, CASE WHEN kind <> 'note' THEN value END AS value, note, learned
  FROM label;
`;
