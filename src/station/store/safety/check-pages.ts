import { existsSync, statSync } from 'node:fs';
import { PAGE_BYTES } from '../database.ts';
import { eachPage, loadSums, sumOf } from './page-sums.ts';
import { readWal } from './wal.ts';

export interface PagesChecked {
  /** Pages that are not as they were written. */
  wrong: Set<number>;
  /** The first page that was not looked at; null when all were. */
  next: number | null;
  /** Some pages have no sum: whether the file is sound is for SQLite to say. */
  incomplete: boolean;
}

/** How many pages pass between two looks at the watch. */
const STRIDE = 512;
/** As many are always looked at, however busy the machine: 8 MB, where all of a young database and the roots of an old one lie. */
const AT_LEAST = 8192;

/**
 * Compares the pages of a closed database with their sums. `hasTime` ends it early; a page that is in the log is the log's affair.
 * Null when there are no sums at all.
 */
export function checkPages(database: string, hasTime: () => boolean = () => true): PagesChecked | null {
  const sums = existsSync(database) ? loadSums(database) : null;
  if (!sums) return null;
  const { pages: inLog } = readWal(`${database}-wal`);
  const { size } = statSync(database);
  const pages = Math.floor(size / PAGE_BYTES);
  const checked: PagesChecked = { wrong: new Set(), next: null, incomplete: false };
  // Pages that were there once and are beyond the end now: the file was cut short.
  for (let number = pages + 1; number <= sums.length; number += 1)
    if (sums[number - 1] !== 0 && !inLog.has(number)) checked.wrong.add(number);
  eachPage(database, 1, (number, page) => {
    if (number > AT_LEAST && number % STRIDE === 0 && !hasTime()) {
      checked.next = number;
      return false;
    }
    const sum = sums[number - 1] ?? 0;
    if (sum === 0) checked.incomplete ||= !inLog.has(number);
    else if (sum !== sumOf(page) && !inLog.has(number)) checked.wrong.add(number);
    return true;
  });
  return checked;
}
