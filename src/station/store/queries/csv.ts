import { offsetText, type Zone } from '../../../base/zone.ts';
import { type CsvShape, PLAIN_CSV } from '../../../contract/names.ts';
import { type Conversion, IMPERIAL, suffixOf } from '../../../quantities/imperial.ts';
import type { Unit } from '../../../quantities/quantity.ts';
import { CELLS, CELLS_BEHIND, type CsvRow, type CsvRows, type CsvSignal } from './csv-rows.ts';

/** Six decimals without trailing zeros, by whole micro-units: five times as fast as the general way of printing a double. */
export function decimal(value: number): string {
  const micro = Math.round(Math.abs(value) * 1e6);
  if (!(micro < Number.MAX_SAFE_INTEGER)) return Number.isFinite(value) ? `${value}` : '';
  const whole = Math.floor(micro / 1e6);
  const rest = micro - whole * 1e6;
  const sign = value < 0 && micro > 0 ? '-' : '';
  if (rest === 0) return sign + whole;
  const digits = `${rest + 1e6}`;
  let end = digits.length;
  while (digits.charCodeAt(end - 1) === 48) end -= 1;
  return `${sign}${whole}.${digits.slice(1, end)}`;
}

/** Local time with its offset, in milliseconds only where there are any; the date is asked for once per minute. */
class IsoTimes {
  #minute = Number.NaN;
  #untilS = 0;
  #head = '';
  #tail = '';
  constructor(private readonly zone: Zone) {}

  text(tsMs: number): string {
    const minute = Math.floor(tsMs / 60_000);
    if (minute !== this.#minute || tsMs >= this.#untilS * 1000) {
      const { offsetS, untilS } = this.zone.stretch(tsMs / 1000);
      this.#minute = minute;
      this.#untilS = untilS;
      this.#head = new Date(minute * 60_000 + offsetS * 1000).toISOString().slice(0, 17);
      this.#tail = offsetText(offsetS);
    }
    const ms = tsMs - minute * 60_000;
    const text = `${ms + 100_000}`;
    return `${this.#head}${text.slice(1, 3)}${ms % 1000 === 0 ? '' : `.${text.slice(3)}`}${this.#tail}`;
  }
}

/** Units as they end a column's name. */
export const SUFFIX: Partial<Record<Unit, string>> = {
  '°C': '_c',
  '%': '_pct',
  hPa: '_hpa',
  '°C/h': '_c_per_h',
  'hPa/h': '_hpa_per_h',
  'm/s': '_ms',
  mm: '_mm',
  'mm/h': '_mmh',
  km: '_km',
};

/** Value of a row: its column's name, its unit and the signals whose flags it bears. */
interface Cell {
  name: string;
  unit: string;
  to: Conversion | null;
  signals: readonly number[];
}

/** `temp_smooth_c` for `temp_smooth`, or `temp_smooth_f` with its values in °F; names that say their unit already stay. */
function cellOf(name: string, unit: Unit, shape: CsvShape, flagged: readonly CsvSignal[], column = name): Cell {
  const { units, layout } = shape;
  const to = units === 'imperial' ? (IMPERIAL[unit] ?? null) : null;
  const own = SUFFIX[unit] ?? '';
  const bare = name.endsWith(own) ? name.slice(0, name.length - own.length) : name;
  const signals = flagged.flatMap(({ columns }, i) => (columns.includes(column) ? [i] : []));
  const named = units === null ? name : bare + (to ? suffixOf(to.unit) : own);
  return { name: layout === 'long' ? bare : named, unit: to?.unit ?? unit, to, signals };
}

const cellsOf = (shape: CsvShape, { present, signals }: CsvRows): Cell[] => [
  ...CELLS.map(({ csv, unit, column }) => cellOf(csv, unit, shape, signals, column)),
  ...CELLS_BEHIND.map(({ csvBehind, unit, column }) => cellOf(csvBehind, unit, shape, signals, column)),
  ...present.map(({ csvBehind, unit }) => cellOf(csvBehind, unit, shape, signals)),
];

const inUnit = (value: number, to: Conversion | null): string =>
  to ? String(+(value * to.factor + (to.offset ?? 0)).toFixed(4)) : decimal(value);
const sourceOf = (job: number | null): string => (job === null ? 'measured' : `import ${job}`);

/**
 * CSV of stored rows, RFC 4180: a line for each row, or for each value. Every cell is a number, a time, a name of ours or empty, so there is
 * nothing to quote and nothing a spreadsheet could take for a formula. Pages are some 7 kB.
 */
export const csvOf = (stored: CsvRows, zone: Zone) =>
  function* pages(startS: number, endS: number, shape: CsvShape = PLAIN_CSV): Generator<string> {
    const { present, signals } = stored;
    const cells = cellsOf(shape, stored);
    const names = cells.map(({ name }) => name);
    const isLong = shape.layout === 'long';
    const columns = isLong
      ? ['tier', 'quantity', 'value', 'unit']
      : [...names.slice(0, CELLS.length), 'tier', ...names.slice(CELLS.length)];
    const flags = { none: [], each: isLong ? ['flags'] : signals.map(({ name }) => `${name}_flags`), one: ['flags'] };
    const head = ['iso_time', 'ts', ...columns, ...flags[shape.flags], ...(shape.provenance ? ['source'] : [])];
    yield `${head.join(',')}\r\n`;
    const times = new IsoTimes(zone);
    const asked = {
      signals: shape.flags === 'none' ? null : signals, // those of the head: more may come while a slow reader pauses
      provenance: shape.provenance,
      which: present.map((one) => one.narrow),
    };
    for (const { tier, rows } of stored.pages(startS, endS, asked)) {
      let text = '';
      for (const row of rows) {
        const at = `${times.text(row.tsMs)},${row.tsMs / 1000}`;
        text += isLong
          ? longLines(row, `${at},${tier.number}`, cells, shape)
          : `${wideLine(row, at, cells, tier.number)}${behind(row, shape, signals)}\r\n`;
      }
      yield text;
    }
  };

function longLines({ values, flags, job }: CsvRow, start: string, cells: readonly Cell[], shape: CsvShape): string {
  const end = `${shape.provenance ? `,${sourceOf(job)}` : ''}\r\n`;
  let text = '';
  cells.forEach(({ name, unit, to, signals }, i) => {
    const value = values[i]!;
    if (value === null) return;
    const bits = signals.reduce((all, signal) => all | flags[signal]!, 0);
    text += `${start},${name},${inUnit(value, to)},${unit}${shape.flags === 'none' ? '' : `,${bits}`}${end}`;
  });
  return text;
}

function wideLine({ values }: CsvRow, at: string, cells: readonly Cell[], tier: number): string {
  let text = at;
  for (let i = 0; i < values.length; i += 1) {
    if (i === CELLS.length) text += `,${tier}`;
    const value = values[i]!;
    text += value === null ? ',' : `,${inUnit(value, cells[i]!.to)}`;
  }
  return text;
}

/** Flags and provenance behind a wide row. One column for all flags names their signals: `temperature:4 humidity:1`. */
function behind({ flags, job }: CsvRow, shape: CsvShape, signals: readonly CsvSignal[]): string {
  const source = shape.provenance ? `,${sourceOf(job)}` : '';
  if (shape.flags === 'none') return source;
  if (shape.flags === 'each') return `,${flags.join(',')}${source}`;
  const set = signals.flatMap(({ name }, i) => (flags[i] === 0 ? [] : [`${name}:${flags[i]}`]));
  return `,${set.join(' ')}${source}`;
}
