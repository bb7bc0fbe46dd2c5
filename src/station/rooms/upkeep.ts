import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Memory, Remembered } from '../learned/memory.ts';
import type { Report } from '../report.ts';
import type { Store } from '../store/store.ts';
import { Zone } from '../zone.ts';
import type { Jobs } from './jobs.ts';

const DAY_S = 86_400;
const HOUR_S = 3600;
const NIGHT_HOUR = 3;
/** One backup a night; after a night without one (the power was off) the next hour that comes will do. */
const RECENT_S = 20 * HOUR_S;
const OVERDUE_S = 36 * HOUR_S;

export interface UpkeepParts {
  config: Config;
  clock: Clock;
  store: Store;
  timeZone: string;
  jobs: Jobs;
  report: Report;
}

/** What is done once an hour for the data: old rows folded, the night's backup. */
export class Upkeep {
  readonly #parts: UpkeepParts;
  readonly #zone: Zone;
  #lastBackupS: number;

  constructor(parts: UpkeepParts, memory: Memory) {
    this.#parts = parts;
    this.#zone = new Zone(parts.timeZone);
    this.#lastBackupS = memory.revive(
      'backup',
      1,
      () => parts.clock.nowS(),
      (saved: number) => saved,
    );
  }

  remembered(): Remembered[] {
    return [{ name: 'backup', version: 1, state: this.#lastBackupS }];
  }

  async turn(signal: AbortSignal): Promise<void> {
    const { store, clock, config } = this.#parts;
    await store.fold(signal);
    store.ticks.prune(clock.nowS() - config.storage.five_min_retention_days * DAY_S);
    if (this.#backupDue(clock.nowS())) await this.#backUp();
  }

  #backupDue(nowS: number): boolean {
    if (this.#parts.config.storage.backups_kept === 0) return false;
    const ageS = nowS - this.#lastBackupS;
    const hour = Math.floor(((nowS + this.#zone.offsetS(nowS)) % DAY_S) / HOUR_S);
    return ageS > OVERDUE_S || (hour === NIGHT_HOUR && ageS > RECENT_S);
  }

  async #backUp(): Promise<void> {
    const { store, clock, config, jobs, report } = this.#parts;
    const startS = clock.nowS();
    const result = await jobs.run('backup', (handle) => store.backup(config.storage.backups_kept, handle));
    if ('error' in result) return;
    this.#lastBackupS = startS;
    report('backup', 'info', `The history was backed up and checked (${(result.bytes / 1e6).toFixed(1)} MB)`, {
      bytes: result.bytes,
    });
  }
}
