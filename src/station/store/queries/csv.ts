import { offsetText, type Zone } from '../../../base/zone.ts';
import { quantitiesWith } from '../../../quantities/names.ts';
import { SIGNALS } from '../../quality/flags.ts';
import type { Database } from '../sqlite/database.ts';
import { type Quality, Screened } from '../tiers/quality.ts';
import { ofEach, type Tier } from '../tiers/tier.ts';
import type { NarrowReads } from './narrow.ts';
import { type Standing, segments } from './segments.ts';

const CELLS = quantitiesWith('csv');
const CELLS_BEHIND = quantitiesWith('csvBehind', 'column');
const COLUMNS = [...CELLS, ...CELLS_BEHIND].map(({ column }) => column).join(', ');

const CSV_HEADER = [
  'iso_time',
  'ts',
  ...CELLS.map(({ csv }) => csv),
  'tier',
  ...CELLS_BEHIND.map(({ csvBehind }) => csvBehind),
];
const NARROW_CELLS = quantitiesWith('csvBehind', 'narrow');

const PAGE = 64;

type Values = (number | null)[];

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

/**
 * One line per stored row, each at its own tier, ascending; RFC 4180. Every cell is a number, a time or empty, so there is
 * nothing to quote and nothing a spreadsheet could take for a formula. Written in pages of some 7 kB: between two of them no
 * statement is open, so a reader who stalls holds neither a cursor nor more than one page.
 */
export class CsvExport {
  readonly #standing: Standing;
  readonly #zone: Zone;
  readonly #narrow: NarrowReads;
  readonly #quality: Quality;
  readonly #samples;
  readonly #folded;

  constructor(db: Database, standing: Standing, zone: Zone, narrow: NarrowReads, quality: Quality) {
    this.#narrow = narrow;
    this.#quality = quality;
    this.#standing = standing;
    this.#zone = zone;
    this.#samples = new Screened(quality, ({ stored, waiting }) =>
      db
        .prepare<[number, number], Values>(
          `SELECT * FROM (SELECT ts_ms, ${COLUMNS} FROM ${stored} UNION ALL SELECT ts_ms, ${COLUMNS} FROM ${waiting})
           WHERE ts_ms >= ? AND ts_ms < ? ORDER BY ts_ms LIMIT ${PAGE}`,
        )
        .raw(),
    );
    this.#folded = ofEach(({ table }) =>
      db
        .prepare<[number, number], Values>(
          `SELECT ts * 1000, ${COLUMNS} FROM ${table} WHERE ts >= ? AND ts < ? ORDER BY ts LIMIT ${PAGE}`,
        )
        .raw(),
    );
  }

  /** `withFlags` adds the flags of each signal; samples are then as measured, and rows hold what their flags leave, as ever. */
  *pages(startS: number, endS: number, withFlags = false): Generator<string> {
    const { present } = this.#narrow;
    const behind = NARROW_CELLS.filter(({ narrow }) => present.includes(narrow));
    const flags = withFlags ? SIGNALS.map(({ name }) => `${name}_flags`) : [];
    yield `${[...CSV_HEADER, ...behind.map(({ csvBehind }) => csvBehind), ...flags].join(',')}\r\n`;
    const which = behind.map(({ narrow }) => narrow);
    const times = new IsoTimes(this.#zone);
    // The tiers may move on while a slow reader pauses: the plan is made anew from where the last page ended.
    for (let fromS = startS; ; ) {
      const [segment] = segments({ fromS, untilS: endS, bucketS: null, ends: 'starting' }, this.#standing);
      if (!segment) return;
      const rows = this.#page(segment.tier, segment.fromS, segment.untilS, withFlags);
      if (rows.length > 0 && which.length > 0) this.#addNarrow(rows, segment.tier, which);
      if (rows.length > 0 && withFlags) this.#addFlags(rows, segment.tier);
      if (rows.length > 0) yield lines(rows, times, segment.tier.number);
      const last = rows.length === PAGE ? rows.at(-1)![0]! / 1000 : null;
      fromS = last === null ? segment.untilS : last + (segment.tier.folded ? 1 : 0.0005);
    }
  }

  /** Puts the narrow values behind their rows, in place. */
  #addNarrow(rows: readonly Values[], tier: Tier, which: readonly number[]): void {
    const cells = new Map(rows.map((row) => [row[0]!, which.map((): number | null => null)]));
    const untilS = rows.at(-1)![0]! / 1000 + 0.001;
    for (const { tS, quantity, folded } of this.#narrow.rows(tier, rows[0]![0]! / 1000, untilS, which)) {
      const cell = cells.get(Math.round(tS * 1000));
      if (cell) cell[which.indexOf(quantity)] = folded.value;
    }
    for (const row of rows) row.push(...cells.get(row[0]!)!);
  }

  /** Puts the flags of each signal behind the rows, in place: all that lie within a row. */
  #addFlags(rows: readonly Values[], tier: Tier): void {
    const widthMs = tier.folded ? tier.widthS * 1000 : 1;
    const spans = this.#quality.spans(rows[0]![0]!, rows.at(-1)![0]! + widthMs);
    for (const row of rows) {
      const ms = row[0]!;
      const here = spans.filter(({ fromMs, untilMs }) => fromMs < ms + widthMs && untilMs > ms);
      for (const { number } of SIGNALS)
        row.push(here.reduce((all, { signal, bits }) => (signal === number ? all | bits : all), 0));
    }
  }

  #page(tier: Tier, fromS: number, untilS: number, asMeasured: boolean): Values[] {
    if (tier.folded) return this.#folded[tier.table].all(fromS, untilS);
    const [fromMs, untilMs] = [Math.ceil(fromS * 1000), Math.ceil(untilS * 1000)];
    return (asMeasured ? this.#samples.asIs : this.#samples.over(fromMs, untilMs)).all(fromMs, untilMs);
  }
}

function lines(rows: readonly Values[], times: IsoTimes, tier: number): string {
  let text = '';
  for (const row of rows) {
    const tsMs = row[0]!;
    text += `${times.text(tsMs)},${tsMs / 1000}`;
    for (let i = 1; i < row.length; i += 1) {
      if (i === CELLS.length + 1) text += `,${tier}`;
      const value = row[i]!;
      text += value === null ? ',' : `,${decimal(value)}`;
    }
    text += '\r\n';
  }
  return text;
}
