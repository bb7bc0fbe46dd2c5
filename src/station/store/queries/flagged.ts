import type { FlaggedPoint } from '../../../contract/quality.ts';
import { BY_HAND, isBad, SIGNALS, type Signal } from '../../quality/flags.ts';
import type { Database } from '../sqlite/database.ts';
import type { FoldedRow } from '../tiers/accumulator.ts';
import type { FlagSpan } from '../tiers/quality.ts';
import type { RollUps } from '../tiers/rollup.ts';
import { ROLLUP_COLUMNS } from '../tiers/rollup-columns.ts';
import { FIVE_MIN, HOURLY } from '../tiers/tier.ts';

const MOST_POINTS = 300;

/** A signal's value as measured, in the unit of its chart; unsmoothed, for a filter hides a spike. */
const AS_MEASURED: Readonly<Record<Signal['name'], string>> = {
  temperature: 'temp',
  humidity: 'hum',
  pressure: 'press_slp + press_raw - press_smooth',
  outdoor: 'outdoor_c',
  light: 'lux',
};
/** Column of its chart. */
const CHARTED: Readonly<Record<Signal['name'], string>> = {
  temperature: 'temp_smooth',
  humidity: 'hum_smooth',
  pressure: 'press_slp',
  outdoor: 'outdoor_c',
  light: 'lux',
};

/** Values that are flagged as wrong, as they were measured: what a chart draws hollow. */
export class FlaggedReads {
  readonly #rollUps: RollUps;
  readonly #sql;

  constructor(db: Database, rollUps: RollUps) {
    this.#rollUps = rollUps;
    const everyFew = (value: string) =>
      db
        .prepare<[{ fromMs: number; untilMs: number; stepMs: number }], [number, number]>(
          `SELECT min(ts_ms) / 1000.0, ${value} FROM main.sample WHERE ts_ms >= @fromMs AND ts_ms < @untilMs AND ${value} IS NOT NULL
           GROUP BY ts_ms / CAST(@stepMs AS INTEGER)`,
        )
        .raw();
    this.#sql = new Map(SIGNALS.map(({ number, name }) => [number, everyFew(AS_MEASURED[name])]));
  }

  spans(fromMs: number, untilMs: number): FlagSpan[] {
    return this.#rollUps.quality.spans(fromMs, untilMs);
  }

  points(fromMs: number, untilMs: number): FlaggedPoint[] {
    const bad = this.spans(fromMs, untilMs).filter(({ bits }) => isBad(bits));
    const keptMs = this.#rollUps.keptFrom * 1000;
    const stepMs = Math.max(1, Math.ceil((untilMs - fromMs) / MOST_POINTS));
    const found = bad.flatMap((span): FlaggedPoint[] => {
      const signal = SIGNALS.find(({ number }) => number === span.signal);
      if (!signal) return [];
      const window = { fromMs: Math.max(span.fromMs, fromMs), untilMs: Math.min(span.untilMs, untilMs) };
      const values =
        window.untilMs > keptMs
          ? this.#sql.get(span.signal)!.all({ ...window, stepMs })
          : this.#rows(signal, window, stepMs);
      const byHand = (span.bits & BY_HAND) !== 0;
      return values.map(([ts, value]) => ({ quantity: signal.name, ts, value, bits: span.bits, by_hand: byHand }));
    });
    // A folded row is one point, however many spans reach into it.
    const points = new Map(found.map((point) => [`${point.quantity} ${point.ts}`, point]));
    return [...points.values()].slice(0, 5 * MOST_POINTS);
  }

  #rows(
    { name }: Signal,
    { fromMs, untilMs }: { fromMs: number; untilMs: number },
    stepMs: number,
  ): [number, number][] {
    const at = ROLLUP_COLUMNS.indexOf(CHARTED[name]) + 2;
    const rows = [FIVE_MIN, HOURLY]
      .map((tier) => this.#rollUps.rows.measured(tier, fromMs / 1000 - tier.widthS + 1, untilMs / 1000))
      .find((some) => some.length > 0);
    const found: [number, number][] = [];
    for (const row of (rows ?? []) as FoldedRow[]) {
      const value = row[at] ?? null;
      const last = found.at(-1)?.[0] ?? Number.NEGATIVE_INFINITY;
      if (value !== null && (row[0]! - last) * 1000 >= stepMs) found.push([row[0]!, value]);
    }
    return found;
  }
}
