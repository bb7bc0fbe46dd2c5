import { describe, expect, it } from 'vitest';
import { ForecastEngine } from '../../../../src/station/forecast/engine.ts';
import { FEATURE_COUNT } from '../../../../src/station/forecast/heads/features.ts';
import { Head } from '../../../../src/station/forecast/heads/head.ts';
import { growTrees, TreeExpert, treesAfterDays } from '../../../../src/station/forecast/heads/tree-expert.ts';
import { VOLATILITY_INPUTS } from '../../../../src/station/forecast/interval/volatility.ts';
import { atOnce } from '../../../../src/station/steps.ts';
import { seeded } from '../../../support/seeded.ts';
import { settingsFor } from '../weather.ts';

const HOUR_S = 3600;
const DAYS = 200;
const START_S = 1_700_006_400;

/** What the change of the weather depends on: a corner that no regression on these features has. */
const corner = (phi: Float64Array): number => (phi[5]! > 0.5 && phi[9]! > 0 ? 2 : -0.3);

function phis(seed: number, n: number): Float64Array[] {
  const { normal } = seeded(seed);
  return Array.from({ length: n }, () =>
    Float64Array.from({ length: FEATURE_COUNT }, (_, i) => (i === 0 ? 1 : Math.max(-4, Math.min(4, normal())))),
  );
}

const psi = new Float64Array(VOLATILITY_INPUTS);

function live(head: Head, seed: number, n: number, fromS = START_S): number {
  const { normal } = seeded(seed + 100);
  let error = 0;
  for (const [i, phi] of phis(seed, n).entries()) {
    const tS = fromS + i * HOUR_S;
    const issue = head.issue(tS, 10, 10, phi, psi);
    const truth = 10 + corner(phi) + 0.1 * normal();
    error += Math.abs(head.settle(head.pending(issue, phi, psi, tS, 0, 1), truth).forecast - truth) / n;
    head.consolidate();
  }
  return error;
}

describe('the expert of trees', () => {
  const head = new Head('temperature', HOUR_S, HOUR_S);
  live(head, 1, 24 * DAYS);
  const saved = JSON.stringify(head);

  it('is silent, and changes nothing, until its trees are grown', () => {
    expect(head.treeLessons()?.y.length).toBe(12 * DAYS);
    expect(head.trees?.speaks).toBe(false);
  });

  it('earns its weight forward in time where weather has corners', () => {
    const without = Head.fromJSON(JSON.parse(saved), 'temperature', HOUR_S, HOUR_S);
    const lessons = head.treeLessons()!;
    head.adoptTrees(growTrees(lessons));
    const share = () => head.issue(START_S, 10, 10, phis(9, 1)[0]!, psi).weights.at(-2);
    expect(share()).toBe(0);
    const fromS = START_S + 24 * DAYS * HOUR_S;
    live(without, 2, 24 * 60, fromS);
    live(head, 2, 24 * 60, fromS);
    const laterS = fromS + 24 * 60 * HOUR_S;
    expect(live(head, 3, 24 * 20, laterS)).toBeLessThan(0.8 * live(without, 3, 24 * 20, laterS));
    expect(share()).toBeGreaterThan(0.5);
  });

  it('is not asked again before much has been learned', () => {
    expect(head.treeLessons()).not.toBeNull(); // eighty days later
    const other = Head.fromJSON(JSON.parse(saved), 'temperature', HOUR_S, HOUR_S);
    other.adoptTrees(growTrees(other.treeLessons()!));
    expect(other.treeLessons()).toBeNull();
  });

  it('goes on in a head that was trained anew from what is still stored', () => {
    const fresh = new Head('temperature', HOUR_S, HOUR_S);
    live(fresh, 4, 24 * 20);
    fresh.inherit(head);
    expect(fresh.trees).toBe(head.trees);
    expect(fresh.weights.learned).toBeGreaterThan(0.5);
    expect(() => Head.fromJSON(JSON.parse(JSON.stringify(fresh)), 'temperature', HOUR_S, HOUR_S)).not.toThrow();
  });

  it('hears every hour of the day, two hours apart', () => {
    const expert = new TreeExpert(300, 180);
    const hours = new Set<number>();
    for (let tS = START_S; tS < START_S + 2 * 86_400; tS += 300) {
      const before = expert.taught;
      expert.learn(tS, phis(5, 1)[0]!, 0, 1);
      if (expert.taught > before) hours.add(new Date(tS * 1000).getUTCHours());
    }
    expect(hours.size).toBe(24);
    expect(expert.taught).toBe(24);
  });

  it('is there for temperature and humidity from an hour to half a day ahead', () => {
    expect(treesAfterDays('pressure', HOUR_S)).toBeNull();
    expect(treesAfterDays('humidity', 900)).toBeNull();
    expect(treesAfterDays('humidity', 24 * HOUR_S)).toBeNull();
    expect(treesAfterDays('humidity', HOUR_S)).toBeLessThan(treesAfterDays('humidity', 12 * HOUR_S)!);
    expect(new Head('pressure', HOUR_S, HOUR_S).trees).toBeNull();
  });
});

describe('trees that grow while', () => {
  const trees = { depth: 1, questions: 'AAA=', leaves: 'AACAPwAAgD8=' };
  /** A station of half a year that has been asked what to grow trees from, and what it would save. */
  function asked() {
    const engine = new ForecastEngine(settingsFor(HOUR_S));
    const phi = phis(6, 1)[0]!;
    for (let hour = 0; hour < 24 * DAYS; hour++) {
      engine.head('humidity', HOUR_S).trees!.learn(START_S + hour * HOUR_S, phi, 1, 1);
    }
    const saved = JSON.parse(JSON.stringify(engine.components())) as ReturnType<ForecastEngine['components']>;
    const [due, ...others] = engine.adopting.treesDue();
    expect(others).toEqual([]);
    return { engine, saved, key: due!.key, expert: () => engine.head('humidity', HOUR_S).trees! };
  }

  it('a clock is mended are not taken by a head that lives those hours again, and it is due anew', () => {
    const { engine, saved, key, expert } = asked();
    engine.takeOver(atOnce(engine.asSaved((name) => saved.find((one) => one.name === name)?.state ?? null)));
    engine.adopting.trees({ key, trees });
    expect(expert().speaks).toBe(false);
    const [again] = engine.adopting.treesDue();
    engine.adopting.trees({ key: again!.key, trees });
    expect(expert().speaks).toBe(true);
  });

  it('a head is trained anew from less go to the lessons they were grown from', () => {
    const { engine, key, expert } = asked();
    const before = expert();
    engine.adopting.head(key, new ForecastEngine(settingsFor(HOUR_S)).adopting.savedHead(key));
    engine.adopting.trees({ key, trees });
    expect(expert()).toBe(before);
    expect(expert().speaks).toBe(true);
  });
});
