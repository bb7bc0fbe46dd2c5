import type { ImportOptions } from '../../contract/imports.ts';
import type { Sentence } from '../../words/sentence.ts';
import type { TablePreview } from './preview.ts';
import type { Scan } from './scan.ts';

const NOTHING_SAID: ImportOptions = { units: null, air: null, zone: null, dates: null, map: null, map_name: null };

/** Upload that waits to be confirmed. Nothing is known of it yet. */
export const uploadOf = (options = NOTHING_SAID, sinceMs: number) => ({
  options,
  scan: null as Scan | null,
  refusal: null as Sentence | null,
  table: null as TablePreview | null,
  sinceMs,
});
export type Upload = ReturnType<typeof uploadOf>;
