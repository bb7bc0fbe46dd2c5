import type { ImportOptions } from '../../contract/imports.ts';
import type { Sentence } from '../../words/sentence.ts';
import type { TablePreview } from './preview.ts';
import type { Scan } from './scan.ts';

const NOTHING_SAID: ImportOptions = { units: null, air: null, zone: null, dates: null, map: null, map_name: null };

/** Upload that waits to be confirmed. */
export interface Upload {
  options: ImportOptions;
  scan: Scan | null;
  refusal: Sentence | null;
  table: TablePreview | null;
  sinceMs: number;
}

/** Upload of which nothing is known yet. */
export const uploadOf = (options: ImportOptions = NOTHING_SAID, sinceMs: number): Upload => ({
  options,
  scan: null,
  refusal: null,
  table: null,
  sinceMs,
});
