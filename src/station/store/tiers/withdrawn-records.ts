import { atOnce } from '../../../base/steps.ts';
import type { Database } from '../sqlite/database.ts';
import { findRecords } from './find-records.ts';
import { type Candidate, heldOf, offerTo, type Records } from './records.ts';
import type { RollUps } from './rollup.ts';
import { FIVE_MIN, HOURLY } from './tier.ts';

interface Parts {
  db: Database;
  records: Records;
  rollUps: RollUps;
  /** Best stored values from a moment on. */
  storedExtremes(sinceS: number): Candidate[];
}

/**
 * Gives records of samples that were flagged after their commit to the second best. Inside the transaction that stores the flags,
 * behind the roll-ups. A spike that breaks a record just before a commit is rare, so looking through all hours at once may take its time.
 */
export function withdrawRecords({ db, records, rollUps, storedExtremes }: Parts, flaggedMs: ReadonlySet<number>): void {
  const held = records.held();
  const lost = new Set(held.filter(({ tsMs }) => flaggedMs.has(tsMs)).map(({ name }) => name));
  if (lost.size === 0) return;
  const fivesUntilS = rollUps.closedUntil(FIVE_MIN);
  const found = atOnce(findRecords(db, { hoursUntilS: rollUps.closedUntil(HOURLY), fivesUntilS }));
  const best = heldOf(held.filter(({ name }) => !lost.has(name)));
  for (const one of [...found, ...storedExtremes(fivesUntilS)]) if (lost.has(one.name)) offerTo(best, one);
  records.replace(best.values());
}
