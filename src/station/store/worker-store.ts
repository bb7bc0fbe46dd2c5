import { join } from 'node:path';
import type { Clock } from '../../base/clock.ts';
import { BACKUP_FOLDER, listBackups } from './rescue/backups/backup.ts';
import { DATABASE_FILE } from './rescue/folder/last-stop.ts';
import { checkpoint, tidyLog } from './rescue/folder/log.ts';
import { patrol } from './rescue/integrity/patrol.ts';
import type { ChangedRows } from './rescue/integrity/row-sums.ts';
import { type Database, openBeside } from './sqlite/database.ts';
import { Turnstile } from './sqlite/turnstile.ts';
import { tablesOver } from './tables.ts';
import type { Retention } from './tiers/tier.ts';

/** Plan by which a heavy job opens the database; plain data, so that it can go to a thread. */
export interface WorkerStorePlan extends Retention {
  folder: string;
  timeZone: string;
  /** Shared with the store that samples: see `Turnstile`. */
  gate: Int32Array;
}

/** Plain data about the store that `options` open. */
export const workerStorePlan = (
  { folder, timeZone, rawRetentionDays, fiveMinRetentionDays }: Omit<WorkerStorePlan, 'gate'>,
  turnstile: Turnstile,
): WorkerStorePlan => ({ folder, timeZone, rawRetentionDays, fiveMinRetentionDays, gate: turnstile.shared });

/** Store of a worker thread: the tables over a connection of its own, beside the store that goes on sampling. */
export function openWorkerStore(plan: WorkerStorePlan, clock: Clock) {
  const path = join(plan.folder, DATABASE_FILE);
  const db = openBeside(path, new Turnstile(plan.gate), (own) => tidyLog(own));
  const backupFolder = join(plan.folder, BACKUP_FOLDER);
  return {
    ...tablesOver(db, { ...plan, clock }),
    backupFolder,

    /** Brings the log into the database. Whoever writes meanwhile goes on: what comes too late stays for the next time. */
    checkpoint: () => checkpoint(db),

    /** Reads the next rows of the round; throws for damage, returns rows that nobody wrote as they were. */
    patrol: (nowS: number): ChangedRows[] => patrol(db, listBackups(backupFolder), nowS),

    /** Everything `work` reads is of one moment, however long it takes. */
    async still<T>(work: (db: Database) => Promise<T>): Promise<T> {
      db.exec('BEGIN');
      try {
        db.prepare('SELECT count(*) FROM watermark').get(); // from here on, not from the first page of the copy
        return await work(db);
      } finally {
        if (db.inTransaction) db.exec('COMMIT'); // SQLite ends it where the disk fails
      }
    },

    close: () => db.close(),
  };
}

export type WorkerStore = ReturnType<typeof openWorkerStore>;
