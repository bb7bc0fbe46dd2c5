import { describe, expect, it } from 'vitest';
import { Anomaly } from '../../../src/contract/conditions.ts';
import { TARGETS } from '../../../src/contract/names.ts';
import { FilterBank, filterSettings } from '../../../src/station/air/filters/filter-bank.ts';
import { SimulatorBoard } from '../../../src/station/sensors/boards/simulator.ts';
import { emptySample, type Sample } from '../../../src/station/sensors/sample.ts';
import { type HealthChange, HealthWatch } from '../../../src/station/watch/health.ts';
import { seeded } from '../../support/seeded.ts';

/** A healthy board with the noise of a real one, whose parts can be broken; sampled every 2 s. */
class Bench {
  readonly watch: HealthWatch;
  readonly filters = new FilterBank(filterSettings());
  readonly changes: (HealthChange & { tS: number })[] = [];
  tS = 0;
  readonly #random = seeded(1);

  constructor(live = true, known: readonly string[] = []) {
    this.watch = new HealthWatch(live, known);
  }

  run(seconds: number, broken: (sample: Sample, sinceS: number) => Partial<Sample> = () => ({})): this {
    const { normal } = this.#random;
    const fromS = this.tS;
    for (; this.tS < fromS + seconds; this.tS += 2) {
      const healthy: Sample = {
        ...emptySample,
        humidityChipC: 24 + 0.02 * normal(),
        humidityPct: 45 + 0.1 * normal(),
        pressureHpa: 1012 + 0.015 * normal(),
        cpuC: 50 + normal(),
      };
      const sample = { ...healthy, ...broken(healthy, this.tS - fromS) };
      const values = { temperature: sample.humidityChipC, humidity: sample.humidityPct, pressure: sample.pressureHpa };
      for (const signal of TARGETS) this.filters.learn(signal, values[signal], this.tS);
      const noise = Object.fromEntries(TARGETS.map((signal) => [signal, this.filters.noise(signal)]));
      for (const change of this.watch.learn(sample, this.tS, noise)) this.changes.push({ ...change, tS: this.tS });
    }
    return this;
  }
}

describe('the health of the sensors', () => {
  it('is ok on a healthy board, which has no light sensor and no compass and misses nothing', () => {
    const bench = new Bench().run(6 * 3600);
    expect(bench.changes).toEqual([]);
    expect(bench.watch.overall).toBe('ok');
    const health = Anomaly.shape.health.parse(bench.watch.bundle());
    expect(Object.keys(health)).toEqual(['temperature', 'humidity', 'pressure', 'cpu']);
    expect(health['temperature']!.value).toBeCloseTo(24, 0);
    expect(health['temperature']!.std).toBeCloseTo(0.02, 2);
    expect(health['cpu']).toMatchObject({ status: 'ok', std: null });
  });

  it('has nothing to say about a day and a half of gusty simulated weather', () => {
    const board = new SimulatorBoard({ seed: 2, place: { latitude: 55.8, longitude: 12.5 }, altitudeM: 30 });
    const bench = new Bench().run(36 * 3600, (_, sinceS) => board.sample(1.75e9 + sinceS));
    expect(bench.changes).toEqual([]);
  });

  it('says of a sensor that has never spoken that it is missing, from the first sample, and calls it an event after half a minute', () => {
    const bench = new Bench().run(2, () => ({ pressureHpa: null }));
    expect(bench.watch.bundle()['pressure']).toMatchObject({
      status: 'missing',
      detail: 'pressure: no reading since start',
      value: null,
    });
    expect([bench.changes, bench.watch.overall]).toEqual([[], 'ok']);
    bench.run(40, () => ({ pressureHpa: null }));
    expect(bench.changes).toMatchObject([{ signal: 'pressure', to: 'missing' }]);
  });

  it('does not call as expected what has been silent for some seconds', () => {
    const bench = new Bench().run(600).run(12, () => ({ pressureHpa: null }));
    expect(bench.watch.bundle()['pressure']).toMatchObject({ status: 'ok', detail: 'pressure: no reading for 12 s' });
    bench.run(2);
    expect(bench.watch.bundle()['pressure']).toMatchObject({ status: 'ok', detail: 'as expected' });
    expect(bench.changes).toEqual([]);
  });

  it('tells once that a sensor went silent, and once that it is back', () => {
    const bench = new Bench().run(600).run(900, () => ({ pressureHpa: null }));
    expect(bench.changes).toHaveLength(1);
    expect(bench.changes[0]).toMatchObject({ signal: 'pressure', from: 'ok', to: 'missing', severity: 'error' });
    expect(bench.changes[0]!.tS).toBeLessThanOrEqual(600 + 34);
    expect(bench.watch.overall).toBe('fault');
    bench.run(600);
    expect(bench.changes).toHaveLength(2);
    expect(bench.changes[1]).toMatchObject({
      signal: 'pressure',
      to: 'ok',
      severity: 'info',
      detail: 'pressure is back to normal',
    });
    expect(bench.watch.overall).toBe('ok');
  });

  it('does not take a clock that was set for months of silence', () => {
    const bench = new Bench().run(120);
    const glitch = (_sample: Sample, sinceS: number) => (sinceS < 6 ? { humidityPct: null, humidityChipC: null } : {});
    for (const jumpS of [17_973_772, -17_973_772, 7200]) {
      bench.tS += jumpS;
      bench.run(60, glitch); // the chip has nothing to say in the very moment
    }
    expect(bench.changes).toEqual([]);
  });

  it('finds a main sensor that never spoke', () => {
    const bench = new Bench().run(60, () => ({ humidityPct: null }));
    expect(bench.watch.bundle()['humidity']).toMatchObject({
      status: 'missing',
      detail: 'humidity: no reading since start',
    });
  });

  it('calls values a chip cannot mean out of range, after three of them', () => {
    const glitch = new Bench().run(600).run(4, () => ({ humidityChipC: -120 }));
    expect(glitch.changes).toEqual([]);
    const bench = new Bench().run(600).run(20, () => ({ humidityChipC: -120 }));
    expect(bench.changes).toHaveLength(1);
    expect(bench.changes[0]).toMatchObject({ signal: 'temperature', to: 'fault' });
    expect(bench.changes[0]!.detail).toContain('−120.0 °C is outside −40 to 85 °C');
  });

  it('finds a converter that gives the same bits for ten minutes', () => {
    const bench = new Bench().run(600).run(660, () => ({ humidityPct: 45.25 }));
    expect(bench.changes).toHaveLength(1);
    expect(bench.changes[0]).toMatchObject({ signal: 'humidity', to: 'fault' });
    expect(bench.changes[0]!.detail).toContain('exactly the same for 10 minutes');
    expect(bench.changes[0]!.tS).toBeGreaterThanOrEqual(600 + 600);
  });

  it('does not blame a recorded file for the steps of its logger', () => {
    const bench = new Bench(false).run(3600, () => ({ pressureHpa: 1013, humidityPct: 60, humidityChipC: 12.5 }));
    expect(bench.changes).toEqual([]);
    expect(bench.watch.overall).toBe('ok');
  });

  it('waits ten minutes for the first report of a console', () => {
    const silent = () => ({ humidityChipC: null, humidityPct: null, pressureHpa: null });
    const slow = new Bench(false).run(590, silent);
    expect(slow.watch.bundle()['temperature']).toMatchObject({ status: 'missing' });
    expect([slow.changes, slow.watch.overall]).toEqual([[], 'ok']);
    expect(slow.run(600).changes).toEqual([]);
    expect(slow.run(40, silent).changes.map(({ signal }) => signal)).toEqual(['temperature', 'humidity', 'pressure']);
    const never = new Bench(false).run(620, silent);
    expect(never.changes).toMatchObject([{ signal: 'temperature', to: 'missing', severity: 'error' }]);
    expect(never.watch.overall).toBe('fault');
  });

  it('misses no barometer at a station of senders that has none', () => {
    const bench = new Bench(false).run(3600, () => ({ pressureHpa: null }));
    expect([bench.changes, bench.watch.overall]).toEqual([[], 'ok']);
    expect(Object.keys(bench.watch.bundle())).not.toContain('pressure');
    expect(bench.run(120).changes).toEqual([]);
    expect(bench.run(40, () => ({ pressureHpa: null })).changes).toMatchObject([{ signal: 'pressure', to: 'missing' }]);
  });

  it('misses a barometer that a sender gave before the start', () => {
    const bench = new Bench(false, ['pressure']).run(590, () => ({ pressureHpa: null }));
    expect([bench.changes, bench.watch.overall]).toEqual([[], 'ok']);
    expect(bench.run(40, () => ({ pressureHpa: null })).changes).toMatchObject([{ signal: 'pressure', to: 'missing' }]);
    expect(bench.watch.overall).toBe('fault');
  });

  it('warns of noise five times and more above what the chip should show', () => {
    const { normal } = seeded(9);
    const bench = new Bench()
      .run(3600)
      .run(3600, ({ humidityChipC }) => ({ humidityChipC: humidityChipC! + 0.15 * normal() }));
    expect(bench.changes[0]).toMatchObject({ signal: 'temperature', to: 'warn', severity: 'warn' });
    expect(bench.changes[0]!.detail).toContain('noise');
    expect(bench.watch.overall).toBe('warn');
  });

  it('warns of a signal that has become far quieter than its norm, though its bits still change', () => {
    let flip = 0;
    const bench = new Bench().run(3 * 3600).run(5 * 3600, () => ({ pressureHpa: 1012 + 0.0003 * (flip++ % 2) }));
    const first = bench.changes.find(({ signal }) => signal === 'pressure');
    expect(first).toMatchObject({ to: 'warn' });
    expect(first!.detail).toContain('unusually steady');
  });

  it('does not call an opened window a fault', () => {
    const bench = new Bench().run(3 * 3600).run(3600, ({ humidityChipC, humidityPct }, sinceS) => {
      const part = Math.min(1, sinceS / 600);
      return { humidityChipC: humidityChipC! - 8 * part, humidityPct: humidityPct! + 20 * part };
    });
    expect(bench.changes).toEqual([]);
  });

  it('does not chatter over a sensor that limps', () => {
    const bench = new Bench().run(600).run(3600, ({ pressureHpa }, sinceS) => ({
      pressureHpa: sinceS % 50 === 0 ? pressureHpa : null,
    }));
    expect(bench.changes.length).toBeLessThanOrEqual(1);
  });
});
