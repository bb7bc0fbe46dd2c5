import { DAY_S } from '../base/durations.ts';
import { dayText, Zone } from '../base/zone.ts';
import { Conformal } from '../station/forecast/bands/conformal.ts';
import { conformalSettings } from '../station/forecast/bands/conformal-settings.ts';
import { ForecastEngine } from '../station/forecast/engine.ts';
import type { HeadKey } from '../station/forecast/grid.ts';
import type { Matured } from '../station/forecast/heads/matured.ts';
import type { ForecastSettings } from '../station/forecast/settings.ts';
import { ChanceBacktest, type ChanceRow } from './chance.ts';
import { OutlookBacktest, type OutlookRow } from './outlook.ts';
import { phaseOf, type RecordRow } from './record.ts';
import { replay } from './replay.ts';
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
  chance: ChanceRow[];
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
    this.#waiting.set(issueS, {
      halfwidth: this.#conformal.band(this.scale)?.halfwidth ?? null,
      quantiles: this.#conformal.signedQuantiles(),
      scale: this.scale,
    });
  }

  /** Returns the matured forecast as issued, then learns from its outcome. */
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
export function* backtest(rows: readonly RecordRow[], options: BacktestOptions): Generator<number, BacktestResult> {
  const { settings, altitudeM, warmupDays } = options;
  const { stepS, timezone } = settings;
  const engine = new ForecastEngine(settings);
  const books = engine.headKeys.map((key) => ({
    key,
    tally: new HeadTally(key, stepS),
    rival: new ConformalPersistence(engine.head(key.target, key.horizonS).scaleUnit, stepS, key.horizonS),
  }));
  const bookOf = ({ target, horizonS }: HeadKey) =>
    books.find(({ key }) => key.horizonS === horizonS && key.target === target)!;
  const startS = (rows[0]?.tS ?? 0) - phaseOf(rows, stepS);
  const warmS = startS + warmupDays * DAY_S;
  const outlook = new OutlookBacktest(engine, warmS);
  const chance = new ChanceBacktest(engine, stepS, warmS);
  const zone = new Zone(timezone);
  for (const { row, outcome, share } of replay(rows, engine, altitudeM)) {
    const { matured, issued } = outcome;
    const month = dayText(zone.dayOf(row.tS)).slice(0, 7);
    for (const m of matured) {
      const { tally, rival: other } = bookOf(m);
      const rival = other.settle(m);
      const ageS = m.issueS - startS;
      if (m.issueS >= warmS) tally.addWarm(m, rival, month);
      if (ageS >= COLD_FROM_DAYS * DAY_S && ageS < COLD_UNTIL_DAYS * DAY_S) tally.cold.add(m, rival);
    }
    for (const one of issued) bookOf(one).rival.issue(one.issueS);
    outlook.observe(row);
    chance.observe(row);
    yield share;
  }
  return {
    rows: books.map(({ tally }) => tally.row()).filter((row) => row.n > 0),
    outlook: outlook.rows(),
    chance: chance.rows(),
  };
}
