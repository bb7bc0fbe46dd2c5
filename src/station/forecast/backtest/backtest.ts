import { DAY_S, HOUR_S } from '../../../durations.ts';
import { ForecastEngine } from '../engine.ts';
import { headName } from '../grid.ts';
import type { Matured } from '../heads/head.ts';
import { Conformal, conformalSettings } from '../interval/conformal.ts';
import type { ForecastSettings } from '../settings.ts';
import { OutlookBacktest, type OutlookRow } from './outlook.ts';
import { phaseOf, type RecordRow, RecordTicks } from './record.ts';
import { type BacktestRow, HeadTally, type Rival } from './scores.ts';

export interface BacktestOptions {
  settings: ForecastSettings;
  altitudeM: number;
  /** Days at the start that count for the cold start only. */
  warmupDays: number;
}

export interface BacktestResult {
  rows: BacktestRow[];
  outlook: OutlookRow[];
}

const COLD_FROM_DAYS = 3;
const COLD_UNTIL_DAYS = 60;

/** Persistence with the same conformal machinery, in units of its own horizon scale: the rival an interval has to beat. */
class ConformalPersistence {
  readonly #conformal: Conformal;
  readonly #waiting = new Map<number, Rival>();

  constructor(
    private readonly scale: number,
    stepS: number,
    horizonS: number,
  ) {
    this.#conformal = new Conformal(conformalSettings(stepS, horizonS));
  }

  issue(issueS: number): void {
    const quantile = this.#conformal.quantile();
    this.#waiting.set(issueS, {
      halfwidth: quantile === null ? null : quantile * this.scale,
      quantiles: this.#conformal.signedQuantiles(),
      scale: this.scale,
    });
  }

  /** What was said then; learns from how it turned out. */
  settle(m: Matured): Rival {
    const said = this.#waiting.get(m.issueS) ?? { halfwidth: null, quantiles: null, scale: this.scale };
    this.#waiting.delete(m.issueS);
    this.#conformal.learn(m.truth - m.persistence, this.scale, said.halfwidth);
    return said;
  }
}

/**
 * Replays a record through the very engine the station runs, strictly forward. Every forecast is scored once, at first look; a
 * forecast belongs to the warm part when it was *issued* there. Yields after each row, so that the caller can show progress.
 */
export function* backtest(
  rows: readonly RecordRow[],
  { settings, altitudeM, warmupDays }: BacktestOptions,
): Generator<number, BacktestResult> {
  const { stepS, timezone } = settings;
  const engine = new ForecastEngine(settings);
  const phaseS = phaseOf(rows, stepS);
  const ticks = new RecordTicks(stepS, settings, altitudeM, phaseS);
  const tallies = new Map<string, HeadTally>();
  const rivals = new Map<string, ConformalPersistence>();
  for (const key of engine.headKeys) {
    const name = headName(key.target, key.horizonS);
    tallies.set(name, new HeadTally(key, stepS));
    rivals.set(name, new ConformalPersistence(engine.head(key.target, key.horizonS).scaleUnit, stepS, key.horizonS));
  }
  const startS = (rows[0]?.tS ?? 0) - phaseS;
  const warmS = startS + warmupDays * DAY_S;
  const outlook = new OutlookBacktest(engine, warmS);
  const monthOf = months(timezone);
  for (const [i, record] of rows.entries()) {
    if ((record.tS - phaseS) % stepS !== 0) continue;
    const row = ticks.tick(record);
    const { matured, issued } = engine.tick(row);
    for (const m of matured) {
      const name = headName(m.target, m.horizonS);
      const tally = tallies.get(name)!;
      const rival = rivals.get(name)!.settle(m);
      const ageS = m.issueS - startS;
      if (m.issueS >= warmS) tally.addWarm(m, rival, monthOf(m.dueS));
      if (ageS >= COLD_FROM_DAYS * DAY_S && ageS < COLD_UNTIL_DAYS * DAY_S) tally.cold.add(m, rival);
    }
    for (const { target, horizonS, issueS } of issued) rivals.get(headName(target, horizonS))!.issue(issueS);
    outlook.observe(row);
    yield (i + 1) / rows.length;
  }
  return {
    rows: [...tallies.values()].map((tally) => tally.row()).filter((row) => row.n > 0),
    outlook: outlook.rows(),
  };
}

/** `YYYY-MM` in the zone of the record. Looked up once an hour of record: the formatter is slow. */
function months(timezone: string): (tS: number) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, year: 'numeric', month: '2-digit' });
  let hour = Number.NaN;
  let name = '';
  return (tS) => {
    const now = Math.floor(tS / HOUR_S);
    if (now !== hour) {
      hour = now;
      name = format.format(tS * 1000);
    }
    return name;
  };
}
