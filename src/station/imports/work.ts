import { Slicer } from '../../base/clock.ts';
import type { HeavyHandle } from '../../base/heavy-handle.ts';
import type { Sentence } from '../../words/sentence.ts';
import { ImportRefusal } from './past-row.ts';
import type { Scan } from './scan.ts';
import { type Imported, type ImportInput, type ImportPlace, importSteps, type Shares, scanSteps } from './steps.ts';

/** Heavy job that these run in. */
type ImportContext = ImportPlace & HeavyHandle;

/** A refusal crosses threads as data. */
export type OrRefused<T> = T | { refused: Sentence };

/** Drives work to its end, a slice in each turn of the event loop. An abort closes its open files. */
async function driven<T>({ clock, signal, progress }: ImportContext, steps: Shares<T>): Promise<T> {
  const slicer = new Slicer(clock);
  try {
    for (;;) {
      const step = steps.next();
      if (step.done) {
        progress(1);
        return step.value;
      }
      if (!slicer.due) continue;
      progress(step.value);
      await slicer.breathe();
      signal.throwIfAborted();
    }
  } finally {
    steps.return(undefined as T);
  }
}

async function unlessRefused<T>(work: Promise<T>): Promise<OrRefused<T>> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ImportRefusal) return { refused: error.sentence };
    throw error;
  }
}

export const scanFiles = (context: ImportContext, input: ImportInput): Promise<OrRefused<Scan>> =>
  unlessRefused(driven(context, scanSteps(context, input)).then(({ scan }) => scan));

/** An abort leaves whole hours, which the same files complete. */
export const importFiles = (context: ImportContext, input: ImportInput): Promise<OrRefused<Imported>> =>
  unlessRefused(driven(context, importSteps(context, input)));

/** Takes an import back, also one that was put down half way. Null where there is none of that number. */
export const undoImport = async (context: ImportContext, { job }: { job: number }): Promise<number | null> =>
  context.store.imports.one(job) === null ? null : driven(context, context.store.undoImport.steps(job));
