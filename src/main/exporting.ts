import { once } from 'node:events';
import { statSync } from 'node:fs';
import { streamWhole } from '../base/whole-file.ts';
import { type WeewxSystem, weewxRecord } from '../station/exports/weewx.ts';
import { WeewxFile } from '../station/store/exports/weewx-file.ts';
import type { HistoryReads } from '../station/store/queries/history.ts';
import { UserError } from './user-error.ts';

export interface Exported {
  bytes: number;
  /** Null: the whole database. */
  rows: number | null;
}

/** Writes pages of CSV to a file, which gets its name when it is whole, or to standard output. A page or two are in memory at a time. */
export async function writeCsv(
  pages: Iterable<string>,
  target: string | null,
  stdout: NodeJS.WriteStream,
): Promise<Exported> {
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
