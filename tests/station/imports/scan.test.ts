import { describe, expect, it } from 'vitest';
import { mappedColumns, mappingOf } from '../../../src/station/imports/formats/mapping.ts';
import type { PastName } from '../../../src/station/imports/past-row.ts';
import { Scanner } from '../../../src/station/imports/scan.ts';

const NOW_S = 1_700_000_000;

/** Rows of five minutes with these values, from a day before. */
function scanned(values: Partial<Record<PastName, number>>[], stepS = 300) {
  const scanner = new Scanner(NOW_S);
  values.forEach((row, i) => {
    scanner.add({ tS: NOW_S - 86_400 + i * stepS, widthS: stepS, values: row });
  });
  return scanner.result({ format: 'csv', needsUnits: false, doubtfulDates: false, localTimes: true }, '');
}

describe('the scan of a file', () => {
  it('counts jumps of temperature and pressure from one row to the next, there and back', () => {
    const spike = [4, 4.2, 52, 4.1, 4].map((outdoorTemperatureC) => ({ outdoorTemperatureC }));
    expect(scanned(spike).jumps).toBe(2);
    expect(scanned([{ seaLevelHpa: 1013 }, { seaLevelHpa: 1001 }]).jumps).toBe(1);
    expect(scanned([{ windGustMs: 2 }, { windGustMs: 30 }]).jumps).toBe(0);
    expect(scanned([{ outdoorTemperatureC: 4 }, { outdoorTemperatureC: 13.9 }]).jumps).toBe(0);
  });

  it('takes no change over a gap for a jump', () => {
    expect(scanned([{ outdoorTemperatureC: 4 }, { outdoorTemperatureC: 20 }], 7200).jumps).toBe(0);
  });
});

describe('the first rows of a scan', () => {
  it('have what is imported of them: values that cannot be true are left out', () => {
    const { shown, doubts } = scanned([{ outdoorTemperatureC: 50, seaLevelHpa: 29.91 }, { outdoorTemperatureC: 64 }]);
    expect(shown.map(({ values }) => values)).toEqual([{ outdoorTemperatureC: 50 }, {}]);
    expect(doubts.map(({ name, outside, hint }) => [name, outside, hint])).toEqual([
      ['outdoorTemperatureC', 1, '°F'],
      ['seaLevelHpa', 1, 'inHg'],
    ]);
    expect(scanned([{ stationHpa: 29.91, indoorC: 68, indoorPct: 140 }])).toMatchObject({
      shown: [{ values: {} }],
      doubts: [
        { name: 'stationHpa', outside: 1, hint: 'inHg' },
        { name: 'indoorC', outside: 1, hint: '°F' },
        { name: 'indoorPct', outside: 1, hint: null },
      ],
    });
  });

  it('hint at no unit in which their greatest value cannot be true either, and at one for the others of its column', () => {
    const hints = (...values: Partial<Record<PastName, number>>[]) => scanned(values).doubts.map(({ hint }) => hint);
    expect(hints({ outdoorTemperatureC: 5 }, { outdoorTemperatureC: 1e308 })).toEqual([null]);
    expect(hints({ outdoorTemperatureC: 64 }, { outdoorTemperatureC: 32_767 })).toEqual(['°F']);
    expect(hints({ stationHpa: 98.5 })).toEqual([null]); // kPa
    expect(hints({ stationHpa: 0 }, { stationHpa: 29.91 })).toEqual(['inHg']);
  });
});

describe('a mapping', () => {
  it('reads a unit by what the column is: inches are of water for rain, of mercury for pressure', () => {
    const columns = {
      Rain: { is: 'rainMm', unit: 'in' },
      Baro: { is: 'seaLevelHpa', unit: 'in' },
      T: { is: 'indoorC', unit: 'F' },
    };
    const read = mappedColumns(['Rain', 'Baro', 'T'], { time: { columns: ['Time'] }, columns });
    const si = (i: number, value: number) => Number(read[i]!.toSi(value).toFixed(3));
    expect([si(0, 1), si(1, 29.92), si(2, 32)]).toEqual([25.4, 1013.207, 0]);
  });

  it('written by hand is refused where a word or a type in it is wrong', () => {
    const mapped = (time: object, target: object) =>
      mappingOf({ time: { columns: ['Time'], ...time }, columns: { Rain: { is: 'rainMm', ...target } } });
    expect(mapped({ order: 'mdy', means: 'start' }, { unit: 'in', plus: 0.4 })).not.toBeNull();
    expect(mapped({}, {})).not.toBeNull();
    expect(mapped({ order: 'MDY' }, {})).toBeNull();
    expect(mapped({ means: 'begin' }, {})).toBeNull();
    expect(mapped({}, { plus: '0.4' })).toBeNull();
    expect(mapped({}, { unit: 5 })).toBeNull();
    expect(mapped({}, { unit: 'inchs' })).toBeNull();
    expect(mapped({}, { unit: '' })).not.toBeNull();
  });
});
