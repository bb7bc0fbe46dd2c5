import { describe, expect, it } from 'vitest';
import { atOnce } from '../../../src/base/steps.ts';
import { CRPS_LEVELS, crps } from '../../../src/station/forecast/bands/quantiles.ts';
import { HourlyMeans } from '../../../src/station/forecast/climate/hourly.ts';
import type { Matured } from '../../../src/station/forecast/heads/matured.ts';
import { TickHistory } from '../../../src/station/forecast/learners/history.ts';
import { SunTrack } from '../../../src/station/forecast/learners/sun-track.ts';
import { PendingQueue, type PendingRow } from '../../../src/station/forecast/pending.ts';
import { type ScoreBucket, Verification } from '../../../src/station/forecast/verification.ts';
import { seeded } from '../../support/seeded.ts';
import { PLACE, rowOf, START_S } from './weather.ts';

const DAY_S = 86400;

const waiting = (target: PendingRow['target'], dueS: number): PendingRow => ({
  target,
  horizonS: 900,
  issueS: dueS - 900,
  dueS,
  epoch: 0,
  anchor: 1,
  forecast: 1,
  halfwidth: null,
  scale: 1,
  ratio: 1,
  payload: new Float64Array(3),
});

describe('the queue of pending forecasts', () => {
  const queueOf = (...rows: PendingRow[]): PendingQueue => {
    const queue = new PendingQueue();
    for (const row of rows) queue.add(row);
    return queue;
  };

  it('gives back what is due, overdue ones first, each once', () => {
    const queue = queueOf(waiting('humidity', 600), waiting('pressure', 300), waiting('pressure', 900));
    expect(queue.takeDue(600).map(({ dueS }) => dueS)).toEqual([300, 600]);
    expect(queue.takeDue(600)).toEqual([]);
    expect(queue.takeDue(900).map(({ dueS }) => dueS)).toEqual([900]);
    queue.add(waiting('humidity', 1500));
    expect(queue.takeDue(1800).map(({ dueS }) => dueS)).toEqual([1500]); // the row of its own time never came
    queue.add(waiting('humidity', 1200));
    expect(queue.takeDue(2100).map(({ dueS }) => dueS)).toEqual([1200]);
  });

  it('forgets one target and keeps the others', () => {
    const queue = queueOf(waiting('humidity', 600), waiting('pressure', 600));
    queue.forget('humidity');
    expect(queue.takeDue(600).map(({ target }) => target)).toEqual(['pressure']);
  });
});

describe('the last day of ticks', () => {
  it('answers null before, between and after what it holds, and across gaps', () => {
    const history = new TickHistory(300);
    history.push(rowOf(START_S, 1, 50, 1000));
    history.push(rowOf(START_S + 900, 2, 50, 1000));
    expect(history.at('temperature', START_S)).toBe(1);
    expect(history.at('temperature', START_S + 300)).toBeNull();
    expect(history.at('temperature', START_S + 100)).toBeNull();
    expect(history.at('temperature', START_S + 1200)).toBeNull();
    expect(history.at('temperature', START_S - 300)).toBeNull();
    history.push(rowOf(START_S + 2 * DAY_S, 3, 50, 1000));
    expect(history.at('temperature', START_S + 900)).toBeNull();
    expect(history.newestS).toBe(START_S + 2 * DAY_S);
    history.push(rowOf(START_S + DAY_S, 4, 50, 1000));
    expect(history.newestS).toBe(START_S + 2 * DAY_S);
    expect(history.at('temperature', START_S + 2 * DAY_S)).toBe(3);
  });

  it('reaches back a whole day', () => {
    const history = new TickHistory(3600);
    for (let h = 0; h <= 40; h++) history.push(rowOf(START_S + h * 3600, h, 50, 1000));
    expect(history.at('temperature', START_S + 16 * 3600)).toBe(16);
  });
});

describe('hour means', () => {
  it('are made of the ticks in (t − 1 h, t] and handed out on the hour', () => {
    const hourly = new HourlyMeans();
    const means = [];
    for (let i = 1; i <= 12; i++) means.push(hourly.add(rowOf(START_S + 300 * i, i, 50, 1000)));
    expect(means.slice(0, 11).flat()).toEqual([]);
    expect(means[11]).toMatchObject([{ tS: START_S + 1950, values: { temperature: 6.5, humidity: 50 } }]);
  });

  it('hand out an hour that was cut short when the next one begins', () => {
    const hourly = new HourlyMeans();
    hourly.add(rowOf(START_S + 300, 4, 50, 1000));
    const mean = hourly.add(rowOf(START_S + 2 * 3600 + 300, 9, 50, 1000));
    expect(mean).toMatchObject([{ tS: START_S + 300, values: { temperature: 4 } }]);
  });

  it('hand out both when the row that ends a silence completes its own hour', () => {
    const hourly = new HourlyMeans();
    hourly.add(rowOf(START_S + 300, 4, 50, 1000));
    expect(hourly.add(rowOf(START_S + 2 * 3600, 9, 50, 1000))).toMatchObject([
      { tS: START_S + 300, values: { temperature: 4 } },
      { tS: START_S + 2 * 3600, values: { temperature: 9 } },
    ]);
  });
});

describe('the sun between now and then', () => {
  it('has the mean that a fine sum gives, across midnight too', () => {
    const track = new SunTrack(PLACE, 300);
    for (const [fromS, horizonS] of [
      [START_S + 36_000, 900],
      [START_S + 30_000, 43_200],
      [START_S + 60_000, 86_400],
    ] as const) {
      let sum = 0;
      for (let tS = fromS + 300; tS <= fromS + horizonS; tS += 300) sum += track.at(tS);
      expect(track.mean(fromS, horizonS)).toBeCloseTo(sum / (horizonS / 300), 12);
    }
  });

  it('is 0 where nobody knows the place', () => {
    const track = new SunTrack({ latitude: null, longitude: null }, 300);
    expect(track.at(START_S + 43_200)).toBe(0);
    expect(track.mean(START_S, 86_400)).toBe(0);
  });
});

const scored = (dueS: number, truth: number, forecast: number, more: Partial<Matured> = {}): Matured => ({
  target: 'pressure',
  horizonS: 3600,
  issueS: dueS - 3600,
  dueS,
  truth,
  forecast,
  persistence: truth - 2,
  climatology: truth + 4,
  learned: forecast,
  scale: 1,
  halfwidth: 1.5,
  quantiles: null,
  crps: 0.4,
  ratio: 1,
  ...more,
});

describe('verification', () => {
  it('scores in day buckets and sums them over a window', () => {
    const verification = new Verification();
    for (let i = 0; i < 60; i++) verification.add(scored(START_S + i * DAY_S, 10, i % 2 === 0 ? 11 : 8));
    const nowS = START_S + 59 * DAY_S;
    const [row] = verification.scorecard(nowS, 60, [{ target: 'pressure', horizonS: 3600 }]);
    expect(row).toMatchObject({ n: 60, mae: 1.5, bias: -0.5, mae_persistence: 2, mae_climatology: 4, coverage: 0.5 });
    expect(row!.skill).toBeCloseTo(0.25, 12);
    expect(row!.mean_width).toBe(3);
    const [recent] = verification.scorecard(nowS, 10, [{ target: 'pressure', horizonS: 3600 }]);
    expect(recent).toMatchObject({ n: 10, skill: null, window_days: 10 });
  });

  it('publishes pressure at sea level', () => {
    const verification = new Verification();
    verification.add(scored(START_S, 10, 11, { ratio: 1.02 }));
    const [row] = verification.scorecard(START_S, 1, [{ target: 'pressure', horizonS: 3600 }]);
    expect(row!.mae).toBeCloseTo(1.02, 12);
  });

  it('saves what changed, reads it back, and leaves out what is damaged', () => {
    const verification = new Verification();
    verification.add(scored(START_S, 10, 11));
    const saved = JSON.parse(JSON.stringify(verification.takeChanged())) as ScoreBucket[];
    expect(saved).toHaveLength(1);
    expect(verification.takeChanged()).toEqual([]);
    const broken = { ...saved[0]!, day: saved[0]!.day + 1, state: { n: 'many' } };
    const back = atOnce(Verification.reading([...saved, broken]));
    expect(back.refused).toBe(1);
    back.verification.add(scored(START_S + 60, 10, 11));
    const [row] = back.verification.scorecard(START_S, 1, [{ target: 'pressure', horizonS: 3600 }]);
    expect(row!.n).toBe(2);
  });

  it('is bounded in size', () => {
    const verification = new Verification();
    for (let day = 0; day < 500; day++) verification.add(scored(START_S + day * DAY_S, 10, 11));
    verification.prune();
    expect(verification.buckets).toBe(400);
  });

  it('keeps its days through an hour of a clock that is a year ahead', () => {
    const verification = new Verification();
    for (let day = 0; day < 30; day++) verification.add(scored(START_S + day * DAY_S, 10, 11));
    verification.add(scored(START_S + 430 * DAY_S, 10, 11));
    verification.prune();
    expect(verification.buckets).toBe(31);
  });
});

describe('the continuous ranked probability score', () => {
  it('agrees with the closed form of a normal distribution', () => {
    // Quantiles of the standard normal at .05 … .95 (Abramowitz & Stegun, table 26.5).
    const upper = [0, 0.12566, 0.25335, 0.38532, 0.5244, 0.67449, 0.84162, 1.03643, 1.28155, 1.64485];
    const quantiles = [
      ...upper
        .slice(1)
        .map((q) => -q)
        .reverse(),
      ...upper,
    ];
    expect(quantiles).toHaveLength(CRPS_LEVELS.length);
    // Of N(0,1) at 0: 2φ(0) − 1/√π = 0.2337; on average over its own draws: 1/√π = 0.5642. Nineteen levels give 5 % more.
    expect(Math.abs(crps(0, quantiles) - 0.2337)).toBeLessThan(0.012);
    const { normal } = seeded(95);
    const draws = Array.from({ length: 20_000 }, normal);
    const average = draws.reduce((sum, z) => sum + crps(z, quantiles), 0) / draws.length;
    expect(average * Math.sqrt(Math.PI)).toBeGreaterThan(1.03);
    expect(average * Math.sqrt(Math.PI)).toBeLessThan(1.07);
  });
});
