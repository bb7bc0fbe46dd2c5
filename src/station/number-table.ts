/**
 * The one reader of recorded files: comma-separated numbers under a header, as `backtest` and `replay` take them. It judges
 * nothing: which columns there must be, and in what order the rows, is for those who use it to say.
 */
export class NumberTable {
  private constructor(
    /** Trimmed and in lower case, in the order of the file. */
    readonly header: readonly string[],
    readonly rows: number,
    /** Cells that hold something else than a number. They read as missing. */
    readonly oddCells: number,
    private readonly columns: readonly Float64Array[],
    /** Line number in the file, from 1, and number of cells of each row. */
    private readonly places: readonly { line: number; cells: number }[],
  ) {}

  /** NaN where the file has no number; null for a column that it does not have. */
  column(name: string): Float64Array | null {
    const at = this.header.indexOf(name);
    return at < 0 ? null : this.columns[at]!.subarray(0, this.rows);
  }

  lineOf(row: number): number {
    return this.places[row]!.line;
  }

  isRagged(row: number): boolean {
    return this.places[row]!.cells !== this.header.length;
  }

  static parse(text: string): NumberTable {
    const lines = text.split('\n');
    const header = (lines[0] ?? '').split(',').map((name) => name.trim().toLowerCase());
    const columns = header.map(() => new Float64Array(lines.length).fill(Number.NaN));
    const places: { line: number; cells: number }[] = [];
    let oddCells = 0;
    for (let at = 1; at < lines.length; at++) {
      const line = lines[at]!.trim();
      if (line === '') continue;
      const cells = line.split(',');
      for (let i = 0; i < Math.min(cells.length, header.length); i++) {
        const cell = cells[i]!.trim();
        if (cell === '') continue;
        const value = Number(cell);
        if (Number.isFinite(value)) columns[i]![places.length] = value;
        else oddCells += 1;
      }
      places.push({ line: at + 1, cells: cells.length });
    }
    return new NumberTable(header, places.length, oddCells, columns, places);
  }
}
