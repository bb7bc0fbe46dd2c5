type Cell = string | number | boolean | null;

/** A name that begins like a formula is read as one by spreadsheets: an apostrophe before it keeps it a name. */
function cellText(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell !== 'string') return String(typeof cell === 'number' ? Math.round(cell * 1e6) / 1e6 : cell);
  const safe = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** RFC 4180: lines end with CR LF, what needs it is quoted. */
export const csvText = (rows: ReadonlyArray<readonly Cell[]>): string =>
  rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('');

export const isoText = (tS: number | null): string | null =>
  tS === null ? null : new Date(tS * 1000).toISOString().replace('.000Z', 'Z');
