import { describe, expect, it } from 'vitest';
import { Lessons, packTypical } from '../../../../bench/_typical-lessons.ts';
import { DAY_S } from '../../../../src/base/durations.ts';
import { restored, savedState } from '../../../../src/maths/codec.ts';
import { VOLATILITY_INPUTS } from '../../../../src/station/forecast/bands/width-inputs.ts';
import { ForecastEngine } from '../../../../src/station/forecast/engine.ts';
import { headName, headsOn } from '../../../../src/station/forecast/grid.ts';
import { Head } from '../../../../src/station/forecast/heads/head.ts';
import { unpack } from '../../../../src/station/forecast/heads/payload.ts';
import { Blend } from '../../../../src/station/forecast/learners/blend.ts';
import { EXPANDED_COUNT } from '../../../../src/station/forecast/learners/expansion.ts';
import {
  EXPERTS,
  ExpertBlend,
  FINALISTS,
  TYPICAL_EXPERT,
} from '../../../../src/station/forecast/learners/expert-blend.ts';
import { FEATURE_COUNT, FEATURE_NAMES } from '../../../../src/station/forecast/learners/features.ts';
import { TYPICAL_FEATURES, Typical } from '../../../../src/station/forecast/learners/typical.ts';
import { TYPICAL } from '../../../../src/station/forecast/learners/typical-table.ts';
import { remembering } from '../../../support/remembering.ts';
import { seeded } from '../../../support/seeded.ts';
import { bareRow, settingsFor, weather } from '../weather.ts';

const STEP_S = 1800;
const HOUR_S = 3600;
const LAST_ERROR = FEATURE_NAMES.indexOf('last_head_error');

/** A typical head that says "up by one unit for each of the second feature". */
const oneToOne = (): Typical => {
  const theta = new Float64Array(EXPANDED_COUNT);
  theta[1] = 1;
  const heads = { 'temperature 1 h': packTypical(theta, [1, 0.2, 0.2]) };
  return Typical.of({ features: TYPICAL_FEATURES, heads }, 'temperature', HOUR_S)!;
};

/** Plays `n` lessons of a head whose world moves by `slope` times the second feature. */
function played(head: Head, slope: number, n: number): Head {
  const { normal } = seeded(17);
  const psi = new Float64Array(VOLATILITY_INPUTS);
  for (let i = 0; i < n; i++) {
    const phi = new Float64Array(FEATURE_COUNT);
    phi[1] = normal();
    const issue = head.issue(i * 300, 10, null, phi, psi);
    head.scoreAndLearn(head.pending(issue, phi, psi, i * 300, 0, 1), 10 + slope * phi[1] + 0.1 * normal());
  }
  return head;
}

describe('a typical station', () => {
  it('knows every head from an hour on, and none that no other record could have judged', () => {
    for (const { target, horizonS } of headsOn(300)) {
      const head = Typical.of(TYPICAL, target, horizonS);
      expect(head !== null, headName(target, horizonS)).toBe(horizonS >= HOUR_S);
      if (head) expect(Number.isFinite(head.predict(new Float64Array(FEATURE_COUNT).fill(1)))).toBe(true);
    }
  });

  it('was better than "nothing changes" on records it was not fitted on', () => {
    for (const { moments } of Object.values(TYPICAL.heads)) expect(moments[2]).toBeLessThan(moments[0]);
  });

  it('refuses weights of other features', () => {
    expect(() => Typical.of({ ...TYPICAL, features: 'others' }, 'temperature', HOUR_S)).toThrow(/other features/);
  });

  it('keeps its weights to a part in thirty thousand of the largest', () => {
    const phi = new Float64Array(FEATURE_COUNT);
    phi[1] = 0.5;
    expect(oneToOne().predict(phi)).toBeCloseTo(0.5, 4);
  });
});

describe('a head that was told of a typical station', () => {
  it('moves with its first forecast, and one that was not says that nothing changes', () => {
    const phi = new Float64Array(FEATURE_COUNT);
    phi[1] = 2;
    const psi = new Float64Array(VOLATILITY_INPUTS);
    expect(new Head('temperature', HOUR_S, 300, 0, oneToOne()).issue(0, 10, null, phi, psi).forecast).toBeCloseTo(
      12,
      1,
    );
    expect(new Head('temperature', HOUR_S, 300).issue(0, 10, null, phi, psi).forecast).toBe(10);
  });

  it('believes it where it is right and soon no more where it is wrong', () => {
    const right = played(new Head('temperature', HOUR_S, 300, 0, oneToOne()), 1, 60);
    const wrong = played(new Head('temperature', HOUR_S, 300, 0, oneToOne()), -1, 60);
    const phi = new Float64Array(FEATURE_COUNT);
    phi[1] = 1;
    const psi = new Float64Array(VOLATILITY_INPUTS);
    expect(right.issue(0, 10, null, phi, psi).forecast).toBeGreaterThan(10.9);
    expect(wrong.issue(0, 10, null, phi, psi).forecast).toBeLessThan(10.05);
  });

  it('believes it longer a day ahead, where errors last for a day, and as long on every step', () => {
    const trust = (horizonS: number, stepS: number): number => {
      const council = new ExpertBlend(stepS, horizonS, 1, oneToOne());
      const { normal } = seeded(29);
      for (let i = 0; i < (6 * DAY_S) / stepS; i++) {
        const truth = normal();
        const own = 0.5 * truth;
        const typical = truth - 0.5 * normal();
        const said = { learned: own, interactions: own, typical } as Partial<Record<string, number>>;
        const experts = Float64Array.from(EXPERTS, (name) => said[name] ?? 0);
        council.learn(truth, experts, new Float64Array(FINALISTS.length).fill(own));
      }
      return council.weights()[TYPICAL_EXPERT]!;
    };
    expect(trust(DAY_S, HOUR_S)).toBeGreaterThan(trust(HOUR_S, HOUR_S) + 0.05);
    expect(trust(DAY_S, 300)).toBeCloseTo(trust(DAY_S, HOUR_S), 1);
  });

  it('expects of two experts the same, whichever is named first', () => {
    const { m } = new ExpertBlend(HOUR_S, DAY_S, 1, oneToOne()).saved().blend;
    const n = EXPERTS.length;
    expect(m).toEqual(m.map((_, at) => m[(at % n) * n + Math.floor(at / n)]));
    expect(new Set(m).size).toBeGreaterThan(3);
  });

  it('is the same after it was saved', () => {
    const head = played(new Head('temperature', HOUR_S, 300, 0, oneToOne()), 0.7, 80);
    const again = new Head('temperature', HOUR_S, 300, 0, oneToOne()).restore(structuredClone(head.toJSON()));
    expect(played(again, 0.7, 20).toJSON()).toEqual(played(head, 0.7, 20).toJSON());
  });
});

describe('blend', () => {
  it('refuses the moments of another number of experts', () => {
    expect(() => restored(new Blend(2, remembering(1000)), savedState(new Blend(3, remembering(1000))))).toThrow(
      /list of 4/,
    );
  });
});

describe('lessons of a past', () => {
  it('are what the heads saw that lived through it, but for their own last errors', () => {
    const rows = weather(5, 2, STEP_S).map((row, i) => (i % 40 === 7 ? bareRow(row.tS) : row));
    const engine = new ForecastEngine(settingsFor(STEP_S));
    const seen = new Map<string, string>();
    const lessons = new Lessons(settingsFor(STEP_S), HOUR_S);
    let compared = 0;
    for (const row of rows) {
      const { matured, issued } = engine.tick(row);
      const learned = lessons.absorb(row);
      for (const lesson of learned) {
        const m = matured.find(
          ({ target, horizonS, issueS }) =>
            target === lesson.target && horizonS === lesson.horizonS && issueS === lesson.issueS,
        )!;
        const head = engine.head(lesson.target, lesson.horizonS);
        expect(lesson.y).toBeCloseTo((m.truth - m.persistence) / head.scaleUnit, 12);
        expect(lesson.phi.join()).toBe(seen.get(`${lesson.target} ${lesson.horizonS} ${lesson.issueS}`));
        compared += 1;
      }
      expect(learned.length).toBe(matured.filter(({ issueS }) => issueS % HOUR_S === 0).length);
      for (const { target, horizonS, issueS, payload } of issued) {
        const phi = [...unpack(payload).phi];
        phi[LAST_ERROR] = 0;
        seen.set(`${target} ${horizonS} ${issueS}`, phi.join());
      }
    }
    expect(compared).toBeGreaterThan(350);
  });
});
