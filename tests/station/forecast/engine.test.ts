import { describe, expect, it } from 'vitest';
import { TARGETS, type Target } from '../../../src/contract/names.ts';
import { ForecastEngine } from '../../../src/station/forecast/engine.ts';
import type { Matured } from '../../../src/station/forecast/heads/matured.ts';
import type { PendingRow, PendingStore } from '../../../src/station/forecast/pending.ts';
import type { TickRow } from '../../../src/station/tick.ts';
import fc from '../../support/drawn.ts';
import { seeded } from '../../support/seeded.ts';
import { bareRow, rowOf, START_S, settingsFor, weather } from './weather.ts';

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

const fresh = (stepS = STEP_S) => new ForecastEngine(settingsFor(stepS));
const play = (engine: ForecastEngine, rows: Iterable<TickRow>): Matured[] => {
  const matured: Matured[] = [];
  for (const row of rows) matured.push(...engine.tick(row).matured);
  return matured;
};

/** Behind a gap across which all that waits expires. */
const muchLater = (row: TickRow): TickRow => ({ ...row, tS: row.tS + 10 * DAY_S });

/** Everything a forecast says, of every forecast issued up to `untilS`. */
function issuedUntil(rows: readonly TickRow[], untilS: number): string[] {
  const engine = fresh();
  const said: string[] = [];
  for (const row of rows) {
    const { issued } = engine.tick(row);
    if (row.tS > untilS) break;
    for (const one of issued) said.push(JSON.stringify({ ...one, payload: [...one.payload] }));
  }
  return said;
}

const thetas = (engine: ForecastEngine) =>
  engine.headKeys.map(({ target, horizonS }) => [...engine.head(target, horizonS).learner.theta]);

const saved = (engine: ForecastEngine) =>
  JSON.parse(JSON.stringify(engine.components())) as ReturnType<ForecastEngine['components']>;

function restored(components: ReturnType<ForecastEngine['components']>, pending?: PendingStore): ForecastEngine {
  const engine = new ForecastEngine(settingsFor(STEP_S), pending ? { pending } : {});
  engine.restore(
    (name, version) => components.find((one) => one.name === name && one.version === version)?.state ?? null,
  );
  return engine;
}

describe('what a forecast carries for its lesson', () => {
  it('is its own until it is settled, with rows missing in between, and serves another forecast then', () => {
    const engine = fresh();
    const waiting = new Map<PendingRow, string>();
    const arrays = new Set<Float64Array>();
    let issuedOnes = 0;
    for (const [i, row] of weather(58, 5, STEP_S).entries()) {
      if (i % 50 > 45) continue;
      const { issued } = engine.tick(i % 7 === 0 ? { ...row, temperatureC: null } : row);
      for (const one of issued) waiting.set(one, one.payload.join());
      for (const [one, carried] of waiting) {
        if (one.dueS <= row.tS) waiting.delete(one);
        else expect(one.payload.join()).toBe(carried);
      }
      for (const { payload } of issued) arrays.add(payload);
      issuedOnes += issued.length;
    }
    expect(arrays.size).toBeLessThan(issuedOnes / 2);
  });
});

describe('no forecast knows the future', () => {
  const rows = weather(51, 12, STEP_S);

  it('and reversing what comes after any moment changes nothing said until then', () => {
    const whole = issuedUntil(rows, Number.POSITIVE_INFINITY);
    fc.assert(
      fc.property(fc.integer({ min: 10, max: rows.length - 2 }), (cut) => {
        const future = rows.slice(cut + 1);
        const reversed = future.map((row, i) => ({ ...future[future.length - 1 - i]!, tS: row.tS }));
        const said = issuedUntil([...rows.slice(0, cut + 1), ...reversed], rows[cut]!.tS);
        expect(said).toEqual(whole.slice(0, said.length));
        expect(said.length).toBe(15 * (cut + 1));
      }),
      { numRuns: 4, seed: 5 },
    );
  });

  it('and there is no skill where there is nothing to know', () => {
    const { normal } = seeded(52);
    const noise = rows.map(({ tS }) => rowOf(tS, 10 + normal(), 60 + 5 * normal(), 1000 + normal()));
    const long = weather(53, 40, STEP_S).map(({ tS }) => rowOf(tS, 10 + normal(), 60 + 5 * normal(), 1000 + normal()));
    for (const sample of [noise, long]) {
      // White noise is best forecast by its mean, which has skill 1 − 1/√2 over persistence; anything above it has peeked.
      const ceiling = 1 - Math.SQRT1_2;
      const scores = skills(play(fresh(), sample).filter((m) => m.issueS > START_S + 6 * DAY_S));
      for (const [, skill] of scores) expect(skill).toBeLessThan(ceiling + 0.03);
    }
  });

  it('and targets that are shuffled against their inputs cannot be learned', () => {
    const { normal } = seeded(54);
    // A random walk: its next step is independent of all that can be seen.
    let [t, h, p] = [10, 60, 1000];
    const walk = weather(55, 40, STEP_S).map((row) => {
      t += 0.3 * normal();
      h = Math.min(95, Math.max(25, h + normal()));
      p += 0.3 * normal();
      return { ...row, temperatureC: t, humidityPct: 60, stationHpa: p };
    });
    const scores = skills(play(fresh(), walk).filter((m) => m.issueS > START_S + 20 * DAY_S));
    for (const [name, skill] of scores) if (!name.startsWith('humidity')) expect(skill).toBeLessThan(0.03);
  });
});

function skills(matured: readonly Matured[]): [string, number][] {
  const byHead = Map.groupBy(matured, (m) => `${m.target}@${m.horizonS}`);
  return [...byHead].map(([name, list]) => {
    const mae = (of: (m: Matured) => number) => list.reduce((sum, m) => sum + Math.abs(m.truth - of(m)), 0);
    return [name, 1 - mae((m) => m.forecast) / mae((m) => m.persistence)];
  });
}

describe('the engine on 120 days of seeded weather', () => {
  const rows = weather(56, 120, STEP_S);
  const engine = fresh();
  const early = rows.slice(0, (40 * DAY_S) / STEP_S);
  const matured = play(engine, early);
  const learnedEarly = JSON.stringify(engine.components());
  matured.push(...play(engine, rows.slice(early.length)));

  it('is better than persistence at every head', () => {
    const late = matured.filter((m) => m.issueS > START_S + 30 * DAY_S);
    for (const [name, skill] of skills(late)) expect(skill, name).toBeGreaterThan(0);
  });

  it('covers what it promises', () => {
    const byHead = Map.groupBy(
      matured.filter((m) => m.halfwidth !== null),
      (m) => `${m.target}@${m.horizonS}`,
    );
    for (const [name, list] of byHead) {
      const coverage = list.filter((m) => Math.abs(m.truth - m.forecast) <= m.halfwidth!).length / list.length;
      expect(coverage, name).toBeGreaterThan(0.88);
      expect(coverage, name).toBeLessThan(0.92);
    }
  });

  it('does the same thing twice', () => {
    const again = fresh();
    const scored = play(again, early);
    expect(scored.length).toBeGreaterThan(20_000);
    expect(scored).toEqual(matured.slice(0, scored.length));
    expect(JSON.stringify(again.components())).toBe(learnedEarly);
  });

  it('publishes pressure at sea level, intervals in order and humidity within bounds', () => {
    const bundle = engine.bundle();
    expect(bundle.warming_up).toBeUndefined();
    const last = rows.at(-1)!;
    expect(bundle.anchors['pressure']).toBeCloseTo(last.stationHpa! * last.seaLevelRatio, 9);
    for (const target of TARGETS)
      for (const entry of bundle.targets[target]!) {
        expect(entry.lo!).toBeLessThanOrEqual(entry.mu!);
        expect(entry.mu!).toBeLessThanOrEqual(entry.hi!);
        expect(entry.mu!).toBeCloseTo(bundle.anchors[target]! + entry.delta!, 9);
        const { persistence, climatology, learned } = entry.weights;
        expect(persistence! + climatology! + learned!).toBeCloseTo(1, 9);
        if (target === 'humidity') expect(entry.lo! >= 0 && entry.hi! <= 100).toBe(true);
      }
  });

  it('never lets a covariance out of its bound', () => {
    for (const { target, horizonS } of engine.headKeys) {
      const { learner } = engine.head(target, horizonS);
      expect(learner.bounded + learner.resets).toBe(0);
      expect(learner.traceP).toBeLessThanOrEqual(33);
    }
  });
});

describe('the five-minute grid of a station', () => {
  const rows = weather(57, 3, 300);

  it('carries all eighteen heads, in less than 4 MB with everything that waits', () => {
    const store = new MemoryStore();
    const engine = new ForecastEngine(settingsFor(300), { pending: store });
    play(engine, rows);
    expect(engine.headKeys).toHaveLength(18);
    expect(store.rows).toHaveLength(3 * (3 + 12 + 36 + 72 + 144 + 288));
    const state = JSON.stringify(engine.components()).length;
    const waiting = store.rows.reduce((sum, row) => sum + 8 * row.payload.length + 80, 0);
    expect(state + waiting).toBeLessThan(4e6);
  });

  it('forecasts from the first minute, with wide provisional intervals', () => {
    const engine = fresh(300);
    expect(engine.bundle()).toEqual({
      issued_ts: null,
      anchors: {},
      targets: { temperature: [], humidity: [], pressure: [] },
      warming_up: true,
    });
    const { targets } = engine.refresh(rows[0]!);
    for (const target of TARGETS)
      for (const entry of targets[target]!) {
        expect(entry.provisional).toBe(true);
        expect(entry.weights.climatology).toBe(0);
        expect(entry.weights.learned! > 0).toBe(entry.horizon_s > 900); // what was learned elsewhere
        expect(entry.hi! - entry.lo!).toBeGreaterThan(0);
      }
    expect(engine.tick(muchLater(rows[0]!)).expired).toBe(0); // none of it waits
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
    const first = new ForecastEngine(settingsFor(STEP_S), { pending: store });
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
    const engine = new ForecastEngine(settingsFor(STEP_S), { pending: store });
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
    const engine = new ForecastEngine(settingsFor(STEP_S), { pending: store });
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
    after.restore((name) => broken.find((one) => one.name === name)?.state ?? null);
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
    const engine = new ForecastEngine(settingsFor(STEP_S), { pending: store });
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

describe('odd weather', () => {
  it('that never changes ends in nothing worse than a narrow interval', () => {
    const engine = fresh();
    play(
      engine,
      weather(62, 20, STEP_S).map(({ tS }) => rowOf(tS, 20, 50, 1000)),
    );
    for (const target of TARGETS)
      for (const entry of engine.bundle().targets[target]!) {
        expect(Number.isFinite(entry.mu)).toBe(true);
        expect(entry.hi! - entry.lo!).toBeGreaterThanOrEqual(0);
      }
    expect(engine.scorecard(START_S + 20 * DAY_S).every((row) => row.skill === null)).toBe(true);
    for (const { target, horizonS } of engine.headKeys) {
      const worst = Math.max(
        ...engine
          .head(target, horizonS)
          .learner.covariance()
          .map((row, i) => row[i]!),
      );
      expect(worst).toBeLessThanOrEqual(1.25 / 10);
    }
  });

  it('with a sensor missing silences its heads and no others', () => {
    const engine = fresh();
    const rows = weather(63, 3, STEP_S).map((row) => ({ ...row, humidityPct: null, dewPointC: null }));
    play(engine, rows);
    const { targets, anchors } = engine.bundle();
    expect(targets['humidity']).toEqual([]);
    expect(anchors['humidity']).toBeNull();
    expect(targets['temperature']).toHaveLength(5);
  });

  it('of which nothing at all is measured says nothing', () => {
    const engine = fresh();
    for (let i = 0; i < 10; i++) engine.tick(bareRow(START_S + i * STEP_S));
    expect(engine.bundle().warming_up).toBe(true);
  });
});
