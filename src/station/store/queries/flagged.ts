import type { FlaggedPoint } from '../../../contract/quality.ts';
import { type BoardSignal, BY_HAND, HEARD, isBad, SIGNALS, type SignalName } from '../../quality/flags.ts';
import type { FlagSpan } from '../tiers/quality.ts';
import { placeOf } from '../tiers/rollup-columns.ts';
import { FIVE_MIN, type FoldedTier, HOURLY, RAW } from '../tiers/tier.ts';
import type { Tiers } from '../tiers/tiers.ts';

const MOST_POINTS = 300;

/** A signal's value as measured, in the unit of its chart, unsmoothed, for a filter hides a spike; and the column of its chart. */
const VALUES: Readonly<Record<BoardSignal, readonly [asMeasured: string, charted: string]>> = {
  temperature: ['temp', 'temp_smooth'],
  humidity: ['hum', 'hum_smooth'],
  pressure: ['press_slp + press_raw - press_smooth', 'press_slp'],
  outdoor: ['outdoor_c', 'outdoor_c'],
  light: ['lux', 'lux'],
};

/** Signal that a chart shows. `narrow`: of a heard one the number of its narrow quantity. */
interface Shown {
  name: SignalName;
  narrow?: number;
}
const SHOWN: ReadonlyMap<number, Shown> = new Map([...SIGNALS, ...HEARD].map((signal) => [signal.number, signal]));

/** Values that are flagged as wrong, as they were measured: what a chart draws hollow. */
export class FlaggedReads {
  readonly #sql;
  readonly #heard;

  constructor(private readonly tiers: Pick<Tiers, 'db' | 'rollUps'>) {
    const { db } = tiers;
    const everyFew = (value: string) =>
      db
        .prepare<[{ fromMs: number; untilMs: number; stepMs: number }], [number, number]>(
          `SELECT min(ts_ms) / 1000.0, ${value} FROM main.sample WHERE ts_ms >= @fromMs AND ts_ms < @untilMs AND ${value} IS NOT NULL
           GROUP BY ts_ms / CAST(@stepMs AS INTEGER)`,
        )
        .raw();
    this.#sql = new Map(SIGNALS.map(({ number, name }) => [number, everyFew(VALUES[name][0])]));
    this.#heard = db
      .prepare<[{ fromMs: number; untilMs: number; stepMs: number; quantity: number }], [number, number]>(
        `SELECT min(ts_ms) / 1000.0, max(value) FROM main.narrow_sample WHERE ts_ms >= @fromMs AND ts_ms < @untilMs
         AND quantity = @quantity GROUP BY ts_ms / CAST(@stepMs AS INTEGER)`,
      )
      .raw();
  }

  spans(fromMs: number, untilMs: number): FlagSpan[] {
    return this.tiers.rollUps.quality.spans(fromMs, untilMs);
  }

  points(fromMs: number, untilMs: number): FlaggedPoint[] {
    const bad = this.spans(fromMs, untilMs).filter(({ bits }) => isBad(bits));
    const keptMs = this.tiers.rollUps.keptFrom(RAW) * 1000;
    const stepMs = Math.max(1, Math.ceil((untilMs - fromMs) / MOST_POINTS));
    const found = bad.flatMap((span): FlaggedPoint[] => {
      const signal = SHOWN.get(span.signal);
      if (!signal) return [];
      const window = { fromMs: Math.max(span.fromMs, fromMs), untilMs: Math.min(span.untilMs, untilMs) };
      const aged = { ...window, untilMs: Math.min(window.untilMs, keptMs) }; // of which rows alone are left
      const values = [
        ...(aged.fromMs < aged.untilMs ? this.#rows(signal, aged, stepMs) : []),
        ...(window.untilMs > keptMs ? this.#samples(span.signal, signal, { ...window, stepMs }) : []),
      ];
      const byHand = (span.bits & BY_HAND) !== 0;
      return values.map(([ts, value]) => ({ quantity: signal.name, ts, value, bits: span.bits, by_hand: byHand }));
    });
    // A folded row is one point, however many spans reach into it.
    const points = new Map(found.map((point) => [`${point.quantity} ${point.ts}`, point]));
    return [...points.values()].slice(0, 5 * MOST_POINTS);
  }

  #samples(number: number, { narrow }: Shown, window: { fromMs: number; untilMs: number; stepMs: number }) {
    return narrow === undefined ? this.#sql.get(number)!.all(window) : this.#heard.all({ ...window, quantity: narrow });
  }

  /** Mean of a row that holds skipped values, with them. */
  #measured({ name, narrow }: Shown, fromS: number, untilS: number): [number, number | null][] {
    const of = (tier: FoldedTier): [number, number | null][] => {
      const { rows } = this.tiers.rollUps;
      const window = [tier, fromS - tier.widthS + 1, untilS] as const;
      if (narrow !== undefined)
        return rows
          .storedNarrow(...window)
          .filter(([, { row, measured }]) => measured !== row)
          .map(([ts, { measured }]) => [ts, measured.get(narrow)?.value ?? null]);
      const at = placeOf(VALUES[name as BoardSignal][1]);
      const skipping = rows.stored(...window).filter(({ row, measured }) => measured !== row);
      return skipping.map(({ measured }) => [measured[0]!, measured[at] ?? null]);
    };
    return [FIVE_MIN, HOURLY].map(of).find((some) => some.length > 0) ?? [];
  }

  #rows(signal: Shown, { fromMs, untilMs }: { fromMs: number; untilMs: number }, stepMs: number): [number, number][] {
    const found: [number, number][] = [];
    for (const [tS, value] of this.#measured(signal, fromMs / 1000, untilMs / 1000)) {
      const last = found.at(-1)?.[0] ?? Number.NEGATIVE_INFINITY;
      if (value !== null && (tS - last) * 1000 >= stepMs) found.push([tS, value]);
    }
    return found;
  }
}
