const utc = (column: string): string => `strftime('%Y-%m-%dT%H:%M:%SZ', ${column}, 'unixepoch')`;

/** Views of provenance for other programs, as in `008-views.ts`: imports, and the rows that each has brought. Rows that are not there were measured. */
export const IMPORT_VIEWS = `
CREATE VIEW v_imports AS SELECT id AS import_job, started_ts AS started_s, ${utc('started_ts')} AS started_utc, state, files, format,
  rows AS imported_rows, skipped AS skipped_lines, from_ts AS from_s, ${utc('from_ts')} AS from_utc, until_ts AS until_s,
  ${utc('until_ts')} AS until_utc
  FROM import_job;
CREATE VIEW v_imported_rows AS SELECT
  CASE part WHEN 'sample' THEN 'v_samples' WHEN 'five_min' THEN 'v_five_minutes' ELSE 'v_hours' END AS in_view,
  CASE part WHEN 'sample' THEN ts / 1000.0 ELSE ts END AS time_s, job AS import_job
  FROM imported WHERE part IN ('sample', 'five_min', 'hourly');
`;
