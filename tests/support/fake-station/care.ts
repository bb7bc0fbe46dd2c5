import { DAY_S } from '../../../src/base/durations.ts';
import type { BackupMade, Upkept } from '../../../src/contract/care.ts';
import type { CareFacet, Refusal } from '../../../src/station/api.ts';
import type { FakeWorld } from './world.ts';

export class FakeCare implements CareFacet {
  #last: { ts: number; bytes: number } | null;
  #kept: number;

  constructor(private readonly world: FakeWorld) {
    this.#last = world.cold ? null : { ts: world.startedS - 12 * 3600, bytes: 58_300_000 };
    this.#kept = world.cold ? 0 : 7;
  }

  async upkept(): Promise<Upkept> {
    const faulty = this.world.variant === 'faulty';
    return {
      since_ts: this.world.startedS - (this.world.cold ? 0 : 9 * DAY_S),
      backup: { last_ts: this.#last?.ts ?? null, bytes: this.#last?.bytes ?? null, kept: this.#kept, keeps: 7 },
      disk: {
        free_bytes: faulty ? null : 21_400_000_000,
        total_bytes: faulty ? null : 31_900_000_000,
        database_bytes: 58_900_000,
        grows_bytes_per_year: 83_500_000,
        full_in_years: null,
      },
      integrity: {
        round: 0.37,
        last_round_ts: this.world.cold ? null : this.world.startedS - 4 * DAY_S,
        finding: faulty ? 'A damaged page was found and the database built anew; nothing was lost.' : null,
      },
      story: null,
    };
  }

  async backUp(): Promise<BackupMade | Refusal> {
    if (this.world.busy) return { error: 'backup is already running' };
    this.#last = { ts: this.world.nowS(), bytes: 58_900_000 };
    this.#kept = Math.min(7, this.#kept + 1);
    this.world.note('backup', 'info', 'History backed up and checked (58.9 MB)');
    return { made: true, ...this.#last };
  }
}
