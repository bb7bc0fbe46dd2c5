import { quantitiesWith } from '../../../quantities/names.ts';
import { NumberTable } from '../../number-table.ts';

/** The quantities a recorded file may hold: of what only some stations have, under their names in the CSV. Each is a column of numbers, NaN where the file has none: dense, and read by index. */
export const COLUMNS = [
  'temperature_c',
  'temp_humidity_sensor_c',
  'temp_pressure_sensor_c',
  'cpu_temp_c',
  'humidity_pct',
  'pressure_hpa',
  'red',
  'green',
  'blue',
  'clear',
  ...quantitiesWith('narrow', 'csvBehind').map(({ csvBehind }) => csvBehind),
] as const;
export type Column = (typeof COLUMNS)[number];

const known = (name: string): name is Column => (COLUMNS as readonly string[]).includes(name);

/** A recorded file: rows in time order, each standing for the `stepS` seconds that end at its time. */
export class ReplayRecord {
  private constructor(
    readonly tsS: Float64Array,
    readonly stepS: number,
    private readonly columns: ReadonlyMap<Column, Float64Array>,
    /** Cells that hold something else than a number; they count as missing. */
    readonly oddCells: number,
  ) {}

  get startS(): number {
    return this.tsS[0]! - this.stepS;
  }

  get endS(): number {
    return this.tsS.at(-1)!;
  }

  /** The row whose interval [ts - step, ts) holds `tS`, or null in a gap and outside the record. Nothing is interpolated. */
  rowAt(tS: number): number | null {
    let low = 0;
    let high = this.tsS.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.tsS[middle]! > tS) high = middle;
      else low = middle + 1;
    }
    return low < this.tsS.length && this.tsS[low]! - tS <= this.stepS ? low : null;
  }

  value(column: Column, row: number): number | null {
    const value = this.columns.get(column)?.[row];
    return value === undefined || Number.isNaN(value) ? null : value;
  }

  /** At least one row has a number there: a column may be in the header and empty in every row. */
  has(column: Column): boolean {
    return this.columns.get(column)?.some((value) => !Number.isNaN(value)) ?? false;
  }

  /** CSV with a header; the first column is `ts`, epoch seconds ascending. */
  static parse(text: string): ReplayRecord {
    const table = NumberTable.parse(text);
    const { header, rows, oddCells } = table;
    const names = header.slice(1);
    const strange = names.find((name) => !known(name));
    if (header[0] !== 'ts' || names.length === 0)
      throw new Error(`it does not begin with ts and ${SOME}, but with "${quoted(header.join(','))}"`);
    if (strange !== undefined) throw new Error(`it has a column "${quoted(strange)}", instead of ${SOME}`);
    const tsS = table.column('ts')!;
    for (let row = 0; row < rows; row++) {
      if (!table.isRagged(row) && Number.isFinite(tsS[row]!) && !(tsS[row]! <= tsS[row - 1]!)) continue;
      const number = table.lineOf(row);
      throw new Error(
        `line ${number} is not a row after the one before it: "${quoted(text.split('\n')[number - 1]!)}"`,
      );
    }
    if (rows < 2) throw new Error(`it needs at least two rows, and has ${rows}`);
    const columns = new Map(names.filter(known).map((name) => [name, table.column(name)!]));
    return new ReplayRecord(tsS, medianStepS(tsS), columns, oddCells);
  }
}

const SOME = `columns such as ${COLUMNS.slice(0, 6).join(', ')}`;

/** Beginning of a line: a file that is no record may be one line. */
const quoted = (line: string): string => line.trim().slice(0, 80);

/** The step of the record is its most usual one: the median of the differences, which gaps do not move. */
function medianStepS(tsS: Float64Array): number {
  const steps = tsS.slice(1).map((t, i) => t - tsS[i]!);
  return steps.sort()[steps.length >> 1]!;
}
