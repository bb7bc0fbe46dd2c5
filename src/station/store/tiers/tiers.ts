import type { Database } from '../sqlite/database.ts';
import type { Records } from './records.ts';
import type { RollUps } from './rollup.ts';
import type { Samples } from './samples.ts';
import type { Watermarks } from './watermarks.ts';

/** Tiers of one database, for work that goes over them: samples, roll-ups, up to where each is kept, and the records. */
export interface Tiers {
  db: Database;
  samples: Samples;
  rollUps: RollUps;
  watermarks: Watermarks;
  records: Records;
}
