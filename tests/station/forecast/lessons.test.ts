import { describe, expect, it } from 'vitest';
import type { Target } from '../../../src/contract/names.ts';
import { ForecastEngine } from '../../../src/station/forecast/engine.ts';
import type { PendingRow, PendingStore } from '../../../src/station/forecast/pending.ts';
import type { Remembered } from '../../../src/station/learned/memory.ts';
import type { TickRow } from '../../../src/station/tick.ts';
import { learnedBy, restore } from './learned.ts';
import { muchLater, play, rowOf, START_S, settingsFor, weather } from './weather.ts';

const STEP_S = 1800;
const DAY_S = 86400;

/** As a database would: rows by their key, what was deleted is gone. */
class MemoryStore implements PendingStore {
  rows: PendingRow[] = [];
  load(): PendingRow[] {
    return this.rows.toSorted((a, b) => a.dueS - b.dueS).map((row) => ({ ...row, payload: row.payload.slice() }));
  }
  commit(settledUntilS: number, issued: readonly PendingRow[]): void {
    this.rows = [...this.rows.filter((row) => row.dueS > settledUntilS), ...issued];
  }
  forget(target: Target): void {
    this.rows = this.rows.filter((row) => row.target !== target);
  }
}

const fresh = (pending?: PendingStore, stepS = STEP_S) =>
  new ForecastEngine(settingsFor(stepS), pending ? { pending } : {});

const thetas = (engine: ForecastEngine) =>
  engine.headKeys.map(({ target, horizonS }) => [...engine.head(target, horizonS).learner.theta]);

const saved = (engine: ForecastEngine) => JSON.parse(JSON.stringify(learnedBy(engine))) as Remembered[];

function restored(components: readonly Remembered[], pending?: PendingStore): ForecastEngine {
  const engine = fresh(pending);
  restore(engine, components);
  return engine;
}

describe('what a forecast carries for its lesson', () => {
  it('is its own until it is settled, with rows missing in between, and serves another forecast then', () => {
    const engine = fresh();
    const waiting = new Map<PendingRow, string>();
    const carried = ({ payload }: PendingRow) =>
      Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength).toString('latin1');
    const arrays = new Set<Float64Array>();
    let issuedOnes = 0;
    for (const [i, row] of weather(58, 5, STEP_S).entries()) {
      if (i % 50 > 45) continue;
      const { issued } = engine.tick(i % 7 === 0 ? { ...row, temperatureC: null } : row);
      for (const one of issued) waiting.set(one, carried(one));
      for (const one of waiting.keys()) if (one.dueS <= row.tS) waiting.delete(one);
      expect([...waiting].filter(([one, was]) => carried(one) !== was)).toEqual([]);
      for (const { payload } of issued) arrays.add(payload);
      issuedOnes += issued.length;
    }
    expect(arrays.size).toBeLessThan(issuedOnes / 2);
  });
});

describe('the five-minute grid of a station', () => {
  const rows = weather(57, 3, 300);

  it('carries all eighteen heads, in less than 4 MB with everything that waits', () => {
    const store = new MemoryStore();
    const engine = fresh(store, 300);
    play(engine, rows);
    expect(engine.headKeys).toHaveLength(18);
    expect(store.rows).toHaveLength(3 * (3 + 12 + 36 + 72 + 144 + 288));
    const state = JSON.stringify(learnedBy(engine)).length;
    const waiting = store.rows.reduce((sum, row) => sum + 8 * row.payload.length + 80, 0);
    expect(state + waiting).toBeLessThan(4e6);
  });
});

describe('learning waits for the target time', () => {
  const rows = weather(58, 3, STEP_S);

  it('so that pairs learned are the pairs with both ends present', () => {
    const engine = fresh();
    const holes = rows.filter((_, i) => i % 3 !== 1);
    play(engine, holes);
    const times = new Set(holes.map(({ tS }) => tS));
    const pairs = holes.filter(({ tS }) => times.has(tS + 3600)).length;
    expect(engine.head('temperature', 3600).learner.updates).toBe(pairs);
  });

  it('and a ten-day gap costs exactly what waited across it', () => {
    const engine = fresh();
    const later = weather(59, 3, STEP_S, START_S + 13 * DAY_S);
    play(engine, rows);
    const before = engine.head('pressure', 86400).learner.updates;
    expect(before).toBe(rows.length - 48);
    const { expired } = engine.tick(later[0]!);
    expect(expired).toBe(3 * (2 + 6 + 12 + 24 + 48));
    play(engine, later.slice(1));
    expect(engine.head('pressure', 86400).learner.updates).toBe(before + later.length - 48);
  });

  it('and a refresh teaches nothing, however often', () => {
    const [asked, left] = [fresh(), fresh()];
    for (const row of rows) {
      asked.tick(row);
      left.tick(row);
      asked.refresh({ ...row, tS: row.tS + 700 });
      asked.refresh(row);
    }
    expect(thetas(asked)).toEqual(thetas(left));
    const after = muchLater(rows.at(-1)!);
    expect(asked.tick(after).expired).toBe(left.tick(after).expired);
  });

  it('and a clock that was set back is waited for', () => {
    const engine = fresh();
    play(engine, rows);
    const updates = engine.head('temperature', 3600).learner.updates;
    expect(engine.tick(rows[10]!)).toEqual({ matured: [], issued: [], expired: 0 });
    expect(engine.head('temperature', 3600).learner.updates).toBe(updates);
  });

  it('and nothing is learned while a window stands open', () => {
    const engine = fresh();
    play(engine, rows.slice(0, 100));
    const updates = engine.head('temperature', 3600).learner.updates;
    engine.pause(rows[104]!.tS);
    play(engine, rows.slice(100, 104));
    expect(engine.head('temperature', 3600).learner.updates).toBe(updates);
    expect(engine.bundle().issued_ts).toBe(rows[103]!.tS);
    play(engine, rows.slice(104));
    expect(engine.head('temperature', 3600).learner.updates).toBe(updates + rows.length - 104);
  });
});

describe('a restart', () => {
  const rows = weather(60, 12, STEP_S);

  it('in good order leaves every weight bit-identical to a station that ran through', () => {
    const through = fresh();
    play(through, rows);
    const store = new MemoryStore();
    const first = fresh(store);
    play(first, rows.slice(0, 300));
    const second = restored(saved(first), store);
    play(second, rows.slice(300));
    expect(thetas(second)).toEqual(thetas(through));
    const [a, b] = [second.bundle(), through.bundle()];
    expect(a).toEqual(b);
  });

  it.each([151, 238, 299])('after a crash at tick %d never teaches a lesson twice', (crash) => {
    const through = fresh();
    const store = new MemoryStore();
    const engine = fresh(store);
    play(through, rows.slice(0, crash));
    play(engine, rows.slice(0, crash - 7));
    const checkpoint = saved(engine);
    play(engine, rows.slice(crash - 7, crash)); // learned, committed, never saved
    const after = restored(checkpoint, store);
    after.catchUp(rows.slice(crash - 30, crash));
    for (const { target, horizonS } of after.headKeys) {
      const [now, whole] = [after, through].map((one) => one.head(target, horizonS).learner.updates);
      expect(now).toBeLessThanOrEqual(whole!);
      expect(now).toBeGreaterThanOrEqual(whole! - 7);
    }
    expect(after.newestS).toBe(rows[crash - 1]!.tS);
  });

  it('drops exactly the pairs whose ends fall into a six-hour outage', () => {
    const store = new MemoryStore();
    const engine = fresh(store);
    play(engine, rows.slice(0, 300));
    const after = restored(saved(engine), store);
    const { expired, matured } = after.tick(rows[312]!);
    expect(expired).toBe(3 * (2 + 6 + 12 + 12 + 12));
    expect(matured).toHaveLength(3 * 2);
  });

  it('starts a damaged component anew with one event, and keeps the others', () => {
    const engine = fresh();
    play(engine, rows);
    const events: string[] = [];
    const broken = saved(engine).map((one) =>
      one.name === 'forecast.head.pressure@3600' ? { ...one, state: { stepS: 2 * STEP_S, head: {} } } : one,
    );
    const after = new ForecastEngine(settingsFor(STEP_S), {
      report: (_kind, _severity, { detail }) => events.push(detail),
    });
    restore(after, broken);
    expect(events).toEqual(['forecast.head.pressure@3600 starts over: it was learned on a grid of 3600 s']);
    expect(after.head('pressure', 3600).learner.updates).toBe(0);
    expect(after.head('pressure', 10800).learner.updates).toBeGreaterThan(0);
  });
});

describe('a calibration is not weather', () => {
  const rows = weather(61, 12, STEP_S);
  const moved = (row: TickRow): TickRow => rowOf(row.tS, row.temperatureC! + 3, row.humidityPct!, row.stationHpa!);
  const warmed = (engine: ForecastEngine, lived: readonly TickRow[]): void => {
    engine.releveling.lookBack(lived.slice(-60).map(moved), ['temperature']);
    engine.releveling.moveUsual({ temperature: 3, humidity: 0, pressure: 0, dew_point: 2.8 });
  };

  it('and a step of 3 °C leaves every weight as it was', () => {
    const engine = fresh();
    play(engine, rows.slice(0, 400));
    const before = thetas(engine);
    warmed(engine, rows.slice(0, 400));
    expect(thetas(engine)).toEqual(before);
    expect(engine.usual(rows[400]!.tS).temperature).toBeGreaterThan(0);
  });

  it('and the forecasts after it are those of before, three degrees warmer', () => {
    const [calibrated, untouched] = [fresh(), fresh()];
    for (const engine of [calibrated, untouched]) play(engine, rows.slice(0, 400));
    warmed(calibrated, rows.slice(0, 400));
    const row = rows[400]!;
    const a = calibrated.refresh(moved(row)).targets['pressure']!;
    const b = untouched.refresh(row).targets['pressure']!;
    // Moisture features follow the new dew point; pressure hardly notices.
    for (const [i, entry] of a.entries()) expect(entry.mu!).toBeCloseTo(b[i]!.mu!, 0);
    const warm = calibrated.refresh(moved(row)).targets['temperature']!;
    const cold = untouched.refresh(row).targets['temperature']!;
    for (const [i, entry] of warm.entries()) expect(Math.abs(entry.mu! - cold[i]!.mu! - 3)).toBeLessThan(0.7);
  });

  it('and forecasts from the old scale are neither scored nor learned from', () => {
    const store = new MemoryStore();
    const engine = fresh(store);
    play(engine, rows.slice(0, 200));
    warmed(engine, rows.slice(0, 200));
    expect(store.rows.some((row) => row.target === 'temperature')).toBe(false);
    const updates = engine.head('temperature', 86400).learner.updates;
    const matured = play(engine, rows.slice(200, 247).map(moved));
    expect(matured.some((m) => m.target === 'temperature' && m.horizonS === 86400)).toBe(false);
    expect(engine.head('temperature', 86400).learner.updates).toBe(updates);
    expect(matured.filter((m) => m.target === 'pressure' && m.horizonS === 86400)).toHaveLength(47);
    const worst = Math.max(
      ...matured.filter((m) => m.target === 'temperature').map((m) => Math.abs(m.truth - m.persistence)),
    );
    const natural = Math.max(
      ...rows.slice(200, 247).map((row, i) => Math.abs(row.temperatureC! - (rows[200 + i - 24]?.temperatureC ?? 0))),
    );
    expect(worst).toBeLessThan(natural + 1);
  });
});
