import { unlessRefused } from '../../../../base/system-error.ts';
import { type Beginning, dropMark, waitingSince } from './last-stop.ts';
import { readNote, removeNote, writeNote } from './note-file.ts';

/** Older versions have left notes under this name: it stays. */
const UNREPORTED_FILE = 'weatherglass.untold';

/** Trouble of a disk that outlasts its station: since the newest sample stored before it, or its beginning, and how many samples were given up. */
export interface Unreported extends Beginning {
  lost: number;
  /** A station was killed meanwhile, and nobody counted what waited in its memory. */
  killed: boolean;
}

/**
 * Notes at a stop what a later station has to tell. If need be in the room of the other note: a start can do without that. A disk that takes
 * neither keeps none.
 */
export function leaveUnreported(folder: string, unreported: Unreported): void {
  const put = (): boolean => unlessRefused(() => writeNote(folder, UNREPORTED_FILE, unreported)) !== null;
  if (!put() && dropMark(folder)) put();
}

/** Takes over what a kill has left in the mark, which a start has judged by now and writes anew. */
export function keepUnreported(folder: string): void {
  const unreported = unreportedIn(folder);
  if (unreported?.killed) leaveUnreported(folder, unreported);
}

/** Losses that earlier stations have left to tell; null if nothing, or where a bad card or disk lets it not be read. */
export function unreportedIn(folder: string): Unreported | null {
  const note = unlessRefused(() => readNote<Partial<Unreported>>(folder, UNREPORTED_FILE));
  const { sinceTs, steady, lost, killed = false } = note ?? {};
  const left = typeof sinceTs === 'number' && typeof lost === 'number' ? { sinceTs, steady, lost, killed } : null;
  const waited = unlessRefused(() => waitingSince(folder));
  return waited ? { lost: 0, ...(left ?? waited), killed: true } : left;
}

export const dropUnreported = (folder: string): boolean => removeNote(folder, UNREPORTED_FILE);
