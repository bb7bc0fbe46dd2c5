import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EventRecord } from '../../src/contract/events.ts';
import type { Telemetry } from '../../src/contract/telemetry.ts';
import { busFaults } from '../support/bus-faults.ts';
import { openRealStation, type RealStation } from '../support/real-station.ts';
import { BenchedSenseHat } from '../support/sense-hat-on-the-bench.ts';
import { type Served, serve } from '../support/serve.ts';
import { mildDay } from '../support/simulated-sense-hat.ts';

describe('the whole station on a simulated Sense HAT', () => {
  let opened: RealStation;
  let hat: BenchedSenseHat;
  let served: Served;

  beforeEach(async () => {
    hat = new BenchedSenseHat();
    opened = await openRealStation({ clock: hat.clock, board: hat.board });
    served = await serve({ clock: hat.clock });
    served.server.setStation(opened.station);
    await hat.clock.advance(60_000);
  });
  afterEach(async () => {
    await served.server.stop();
    await opened.close();
    expect(hat.hat.bus.closed).toBe(true);
  });

  const get = async <T>(path: string): Promise<T> => (await (await fetch(`${served.url}${path}`)).json()) as T;
  const telemetry = () => get<Telemetry>('/api/telemetry');
  const sensorEvents = async (): Promise<string[]> =>
    (await get<EventRecord[]>('/api/events?limit=500'))
      .filter(({ kind }) => kind === 'sensor')
      .map(({ detail }) => detail);

  it('carries bytes of the chips to the wire', async () => {
    const now = await telemetry();
    expect(now.simulated).toBeFalsy();
    expect(now.humidity).toBeCloseTo(mildDay.humidityPct, 1);
    expect(now.pressure_station).toBeCloseTo(mildDay.pressureHpa, 1);
    expect(now.temperature_raw).toBeCloseTo(mildDay.humidityChipC, 1);
    expect(now.cpu_temp).toBeCloseTo(51.234, 2);
    expect(now.temperature).toBeLessThan(mildDay.humidityChipC); // the CPU's heat is taken off
    expect(now.pitch).toBeCloseTo(0, 1);
    expect(now.roll).toBeCloseTo(0, 1);
    expect(now.accel.z).toBeCloseTo(1, 2);
    expect(now.compass).toBeNull(); // nobody has turned the board yet
    expect(now.color.clear).toBeGreaterThan(1000);
    expect(now.color.cct).toBeGreaterThan(1000);
    expect(await sensorEvents()).toEqual([]);
  });

  it('keeps what works when one chip fails: null, one event down, and one up', async () => {
    hat.ail('humidity', busFaults.nack);
    await hat.clock.advance(20_000);
    const ailing = await telemetry();
    expect(ailing.humidity).toBeNull();
    expect(ailing.pressure_station).toBeCloseTo(mildDay.pressureHpa, 1);
    expect(ailing.temperature_raw).toBeCloseTo(mildDay.humidityChipC, 0); // from the other thermometer
    expect(await sensorEvents()).toEqual([expect.stringContaining('HTS221 (humidity) does not answer')]);

    hat.ail('humidity', null);
    hat.hat.reset('humidity');
    await hat.clock.advance(90_000);
    expect((await telemetry()).humidity).toBeCloseTo(mildDay.humidityPct, 1);
    expect((await sensorEvents()).toSorted()).toEqual([
      expect.stringContaining('does not answer'),
      expect.stringContaining('HTS221 (humidity) works again'),
    ]);
  });

  it('answers with nulls while the bus is gone, and measures on when it returns', async () => {
    hat.hat.bus.mishap = busFaults.noBus;
    await hat.clock.advance(20_000);
    const gone = await telemetry();
    expect([gone.humidity, gone.pressure, gone.temperature, gone.pitch]).toEqual([null, null, null, null]);
    expect(gone.cpu_temp).toBeCloseTo(51.234, 2);

    hat.hat.bus.mishap = () => null;
    await hat.clock.advance(120_000);
    expect((await telemetry()).pressure_station).toBeCloseTo(mildDay.pressureHpa, 1);
    expect((await sensorEvents()).length).toBe(2);
  });

  it('tells once of a board that was moved, as a discontinuity', async () => {
    await hat.clock.advance(60_000); // it has stood somewhere
    hat.hat.world = () => ({ ...mildDay, accelG: { x: -0.5, y: 0, z: 0.866 } });
    await hat.clock.advance(300_000);
    const events = await get<EventRecord[]>('/api/events?limit=500');
    expect(events.filter(({ kind }) => kind === 'discontinuity')).toHaveLength(1);
    expect((await telemetry()).pitch).toBeCloseTo(-30, 0);
  });
});
