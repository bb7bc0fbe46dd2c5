import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { NodeFiles } from '../../../../src/main/machine/files.ts';
import { ReplayBoard, UnusableRecord } from '../../../../src/station/sensors/boards/replay.ts';
import { emptySample } from '../../../../src/station/sensors/sample.ts';
import { FakeFiles } from '../../../support/fake-files.ts';
import { RECORDS } from '../../../support/records.ts';

const PATH = '/records/weather.csv';
const weather = `ts,temperature_c,humidity_pct,pressure_hpa,solar_wm2,rain_mm
1000300,10.5,80,1001.5,100,0
1000600,11,,1001.6,0,0.2
1000900,12,78,1001.7,,0
1002100,13,70,1001.8,200,0
1002400,14,69,1001.9,300,0
`;

async function opened(text: string | Uint8Array, speed = 1) {
  const board = new ReplayBoard(new FakeFiles({ [PATH]: text }), PATH, speed);
  await board.open();
  return board;
}

describe('a replayed record', () => {
  it('holds each row for its own interval and is silent across a gap', async () => {
    const board = await opened(weather);
    const at = async (s: number) => (await board.read(50_000 + s)).humidityChipC;
    expect(await at(0)).toBe(10.5);
    expect(await at(299)).toBe(10.5);
    expect(await at(300)).toBe(11);
    expect(await at(899)).toBe(12);
    expect(await at(900)).toBeNull();
    expect(await board.read(50_000 + 1_799)).toEqual(emptySample);
    expect(await at(1_800)).toBe(13);
  });

  it('gives a missing cell as null and light as daylight lux, and claims no CPU temperature', async () => {
    const board = await opened(weather);
    expect(board.hasColourSensor).toBe(false); // a pyranometer sees no colours
    const first = await board.read(0);
    expect(first).toMatchObject({ humidityPct: 80, pressureHpa: 1001.5, pressureChipC: null, cpuC: null });
    expect(first.light).toMatchObject({ lux: 10_700, cctK: null, saturated: false });
    expect((await board.read(300)).humidityPct).toBeNull();
    expect((await board.read(300)).light).toMatchObject({ lux: 0 });
    expect((await board.read(600)).light).toBeNull();
  });

  it('reports what only some stations measure once for each row, and only what can be true', async () => {
    const board = await opened(
      'ts,wind_ms,wind_gust_ms,wind_direction_deg,rain_mm,battery_ok\n60,3,5,350,0.2,1\n120,999,6,-9999,0.4,1\n',
    );
    expect((await board.read(0)).narrow).toEqual({
      windSpeedMs: 3,
      windGustMs: 5,
      windDirectionDeg: 350,
      rainMm: 0.2,
      outdoorBattery: 1,
    });
    expect((await board.read(2)).narrow).toBeUndefined();
    expect((await board.read(60)).narrow).toEqual({ windGustMs: 6, rainMm: 0.4, outdoorBattery: 1 });
  });

  it('runs as many times faster as it is told', async () => {
    const board = await opened(weather, 60);
    await board.read(7);
    expect((await board.read(7 + 10)).humidityChipC).toBe(12);
  });

  it('falls silent at its end and says so once', async () => {
    const board = await opened(weather);
    await board.read(0);
    expect((await board.read(2_399)).humidityChipC).toBe(14);
    expect(await board.read(2_400)).toEqual(emptySample);
    expect(await board.read(9_999)).toEqual(emptySample);
    expect(board.takeNotices()).toHaveLength(1);
  });

  it('reads a packed file whatever it is called', async () => {
    const board = await opened(gzipSync(weather));
    expect((await board.read(0)).pressureHpa).toBe(1001.5);
  });

  it('knows both thermometers and the CPU of a logged board', async () => {
    const board = await opened(
      'ts,cpu_temp_c,temp_humidity_sensor_c,temp_pressure_sensor_c,humidity_pct,pressure_hpa\n' +
        '110,35.51,26.85,26.03,60.50,1021.76\n120,35.44,26.85,26.03,60.48,1021.75\n',
    );
    expect(board.hasColourSensor).toBe(false);
    const { humidityChipC, pressureChipC, cpuC, light } = await board.read(0);
    expect({ humidityChipC, pressureChipC, cpuC, light }).toEqual({
      humidityChipC: 26.85,
      pressureChipC: 26.03,
      cpuC: 35.51,
      light: null,
    });
  });

  it('passes colour counts on without inventing lux for them', async () => {
    const board = await opened(
      'ts,temperature_c,humidity_pct,pressure_hpa,red,green,blue,clear\n5,32.7,57.5,1013.6,29,27,24,84\n10,32.7,57.5,1013.6,0,0,0,0\n',
    );
    expect((await board.read(0)).light).toMatchObject({ clear: 84, red: 29, green: 27, blue: 24, lux: null });
    expect((await board.read(5)).light).toMatchObject({ clear: 0, cctK: null });
  });

  it('has no light where its column is empty from end to end', async () => {
    const board = await opened('ts,temperature_c,solar_wm2\n3600,5.8,\n7200,4.8,\n');
    expect(board.hasColourSensor).toBe(false);
  });

  it('counts garbled cells as missing and says how many there were', async () => {
    const board = await opened('ts,temperature_c\n1,x\n2,3\n3,NaN\n');
    expect((await board.read(0)).humidityChipC).toBeNull();
    expect(board.takeNotices()[0]?.detail).toContain('2 cells');
  });

  it.each([
    ['an empty file', '', 'begin with ts'],
    ['another header', 'time,temp\n1,2\n2,3\n', 'begin with ts'],
    ['an unknown column', 'ts,wind\n1,2\n2,3\n', 'a column "wind", instead of columns such as temperature_c'],
    ['a file of one long line', 'x'.repeat(1000), /"x{80}"\.$/],
    ['a time that is no number', 'ts,temperature_c\n1,2\nnoon,3\n', 'line 3'],
    ['half a packed file', gzipSync(weather).subarray(0, 60), 'unexpected end of file'],
    ['time running backwards', 'ts,temperature_c\n2,2\n1,3\n', 'line 3'],
    ['a torn line', 'ts,temperature_c\n1,2\n2\n', 'line 3'],
    ['a single row', 'ts,temperature_c\n1,2\n', 'two rows'],
  ])('refuses %s with the reason', async (_name, text, reason) => {
    await expect(opened(text)).rejects.toThrow(UnusableRecord);
    await expect(opened(text)).rejects.toThrow(reason);
  });
});

const truths = [
  ['dtu-lyngby-2016-2017-5min.csv.gz', false, { humidityChipC: 4.4, humidityPct: 88.9, pressureHpa: 1016 }],
  ['dtu-lyngby-2016-06-1min.csv.gz', false, { humidityChipC: 19, humidityPct: 66.7, pressureHpa: 1010 }],
  ['svartberget-2019-30min.csv.gz', false, { humidityChipC: null, pressureHpa: null }],
  ['essen-2014-2018-60min.csv.gz', false, { humidityChipC: 5.8, humidityPct: 57, pressureHpa: 991.4 }],
  ['sensehat-v1-ground-2015-08-first-half-10s.csv.gz', false, { humidityChipC: 26.85, cpuC: 35.51 }],
  ['sensehat-v2-cabin-2022-01-first60-5s.csv.gz', true, { humidityChipC: 32.7, humidityPct: 57.5 }],
] as const;

describe('the long records', () => {
  const here = existsSync(RECORDS);
  if (!here) console.warn(`SKIPPED: no long records at ${RECORDS}, so no real file was replayed`);
  it.skipIf(!here).each(truths)('%s begins as it was measured', async (name, hasColours, truth) => {
    const board = new ReplayBoard(new NodeFiles(), join(RECORDS, name));
    await board.open();
    expect(board.takeNotices()).toEqual([]);
    expect(board.hasColourSensor).toBe(hasColours);
    expect(await board.read(0)).toMatchObject(truth);
  });

  it.skipIf(!here)('of two years are missing just as often as their describers say: 1.1 % of the grid', async () => {
    const board = new ReplayBoard(new NodeFiles(), join(RECORDS, 'dtu-lyngby-2016-2017-5min.csv.gz'));
    await board.open();
    const steps = 100 * 288; // each seventh of 700 days: all of them take ten seconds of a core
    let missing = 0;
    let odd = 0;
    let lowest = Number.POSITIVE_INFINITY;
    let highest = Number.NEGATIVE_INFINITY;
    for (let step = 0; step < steps; step++) {
      const { humidityChipC, humidityPct, pressureHpa } = await board.read(7 * step * 300);
      odd += [humidityChipC, humidityPct, pressureHpa].filter((v) => v !== null && !Number.isFinite(v)).length;
      if (humidityChipC === null) missing++;
      else {
        lowest = Math.min(lowest, humidityChipC);
        highest = Math.max(highest, humidityChipC);
      }
    }
    expect(odd).toBe(0);
    expect(await board.read(7 * steps * 300)).toEqual(emptySample);
    expect(missing / steps).toBeCloseTo(0.011, 3);
    expect([lowest >= -9.94, highest <= 30.34, highest - lowest > 39]).toEqual([true, true, true]); // the extremes may lie between two steps
  });
});
