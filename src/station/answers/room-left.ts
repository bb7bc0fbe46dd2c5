import { DAY_S } from '../../base/durations.ts';
import type { Config } from '../../config/config.ts';

/** Measured with every column filled (docs/develop/storage.md): bytes of a sample, and of a folded row with its tick. */
const SAMPLE_BYTES = 330;
const FOLDED_BYTES = 1100;
const FIVE_MINUTES_A_DAY = 288;
/** Hourly rows and half days are kept for ever. */
const FOR_EVER_A_YEAR = 365.25 * (24 + 2) * FOLDED_BYTES;
const FARTHEST_YEARS = 50;

interface Used {
  databaseBytes: number;
  /** All copies in the folder of backups. */
  backupBytes: number;
  historyDays: number;
  freeBytes: number | null;
}

/**
 * Disk forecast: when the station will have filled the disk. The database grows until its finer tiers have their full length, and then by
 * hourly rows alone; each kept backup grows with it. What else fills the disk is unknown.
 */
export function roomLeft({ storage, sensors }: Config, { databaseBytes, backupBytes, historyDays, freeBytes }: Used) {
  const windows =
    ((storage.raw_retention_days * DAY_S) / sensors.sample_interval_s) * SAMPLE_BYTES +
    storage.five_min_retention_days * FIVE_MINUTES_A_DAY * FOLDED_BYTES;
  const settled = Math.max(databaseBytes, windows + (historyDays / 365.25) * FOR_EVER_A_YEAR);
  const copies = 1 + storage.backups_kept;
  const room = freeBytes === null ? null : (freeBytes + databaseBytes + backupBytes) / copies - settled;
  const years = room === null ? null : Math.max(0, room / FOR_EVER_A_YEAR);
  return {
    growsBytesPerYear: FOR_EVER_A_YEAR * copies,
    fullInYears: years === null || years > FARTHEST_YEARS ? null : years,
  };
}
