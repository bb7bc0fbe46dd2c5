import { existsSync, lstatSync } from 'node:fs';
import { join } from 'node:path';
import { unlessRefused } from '../../../../base/system-error.ts';
import { type Database, openReadOnly, using } from '../../sqlite/database.ts';

/** Name of a standby database, in the data folder or the runtime folder. */
export const STANDBY_FILE = 'weatherglass.away.db';

/** Samples of standby databases, which the next start brings home: counted for whoever reads the history without them. */
export interface Waiting {
  /** Samples that the history lacks. */
  samples: number;
  /** The first of them; null where none can be counted: a file cannot be read, or has events alone. */
  sinceS: number | null;
}

/** Standby databases that lie in these folders. A station may have one in use. */
export const standbysIn = (folders: readonly string[]): string[] =>
  folders.map((folder) => join(folder, STANDBY_FILE)).filter((path) => existsSync(path) && isBegun(path));

function isBegun(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false }); // a station may just have brought it in
  return found?.isFile() === true && found.size > 0;
}

/** Count of the samples in standby databases of these folders that the history at a path lacks; null where no standby lies. */
export function waitingFor(history: string, folders: readonly string[]): Waiting | null {
  const found = standbysIn(folders).map((path) => unlessRefused(() => using(openReadOnly(path), newIn(history))));
  if (found.length === 0) return null;
  const counted = found.filter((one) => one !== null);
  const begins = counted.flatMap(({ sinceS }) => sinceS ?? []);
  return {
    samples: counted.reduce((sum, one) => sum + one.samples, 0),
    sinceS: begins.length === 0 ? null : Math.min(...begins),
  };
}

const COUNT = 'SELECT count(*) samples, min(ts_ms) / 1000.0 sinceS FROM main.sample AS away';

/** Count of a standby, without the samples that are home already, where the history can be read; a pipe in its place would be waited for without end. */
const newIn =
  (history: string) =>
  (db: Database): Waiting => {
    const lacking = (): Waiting => {
      db.prepare('ATTACH ? AS home').run(history);
      return db
        .prepare<[], Waiting>(`${COUNT} WHERE NOT EXISTS (SELECT 1 FROM home.sample WHERE ts_ms = away.ts_ms)`)
        .get()!;
    };
    return (isBegun(history) ? unlessRefused(lacking) : null) ?? db.prepare<[], Waiting>(COUNT).get()!;
  };
