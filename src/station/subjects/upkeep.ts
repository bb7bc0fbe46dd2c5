import { DAY_S, HOUR_S } from '../../base/durations.ts';
import { sentence } from '../../words/sentence.ts';
import type { Refusal } from '../api.ts';
import type { Memory, Remembered } from '../learned/memory.ts';
import { changedInWords } from '../store/rescue/integrity/row-sums.ts';
import type { Folded } from '../store/tiers/ageing.ts';
import type { Shared } from './shared.ts';

const NIGHT_HOUR = 3;
/** Age at which a nightly backup is due. After a night without power the next hour makes it. */
const RECENT_S = 20 * HOUR_S;
const OVERDUE_S = 36 * HOUR_S;

interface Parts extends Pick<Shared, 'config' | 'clock' | 'heavy' | 'zone' | 'jobs' | 'report' | 'nowS'> {
  /** Whether something better than this machine's own clock vouches for it. */
  isConfirmed(): boolean;
}

/** Hourly upkeep: folding old rows, the nightly backup. */
export class Upkeep {
  #lastBackupS: number;
  #folded = { raw: 0, fiveMin: 0, removed: 0 };
  #reportedMs = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly parts: Parts,
    memory: Memory,
  ) {
    this.#lastBackupS = memory.revive('backup', 1, (savedS: number | null) => savedS ?? parts.nowS());
  }

  remembered(): Remembered[] {
    return [{ name: 'backup', version: 1, state: this.#lastBackupS }];
  }

  async turn(): Promise<void> {
    const { heavy, jobs, report, nowS } = this.parts;
    const folded = await jobs.run('upkeep', (handle) => heavy.run('upkeep', undefined, handle));
    if ('error' in folded) return;
    this.#reportFolded(folded);
    if (folded.changed.length > 0)
      report('storage', 'warn', changedInWords(folded.changed), { changed: folded.changed });
    if (this.#backupDue(nowS())) await this.backUp();
  }

  /** A line a day of what was folded and removed. */
  #reportFolded({ raw, fiveMin, removed }: Folded): void {
    const { clock, report } = this.parts;
    this.#folded.raw += raw;
    this.#folded.fiveMin += fiveMin;
    this.#folded.removed += removed;
    const { raw: samples, fiveMin: fives, removed: gone } = this.#folded;
    if (samples + fives + gone === 0 || clock.steadyMs() - this.#reportedMs < DAY_S * 1000) return;
    const words = sentence('history.folded', { samples, fives, removed: gone });
    report('compact', 'info', words, { raw: samples, five_min: fives, removed: gone });
    this.#folded = { raw: 0, fiveMin: 0, removed: 0 };
    this.#reportedMs = clock.steadyMs();
  }

  #backupDue(nowS: number): boolean {
    if (this.parts.config.storage.backups_kept === 0) return false;
    const ageS = Math.abs(nowS - this.#lastBackupS); // one from the future was made by a clock that has been mended
    const hour = Math.floor(((nowS + this.parts.zone.offsetS(nowS)) % DAY_S) / HOUR_S);
    return ageS > OVERDUE_S || (hour === NIGHT_HOUR && ageS > RECENT_S);
  }

  /** Makes a backup, nightly or on request. */
  async backUp(): Promise<{ ts: number; bytes: number } | Refusal> {
    const { heavy, config, jobs, report, nowS, isConfirmed } = this.parts;
    const startS = nowS();
    const input = { keep: config.storage.backups_kept, nowS: startS, confirmed: isConfirmed() };
    const result = await jobs.run('backup', (handle) => heavy.run('backup', input, handle));
    if ('error' in result) return result;
    this.#lastBackupS = startS;
    const { bytes } = result;
    report('backup', 'info', sentence('history.backed-up', { bytes }), { bytes });
    return { ts: startS, bytes };
  }
}
