import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { jsonOf } from '../../base/json-text.ts';
import { sync, writeWhole } from '../../base/whole-file.ts';

/** Journal of an upgrade, from the moment that the old program is kept until the new one is judged. The guard ends what it finds. */
const Journal = z.object({
  from: z.string(),
  /** Schema of the database before, and its checked copy; null when there was no database. */
  schema: z.number().nullable(),
  backup: z.string().nullable(),
  dataDir: z.string().nullable(),
  /** Why it is being taken back; null while nothing speaks against the new version. The prerm looks for it where an older package comes. */
  wrong: z.string().nullable(),
  /** Taken back because somebody asked for it: no event, and apt may install that version again. */
  asked: z.boolean(),
});
export type Journal = z.infer<typeof Journal>;

const Outcome = z.object({ good: z.boolean(), text: z.string() });
export type Outcome = z.infer<typeof Outcome>;

export const writeJson = (path: string, value: Journal | Outcome): void => writeWhole(path, JSON.stringify(value));

export function removeFile(path: string): void {
  rmSync(path, { force: true });
  if (existsSync(dirname(path))) sync(dirname(path));
}

export const readJournal = (path: string): Journal | null => jsonFile(path, Journal);
export const readOutcome = (path: string): Outcome | null => jsonFile(path, Outcome);

/** Checked JSON of a file of a release; null where there is none. One that cannot be read was never completed, so nothing was begun under it. */
export function jsonFile<S extends z.ZodType>(path: string, schema: S): z.infer<S> | null {
  return existsSync(path) ? (schema.safeParse(jsonOf(readFileSync(path, 'utf8'))).data ?? null) : null;
}
