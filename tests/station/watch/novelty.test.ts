import { describe, expect, it } from 'vitest';
import { Anomaly } from '../../../src/contract/conditions.ts';
import { Novelty as NoveltyWire } from '../../../src/contract/models.ts';
import { restored, savedState } from '../../../src/maths/codec.ts';
import type { ClimateValues } from '../../../src/station/forecast/climate/climatology.ts';
import type { TickRow } from '../../../src/station/tick.ts';
import { chiSquared999, MahalanobisTracker } from '../../../src/station/watch/mahalanobis.ts';
import { Novelty } from '../../../src/station/watch/novelty.ts';
import { NOVELTY_SIGNALS } from '../../../src/station/watch/novelty-inputs.ts';
import { seeded } from '../../support/seeded.ts';
import { tickRow } from '../../support/tick-rows.ts';

const startS = 1.75e9 - (1.75e9 % 86400);
const usual: ClimateValues = { temperature: 15, humidity: 70, pressure: 1010, dew_point: 9.5 };

/** A seeded climate: a daily wave, slow noise in temperature and pressure, humidity that mirrors temperature. */
function weather(seed: number, days: number): TickRow[] {
  const { normal } = seeded(seed);
  let slow = 0;
  let pressure = 0;
  return Array.from({ length: days * 288 }, (_, i) => {
    slow = 0.997 * slow + 0.12 * normal();
    pressure = 0.9995 * pressure + 0.05 * normal();
    const wave = Math.sin((2 * Math.PI * (i % 288)) / 288);
    const temperatureC = 15 + 5 * wave + slow + 0.05 * normal();
    const humidityPct = Math.min(98, Math.max(20, 70 - 15 * wave - 3 * slow + 0.5 * normal()));
    return tickRow(startS + i * 300, { temperatureC, humidityPct, stationHpa: 1010 + pressure });
  });
}

describe('the distance from what is usual', () => {
  it('is, for uncorrelated signals, the sum of their squared deviations in standard deviations', () => {
    const { normal } = seeded(1);
    const tracker = new MahalanobisTracker({ floor: [0, 0], memory: 1e9, shrink: 0.7 });
    for (let i = 0; i < 50_000; i++) tracker.learn([3 + 2 * normal(), -1 + 0.5 * normal()], 1);
    const { d2, contributions, z } = tracker.measure([7, -1]);
    expect(d2).toBeGreaterThan(3.9);
    expect(d2).toBeLessThan(4.1);
    expect(contributions[0]! + contributions[1]!).toBeCloseTo(d2, 12);
    expect(z[0]).toBeCloseTo(2, 1);
  });

  it('sees a combination that breaks a correlation, though each value alone is common', () => {
    const { normal } = seeded(2);
    const tracker = new MahalanobisTracker({ floor: [0, 0], memory: 1e9, shrink: 0.9 });
    for (let i = 0; i < 20_000; i++) {
      const a = normal();
      tracker.learn([a, -a + 0.1 * normal()], 1);
    }
    expect(tracker.measure([1.5, -1.5]).d2).toBeLessThan(5);
    expect(tracker.measure([1.5, 1.5]).d2).toBeGreaterThan(20);
  });

  it('stays finite when a signal has never moved', () => {
    const tracker = new MahalanobisTracker({ floor: [0.2, 0.2], memory: 4000, shrink: 0.7 });
    for (let i = 0; i < 100; i++) tracker.learn([0, 0], 1);
    expect(tracker.measure([0.2, 0]).d2).toBeCloseTo(1, 6);
  });

  it('has the threshold of chi-squared: 26.1 for eight signals', () => {
    expect(Math.abs(chiSquared999(8) - 26.12)).toBeLessThan(0.2);
    expect(Math.abs(chiSquared999(2) - 13.82)).toBeLessThan(0.4);
  });
});

describe('novelty', () => {
  it('is silent about ordinary days, however strong their daily cycle', () => {
    const novelty = new Novelty(300);
    const events = weather(5, 90).filter((row) => novelty.learn(row, usual) !== null);
    expect(events.length).toBeLessThan(8);
    expect(novelty.warm).toBe(true);
  });

  it.each([
    { name: 'a window', of: (i: number) => ({ dT: -8 * Math.min(1, i / 2), dRh: 20 * Math.min(1, i / 2) }) },
    { name: 'a heater', of: (i: number) => ({ dT: 6 * Math.min(1, i / 6), dRh: -20 * Math.min(1, i / 6) }) },
    { name: 'a sensor that jumps', of: () => ({ dT: 3, dRh: 0 }) },
  ])('tells of $name within a quarter of an hour, once, and says what moved', ({ of }) => {
    const rows = weather(6, 22);
    const novelty = new Novelty(300);
    const quiet = rows.slice(0, 21 * 288 + 60);
    for (const row of quiet) novelty.learn(row, usual);
    const told: { after: number; detail: string }[] = [];
    rows.slice(quiet.length, quiet.length + 36).forEach((row, i) => {
      const { dT, dRh } = of(i + 1);
      const odd = { temperatureC: row.temperatureC! + dT, humidityPct: row.humidityPct! + dRh };
      const event = novelty.learn(tickRow(row.tS, { ...odd, stationHpa: row.stationHpa }), usual);
      if (event) told.push({ after: i + 1, detail: event.detail });
    });
    expect(told).toHaveLength(1);
    expect(told[0]!.after).toBeLessThanOrEqual(3);
    expect(told[0]!.detail).toContain('temperature');
  });

  it('is not taught away by what it has just called novel', () => {
    const novelty = new Novelty(300);
    for (const row of weather(7, 20)) novelty.learn(row, usual);
    const before = savedState(novelty).slow.covariance[0]!;
    const atS = startS + 20 * 86400;
    novelty.learn(tickRow(atS, { temperatureC: 45, humidityPct: 10 }), usual);
    expect(savedState(novelty).slow.covariance[0]! / before).toBeLessThan(1.1);
  });

  it.each([
    { signal: 'temperature' as const, delta: -4 },
    { signal: 'humidity' as const, delta: 15 },
  ])('does not take a calibration of the $signal for weather', ({ signal, delta }) => {
    const rows = weather(8, 23);
    const calibrated = (row: TickRow): TickRow =>
      tickRow(row.tS, {
        temperatureC: row.temperatureC! + (signal === 'temperature' ? delta : 0),
        humidityPct: Math.min(100, row.humidityPct! + (signal === 'humidity' ? delta : 0)),
        stationHpa: row.stationHpa,
      });
    const moved = signal === 'temperature' ? delta : 0; // the climatology has been told, too
    const told = (announced: boolean): number => {
      const past = rows.slice(0, 21 * 288);
      const now = { ...usual, temperature: usual.temperature! + (announced ? moved : 0) };
      const novelty = new Novelty(300);
      for (const row of past) novelty.learn(announced ? calibrated(row) : row, now);
      return rows.slice(21 * 288).filter((row) => novelty.learn(calibrated(row), now) !== null).length;
    };
    expect(told(true)).toBe(0);
    expect(told(false)).toBeGreaterThan(0);
  });

  it('says nothing while the main values or the climate are unknown', () => {
    const novelty = new Novelty(300);
    const unknown = { temperature: null, humidity: null, pressure: null, dew_point: null };
    for (const row of weather(9, 5)) novelty.learn(row, unknown);
    expect(novelty.warm).toBe(false);
    expect(novelty.bundle()).toMatchObject({ d2: null, d2_instant: null, alarm: false, warm: false });
    expect(novelty.internals()).toMatchObject({ d2: null, n: 0, dims: 8, z: [] });
  });

  it('shows contributions by name that sum to the distance, and z with four decimals', () => {
    const novelty = new Novelty(300);
    for (const row of weather(10, 10)) novelty.learn(row, usual);
    const bundle = Anomaly.shape.novelty.parse(novelty.bundle());
    expect(Object.keys(bundle.contributions)).toEqual(NOVELTY_SIGNALS.map(({ name }) => name));
    const sum = Object.values(bundle.contributions).reduce((total: number, part) => total + part!, 0);
    expect(sum).toBeCloseTo(bundle.d2_instant!, 9);
    const internals = NoveltyWire.parse(novelty.internals());
    expect(internals.z).toHaveLength(8);
    for (const z of internals.z) expect(Number(z!.toFixed(4))).toBe(z);
  });

  it('goes on after a restart as if nothing had happened', () => {
    const rows = weather(11, 12);
    const before = new Novelty(300);
    for (const row of rows.slice(0, 11 * 288)) before.learn(row, usual);
    const after = restored(new Novelty(300), JSON.parse(JSON.stringify(savedState(before))));
    for (const row of rows.slice(11 * 288)) {
      expect(after.learn(row, usual)).toEqual(before.learn(row, usual));
      expect(after.d2).toBe(before.d2);
    }
  });
});
