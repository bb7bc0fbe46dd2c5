import { describe, expect, it } from 'vitest';
import { ForecastEngine } from '../../../src/station/forecast/engine.ts';
import { train } from '../../../src/station/forecast/train.ts';
import type { TickRow } from '../../../src/station/tick.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { START_S, settingsFor, weather } from './weather.ts';

const STEP_S = 1800;
const DAYS = 12;
const rows = weather(81, DAYS, STEP_S);
const endS = rows.at(-1)!.tS;

const history = (list: readonly TickRow[]) => ({
  *ticks(afterS: number, untilS: number) {
    const wanted = list.filter(({ tS }) => tS > afterS && tS <= untilS);
    for (let i = 0; i < wanted.length; i += 100) yield wanted.slice(i, i + 100);
  },
  hours: () => [],
});

const job = (clock = new FakeClock(endS), signal = new AbortController().signal) => {
  const shares: number[] = [];
  const progress = (share: number): void => {
    shares.push(share);
  };
  return { clock, signal, shares, progress };
};

/** Real milliseconds for the slicer, the record's end for the wall. */
class WorkingClock extends FakeClock {
  override steadyMs = () => performance.now();
}

const theta = (engine: ForecastEngine) => [...engine.head('temperature', 10800).learner.theta];

describe('training from history', () => {
  it('learns exactly what a station would have learned that had been there', async () => {
    const lived = new ForecastEngine(settingsFor(STEP_S));
    for (const row of rows.slice(1)) lived.tick(row);
    const serving = new ForecastEngine(settingsFor(STEP_S));
    const result = await train(serving, history(rows), (endS - START_S) / 3600, job());
    expect(result).toMatchObject({ trained: true, grid_rows: rows.length - 1, valid_rows: rows.length - 1 });
    expect(theta(serving)).toEqual(theta(lived));
    if (result.trained) {
      expect(result.pairs['temperature@10800']).toBe(rows.length - 1 - 6);
      expect(result.span_days).toBeCloseTo(DAYS - 2 / 48, 6);
    }
  });

  it('knows nothing of the future: the same rows in a longer history give the same weights', async () => {
    const half = rows.slice(0, rows.length / 2);
    const [short, long] = [new ForecastEngine(settingsFor(STEP_S)), new ForecastEngine(settingsFor(STEP_S))];
    await train(short, history(half), 12 * DAYS, job(new FakeClock(half.at(-1)!.tS)));
    await train(long, history(rows), 12 * DAYS, job(new FakeClock(half.at(-1)!.tS)));
    expect(theta(long)).toEqual(theta(short));
  });

  it('lets others work in between, and tells how far it is', async () => {
    const serving = new ForecastEngine(settingsFor(STEP_S));
    let turns = 0;
    let running = true;
    const others = async () => {
      while (running) {
        turns += 1;
        await new Promise((resolve) => setImmediate(resolve));
      }
    };
    const watched = job(new WorkingClock(endS));
    const bystander = others();
    await train(serving, history(rows), 24 * DAYS, watched);
    running = false;
    await bystander;
    expect(turns).toBeGreaterThan(3);
    expect(watched.shares.at(-1)).toBe(1);
    expect(watched.shares).toEqual(watched.shares.toSorted((a, b) => a - b));
  });

  it('ends at the next slice when the station stops, and leaves the serving heads alone', async () => {
    const serving = new ForecastEngine(settingsFor(STEP_S));
    const stop = new AbortController();
    const stopping = job(new WorkingClock(endS), stop.signal);
    stopping.progress = () => stop.abort();
    expect(await train(serving, history(rows), 24 * DAYS, stopping)).toEqual({ trained: false, reason: 'stopped' });
    expect(serving.head('temperature', 3600).learner.updates).toBe(0);
  });

  it('refuses what is too little to learn from', async () => {
    const serving = new ForecastEngine(settingsFor(STEP_S));
    const result = await train(serving, history(rows.slice(-100)), 480, job());
    expect(result).toMatchObject({ trained: false });
    expect(await train(serving, history([]), 480, job())).toMatchObject({ trained: false });
  });

  it('keeps heads that are clearly better than what it could build', async () => {
    const serving = new ForecastEngine(settingsFor(STEP_S));
    const long = weather(81, 60, STEP_S);
    for (const row of long) serving.tick(row);
    const nowS = serving.newestS!;
    const before = theta(serving);
    const recent = long.slice(-48 * 4);
    const result = await train(serving, history(recent), 96, job(new FakeClock(nowS)));
    expect(result).toMatchObject({ trained: false });
    expect(result.trained === false && result.reason).toMatch(/they stay/);
    expect(theta(serving)).toEqual(before);
  }, 60_000);

  it('leaves forecasts that wait, recent ticks and scores where they are', async () => {
    const serving = new ForecastEngine(settingsFor(STEP_S));
    for (const row of rows) serving.tick(row);
    const waiting = serving.pendingCount;
    const card = serving.scorecard(endS);
    await train(serving, history(rows), 24 * DAYS, job());
    expect(serving.pendingCount).toBe(waiting);
    expect(serving.scorecard(endS)).toEqual(card);
  });
});
