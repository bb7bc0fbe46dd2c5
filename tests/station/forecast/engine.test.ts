import { describe, expect, it } from 'vitest';
import { TARGETS } from '../../../src/contract/names.ts';
import { ForecastEngine } from '../../../src/station/forecast/engine.ts';
import type { Matured } from '../../../src/station/forecast/heads/matured.ts';
import type { TickRow } from '../../../src/station/tick.ts';
import fc from '../../support/drawn.ts';
import { seeded } from '../../support/seeded.ts';
import { learnedBy } from './learned.ts';
import { bareRow, muchLater, play, rowOf, START_S, settingsFor, weather } from './weather.ts';

const STEP_S = 1800;
const DAY_S = 86400;
const fresh = (stepS = STEP_S) => new ForecastEngine(settingsFor(stepS));

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
  const early = rows.slice(0, (20 * DAY_S) / STEP_S);
  const matured = play(engine, early);
  const learnedEarly = JSON.stringify(learnedBy(engine));
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
    expect(scored.length).toBeGreaterThan(10_000);
    expect(scored).toEqual(matured.slice(0, scored.length));
    expect(JSON.stringify(learnedBy(again))).toBe(learnedEarly);
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
      for (const [i, row] of learner.covariance().entries()) {
        expect(row[i]).toBeGreaterThan(0);
        expect(row[i]).toBeLessThanOrEqual(1);
      }
    }
  });
});

describe('the five-minute grid of a station', () => {
  const rows = weather(57, 3, 300);

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
