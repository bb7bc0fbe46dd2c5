import { DAY_S, HOUR_S } from '../base/durations.ts';
import type { ForecastEngine } from '../station/forecast/engine.ts';
import { phaseOf, type RecordRow, RecordTicks } from './record.ts';

/** Local hour at which a station trains its net. */
const NIGHT_S = 3 * HOUR_S;

/**
 * Plays a record through an engine, strictly forward, with the nightly training of a station. Yields each row that the engine has lived
 * through, and how much of the record that was.
 */
export function* replay(rows: readonly RecordRow[], engine: ForecastEngine, altitudeM: number) {
  const { stepS } = engine.settings;
  const phaseS = phaseOf(rows, stepS);
  const ticks = new RecordTicks(stepS, engine.settings, altitudeM, phaseS);
  for (const [i, record] of rows.entries()) {
    if ((record.tS - phaseS) % stepS !== 0) continue;
    const row = ticks.tick(record);
    const outcome = engine.tick(row);
    if (row.tS % DAY_S === NIGHT_S) for (const _ of engine.adopting.night());
    yield { row, outcome, share: (i + 1) / rows.length };
  }
}
