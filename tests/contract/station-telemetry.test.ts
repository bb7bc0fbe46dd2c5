import { afterEach, describe, expect, it } from 'vitest';
import { StreamMessage } from '../../src/contract/status.ts';
import { Telemetry } from '../../src/contract/telemetry.ts';
import { SimulatorBoard } from '../../src/station/sensors/boards/simulator.ts';
import { parseTemperatureFile } from '../../src/station/sensors/periphery/probe-text.ts';
import type { Board, Sample } from '../../src/station/sensors/sample.ts';
import { ask, postJson } from '../support/ask.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { openRealStation, type RealStation } from '../support/real-station.ts';
import { type Served, serve } from '../support/serve.ts';

let real: RealStation | null = null;
let served: Served | null = null;
afterEach(async () => {
  await served?.server.stop();
  await real?.close();
  served = null;
  real = null;
});

const start = async (board?: Board) => {
  const clock = new FakeClock();
  real = await openRealStation({ clock, ...(board ? { board } : {}) });
  served = await serve({ station: real.station });
  const { port } = served;
  const telemetry = async () => (await ask(port, { path: '/api/telemetry' })).json as Telemetry;
  return { clock, port, telemetry, real };
};

/** The simulator with its light changed. */
function boardWith(light: (usual: Sample['light']) => Sample['light']): Board {
  const board = new SimulatorBoard({
    seed: 3,
    place: { latitude: 55.77, longitude: 12.51 },
    altitudeM: 40,
    psychrometric: false,
  });
  const read = board.read.bind(board);
  board.read = async (tS) => {
    const sample = await read(tS);
    return { ...sample, light: light(sample.light) };
  };
  return board;
}

const ORIGINAL = [
  'timestamp',
  'temperature',
  'humidity',
  'pressure',
  'compass',
  'pitch',
  'roll',
  'yaw',
  'accel',
  'gyro',
  'color',
];
const ADDED = [
  ...[
    'temperature_raw',
    'temperature_compensated',
    'pressure_station',
    'cpu_temp',
    'cpu_offset',
    'compensator_k',
    'hum_offset',
  ],
  ...['outdoor_c', 'hum_psychrometric', 'rates', 'derived', 'health', 'novelty_d2', 'simulated'],
];

describe('the telemetry record of a running station', () => {
  it('[2.1a] [4.14] [9.3] begins with the original contract and has every addition', async () => {
    const record = await (await start()).telemetry();
    expect(Object.keys(record).slice(0, ORIGINAL.length)).toEqual(ORIGINAL);
    expect(Object.keys(record)).toEqual(expect.arrayContaining(ADDED));
    expect(Object.keys(record.accel)).toEqual(['x', 'y', 'z']);
    expect(Object.keys(record.gyro)).toEqual(['x', 'y', 'z']);
    expect(Object.keys(record.color)).toEqual(['clear', 'red', 'green', 'blue', 'hex', 'cct']);
    expect(Object.keys(record.rates)).toEqual(['temperature_c_per_h', 'humidity_pct_per_h', 'pressure_hpa_per_h']);
    expect(Object.keys(record.derived)).toEqual([
      ...['dew_point', 'dew_depression', 'wet_bulb', 'vpd_hpa', 'absolute_humidity_g_m3', 'heat_index', 'cloud_index'],
      ...[
        'solar_elevation',
        'solar_azimuth',
        'clear_sky_wm2',
        'frost_point',
        'wind_chill',
        'apparent_temperature',
        'feels_like',
      ],
    ]);
    Telemetry.parse(record);
  });

  it('[2.1b] [2.1c] [2.1d] [2.1e] falls back to 0, slate and null where there is no colour sensor', async () => {
    const { color } = await (await start(boardWith(() => null))).telemetry();
    expect(color).toEqual({ clear: 0, red: 0, green: 0, blue: 0, hex: '#334155', cct: null });
  });

  it('[2.1c] shows the raw channels', async () => {
    const { color } = await (
      await start(
        boardWith(() => ({
          clear: 900,
          red: 310,
          green: 290,
          blue: 250,
          gain: 4,
          integrationMs: 154,
          saturated: false,
          lux: 120,
          cctK: 5200,
        })),
      )
    ).telemetry();
    expect(color).toMatchObject({ clear: 900, red: 310, green: 290, blue: 250, cct: 5200 });
    expect(color.hex).toMatch(/^#[0-9a-f]{6}$/);
  });

  it('[3b] [8.11] is there from the first moment, and then anew about every two seconds', async () => {
    const { clock, telemetry } = await start();
    const first = (await telemetry()).timestamp;
    expect(first).toBeCloseTo(clock.nowS(), 3);
    await clock.advance(20_000);
    expect(real!.station.sampleCount).toBe(11);
    expect((await telemetry()).timestamp - first).toBeCloseTo(20, 3);
  });

  it('[2.14c] has no outdoor probe where none is configured', async () => {
    const { port, telemetry } = await start();
    expect((await telemetry()).outdoor_c).toBeNull();
    expect((await ask(port, { path: '/api/status' })).json).toMatchObject({ outdoor_probe: null, display_frame: null });
  });

  it('[2.14a] takes neither the power-on value nor one out of range for a temperature', () => {
    for (const text of ['85000', '125001', '-55001'])
      expect(parseTemperatureFile(`${text}\n`), text).toMatchObject({ ok: false });
    expect(parseTemperatureFile('21500\n')).toMatchObject({ ok: true, celsius: 21.5 });
  });

  it('[6.1e] comes on the stream beside a drift stress of three decimals', async () => {
    const { real } = await start();
    const message = StreamMessage.parse(JSON.parse(JSON.stringify(await real.station.streamMessage())));
    expect(Number(message.drift_stress.toFixed(3))).toBe(message.drift_stress);
  });
});

describe('a calibration of a running station', () => {
  it('[4.10] [4.13] [6.2b] is learned, shown, logged, and marked as a discontinuity', async () => {
    const { port, telemetry, real } = await start();
    const before = (await telemetry()).temperature!;
    const { status, json } = await postJson(port, '/api/calibrate', { reference_c: before - 1 });
    expect(status).toBe(200);
    expect(json).toMatchObject({ n: 1, clamped: false });
    expect(real.station.watch.events(3).map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['calibration', 'discontinuity']),
    );
    expect(real.station.watch.events(3).find(({ kind }) => kind === 'discontinuity')?.data).toMatchObject({
      signal: 'temperature',
    });
    expect(real.station.watch.models().calibration.n).toBe(1);
  });

  it('[2.12a] a reset of the temperature returns to the configured prior, and its covariance too', async () => {
    const { port, telemetry, real } = await start();
    const fresh = real.station.watch.models().calibration;
    await postJson(port, '/api/calibrate', { reference_c: (await telemetry()).temperature! - 2 });
    expect(real.station.watch.models().calibration.k).not.toBeCloseTo(fresh.k, 3);
    const { json } = await postJson(port, '/api/calibrate', { reset: true });
    expect(json).toMatchObject({ reset: true, k: fresh.k, P: fresh.P, n: 0 });
  });

  it('a slip of the finger is undone alone: the reference before it still counts, and so on down to the prior', async () => {
    const { port, telemetry, real } = await start();
    const k = () => real.station.watch.models().calibration;
    const undo = (signal?: string) => postJson(port, '/api/calibrate/undo', signal === undefined ? {} : { signal });
    const fresh = k();
    await postJson(port, '/api/calibrate', { reference_c: (await telemetry()).temperature! - 1 });
    const good = k();
    await postJson(port, '/api/calibrate/humidity', { reference_pct: 50 });
    await postJson(port, '/api/calibrate', { reference_c: 32 });
    expect(k().k).not.toBeCloseTo(good.k, 3);
    expect((await undo()).json).toMatchObject({ undone: true, signal: 'temperature', reference: 32, n: 1 });
    expect(k()).toEqual(good);
    expect(real.station.watch.nerd().compensators.humidity.n).toBe(1);
    expect(real.station.watch.events(2).map(({ kind }) => kind)).toContain('discontinuity');

    await postJson(port, '/api/calibrate', { reference_c: 31 }); // and again: what was undone stays undone
    await undo();
    expect(k()).toEqual(good);
    expect((await undo()).json).toMatchObject({ n: 0 });
    expect(k()).toEqual(fresh);
    expect(await undo()).toMatchObject({ status: 409, json: { detail: 'there is no reference to undo' } });
    expect((await undo('humidity')).json).toMatchObject({ signal: 'humidity', n: 0 });
    expect(await undo('wind')).toMatchObject({ status: 422 });
  });

  it('after a reset there is nothing to undo', async () => {
    const { port, telemetry } = await start();
    await postJson(port, '/api/calibrate', { reference_c: (await telemetry()).temperature! - 1 });
    await postJson(port, '/api/calibrate', { reset: true });
    expect(await postJson(port, '/api/calibrate/undo', {})).toMatchObject({ status: 409 });
  });

  it('[2.13b] [2.13d] a reference far away meets the clamp, and a reset returns to the prior', async () => {
    const { port, telemetry, real } = await start();
    const { humidity } = await telemetry();
    const far = humidity! > 50 ? 0 : 100;
    for (let i = 0; i < 5; i += 1) await postJson(port, '/api/calibrate/humidity', { reference_pct: far });
    const { offset } = real.station.watch.nerd().compensators.humidity;
    expect(Math.abs(offset)).toBeLessThanOrEqual(35);
    expect(Math.abs(offset)).toBeGreaterThan(10);
    expect((await postJson(port, '/api/calibrate/humidity', { reset: true })).json).toMatchObject({
      reset: true,
      offset: 0,
      n: 0,
    });
  });

  it('[2.13d] survives a restart: what was learned is saved at once', async () => {
    const { clock, port, telemetry, real: first } = await start();
    await postJson(port, '/api/calibrate/humidity', {
      reference_pct: Math.min(100, (await telemetry()).humidity! + 5),
    });
    const { offset } = first.station.watch.nerd().compensators.humidity;
    expect(offset).not.toBe(0);
    await first.station.stop();
    const second = await openRealStation({ clock, folder: first.folder });
    expect(second.station.watch.nerd().compensators.humidity.offset).toBe(offset);
    await second.station.stop();
    real = null;
  });

  it('[2.13e] leaves the psychrometric term alone, which is off unless configured', async () => {
    const { telemetry, real } = await start();
    expect((await telemetry()).hum_psychrometric).toBeNull();
    expect(real.station.watch.nerd().compensators.humidity.psychrometric).toBe(false);
  });
});
