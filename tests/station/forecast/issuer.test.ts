import { queryObjects } from 'node:v8';
import { describe, expect, it, vi } from 'vitest';
import { Moment } from '../../../src/station/forecast/climate/climatology.ts';
import { ForecastEngine } from '../../../src/station/forecast/engine.ts';
import { rowOf, START_S, settingsFor } from './weather.ts';

const STEP_S = 1800;
const DAY_S = 86_400;
const A_DAY_OF_STEPS = DAY_S / STEP_S;
/** Of two engines, should the one before still be there. */
const A_FEW_DAYS = 5 * A_DAY_OF_STEPS;
const warm = (tS: number) => rowOf(tS, 15, 70, 1010);

/** What the engine remembers of times to come. */
const momentsOf = (engine: ForecastEngine): number => {
  const warned = vi.spyOn(process, 'emitWarning').mockReturnValue(); // that it is an experiment of Node's
  const count = queryObjects(Moment, { format: 'count' });
  warned.mockRestore();
  expect(engine.newestS).not.toBeNull(); // it is alive until here
  return count;
};

describe('what has been looked ahead to', () => {
  it('is a few days of it, however often somebody asks between two ticks', () => {
    const engine = new ForecastEngine(settingsFor(STEP_S));
    engine.tick(warm(START_S));
    for (let i = 1; i < 1.25 * A_FEW_DAYS; i++) engine.refresh(warm(START_S + i / 10));
    expect(momentsOf(engine)).toBeLessThan(A_FEW_DAYS);
  });

  it('and however far a clock was set back', () => {
    const engine = new ForecastEngine(settingsFor(STEP_S));
    engine.tick(warm(START_S));
    for (let i = 1; i < 1.25 * A_FEW_DAYS; i++) engine.refresh(warm(START_S - 30 * DAY_S + i * STEP_S));
    expect(momentsOf(engine)).toBeLessThan(A_FEW_DAYS);
  });
});
