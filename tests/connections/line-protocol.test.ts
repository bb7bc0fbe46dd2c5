import { describe, expect, it } from 'vitest';
import { decimal, lineProtocol, prometheusText, rowPoint } from '../../src/connections/line-protocol.ts';
import fc from '../support/drawn.ts';
import { row } from './support/measured.ts';

const AT = 1_795_287_000;
const HOME = { station: 'Home', simulated: false };

describe('line protocol', () => {
  it('is one line a row, with the fields that were measured, its start in seconds', () => {
    expect(lineProtocol([rowPoint(row({ startS: AT }))], HOME)).toBe(
      `wx,station=Home temp=18.4,hum=61,slp=1016.2,pressure=1013.227,dew=10.74,lux=312 ${AT}\n`,
    );
  });

  it('a row without any has no line, and nothing is left of it in Prometheus’ format either', () => {
    const ofAir = { temperatureC: null, humidityPct: null, seaLevelHpa: null, stationHpa: null };
    const nothing = rowPoint(row({ ...ofAir, dewPointC: null, lux: null }));
    expect(lineProtocol([nothing, rowPoint(row({ startS: AT }))], HOME).split('\n')).toHaveLength(2);
    expect(prometheusText([nothing], HOME)).toBe('');
  });

  it('a station’s name keeps its blanks, commas and signs, and ends no line', () => {
    const odd = { station: 'a b,c=d\n"e"\\', simulated: true };
    expect(lineProtocol([rowPoint(row({ startS: AT }))], odd)).toMatch(
      /^wx,simulated=1,station=a\\ b\\,c\\=d\\ "e" temp=/,
    );
    expect(prometheusText([rowPoint(row({ startS: AT }))], odd).split('\n')[0]).toBe(
      `wx_temp{simulated="1",station="a b,c=d \\"e\\"\\\\"} 18.4 ${AT}000`,
    );
  });

  it('whatever the numbers are, no line holds what a database would misread', () => {
    const number = fc.oneof(
      fc.double(),
      fc.constantFrom(null, -0, 1e21, 5e-324, -1e-7, Number.NaN, Number.POSITIVE_INFINITY),
    );
    const names = Object.keys(row()).filter((name) => !['startS', 'widthS', 'tS'].includes(name));
    fc.assert(
      fc.property(fc.array(number, { minLength: names.length, maxLength: names.length }), (values) => {
        const odd = row({ startS: AT, ...Object.fromEntries(names.map((name, i) => [name, values[i]])) });
        const text = lineProtocol([rowPoint(odd)], HOME);
        expect(text).toMatch(/^(wx,station=Home [a-z_]+=-?\d+(\.\d+)?(,[a-z_]+=-?\d+(\.\d+)?)* \d+\n)?$/);
        expect(text).not.toMatch(/=-0[ ,]|null|undefined|NaN/);
      }),
    );
    expect(decimal(-0.0001, 3)).toBe('0');
    expect(decimal(100, 3)).toBe('100');
    expect(decimal(1e15, 1)).toBeNull();
  });
});
