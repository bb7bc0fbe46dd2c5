import { join } from 'node:path';
import type { Clock } from '../clock.ts';
import { Recompute } from './recompute/recompute.ts';
import { BACKUP_FOLDER, listBackups } from './rescue/backups/backup.ts';
import { checkpoint, tidyLog } from './rescue/folder/checkpoint.ts';
import { DATABASE_FILE } from './rescue/folder/last-stop.ts';
import { patrol } from './rescue/integrity/patrol.ts';
import type { ChangedRows } from './rescue/integrity/row-sums.ts';
import { type Database, openBeside } from './sqlite/database.ts';
import { Turnstile } from './sqlite/turnstile.ts';
import { Calibrations } from './tables/calibrations.ts';
import { Scales } from './tables/scales.ts';
import { Ticks } from './tables/ticks.ts';
import { Ageing } from './tiers/ageing.ts';
import { HourMeans } from './tiers/hour-means.ts';
import { Records } from './tiers/records.ts';
import { RollUps } from './tiers/rollup.ts';
import { Samples } from './tiers/samples.ts';
import type { Retention } from './tiers/tier.ts';
import { Watermarks } from './tiers/watermarks.ts';

/** Plain data about the store that `options` open. */
export const deskPlan = (options: Retention & { folder: string }, turnstile: Turnstile): DeskPlan => ({
  folder: options.folder,
  rawRetentionDays: options.rawRetentionDays,
  fiveMinRetentionDays: options.fiveMinRetentionDays,
  gate: turnstile.shared,
});

/** Where a heavy job finds the database; plain data, so that it can go to a thread. */
export interface DeskPlan extends Retention {
  folder: string;
  /** Shared with the store that samples: see `Turnstile`. */
  gate: Int32Array;
}

/** The tables as a heavy job sees them, beside the store that goes on measuring: over a connection of their own. */
export class Desk {
  readonly db: Database;
  readonly backupFolder: string;
  readonly ticks: Ticks;
  readonly hourMeans: HourMeans;
  readonly recompute: Recompute;
  readonly ageing: Ageing;

  constructor(plan: DeskPlan, clock: Clock) {
    const db = openBeside(join(plan.folder, DATABASE_FILE), new Turnstile(plan.gate), (own) => tidyLog(own));
    this.db = db;
    this.backupFolder = join(plan.folder, BACKUP_FOLDER);
    const watermarks = new Watermarks(db);
    const rollUps = new RollUps(db, watermarks);
    const records = new Records(db);
    const samples = new Samples(db, rollUps, records);
    const calibrations = new Calibrations(db);
    const scales = new Scales(db);
    this.ticks = new Ticks(db);
    this.hourMeans = new HourMeans(db);
    this.recompute = new Recompute({ db, clock, samples, rollUps, watermarks, records, calibrations, scales });
    this.ageing = new Ageing(db, rollUps, watermarks, plan);
  }

  /** Brings the log into the database. Whoever writes meanwhile goes on: what comes too late stays for the next time. */
  checkpoint(): void {
    checkpoint(this.db);
  }

  /** Reads the next rows of the round; throws for damage, returns rows that nobody wrote as they were. */
  patrol(nowS: number): ChangedRows[] {
    return patrol(this.db, listBackups(this.backupFolder), nowS);
  }

  /** Everything `work` reads is of one moment, however long it takes. */
  async still<T>(work: (db: Database) => Promise<T>): Promise<T> {
    this.db.exec('BEGIN');
    try {
      this.db.prepare('SELECT count(*) FROM watermark').get(); // from here on, not from the first page of the copy
      return await work(this.db);
    } finally {
      this.db.exec('COMMIT');
    }
  }

  close(): void {
    this.db.close();
  }
}
