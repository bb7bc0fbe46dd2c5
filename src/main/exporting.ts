import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { never } from '../base/clock.ts';
import { streamWhole } from '../base/whole-file.ts';
import { type WeewxSystem, weewxRecord } from '../station/exports/weewx.ts';
import { WeewxFile } from '../station/store/exports/weewx-file.ts';
import type { HistoryReads } from '../station/store/queries/history.ts';
import { backupTo } from '../station/store/rescue/backups/backup.ts';
import { DATABASE_FILE } from '../station/store/rescue/folder/last-stop.ts';
import { openReadOnly } from '../station/store/sqlite/database.ts';
import type { Io } from './command.ts';
import { giveToOwner } from './machine/ownership.ts';
import type { Settings } from './settings/settings.ts';
import { UserError } from './user-error.ts';
import { lackingIn } from './waiting-words.ts';
import { type ProgressBar, withBar } from './window/progress-bar.ts';

export interface Exported {
  bytes: number;
  /** Null: the whole database. */
  rows: number | null;
}

/** Path of a file that is to be made. */
export function newFile(file: string): string {
  const target = resolve(file);
  if (existsSync(target)) throw new UserError(`${target} exists already. Choose another name, or delete it.`);
  if (existsSync(dirname(target))) return target;
  throw new UserError(`There is no folder ${dirname(target)}. Make it, or choose another.`);
}

export const noDatabaseIn = (folder: string): UserError =>
  new UserError(
    `There is no database in ${folder} that this user can read. Name its folder with --data DIR, or use sudo.`,
  );

/** Reads a data folder through a connection of its own, so that the station may write meanwhile, behind a progress bar. */
export async function reading<S extends { close(): void }, T>(
  dataDir: string,
  io: Io,
  open: () => S,
  work: (source: S, bar: ProgressBar) => Promise<T>,
): Promise<T> {
  if (!existsSync(join(dataDir, DATABASE_FILE))) throw noDatabaseIn(dataDir);
  const lacking = lackingIn(dataDir, io.env);
  const source = open();
  try {
    const made = await withBar(io.stderr, (bar) => work(source, bar));
    if (lacking !== null) io.stderr.write(lacking);
    return made;
  } finally {
    source.close();
    giveToOwner(dataDir); // the reader's side of the log is made by whoever reads first
  }
}

/** Writes a checked copy of the whole database, of whichever version its tables are. */
export function writeCopy({ dataDir }: Settings, target: string, io: Io): Promise<Exported> {
  const open = () => openReadOnly(join(dataDir, DATABASE_FILE));
  return reading(dataDir, io, open, async (db, progress) => {
    const bytes = await backupTo(db, target, { signal: never, progress }).catch((error: unknown) => {
      throw notWritten(target, error);
    });
    return { bytes, rows: null };
  });
}

/** Says what was written to a file. After an export to standard output it says nothing: another program reads that. */
export function tell({ bytes, rows }: Exported, file: string | null, isJson: boolean, { stdout }: Io): void {
  if (file === null) return;
  if (isJson) stdout.write(`${JSON.stringify({ file, bytes, rows })}\n`);
  else stdout.write(`${file}: ${(bytes / 1e6).toFixed(1)} MB${rows === null ? ', checked' : `, ${rows} rows`}\n`);
}

/** Writes pages of CSV to a file, which gets its name when it is whole, or to standard output. A page or two are in memory at a time. */
export async function writeCsv(pages: Iterable<string>, target: string | null, stdout: NodeJS.WriteStream) {
  let [rows, bytes] = [-1, 0];
  const counted = function* (): Generator<string> {
    for (const page of pages) {
      rows += page.split('\r\n').length - 1;
      bytes += Buffer.byteLength(page);
      yield page;
    }
  };
  try {
    if (target !== null) await streamWhole(target, counted(), { fresh: `${target}.partial` });
    else for (const page of counted()) if (!stdout.write(page)) await once(stdout, 'drain');
    return { rows, bytes };
  } catch (error) {
    throw notWritten(target ?? 'standard output', error);
  }
}

/** Writes closed rows as a database of WeeWX: five minutes where they are kept, hours before. */
export function writeWeewx(
  history: HistoryReads,
  { fromS, untilS }: { fromS: number; untilS: number },
  { core, system }: { core: 'indoor' | 'outdoor'; system: WeewxSystem },
  target: string,
  progress: (share: number) => void,
): Exported {
  const firstS = Math.max(fromS, history.firstS() ?? fromS);
  const file = new WeewxFile(target);
  let rows = 0;
  try {
    for (const page of history.past.pages(fromS, untilS, 'finest')) {
      // Five minutes in which nothing was measured are a gap there, too.
      const records = page.map((row) => weewxRecord(row, core, system)).filter(({ values }) => values.size > 0);
      file.put(records);
      rows += records.length;
      progress((page.at(-1)!.startS - firstS) / Math.max(1, untilS - firstS));
    }
    file.end();
    return { rows, bytes: statSync(target).size };
  } catch (error) {
    file.giveUp();
    throw notWritten(target, error);
  }
}

const notWritten = (target: string, error: unknown): UserError =>
  new UserError(`${target} could not be written: ${(error as Error).message}`);
