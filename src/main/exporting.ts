import { once } from 'node:events';
import { createWriteStream, renameSync, rmSync, statSync } from 'node:fs';
import { type WeewxSystem, weewxRecord } from '../station/exports/weewx.ts';
import { WeewxFile } from '../station/store/exports/weewx-file.ts';
import type { HistoryReads } from '../station/store/queries/history.ts';
import { UserError } from './user-error.ts';

export interface Exported {
  bytes: number;
  /** Null: the whole database. */
  rows: number | null;
}

interface Sink {
  write(text: string): boolean;
  once(event: string, listener: () => void): unknown;
}

/** Writes pages of CSV to a file, which gets its name when it is whole, or to standard output. One page is in memory at a time. */
export async function writeCsv(pages: Iterable<string>, target: string | null, stdout: Sink): Promise<Exported> {
  const partial = `${target}.partial`;
  const file = target === null ? null : createWriteStream(partial);
  const failed = file
    ? once(file, 'error').then(([error]) => Promise.reject(error as Error))
    : new Promise<never>(() => {});
  failed.catch(() => {}); // it is asked for below
  let [rows, bytes] = [-1, 0];
  try {
    for (const page of pages) {
      const isFree = (file ?? stdout).write(page);
      rows += page.split('\r\n').length - 1;
      bytes += Buffer.byteLength(page);
      if (!isFree) await Promise.race([once((file ?? stdout) as NodeJS.WritableStream, 'drain'), failed]);
    }
    if (file && target !== null) {
      await Promise.race([new Promise<void>((done) => file.end(() => done())), failed]);
      renameSync(partial, target);
    }
    return { rows, bytes };
  } catch (error) {
    file?.destroy();
    if (file) rmSync(partial, { force: true });
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
      file.put(page.map((row) => weewxRecord(row, core, system)));
      rows += page.length;
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
