import { NARROW, quantitiesWith } from '../../../quantities/names.ts';
import { HEARD, SIGNALS } from '../../quality/flags.ts';
import { Screened } from '../tiers/quality.ts';
import { ofEach, type Tier } from '../tiers/tier.ts';
import type { Tiers } from '../tiers/tiers.ts';
import { segments } from './segments.ts';

/** Wide columns of the CSV, and those that came behind `tier`. */
export const CELLS = quantitiesWith('csv');
export const CELLS_BEHIND = quantitiesWith('csvBehind', 'column');
const COLUMNS = [...CELLS, ...CELLS_BEHIND].map(({ column }) => column).join(', ');
const PAGE = 64;

/** Stored row of an export. `values`: the wide columns, then the narrow ones that were asked for. */
export interface CsvRow {
  tsMs: number;
  values: (number | null)[];
  /** Bits by signal, in the order in which they were asked for: all that lie within the row. Empty where none were. */
  flags: number[];
  /** Import that brought the row; null for a measured one. */
  job: number | null;
}

/** Signal of the flags, and the columns that bear them: of the wide tables, or of the CSV for narrow quantities. */
export interface CsvSignal {
  number: number;
  name: string;
  columns: readonly string[];
}

interface Asked {
  /** Signals whose flags are wanted: samples are then as measured, and rows hold what their flags leave, as ever. Null where none are. */
  signals: readonly CsvSignal[] | null;
  provenance: boolean;
  /** Numbers of narrow quantities. */
  which: readonly number[];
}

/**
 * Rows of an export, each at its own tier, ascending. In pages: between two of them no statement is open, so a reader who stalls holds
 * neither a cursor nor more than one page.
 */
export class CsvRows {
  readonly #samples;
  readonly #folded;
  readonly #jobs;

  constructor(private readonly tiers: Tiers) {
    const { db } = tiers;
    type Cells = (number | null)[];
    this.#samples = new Screened(tiers.rollUps.quality, ({ both }) =>
      db
        .prepare<[number, number], Cells>(
          `SELECT * FROM ${both(COLUMNS)} WHERE ts_ms >= ? AND ts_ms < ? ORDER BY ts_ms LIMIT ${PAGE}`,
        )
        .raw(),
    );
    this.#folded = ofEach(({ table }) =>
      db
        .prepare<[number, number], Cells>(
          `SELECT ts * 1000, ${COLUMNS} FROM ${table} WHERE ts >= ? AND ts < ? ORDER BY ts LIMIT ${PAGE}`,
        )
        .raw(),
    );
    this.#jobs = db
      .prepare<[string, number, number], [number, number]>(
        'SELECT ts, job FROM imported WHERE part = ? AND ts >= ? AND ts <= ?',
      )
      .raw();
  }

  /** Narrow quantities that this station has stored. */
  get present(): readonly (typeof NARROW)[number][] {
    const { present } = this.tiers.rollUps.narrow;
    return NARROW.filter(({ narrow }) => present.includes(narrow));
  }

  /** Signals that may have flags: those of the board, and of the narrow quantities that this station has stored. */
  get signals(): readonly CsvSignal[] {
    const { present } = this.tiers.rollUps.narrow;
    const heard = HEARD.filter(({ together }) => together.some(({ narrow }) => present.includes(narrow)));
    return [
      ...SIGNALS,
      ...heard.map(({ number, name, together }) => ({ number, name, columns: together.map((row) => row.csvBehind) })),
    ];
  }

  *pages(startS: number, endS: number, asked: Asked): Generator<{ tier: Tier; rows: CsvRow[] }> {
    const asMeasured = asked.signals !== null;
    // The tiers may move on while a slow reader pauses: the plan is made anew from where the last page ended.
    for (let fromS = startS; ; ) {
      const [segment] = segments({ fromS, untilS: endS, bucketS: null, ends: 'starting' }, this.tiers);
      if (!segment) return;
      const { tier } = segment;
      const rows = this.#page(tier, segment.fromS, segment.untilS, asMeasured);
      if (rows.length > 0) {
        if (asked.which.length > 0) this.#addNarrow(rows, tier, asked.which, asMeasured);
        if (asked.signals) this.#addFlags(rows, tier, asked.signals);
        if (asked.provenance) this.#addJobs(rows, tier);
        yield { tier, rows };
      }
      const last = rows.length === PAGE ? rows.at(-1)!.tsMs / 1000 : null;
      fromS = last === null ? segment.untilS : last + (tier.folded ? 1 : 0.0005);
    }
  }

  #page(tier: Tier, fromS: number, untilS: number, asMeasured: boolean): CsvRow[] {
    const [fromMs, untilMs] = [Math.ceil(fromS * 1000), Math.ceil(untilS * 1000)];
    const cells = tier.folded
      ? this.#folded[tier.table].all(fromS, untilS)
      : (asMeasured ? this.#samples.asIs : this.#samples.over(fromMs, untilMs)).all(fromMs, untilMs);
    return cells.map(([tsMs, ...values]) => ({ tsMs: tsMs!, values, flags: [], job: null }));
  }

  #addNarrow(rows: readonly CsvRow[], tier: Tier, which: readonly number[], asMeasured: boolean): void {
    const cells = new Map(rows.map(({ tsMs }) => [tsMs, which.map((): number | null => null)]));
    const untilS = rows.at(-1)!.tsMs / 1000 + 0.001;
    const values = this.tiers.rollUps.narrow.rows(tier, rows[0]!.tsMs / 1000, untilS, which, asMeasured);
    for (const { tS, quantity, folded } of values) {
      const cell = cells.get(Math.round(tS * 1000));
      if (cell) cell[which.indexOf(quantity)] = folded.value;
    }
    for (const row of rows) row.values.push(...cells.get(row.tsMs)!);
  }

  #addFlags(rows: readonly CsvRow[], tier: Tier, signals: readonly CsvSignal[]): void {
    const widthMs = tier.folded ? tier.widthS * 1000 : 1;
    const spans = this.tiers.rollUps.quality.spans(rows[0]!.tsMs, rows.at(-1)!.tsMs + widthMs);
    for (const row of rows) {
      const here = spans.filter(({ fromMs, untilMs }) => fromMs < row.tsMs + widthMs && untilMs > row.tsMs);
      row.flags = signals.map(({ number }) =>
        here.reduce((all, { signal, bits }) => (signal === number ? all | bits : all), 0),
      );
    }
  }

  #addJobs(rows: readonly CsvRow[], tier: Tier): void {
    const perTs = tier.folded ? 1000 : 1;
    const found = this.#jobs.all(tier.table, rows[0]!.tsMs / perTs, rows.at(-1)!.tsMs / perTs);
    const jobs = new Map(found.map(([ts, job]) => [ts * perTs, job]));
    for (const row of rows) row.job = jobs.get(row.tsMs) ?? null;
  }
}
