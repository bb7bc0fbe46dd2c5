import { afterEach, describe, expect, it } from 'vitest';
import { Nerd } from '../../../src/contract/models.ts';
import { Status } from '../../../src/contract/status.ts';
import { Telemetry } from '../../../src/contract/telemetry.ts';
import { SIMULATED_K } from '../../../src/station/sensors/boards/simulator.ts';
import { emptySample } from '../../../src/station/sensors/sample.ts';
import { Bench } from '../../support/station.ts';

const benches: Bench[] = [];
const bench = (...args: ConstructorParameters<typeof Bench>): Bench => {
  const made = new Bench(...args);
  benches.push(made);
  return made;
};
afterEach(() => {
  for (const made of benches.splice(0)) made.discard();
});

const MINUTE = 60_000;
describe('a station', () => {
  it('takes one sample before it says it has started, and one every two seconds from then on', async () => {
    const { station, clock } = bench();
    await station.start();
    expect(station.sampleCount).toBe(1);
    await clock.advance(MINUTE);
    expect(station.sampleCount).toBe(31);
    await station.stop();
  });

  it('answers in the shapes of the contract, cold and after an hour', async () => {
    const { station, clock } = bench({ sensors: { sample_interval_s: 6 } }); // of slower ones the first would do for a forecast
    await station.start();
    const forecast = station.forecasts.forecast(false);
    expect(forecast).toMatchObject({ warming_up: true, issued_ts: null });
    expect(Object.keys(forecast.targets)).toEqual(['temperature', 'humidity', 'pressure']);
    Telemetry.parse(await station.telemetry());
    await clock.advance(61 * MINUTE);
    Telemetry.parse(await station.telemetry());
    Nerd.parse(station.watch.nerd());
    Status.parse({ ...station.status(), stream_clients: 0, connections: [], lan_urls: [] }); // these the server adds
    expect(station.forecasts.forecast(false).warming_up).toBeFalsy();
    expect(station.forecasts.forecast(false).targets['temperature']).toHaveLength(6);
    await station.stop();
  });

  it('saves what waits at a stop although the board does not close', async () => {
    const made = bench();
    const board = made.simulator();
    board.close = () => Promise.reject(new Error('EREMOTEIO'));
    const station = made.build(board);
    await station.start();
    await made.clock.advance(MINUTE);
    const newestS = made.clock.nowS();
    await station.stop();

    const again = bench({}, newestS + 10, made.folder).station;
    const details = again.watch.events(5).map(({ detail }) => detail);
    expect(details).toContain('closing the board failed: EREMOTEIO');
    expect(again.status().rows).toBe(31);
  });

  it('goes on with the same calibration, labels and history after a restart', async () => {
    const first = bench();
    await first.station.start();
    await first.clock.advance(5 * MINUTE);
    first.station.calibration.calibrate(12);
    first.station.rain.label({ kind: 'rain', value: 1, tS: first.clock.nowS(), note: '' });
    const { k } = first.station.watch.nerd().compensators.thermal;
    await first.station.stop();

    const second = bench({}, first.clock.nowS() + 10, first.folder);
    await second.station.start();
    expect(second.station.watch.nerd().compensators.thermal.k).toBe(k);
    expect(second.station.status().calibrations).toBe(1);
    expect(second.station.status().rows).toBeGreaterThan(150);
    await second.station.stop();
  });

  it('says until the site is set that it does not know where it stands', async () => {
    const { station } = bench({ site: {} });
    await station.start();
    expect(station.status().site.configured).toBe(false);
    expect(
      station
        .status()
        .notices.map(({ text }) => text)
        .join(),
    ).toContain('has no place yet');
    expect((await station.telemetry()).derived.solar_elevation).toBeNull();
    await station.stop();
  });

  it('is alive but not ready while no sensor gives a value, and neither when a transfer hangs', async () => {
    const made = bench();
    const board = made.simulator();
    const station = made.build(board);
    const read = board.read.bind(board);
    board.read = async () => ({ ...emptySample, cpuC: 50 });
    await station.start();
    await made.clock.advance(2 * MINUTE);
    expect(station.alive()).toMatchObject({ sampling: true });
    expect(station.ready()).toMatchObject({ ready: false, reason: 'no sensor gives a value' });
    board.read = read;
    await made.clock.advance(MINUTE);
    expect(station.ready()).toMatchObject({ ready: true });
    board.read = () => new Promise(() => {});
    await made.clock.advance(2 * MINUTE);
    expect(station.alive()).toMatchObject({ sampling: false });
  });

  it('is ready through a jump of the clock', async () => {
    const { station, clock } = bench();
    await station.start();
    await clock.advance(5 * MINUTE);
    clock.jumpWallS(-86_400);
    expect(station.ready().ready).toBe(true);
    clock.jumpWallS(2 * 86_400);
    expect(station.ready().ready).toBe(true);
    await station.stop();
  });

  it('a clock that is set changes neither how long it has been up nor what time it is for the forecast', async () => {
    const { station, clock } = bench();
    await station.start();
    await clock.advance(12 * MINUTE);
    clock.jumpWallS(-300); // samples go on by the time that passes until the clock has caught up
    await clock.advance(2 * MINUTE);
    const { timestamp } = await station.telemetry();
    expect(station.status().uptime_s).toBe(14 * 60);
    expect(station.forecasts.forecast(true).issued_ts).toBeCloseTo(timestamp!, 0);
    clock.jumpWallS(-2 * 86_400);
    await clock.advance(MINUTE);
    expect(station.status().uptime_s).toBe(15 * 60);
    await station.stop();
  });

  it('is not ready once its samples stop coming', async () => {
    const made = bench();
    const board = made.simulator();
    const station = made.build(board);
    await station.start();
    expect(station.ready()).toMatchObject({ ready: true });
    board.read = () => new Promise(() => {});
    await made.clock.advance(MINUTE);
    expect(station.ready()).toMatchObject({ ready: false, reason: 'no fresh sample' });
  });
});

describe('a calibration', () => {
  it('finds the true k of the simulated board from one reference to within 0.02 °C', async () => {
    const made = bench();
    const board = made.simulator();
    const station = made.build(board);
    await station.start();
    await made.clock.advance(5 * MINUTE);
    const truth = board.weather.at(made.clock.nowS());
    const result = station.calibration.calibrate(truth.temperatureC);
    if ('error' in result) throw new Error(result.error);
    await made.clock.advance(10 * MINUTE);
    // Fifty readings at the new k against the truth of their moments: what is left is the calibration's own error.
    const errors: number[] = [];
    for (let i = 0; i < 50; i++) {
      await made.clock.advance(2000);
      const { temperature_compensated, timestamp } = await station.telemetry();
      errors.push(temperature_compensated! - board.weather.at(timestamp).temperatureC);
    }
    const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length;
    expect(Math.abs(mean)).toBeLessThan(0.02);
    expect(result.k).toBeCloseTo(SIMULATED_K, 2);
    await station.stop();
  });

  it('is no weather: levels move with it, rates and learned weights do not', async () => {
    const { station, clock } = bench({ sensors: { sample_interval_s: 20 } });
    await station.start();
    await clock.advance(130 * MINUTE);
    const before = { telemetry: await station.telemetry(), nerd: station.watch.nerd() };
    const result = station.calibration.calibrate(before.telemetry.temperature_compensated! + 3);
    if ('error' in result) throw new Error(result.error);
    const moved = result.after - result.before;
    expect(moved).toBeCloseTo(3, 1);
    const nerd = station.watch.nerd();
    expect(nerd.filters['temperature']!.level! - before.nerd.filters['temperature']!.level!).toBeCloseTo(moved, 6);
    expect(nerd.filters['temperature']!.rate_per_h).toBe(before.nerd.filters['temperature']!.rate_per_h);
    expect(nerd.heads.map(({ theta }) => theta)).toEqual(before.nerd.heads.map(({ theta }) => theta));
    await clock.advance(2 * MINUTE);
    const after = await station.telemetry();
    expect(after.temperature! - before.telemetry.temperature!).toBeCloseTo(moved, 0);
    expect(Math.abs(after.rates.temperature_c_per_h! - before.telemetry.rates.temperature_c_per_h!)).toBeLessThan(0.5);
    expect(station.watch.events(50).filter(({ kind }) => kind === 'sensor')).toEqual([]);
    await station.stop();
  });

  it('is told twice: as a calibration, and as a discontinuity with the signal and both values', async () => {
    const { station, clock } = bench();
    await station.start();
    await clock.advance(MINUTE);
    const result = station.calibration.calibrateHumidity(50);
    if ('error' in result) throw new Error(result.error);
    const [step, log] = station.watch.events(2);
    expect(log).toMatchObject({ kind: 'calibration', data: { signal: 'humidity', reference: 50 } });
    expect(step).toMatchObject({
      kind: 'discontinuity',
      data: { signal: 'humidity', before: result.before, after: result.after },
    });
    await station.stop();
  });

  it('shows at once in the live record', async () => {
    const { station, clock } = bench();
    await station.start();
    await clock.advance(MINUTE);
    const result = station.calibration.calibrate(5);
    if ('error' in result) throw new Error(result.error);
    await clock.advance(1);
    expect((await station.telemetry()).compensator_k).toBe(result.k);
    await station.stop();
  });

  it('without a live reading is refused', () => {
    const { station } = bench();
    expect(station.calibration.calibrate(20)).toMatchObject({ error: 'no live reading yet' });
    expect(station.calibration.calibrateHumidity(50)).toMatchObject({ error: 'no live reading yet' });
  });
});
