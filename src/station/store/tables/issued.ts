import { DAY_S, HOUR_S } from '../../../base/durations.ts';
import type { ForecastBundle, IssuedForecast } from '../../../contract/forecast.ts';
import { type Database, inTransaction } from '../sqlite/database.ts';

/** Thirty days of hours and both their ends. By their number and not by the clock: one that runs a year ahead for an hour must not cost them all. */
const HOURS_KEPT = 721;
/** Of older days every sixth hour stays, until the record has a year: 1 MB. */
const EVERY_H = 6;
const KEPT = HOURS_KEPT + (336 * DAY_S) / (EVERY_H * HOUR_S);
/** The longest horizon: an older forecast says nothing about a time that is still to come. */
const LONGEST_HORIZON_S = DAY_S;
const DECIMALS = 1e3;
const NTH = 'SELECT ts FROM issued ORDER BY ts DESC LIMIT 1 OFFSET ?';

type Entry = [horizonS: number, mu: number | null, lo: number | null, hi: number | null];
interface StoredForecast {
  anchors: Record<string, number | null>;
  targets: Record<string, Entry[]>;
}

const rounded = (value: number | null): number | null =>
  value === null ? null : Math.round(value * DECIMALS) / DECIMALS;

/** The same targets with other values. */
const mapped = <V, W>(byTarget: Record<string, V>, to: (value: V) => W): Record<string, W> =>
  Object.fromEntries(Object.entries(byTarget).map(([target, value]) => [target, to(value)]));

const written = (tS: number, targets: StoredForecast['targets']): IssuedForecast['targets'] =>
  mapped(targets, (entries) =>
    entries.map(([horizonS, mu, lo, hi]) => ({ horizon_s: horizonS, valid_ts: tS + horizonS, mu, lo, hi })),
  );

/** Forecasts as they were issued: one an hour for thirty days, one in six hours for a year. */
export class Issued {
  readonly #sql;

  constructor(private readonly db: Database) {
    this.#sql = {
      put: db.prepare<[number, string]>('INSERT OR REPLACE INTO issued (ts, said) VALUES (?, ?)'),
      // Of the day before the hours that stay alone: all that is older would be read again with each hour.
      prune: db.prepare<[upper: number, lower: number]>(
        `DELETE FROM issued WHERE ts <= (${NTH}) AND ts >= coalesce((${NTH}), 0) AND ts / ${HOUR_S} % ${EVERY_H} <> 0`,
      ),
      forgetOld: db.prepare<[offset: number]>(`DELETE FROM issued WHERE ts <= (${NTH})`),
      forget: db.prepare<[string, string]>('UPDATE issued SET said = json_remove(said, ?, ?) WHERE json_valid(said)'),
      at: db.prepare<[number, number], { ts: number; said: string }>(
        'SELECT ts, said FROM issued WHERE ts <= ? AND ts > ? AND json_valid(said) ORDER BY ts DESC LIMIT 1',
      ),
      between: db.prepare<[number, number], { ts: number; said: string }>(
        'SELECT ts, said FROM issued WHERE ts >= ? AND ts < ? AND json_valid(said) ORDER BY ts',
      ),
      next: db.prepare<[number, number], number | null>('SELECT min(ts) FROM issued WHERE ts >= ? AND ts < ?').pluck(),
      ends: db.prepare<[], [number | null, number | null]>('SELECT min(ts), max(ts) FROM issued').raw(),
    };
  }

  keep({ issued_ts: tS, anchors, targets }: ForecastBundle): void {
    if (tS === null) return;
    const said: StoredForecast = {
      anchors: mapped(anchors, rounded),
      targets: mapped(targets, (entries) =>
        entries.map((e): Entry => [e.horizon_s, rounded(e.mu), rounded(e.lo), rounded(e.hi)]),
      ),
    };
    this.#sql.put.run(tS, JSON.stringify(said));
    this.#sql.prune.run(HOURS_KEPT, HOURS_KEPT + DAY_S / HOUR_S);
    this.#sql.forgetOld.run(KEPT);
  }

  /** The newest forecast at a moment; without a time of issue when none is kept that reaches beyond it. */
  at(tS: number): IssuedForecast {
    const row = this.#sql.at.get(tS, tS - LONGEST_HORIZON_S);
    const [firstS, lastS] = this.#sql.ends.get()!;
    if (!row) return { issued_ts: null, anchors: {}, targets: {}, first_ts: firstS, last_ts: lastS };
    const { anchors, targets } = JSON.parse(row.said) as StoredForecast;
    return { issued_ts: row.ts, anchors, targets: written(row.ts, targets), first_ts: firstS, last_ts: lastS };
  }

  /** Takes these targets out of all that is kept: they spoke of another sensor. */
  forget(targets: readonly string[]): void {
    inTransaction(this.db, () => {
      for (const target of targets) this.#sql.forget.run(`$.anchors.${target}`, `$.targets.${target}`);
    });
  }

  /** First issue time in a half-open interval. */
  next(fromS: number, untilS: number): number | null {
    return this.#sql.next.get(fromS, untilS) ?? null;
  }

  /** All that were issued from a moment on and before another, oldest first. */
  between(fromS: number, untilS: number): { tS: number; targets: IssuedForecast['targets'] }[] {
    return this.#sql.between
      .all(fromS, untilS)
      .map(({ ts, said }) => ({ tS: ts, targets: written(ts, (JSON.parse(said) as StoredForecast).targets) }));
  }
}
