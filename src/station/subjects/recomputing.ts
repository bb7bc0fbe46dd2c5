import type { RecomputeResult } from '../../contract/models.ts';
import { refused, sentence } from '../../words/sentence.ts';
import type { RecomputingFacet, Refusal } from '../api.ts';
import type { Scope } from '../store/recompute/correction.ts';
import { isDiskTrouble } from '../store/sqlite/database.ts';
import type { Shared } from './shared.ts';

type Parts = Pick<Shared, 'config' | 'store' | 'heavy' | 'jobs' | 'scale' | 'report' | 'keeping' | 'aside'>;

export class Recomputing implements RecomputingFacet {
  constructor(private readonly parts: Parts) {}

  /** At the start, and once an hour: goes on with what a stop, or a disk that took nothing, has left on two scales. */
  resume(): void {
    const { store, scale, aside } = this.parts;
    const scope = store.recompute.unfinished ?? (scale.seaLevelIsOld ? 'pressure' : null);
    if (scope) aside('recompute', this.recompute(scope));
  }

  async recompute(scope: Scope = 'all'): Promise<RecomputeResult | Refusal> {
    const { config, store, heavy, jobs, scale, report, keeping } = this.parts;
    const result = await jobs
      .run('recompute', ({ signal, progress }) =>
        scale.scaling.onOneScale(signal, (inForce, stopping) => {
          store.flush(); // the job sees what is committed
          return heavy.run('recompute', { config, scale: inForce, scope }, { signal: stopping, progress });
        }),
      )
      .catch((error: unknown): Refusal => {
        if (!isDiskTrouble(error)) throw error;
        const why = (error as Error).message;
        return { ...refused(sentence('refusal.disk', { why })), unavailable: true };
      });
    if (result === null) return refused(sentence('refusal.recompute-stopped'));
    if ('error' in result) return result;
    scale.reduced();
    await keeping.save(); // and with it the altitude of the history
    const { rows, changed, seconds } = result;
    report('recompute', 'info', sentence('history.recomputed', { changed, rows, seconds }), { rows, changed });
    return result;
  }
}
