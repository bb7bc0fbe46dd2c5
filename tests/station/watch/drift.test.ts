import { describe, expect, it } from 'vitest';
import { Anomaly } from '../../../src/contract/conditions.ts';
import { Drift as DriftWire } from '../../../src/contract/models.ts';
import { restored, savedState } from '../../../src/maths/codec.ts';
import { DriftWatch, type MaturedError } from '../../../src/station/watch/drift.ts';
import { DRIFT, DriftDetector } from '../../../src/station/watch/drift-detector.ts';
import { seeded } from '../../support/seeded.ts';

const matured = (
  dueS: number,
  error: number,
  scale = 1,
  target: MaturedError['target'] = 'temperature',
): MaturedError => ({
  target,
  horizonS: 3600,
  dueS,
  truth: 15 + error,
  forecast: 15,
  persistence: 14.123,
  scale,
});

/** Hours between false alarms of a detector fed with errors of a fixed size, lag-one correlated in their logarithm. */
function hoursPerAlarm(threshold: number, rho: number, hours: number, seed: number): number {
  const { normal } = seeded(seed);
  const detector = new DriftDetector({ ...DRIFT, threshold });
  let u = 0;
  let alarms = 0;
  for (let i = 0; i < hours; i++) {
    u = rho * u + Math.sqrt(1 - rho * rho) * normal();
    if (detector.learn(Math.exp(u) - 0.05, 1) !== null) alarms += 1;
  }
  return hours / Math.max(1, alarms);
}

describe('the drift detector', () => {
  it('rarely cries wolf: about once in 2860 white steps at threshold 12, as Siegmund has it', () => {
    const steps = hoursPerAlarm(12, 0, 400_000, 3);
    expect(steps).toBeGreaterThan(2860 / 1.5);
    expect(steps).toBeLessThan(2860 * 1.6);
  });

  it('is not fooled by errors that come in spells: they are whitened first', () => {
    expect(hoursPerAlarm(12, 0.6, 200_000, 4)).toBeGreaterThan(1200); // 90 without whitening
  });

  it('finds errors that have grown by a standard deviation of their logarithm within some thirty hours, on average', () => {
    const delays = Array.from({ length: 60 }, (_, seed) => {
      const { normal } = seeded(seed + 100);
      const detector = new DriftDetector({ ...DRIFT, threshold: 12 });
      for (let i = 0; i < 3000; i++) detector.learn(Math.exp(normal()), 1);
      let hours = 0;
      while (detector.learn(Math.exp(1 + normal()), 1) !== 'grew') hours += 1;
      return hours + 1;
    });
    const mean = delays.reduce((sum, hours) => sum + hours, 0) / delays.length;
    expect(mean).toBeGreaterThan(8);
    expect(mean).toBeLessThan(30);
  });

  it('notices that errors have shrunk: a sheltered or stuck sensor', () => {
    const { normal } = seeded(6);
    const detector = new DriftDetector();
    for (let i = 0; i < 2000; i++) detector.learn(normal(), 1);
    const said: string[] = [];
    for (let i = 0; i < 400; i++) {
      const direction = detector.learn(0.02 * normal(), 1);
      if (direction) said.push(direction);
    }
    expect(said[0]).toBe('shrank');
  });

  it('says nothing in its first 500 hours and stays silent over constant input', () => {
    const detector = new DriftDetector();
    for (let i = 0; i < 500; i++) expect(detector.learn(i < 250 ? 0.1 : 10, 1)).toBeNull();
    const flat = new DriftDetector();
    for (let i = 0; i < 3000; i++) expect(flat.learn(0.3, 1)).toBeNull();
    expect(flat.stress).toBeGreaterThanOrEqual(0);
    expect(Number.isFinite(flat.stress)).toBe(true);
  });

  it('does not tell errors apart that the sensor cannot', () => {
    const { normal } = seeded(7);
    const detector = new DriftDetector({ ...DRIFT, resolution: 1 });
    for (let i = 0; i < 3000; i++) detector.learn((i < 1500 ? 0.02 : 0.002) * normal(), i < 1500 ? 0.02 : 0.002);
    expect(detector.state.alarms).toBe(0);
  });
});

describe('the watch over forecasts', () => {
  function run(
    watch: DriftWatch,
    hours: number,
    sdAfter: number,
    seed: number,
    from = 0,
  ): ReturnType<DriftWatch['learn']>[] {
    const { normal } = seeded(seed);
    return Array.from({ length: hours }, (_, i) => watch.learn(matured((from + i) * 3600, sdAfter * normal()))).filter(
      Boolean,
    );
  }

  it('uses forecasts for one hour that are due on the hour, and no others', () => {
    const watch = new DriftWatch();
    watch.learn(matured(3600, 1));
    watch.learn(matured(3900, 1));
    watch.learn({ ...matured(7200, 1), horizonS: 900 });
    expect(watch.state.detectors.temperature.state.level.n).toBe(1);
  });

  it('asks for a retraining until there was one', () => {
    const watch = new DriftWatch();
    expect(run(watch, 1500, 1, 1)).toEqual([]);
    const alarms = run(watch, 800, 4, 2, 1500);
    expect(alarms.length).toBeGreaterThanOrEqual(1);
    expect(watch.bundle()).toMatchObject({ retrain_requested: true, alarms: alarms.length });
    watch.retrained();
    expect(watch.bundle().retrain_requested).toBe(false);
  });

  it('leaves a target alone whose sensor is too coarse to move every hour', () => {
    const watch = new DriftWatch();
    for (let i = 0; i < 1000; i++) {
      const coarse = matured(i * 3600, i % 3 === 0 ? 0 : 1, 1, 'pressure');
      watch.learn({ ...coarse, persistence: i % 3 === 0 ? coarse.truth : 14 });
    }
    expect(watch.state.detectors.pressure.state.level.n).toBeLessThan(20);
  });

  it('shows the stress of the worst target, in 0..1, and its detector among the internals', () => {
    const watch = new DriftWatch();
    run(watch, 1200, 1, 3);
    run(watch, 12, 5, 4, 1200);
    expect(Anomaly.shape.drift.parse(watch.bundle()).stress).toBeGreaterThan(0.2);
    expect(watch.bundle().stress).toBeLessThanOrEqual(1);
    const internals = DriftWire.parse(watch.internals());
    expect(internals.m_pos! / 30).toBeCloseTo(watch.stress, 9);
    expect(internals).toMatchObject({ n: 1212, delta: 0.25, alarms: 0 });
  });

  it('starts its sums again after a calibration, and goes on after a restart of the program', () => {
    const watch = new DriftWatch();
    run(watch, 1200, 1, 5);
    run(watch, 10, 5, 6, 1200);
    const again = restored(new DriftWatch(), JSON.parse(JSON.stringify(savedState(watch))));
    expect(savedState(again)).toEqual(savedState(watch));
    expect(run(again, 200, 3, 7, 1210)).toEqual(run(watch, 200, 3, 7, 1210));
    watch.restart('temperature');
    expect(watch.stress).toBe(0);
  });
});
