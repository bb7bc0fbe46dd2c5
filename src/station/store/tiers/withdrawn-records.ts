import type { Database } from '../sqlite/database.ts';
import { findRecords } from './find-records.ts';
import { beats, type Candidate, type Records } from './records.ts';
import type { RollUps } from './rollup.ts';
import { FIVE_MIN, HOURLY } from './tier.ts';

interface Parts {
  db: Database;
  records: Records;
  rollUps: RollUps;
  /** The best of what is stored from a moment on. */
  storedExtremes(sinceS: number): Candidate[];
}

/**
 * Records of samples that were flagged after their commit go to whoever held the second best. Inside the transaction that stores the flags,
 * behind the roll-ups. A spike that breaks a record just before a commit is rare, so looking through all hours at once may take its time.
 */
export function withdrawRecords({ db, records, rollUps, storedExtremes }: Parts, flaggedMs: ReadonlySet<number>): void {
  const held = records.held();
  const lost = new Set(held.filter(({ tsMs }) => flaggedMs.has(tsMs)).map(({ name }) => name));
  if (lost.size === 0) return;
  const hoursUntilS = rollUps.closedUntil(HOURLY);
  const fivesUntilS = rollUps.closedUntil(FIVE_MIN);
  const finding = findRecords(db, [
    { table: 'hourly', fromS: 0, untilS: hoursUntilS },
    { table: 'five_min', fromS: hoursUntilS, untilS: fivesUntilS },
  ]);
  let step = finding.next();
  while (!step.done) step = finding.next();
  const best = new Map(held.filter(({ name }) => !lost.has(name)).map((one) => [one.name, one]));
  const found = [...step.value].map(([name, extreme]): Candidate => ({ name, ...extreme }));
  for (const one of [...found, ...storedExtremes(fivesUntilS)]) {
    if (lost.has(one.name) && beats(one.name, one.value, one.tsMs, best.get(one.name))) best.set(one.name, one);
  }
  records.replace(best);
}
