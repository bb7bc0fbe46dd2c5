import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { syncFolder, writeWhole } from '../../base/whole-file.ts';

/** Journal of an upgrade, written before each step that a power cut could leave half done. The next boot or upgrade finishes from it. */
const Journal = z.object({
  /** Phase of the upgrade. Before `switched`, nothing that starts has changed. */
  phase: z.enum(['prepared', 'switched', 'reverting']),
  from: z.string(),
  to: z.string(),
  /** Schema of the database before, and its checked copy; null when there was no database yet. */
  schema: z.number().nullable(),
  backup: z.string().nullable(),
  /** Former target of `previous`, restored by a rollback. Absent in the journal of an older program. */
  previous: z.string().nullish(),
  /** Data folder of the last run. Absent in the journal of an older program. */
  dataDir: z.string().nullish(),
  waitS: z.number(),
  pid: z.number(),
});
export type Journal = z.infer<typeof Journal>;

export const writeJournal = (path: string, journal: Journal): void => writeWhole(path, JSON.stringify(journal));

export function clearJournal(path: string): void {
  rmSync(path, { force: true });
  syncFolder(dirname(path));
}

/** Null when no upgrade is under way. One that cannot be read was never completed as a file, so nothing was begun under it. */
export function readJournal(path: string): Journal | null {
  if (!existsSync(path)) return null;
  try {
    return Journal.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return null;
    throw error;
  }
}
