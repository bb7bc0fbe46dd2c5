import type { RecomputeResult } from '../../../src/contract/models.ts';
import type { RecomputingFacet, Refusal } from '../../../src/station/api.ts';
import type { FakeWorld } from './world.ts';

export class FakeRecomputing implements RecomputingFacet {
  constructor(private readonly world: FakeWorld) {}

  async recompute(): Promise<RecomputeResult | Refusal> {
    if (this.world.busy) return { error: 'a recompute is already running' };
    const rows = Math.floor(this.world.historyS / 30);
    const changed = Math.min(rows, this.world.changed);
    this.world.changed = 0;
    this.world.note('recompute', 'info', `${changed} of ${rows} rows changed`);
    return { rows, changed, seconds: 0.8, k: this.world.thermal.k, hum_offset: this.world.humidity.offset };
  }
}
