import { describe, expect, it } from 'vitest';
import { rainAhead, rainBacktest, rainBaseRate } from '../../../../src/backtest/rain.ts';
import { FEWEST_IN_BIN, type RainScore, RainTally } from '../../../../src/backtest/rain-scores.ts';
import type { RecordRow } from '../../../../src/backtest/record.ts';
import { siteRecord } from '../../../support/records.ts';
import { seeded } from '../../../support/seeded.ts';
import { share } from '../../../support/share.ts';

// Svartberget: ICOS Sweden, CC BY 4.0. Essen: DWD open data.
const places = [
  { name: 'Svartberget', place: { latitude: 64.26, longitude: 19.77 }, altitudeM: 267, file: 'svartberget-2019-30min' },
  { name: 'Essen', place: { latitude: 51.4, longitude: 6.97 }, altitudeM: 150, file: 'essen-2014-2018-60min' },
];
const sites = share('records of sites that teach the chance of rain', places, () => ['a site']).map(
  ({ name, place, altitudeM, file }) => ({
    name,
    place,
    record: siteRecord(`${file}.csv.gz`, place.latitude, place.longitude, altitudeM),
  }),
);

const told = new Map<string, RainScore>();
/** Scores of a record whose rain is told by a hundred labels, played once for all tests of its site. */
function hundredLabels({ name, record, place }: (typeof sites)[number]): RainScore {
  const { rows, ticks, stepS } = record!;
  const options = { stepS, place, indoors: false, labels: 100, eagerness: 10, seed: 1 };
  const score = told.get(name) ?? rainBacktest(rows, ticks, { ...options, baseRate: rainBaseRate(rows, stepS) });
  told.set(name, score);
  return score;
}

describe.each(sites)('a hundred labels at $name', (site) => {
  const { record, place } = site;
  it.skipIf(record === null)('are worth more than the usual share of rain, and what is promised comes true', () => {
    const { rows, ticks, stepS } = record!;
    const baseRate = rainBaseRate(rows, stepS);
    const options = { stepS, place, indoors: false, labels: 100, eagerness: 10, seed: 1 };
    const right = hundredLabels(site);
    expect(right.strong_labels).toBeGreaterThan(70);
    expect(right.brier_skill).toBeGreaterThan(0.15);
    expect(right.auc).toBeGreaterThan(0.77);
    // The worst of ten bins, and what is promised on the whole.
    const missed = right.reliability.map(({ n, forecast, observed }) => (n * Math.abs(forecast - observed)) / right.n);
    expect(missed.reduce((sum, share) => sum + share, 0)).toBeLessThan(0.05);
    expect(right.calibration_error).toBeLessThan(0.1);
    const tooOften = rainBacktest(rows, ticks, { ...options, baseRate: 1.5 * baseRate });
    expect(tooOften.brier_skill).toBeGreaterThan(0.12);
  });
});

describe.each(sites)('a gauge at $name', (site) => {
  const { record, place } = site;
  it.skipIf(record === null)(
    'teaches the chance of rain by itself, better than a hundred labels do, and what is promised comes true',
    () => {
      const { rows, ticks, stepS } = record!;
      const options = { stepS, place, indoors: false, eagerness: 10, seed: 1, baseRate: rainBaseRate(rows, stepS) };
      const measured = rainBacktest(rows, ticks, { ...options, labels: 0, gauge: true });
      expect(measured.strong_labels).toBe(0);
      expect(measured.brier_skill).toBeGreaterThan(hundredLabels(site).brier_skill + 0.1);
      expect(measured.brier_skill).toBeGreaterThan(0.33);
      expect(measured.auc).toBeGreaterThan(0.84);
      expect(measured.calibration_error).toBeLessThan(0.1);
      // A configured share of rain that is wrong by half: the gauge knows better.
      const wrong = rainBacktest(rows, ticks, { ...options, baseRate: 1.5 * options.baseRate, labels: 0, gauge: true });
      expect(wrong.brier_skill).toBeGreaterThan(measured.brier_skill - 0.02);
    },
  );
});

describe('how rain forecasts are scored', () => {
  const spoken = (rain: number) => ({ rain, prior: rain, model: rain, trust: 0 });
  const nothing = { coefficients: [], strong_labels: 0, weak_labels: 0, logloss_ewma: null };

  it('gives honest probabilities a reliable diagram and skill over the base rate', () => {
    const { uniform } = seeded(4);
    const tally = new RainTally(0.3);
    for (let i = 0; i < 20_000; i++) {
      const p = uniform() * 0.6;
      tally.add(spoken(p), uniform() < p);
    }
    const score = tally.score(nothing);
    expect(score.calibration_error).toBeLessThan(0.03);
    expect(score.brier_skill).toBeCloseTo(0.03 / 0.21, 1); // var p / (mean (1 - mean)) for p uniform on 0..0.6
    expect(score.reliability.filter(({ n }) => n >= FEWEST_IN_BIN)).toHaveLength(6);
  });

  it('sees a forecaster who always says too much', () => {
    const { uniform } = seeded(5);
    const tally = new RainTally(0.2);
    for (let i = 0; i < 5000; i++) tally.add(spoken(0.55), uniform() < 0.2);
    const score = tally.score(nothing);
    expect(score.calibration_error).toBeGreaterThan(0.3);
    expect(score.brier_skill).toBeLessThan(-0.5);
    expect(score.auc).toBeCloseTo(0.5, 9); // all ties
  });

  it('ranks perfectly when every wet spell was given more than every dry one', () => {
    const tally = new RainTally(0.5);
    for (let i = 0; i < 100; i++) tally.add(spoken(i / 100), i >= 60);
    expect(tally.score(nothing).auc).toBe(1);
  });

  it('asks for rain in the three hours after a moment, and for an answer from all of them', () => {
    const row = (i: number, rainMm: number | null): RecordRow => ({
      tS: i * 3600,
      temperatureC: 10,
      humidityPct: 80,
      pressureHpa: 1000,
      solarWm2: null,
      rainMm,
    });
    const rows = [5, 0, 0, 0, 1, 0, null, 0, 0].map((mm, i) => row(i, mm));
    // Of the fourth, one hour is not known: rain in the others does not make it count.
    expect(rainAhead(rows, 3600)).toEqual([false, true, true, null, null, null, null, null, null]);
  });
});
