import { describe, expect, it } from 'vitest';
import { DAY_S } from '../../../../src/base/durations.ts';
import { NARROW, type NarrowName } from '../../../../src/quantities/names.ts';
import { SimulatorBoard } from '../../../../src/station/sensors/boards/simulator.ts';

const START_S = 1_750_500_000;
const settings = { seed: 5, place: { latitude: 55.8, longitude: 12.5 }, altitudeM: 30 };

describe('simulated console of a bought station', () => {
  it('reports every sixteen seconds what can be true, and rain in whole tips', () => {
    const board = new SimulatorBoard({ ...settings, outdoors: true });
    const reports = Array.from({ length: 2000 }, (_, i) => board.sample(START_S + 16 * i).narrow!);
    expect(board.sample(START_S + 16 * 1999 + 2).narrow).toBeUndefined();
    for (const report of reports) {
      expect(report.rainMm! / 0.2).toBeCloseTo(Math.round(report.rainMm! / 0.2), 6);
      expect(report.windGustMs).toBeGreaterThanOrEqual(report.windSpeedMs!);
      for (const { name, range } of NARROW) {
        const value = report[name as NarrowName];
        if (value === undefined) continue;
        expect(value, name).toBeGreaterThanOrEqual(range[0]);
        expect(value, name).toBeLessThanOrEqual(range[1]);
      }
    }
  });

  it('rains in the weeks in which the weather does', () => {
    const board = new SimulatorBoard({ ...settings, outdoors: true });
    let sum = 0;
    for (let tS = START_S; tS < START_S + 14 * DAY_S; tS += 60) sum += board.sample(tS).narrow?.rainMm ?? 0;
    expect(sum).toBeGreaterThan(5);
    expect(sum).toBeLessThan(300);
  });

  it('is not there by default: the board alone reads as it always did', () => {
    expect(new SimulatorBoard(settings).sample(START_S)).not.toHaveProperty('narrow');
  });
});
