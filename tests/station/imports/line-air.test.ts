import { describe, expect, it } from 'vitest';
import { HOUR_S } from '../../../src/base/durations.ts';
import { Config } from '../../../src/config/config.ts';
import { clearSkyWm2 } from '../../../src/station/air/physics/clear-sky.ts';
import { reductionHeightM, seaLevelHpa } from '../../../src/station/air/physics/pressure.ts';
import { solarPosition } from '../../../src/station/air/physics/sun.ts';
import { BOARD } from '../../../src/station/air/scale/scale.ts';
import { Gather } from '../../../src/station/imports/gather.ts';
import { airOf } from '../../../src/station/imports/line-air.ts';
import { importInput } from '../../../src/station/imports/plan.ts';
import { FLAG } from '../../../src/station/quality/flags.ts';
import { placeOf, QUANTITIES } from '../../../src/station/store/tiers/rollup-columns.ts';

const place = { latitude: 51.45, longitude: 7.01 };
const OPTIONS = { units: null, air: null, zone: 'UTC', dates: null, map: null, map_name: null };
/** June at sunrise, UTC. */
const DAWN_S = Date.UTC(2025, 5, 14, 4) / 1000;

describe('an imported pressure', () => {
  it.each([0, 2, -3])(
    'is on the scale of the station, with its correction of %d hPa: a recompute moves nothing',
    (offset) => {
      const config = Config.parse({ site: { ...place, altitude_m: 408, pressure_offset_hpa: offset } });
      const scale = { k: 0.5, humidityOffset: 0, psychrometric: false, altitudeM: 12, ...BOARD };
      for (const inForce of [scale, null]) {
        const station = { config, folder: '/nowhere', scale: inForce, isInside: false, timeZone: 'UTC' };
        const { placing } = importInput(station, [], OPTIONS, 0);
        const air = airOf({ ...placing, stepS: 300 }, { seaLevelHpa: 1013 }, 0);
        const of = (column: (typeof QUANTITIES)[number]) => air[QUANTITIES.indexOf(column)]!;
        expect(of('press_slp')).toBeCloseTo(1013, 6);
        expect(seaLevelHpa(of('press_smooth'), reductionHeightM(config.site))).toBeCloseTo(of('press_slp'), 6);
        // A former instrument's own pressure is right as it is, and ours would have told it by its correction lower.
        const own = airOf({ ...placing, stepS: 300 }, { stationHpa: 965 }, 0);
        const ofOwn = (column: (typeof QUANTITIES)[number]) => own[QUANTITIES.indexOf(column)]!;
        expect(ofOwn('press_smooth')).toBeCloseTo(965 - offset, 6);
        expect(Math.abs(ofOwn('press_slp') - seaLevelHpa(965, 408)!)).toBeLessThan(0.05);
      }
    },
  );
});

describe('the cloud index of imported lines', () => {
  /** Share of a clear sky, as a logger that means over so long records it. */
  const SHARE = 0.6;
  const clear = (tS: number): number => clearSkyWm2(solarPosition(tS, place)!.elevationDeg)!;
  const meanOver = (fromS: number, untilS: number): number => {
    let [sum, n] = [0, 0];
    for (let tS = fromS + 30; tS < untilS; tS += 60, n += 1) sum += clear(tS);
    return sum / n;
  };

  it.each([5, 10, 30, 60])('goes by the sun in the middle of a line of %i minutes, not at its beginning', (minutes) => {
    const scale = { k: 0, humidityOffset: 0, psychrometric: false, altitudeM: 0, ...BOARD };
    const widthS = minutes * 60;
    const gather = new Gather(
      { core: 'outdoor', place, scale, stepS: widthS },
      (startS, endS) => [{ startS, endS }],
      'weewx',
    );
    const found = [];
    for (let tS = DAWN_S + widthS; tS <= DAWN_S + 16 * HOUR_S; tS += widthS) {
      const solarWm2 = SHARE * meanOver(tS - widthS, tS);
      found.push(...gather.add({ tS, widthS, values: { outdoorTemperatureC: 15, solarWm2 } }));
    }
    found.push(...gather.end());
    const indices = found.flatMap(({ row }) => row[placeOf('cloud_index')] ?? []);
    expect(indices.length).toBeGreaterThan((12 * HOUR_S) / widthS);
    for (const index of indices) expect(Math.abs(index - (1 - SHARE))).toBeLessThan(0.05);
  });
});

describe('an imported humidity', () => {
  it.each([-35, -12, 0, 12, 35])(
    'is tested as the file has it, whatever the offset of our own chip: %d points',
    (humidityOffset) => {
      const scale = { k: 0, humidityOffset, psychrometric: false, altitudeM: 0, ...BOARD };
      const gather = new Gather(
        { core: 'outdoor', place, scale, stepS: 300 },
        (startS, endS) => [{ startS, endS }],
        'weewx',
      );
      const told = [100, 99, 97, 60, 61, 5, 4];
      const found = told.flatMap((outdoorHumidityPct, i) =>
        gather.add({
          tS: DAWN_S + 300 * (i + 1),
          widthS: 300,
          values: { outdoorTemperatureC: 15, outdoorHumidityPct },
        }),
      );
      found.push(...gather.end());
      expect(found.map(({ row }) => row[placeOf('hum')])).toEqual(told);
      expect(found.map(({ flags }) => (flags.humidity ?? 0) & (FLAG.range | FLAG.internal))).toEqual(told.map(() => 0));
    },
  );
});
