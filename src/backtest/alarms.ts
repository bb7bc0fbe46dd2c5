import { DAY_S } from '../base/durations.ts';
import { Zone } from '../base/zone.ts';
import { SHELF } from '../config/alarm-shelf.ts';
import type { AlarmScore } from '../contract/alarms.ts';
import type { Period } from '../station/alarms/chance-record.ts';
import { ChanceOf } from '../station/alarms/chances.ts';
import { scoreOf } from '../station/alarms/score.ts';
import { ForecastEngine } from '../station/forecast/engine.ts';
import type { BacktestOptions } from './backtest.ts';
import type { RecordRow } from './record.ts';
import { replay } from './replay.ts';

const RULE = { id: 'frost_tonight', ...SHELF.frost_tonight };

/** Score of "frost tonight" over a record, and the nights that were judged. */
export interface AlarmBacktest {
  frostTonight: AlarmScore;
  nights: readonly Period[];
  /** How many of them had frost. */
  frosts: number;
}

/**
 * Replays a record through the engine and the alarm that the station runs, strictly forward: what is said of a night is kept, and learned
 * from when the night is over. Nights after the warm-up count. Yields after each row.
 */
export function* alarmBacktest(rows: readonly RecordRow[], options: BacktestOptions): Generator<number, AlarmBacktest> {
  const { settings, altitudeM, warmupDays } = options;
  const engine = new ForecastEngine(settings);
  const chance = new ChanceOf(RULE, new Zone(settings.timezone), settings.stepS, null, Number.POSITIVE_INFINITY);
  const warmS = (rows[0]?.tS ?? 0) + warmupDays * DAY_S;
  for (const { row, share } of replay(rows, engine, altitudeM)) {
    chance.tick(row, engine);
    yield share;
  }
  const nights = chance.record.periods.filter(({ startS, came }) => startS >= warmS && came !== null);
  const frosts = nights.filter(({ came }) => came).length;
  return { frostTonight: scoreOf(RULE.id, nights, RULE.on, true), nights, frosts };
}
