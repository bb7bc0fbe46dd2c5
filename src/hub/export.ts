import { DAY_S } from '../base/durations.ts';
import { quantitiesWith } from '../quantities/names.ts';
import { csvText } from './csv.ts';
import type { Engine } from './engine/engine.ts';
import { cellsOf, type Rows, rowsWithin } from './rows.ts';

export const EXPORT_FORMATS = ['csv', 'lines'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Days of one station that are in memory at once: some megabytes. */
const CHUNK_S = 31 * DAY_S;

const COLUMNS = quantitiesWith('fleet').map(({ fleet }) => fleet);

interface Exported {
  logins: readonly string[];
  fromS: number;
  toS: number;
  format: ExportFormat;
  ask<T>(question: (engine: Engine) => Promise<T>): Promise<T>;
}

/**
 * Rows of stations between two moments, as pieces of text: station by station, month by month, through the engine's own export. Of each
 * day the highest revision alone, without impossible values.
 */
export async function* exported({ logins, fromS, toS, format, ask }: Exported): AsyncGenerator<string> {
  const names = ['station', 'ts', 'time', ...COLUMNS.map(({ head }) => head), 'simulated'];
  /** Goes with the first rows: an engine that is away has said so before anything is written. */
  let head = format === 'csv' ? csvText([names]) : '';
  // Whole UTC days, because which revision counts is decided by the day.
  for (const login of logins)
    for (let atS = Math.floor(fromS / DAY_S) * DAY_S; atS <= toS; atS += CHUNK_S) {
      const endS = atS + CHUNK_S - 1;
      const series = await ask((engine) => engine.series(login, 'wx', atS, endS));
      const rows = rowsWithin(series, fromS, toS);
      if (rows.size === 0) continue;
      yield head + (format === 'csv' ? csvOf(login, rows) : linesOf(login, rows));
      head = '';
    }
  if (head !== '') yield head;
}

/** Rows without the line of names, which stands once at the top. */
const csvOf = (login: string, rows: Rows): string =>
  csvText([...rows].map(([tS, row]) => [login, ...cellsOf(tS, row, COLUMNS)]));

/** Line protocol with times in seconds: another database takes it as it is. */
const linesOf = (login: string, rows: Rows): string =>
  [...rows]
    .map(([tS, row]) => {
      // In one order, whichever the engine had: two exports of the same rows are the same text.
      const fields = Object.entries(row).map(([name, value]) => `${name}=${value}`);
      fields.sort();
      return `wx,station=${login} ${fields.join(',')} ${tS}\n`;
    })
    .join('');
