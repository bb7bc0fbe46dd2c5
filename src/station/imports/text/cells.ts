/** Cells beyond it are no columns of a weather station. */
const MOST_CELLS = 1000;

/** Cells of one line, quotes of RFC 4180 removed; null where there are too many. */
export function cellsOf(line: string, separator: string): string[] | null {
  if (!line.includes('"')) {
    const cells = line.split(separator, MOST_CELLS + 1);
    return cells.length > MOST_CELLS ? null : cells;
  }
  const cells: string[] = [];
  let cell = '';
  let quoted = false;
  for (let i = 0; i < line.length; i += 1) {
    const sign = line[i]!;
    if (quoted && sign === '"' && line[i + 1] === '"') {
      cell += '"';
      i += 1;
    } else if (sign === '"') quoted = !quoted;
    else if (sign === separator && !quoted) {
      cells.push(cell);
      cell = '';
      if (cells.length > MOST_CELLS) return null;
    } else cell += sign;
  }
  cells.push(cell);
  return cells;
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** A number with a point or a comma; null for blanks, `--`, `---` and words. */
export function numberOf(cell: string | undefined, comma: boolean): number | null {
  if (cell === undefined) return null;
  const text = comma ? cell.trim().replace(',', '.') : cell.trim();
  return NUMBER.test(text) ? Number(text) + 0 : null;
}
