import { droppingSums } from './sum-triggers.ts';

/**
 * Checksums of the rows of one stretch of a large table. SQLite has none, so a bit that a bad card turns inside a number is a sound file to
 * it. Whoever writes a row, this program or another, drops the sum of its stretch with it; so a sum that is there and does not agree
 * tells of rows that nobody wrote. A step that adds a column to one of these tables needs to do nothing: the columns are summed, too.
 */
export const ROW_SUMS = `
CREATE TABLE row_sum (tbl TEXT NOT NULL, from_key INTEGER NOT NULL, sum BLOB NOT NULL,
  PRIMARY KEY (tbl, from_key)) STRICT, WITHOUT ROWID;
${droppingSums('sample', 'ts_ms', 3_600_000)}
${droppingSums('five_min', 'ts', 86_400)}
${droppingSums('hourly', 'ts', 864_000)}
${droppingSums('half_day', 'ts', 10_368_000)}
`;
