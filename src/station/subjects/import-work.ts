import type { HeavyHandle } from '../../base/heavy-handle.ts';
import type { ImportPhase } from '../../contract/imports.ts';
import { type Sentence, sentence } from '../../words/sentence.ts';
import type { Scan } from '../imports/scan.ts';
import type { Imported, ImportInput } from '../imports/steps.ts';
import type { ImportJob } from '../store/imports/past.ts';
import type { Shared } from './shared.ts';
import type { Training } from './training.ts';

export interface WorkParts extends Pick<Shared, 'store' | 'heavy' | 'jobs' | 'report' | 'bus'> {
  training: Training;
}

/** Work of an import that goes on now. */
export type Doing = ReturnType<typeof begun>;
export const begun = (phase: Exclude<ImportPhase, 'idle' | 'scanned' | 'paused'>) => ({
  phase,
  /** Null while it waits for its turn. */
  progress: null as number | null,
  stop: new AbortController(),
  ended: Promise.withResolvers<void>(),
});

/** Handle of a heavy job that a pause ends, too. Progress never goes back: files that are read again are read faster. */
const handleOf = (doing: Doing, { signal, progress }: HeavyHandle): HeavyHandle => ({
  signal: AbortSignal.any([signal, doing.stop.signal]),
  progress: (share) => {
    doing.progress = Math.max(doing.progress ?? 0, share);
    progress(doing.progress);
  },
});

/** Jobs of an import. Each returns null, or false, where the station stops: the next start goes on. */
export class ImportWork {
  constructor(private readonly parts: WorkParts) {}

  async scan(input: ImportInput, doing: Doing): Promise<Scan | { refused: Sentence } | null> {
    const { heavy, jobs } = this.parts;
    const made = await jobs.run('scan', (handle) => heavy.run('scan', input, handleOf(doing, handle)));
    return 'error' in made ? null : made;
  }

  async import(input: ImportInput, doing: Doing): Promise<Imported | { refused: Sentence } | null> {
    const { heavy, jobs, store } = this.parts;
    const made = await jobs.run('import', (handle) => {
      store.flush(); // the thread reads the file, and what was measured wins
      return heavy.run('import', input, handleOf(doing, handle));
    });
    return 'error' in made ? null : made;
  }

  /** Learns from imports that have come or gone, in a training that follows the one that may run. */
  async learn(doing: Doing): Promise<void> {
    const { jobs, store, training } = this.parts;
    while (store.imports.toLearn.get() !== null) {
      doing.phase = 'learning';
      if (await training.trainOnImports()) return;
      const waited = await jobs.run('learn', async () => ({}));
      if ('error' in waited) return;
    }
  }

  async remove({ job }: ImportJob, doing: Doing): Promise<boolean> {
    const { heavy, jobs, store, bus } = this.parts;
    Object.assign(doing, { phase: 'undoing', progress: null, stop: new AbortController() });
    const removed = await jobs.run('undo', (handle) => {
      store.flush();
      return heavy.run('undo', { job }, handleOf(doing, handle));
    });
    bus.tell('amended', null);
    return typeof removed === 'number' || removed === null;
  }

  /** Undoes imports, and learns again from what is left. */
  async undo(all: readonly ImportJob[], doing: Doing): Promise<void> {
    for (const found of all) {
      const { job, rows, files } = found;
      if (!(await this.remove(found, doing))) return;
      this.parts.report('import', 'info', sentence('import.undone', { file: files.join(', '), rows }), { job, rows });
    }
    await this.learn(doing);
  }
}
