import { describe, expect, it } from 'vitest';
import { SIMULATED_K, SimulatorBoard } from '../../../../src/station/sensors/boards/simulator.ts';

const place = { latitude: 55.8, longitude: 12.5 };
const board = (seed = 1) => new SimulatorBoard({ seed, place, altitudeM: 30 });
const NOON = 1_750_500_000;

describe('the simulator', () => {
  it('gives the same samples for the same seed and times, in whatever order they are asked for', () => {
    const forward = [0, 1, 2, 3].map((i) => board().sample(NOON + 2 * i));
    const backward = [3, 2, 1, 0].map((i) => board().sample(NOON + 2 * i)).reverse();
    expect(backward).toEqual(forward);
  });

  it('gives other weather for another seed', () => {
    expect(board(2).weather.at(NOON)).not.toEqual(board(1).weather.at(NOON));
  });

  it('heats its thermometer by the exact inverse of the compensation', () => {
    const { temperatureC, cpuFeltC } = board().weather.at(NOON);
    const raws = Array.from({ length: 400 }, (_, i) => board().sample(NOON + i / 10).humidityChipC!);
    const raw = raws.reduce((sum, v) => sum + v, 0) / raws.length;
    expect(raw - SIMULATED_K * (cpuFeltC - raw)).toBeCloseTo(temperatureC, 1);
  });

  it('has warm summers, cold winters, days warmer than nights, and rain on some but not most of them', () => {
    const sky = board();
    const year = Array.from({ length: 365 * 24 }, (_, h) => ({ h, ...sky.weather.at(1_735_689_600 + h * 3600) }));
    const mean = (rows: typeof year, pick: (row: (typeof year)[number]) => number) =>
      rows.reduce((sum, row) => sum + pick(row), 0) / rows.length;
    const july = year.filter(({ h }) => h > 181 * 24 && h < 212 * 24);
    const january = year.filter(({ h }) => h < 31 * 24);
    expect(mean(july, (r) => r.temperatureC) - mean(january, (r) => r.temperatureC)).toBeGreaterThan(10);
    const at = (hourUtc: number) =>
      mean(
        july.filter(({ h }) => h % 24 === hourUtc),
        (r) => r.temperatureC,
      );
    expect(at(14) - at(3)).toBeGreaterThan(3);
    const wet = year.filter((row) => row.rain > 0).length / year.length;
    expect(wet).toBeGreaterThan(0.03);
    expect(wet).toBeLessThan(0.3);
  });

  it('shows rain in humidity, light and pressure', () => {
    const sky = board();
    const hours = Array.from({ length: 365 * 24 }, (_, h) => sky.weather.at(1_735_689_600 + h * 3600));
    const mean = (rows: typeof hours, pick: (row: (typeof hours)[number]) => number) =>
      rows.reduce((sum, row) => sum + pick(row), 0) / rows.length;
    const wet = hours.filter((row) => row.rain > 0.2);
    const dry = hours.filter((row) => row.rain === 0);
    expect(mean(wet, (r) => r.humidityPct)).toBeGreaterThan(mean(dry, (r) => r.humidityPct) + 5);
    expect(mean(wet, (r) => r.stationHpa)).toBeLessThan(mean(dry, (r) => r.stationHpa) - 3);
    expect(mean(wet, (r) => r.solarWm2)).toBeLessThan(mean(dry, (r) => r.solarWm2));
  });
});
