/** Signal of a narrow value: its quantity, or the one whose sensor it comes from, behind the numbers of the board. */
const SIGNAL = `1000 + CASE v.quantity WHEN 2 THEN 1 WHEN 3 THEN 1 WHEN 10 THEN 9 WHEN 14 THEN 5 WHEN 15 THEN 5
  ELSE v.quantity END`;

/** Quality flags of what bought stations tell: `v_other_samples` of `011-narrow.ts` with the flags behind its columns. */
export const HEARD_FLAGS = `
DROP VIEW IF EXISTS v_other_samples;
CREATE VIEW v_other_samples AS SELECT ts_ms AS time_ms, ts_ms / 1000.0 AS time_s,
  strftime('%Y-%m-%dT%H:%M:%fZ', ts_ms / 1000.0, 'unixepoch') AS time_utc, n.name AS quantity, n.unit, value,
  coalesce((SELECT CASE WHEN q.until_ms > v.ts_ms THEN q.bits END FROM quality q
  WHERE q.signal = ${SIGNAL} AND q.from_ms <= v.ts_ms ORDER BY q.from_ms DESC LIMIT 1), 0) AS flags
  FROM narrow_sample v JOIN narrow_quantity n ON n.id = v.quantity;
`;
