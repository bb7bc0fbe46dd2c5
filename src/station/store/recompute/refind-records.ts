import type { Slicer } from '../../../base/clock.ts';
import { inTransaction } from '../sqlite/database.ts';
import { findRecords } from '../tiers/find-records.ts';
import { FIVE_MIN } from '../tiers/tier.ts';
import type { Tiers } from '../tiers/tiers.ts';

/**
 * Refinds the records, in slices. Samples taken meanwhile are looked at in the transaction that replaces the records; a record broken
 * meanwhile by a late sample, whose bucket may have been passed already, is kept. False when the signal ended it.
 */
export async function refindRecords(
  { db, records, samples, rollUps, watermarks }: Tiers,
  slicer: Slicer,
  signal: AbortSignal,
): Promise<boolean> {
  const untilS = rollUps.closedUntil(FIVE_MIN);
  const before = records.held();
  const finding = findRecords(db, { hoursUntilS: watermarks.fiveFrom, fivesUntilS: untilS });
  let step = finding.next();
  for (; !step.done; step = finding.next()) {
    await slicer.breathe();
    if (signal.aborted) return false;
  }
  const found = step.value;
  inTransaction(db, () => {
    const broken = records
      .held()
      .filter((now) => !before.some((old) => old.name === now.name && old.tsMs === now.tsMs));
    records.replace([...found, ...broken, ...samples.storedExtremes(untilS)]);
  });
  return true;
}
