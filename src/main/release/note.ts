import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { jsonOf } from '../../base/json-text.ts';

/** Note for the next start: an event about something done to the station while it did not run. */
const Note = z.object({
  ts: z.number(),
  severity: z.enum(['info', 'warn']),
  text: z.string(),
  /** Code and arguments of the text; absent in the note of an older program. */
  said: z
    .object({ code: z.string(), given: z.custom<object>((given) => typeof given === 'object' && given !== null) })
    .nullish(),
});
export type Note = z.infer<typeof Note>;

const FILE = 'note-for-the-station.json';

/** Whole or not at all, also when the power goes. A station that never started has nobody to tell. */
const LEAVE = `[ -d "$0" ] || exit 0
  cd "$0" && rm -f ${FILE}.new && printf %s "$1" >${FILE}.new && sync ${FILE}.new && mv -fT ${FILE}.new ${FILE} && sync .`;

/** The command that leaves it, for the station's own user. */
export const leavingNote = (dataDir: string, note: Note) => ['sh', '-c', LEAVE, dataDir, JSON.stringify(note)];

/** Takes the note away: it is told once. */
export function takeNote(dataDir: string): Note | null {
  const path = join(dataDir, FILE);
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return null;
  try {
    return Note.safeParse(jsonOf(readFileSync(path, 'utf8'))).data ?? null;
  } finally {
    rmSync(path, { force: true });
  }
}
