import { SAMPLE_COLUMNS, type SampleRow } from '../../src/station/store/tiers/sample-row.ts';

/** A row that knows nothing but its time, for callers that fill in what they have. */
export const emptyRow = (ts: number): SampleRow => {
  const row = { ts } as SampleRow;
  for (const column of SAMPLE_COLUMNS) row[column] = null;
  return row;
};
