import { unlessRefused } from '../../../../base/system-error.ts';
import { dropMark } from './last-stop.ts';
import { readNote, removeNote, writeNote } from './note-file.ts';

const UNTOLD_FILE = 'weatherglass.untold';

/** Trouble of a disk that outlasts its station: since when, and how many samples were given up. */
export interface Untold {
  sinceTs: number;
  lost: number;
  /** Left while the trouble lasts: without a stop, nobody knows how many samples waited in memory. */
  isOpen?: boolean | undefined;
}

/**
 * Notes what a later station has to tell. If need be in the room of the other note: a start can do without that. A disk that takes
 * neither keeps none.
 */
export function leaveUntold(folder: string, untold: Untold): void {
  const put = (): boolean => unlessRefused(() => writeNote(folder, UNTOLD_FILE, untold)) !== null;
  if (!put() && dropMark(folder)) put();
}

/** Note that earlier stops have left; null if nothing, or where a bad card or disk lets it not be read. */
export function untoldIn(folder: string): Untold | null {
  const { sinceTs, lost, isOpen } = unlessRefused(() => readNote<Partial<Untold>>(folder, UNTOLD_FILE)) ?? {};
  return typeof sinceTs === 'number' && typeof lost === 'number' ? { sinceTs, lost, isOpen } : null;
}

export const dropUntold = (folder: string): boolean => removeNote(folder, UNTOLD_FILE);
