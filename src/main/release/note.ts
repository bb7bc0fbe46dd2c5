import { chownSync, existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { writeWhole } from './layout.ts';

/** What the station shall tell at its next start about something that was done to it while it did not run. */
const Note = z.object({ ts: z.number(), severity: z.enum(['info', 'warn']), text: z.string() });
export type Note = z.infer<typeof Note>;

const FILE = 'note-for-the-station.json';

export function leaveNote(dataDir: string, note: Note): void {
  if (!existsSync(dataDir)) return; // a station that never started has nobody to tell
  const path = join(dataDir, FILE);
  writeWhole(path, JSON.stringify(note));
  const { uid, gid } = statSync(dataDir);
  chownSync(path, uid, gid);
}

/** Takes the note away: it is told once. */
export function takeNote(dataDir: string): Note | null {
  const path = join(dataDir, FILE);
  if (!existsSync(path)) return null;
  try {
    return Note.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return null;
    throw error;
  } finally {
    rmSync(path, { force: true });
  }
}
