import { describe, expect, it } from 'vitest';
import { boost, type Examples } from '../../../../scripts/rain-prior/boost.ts';
import { fittedOn, priorScore, type RainPrior, SHIPPED_PRIOR } from '../../../../src/station/forecast/rain/prior.ts';
import { PRIOR_INPUTS, priorInputs } from '../../../../src/station/forecast/rain/prior-inputs.ts';
import { seeded } from '../../../support/seeded.ts';
import { tickRows } from '../../../support/tick-rows.ts';

const INPUTS = PRIOR_INPUTS.length;
const at = (name: (typeof PRIOR_INPUTS)[number]): number => PRIOR_INPUTS.indexOf(name);

describe('the prior of rain', () => {
  const moment = (over: Partial<Record<(typeof PRIOR_INPUTS)[number], number>>, lit: boolean) => ({
    values: Float64Array.from(PRIOR_INPUTS, (name) => over[name] ?? (name === 'humidity_over_ice' ? 80 : 0)),
    lit,
  });

  it.each([true, false])('never calls damper air, a lower or a faster falling pressure drier (sky seen: %s)', (lit) => {
    const rising = (name: (typeof PRIOR_INPUTS)[number], values: number[]) =>
      values.map((value) => priorScore(SHIPPED_PRIOR, moment({ [name]: value }, lit)));
    for (const scores of [
      rising('humidity_over_ice', [20, 40, 60, 70, 80, 90, 95, 100, 105]),
      rising('pressure_in_spreads', [3, 2, 1, 0.5, 0, -0.5, -1, -2, -3]),
      rising('pressure_change_3h', [5, 3, 1, 0, -1, -3, -5]),
    ]) {
      expect(scores).toEqual(scores.toSorted((a, b) => a - b));
      expect(scores.at(-1)! - scores[0]!).toBeGreaterThan(0.5);
    }
  });

  it('asks the sky only where one was seen', () => {
    const score = (cloudiness_90m: number, lit: boolean) => priorScore(SHIPPED_PRIOR, moment({ cloudiness_90m }, lit));
    expect(score(0.9, true)).toBeGreaterThan(score(-0.9, true) + 0.5);
    expect(score(0.9, false)).toBe(score(-0.9, false));
  });

  it('adds what an input is worth alone and what two are worth together', () => {
    const ensemble = {
      steps: [{ input: 0, cuts: [50, 90], worth: [-1, 0, 1] }],
      pairs: [[0, 60, 2, -1, 3, 5, 0.1, 0.2, 0.3, 0.4]] as const,
    };
    const prior: RainPrior = { ...SHIPPED_PRIOR, lit: ensemble, dark: ensemble };
    const score = (humidity: number, spreads: number, change: number) =>
      priorScore(prior, { values: Float64Array.of(humidity, 0, spreads, change, 0, 0, 0, 0), lit: true });
    expect([score(50, -1, 0), score(51, 0, 0), score(91, 0, 5), score(90, 0, 6)]).toEqual([-0.9, 0.2, 1.3, 0.4]);
  });

  it('knows the records it was fitted on by their place and time', () => {
    const lyngby = { latitude: 55.79, longitude: 12.53 };
    const inTime = 1.47e9;
    expect(fittedOn(SHIPPED_PRIOR, lyngby, inTime, inTime + 86_400)).toBe('Lyngby');
    expect(fittedOn(SHIPPED_PRIOR, lyngby, 1.7e9, 1.71e9)).toBeNull();
    expect(fittedOn(SHIPPED_PRIOR, { latitude: 48, longitude: 12.53 }, inTime, inTime + 86_400)).toBeNull();
  });

  it('sees air that is full for ice, and no sun where nobody said where the station stands', () => {
    const startS = 1.75e9 - (1.75e9 % 300);
    const rows = tickRows(startS, 40, () => ({ temperatureC: -12, humidityPct: 88, cloudIndex: null }));
    const usual = { meanHpa: null, spreadHpa: 9 };
    const inputs = priorInputs(rows, rows.at(-1)!.tS, usual, 300, { latitude: null, longitude: null })!;
    expect(inputs.values[at('humidity_over_ice')]).toBeGreaterThan(98);
    expect(inputs.values[at('sun_elevation')]).toBe(0);
    expect(inputs.lit).toBe(false);
  });
});

describe('boosting', () => {
  const { uniform } = seeded(7);
  const n = 4000;
  const columns = Array.from({ length: 3 }, () => Float64Array.from({ length: n }, () => 2 * uniform() - 1));
  const examplesOf = (logit: (i: number) => number): Examples => ({
    columns,
    truth: Float64Array.from({ length: n }, (_, i) => (uniform() < 1 / (1 + Math.exp(-logit(i))) ? 1 : 0)),
    weight: new Float64Array(n).fill(1),
    offset: new Float64Array(n),
  });
  const score = (ensemble: RainPrior['lit'], values: number[]) =>
    priorScore(
      { ...SHIPPED_PRIOR, lit: ensemble },
      { values: Float64Array.from({ length: INPUTS }, (_, i) => values[i] ?? 0), lit: true },
    );

  it('finds what two inputs say only together, where it is free to', () => {
    const ensemble = boost(
      examplesOf((i) => (columns[0]![i]! > 0 && columns[1]![i]! > 0 ? 2 : -1)),
      [0, 0, 0],
    );
    const [both, one, other, none] = [
      score(ensemble, [0.5, 0.5]),
      score(ensemble, [0.5, -0.5]),
      score(ensemble, [-0.5, 0.5]),
      score(ensemble, [-0.5, -0.5]),
    ];
    expect(both - one - (other - none)).toBeGreaterThan(0.5);
    expect(Math.abs(none - -1)).toBeLessThan(0.5);
  });

  it('does not learn against the pull of an input, nor from one that is left out', () => {
    const examples = examplesOf((i) => 2 * columns[0]![i]!);
    expect(boost(examples, [-1, null, null])).toEqual({ steps: [], pairs: [] });
    const free = boost(examples, [1, null, null]);
    expect(free).toEqual(boost(examples, [1, null, null]));
    expect(free.steps.map(({ input }) => input)).toEqual([0]);
    expect(score(free, [0.9]) - score(free, [-0.9])).toBeGreaterThan(2);
  });
});
