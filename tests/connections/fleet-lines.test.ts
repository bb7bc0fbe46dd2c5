import { describe, expect, it } from 'vitest';
import { conditionLine, forecastLines, rowLine, scoreLines, versionNumber } from '../../src/connections/fleet/lines.ts';
import { lineProtocol, rowPoint } from '../../src/connections/line-protocol.ts';
import fc from '../support/drawn.ts';
import { parsed } from './support/fake-hub.ts';
import { row } from './support/measured.ts';

const AT = 1_795_287_000;
const ODD = [null, -0, 1e21, 5e-324, -1e-7, 1e15, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
const anything = fc.oneof(fc.double(), fc.constantFrom(...ODD));
/** As many as the strict parser finds, which refuses whatever an engine would misread. */
const counted = (line: { text: string; values: number } | null): void => {
  if (line) expect(parsed(line.text)).toHaveLength(line.values);
};

describe('what a hub is sent', () => {
  it('is one line a row, under its number, with what was measured of the air', () => {
    expect(rowLine(row({ startS: AT }), 3)).toEqual({
      text: `wx,rev=3 temp=18.4,hum=61,slp=1016.2,press=1013.227,dew=10.74,lux=312 ${AT}\n`,
      values: 6,
    });
    const nothing = { temperatureC: null, humidityPct: Number.NaN, seaLevelHpa: null, stationHpa: null };
    expect(rowLine(row({ ...nothing, dewPointC: null, lux: null }), 0)).toBeNull();
  });

  it('has wind, rain and sun of a station that measures them, and so has the line for a database', () => {
    const narrow = () =>
      ({
        windSpeedMs: 3.456,
        windGustMs: 6.1,
        windDirectionDeg: 271.4,
        rainMm: 0.4,
        solarWm2: null,
        co2Ppm: 612,
      }) as never;
    const { text } = rowLine(row({ startS: AT, narrow }), 0)!;
    expect(text).toBe(
      `wx,rev=0 temp=18.4,hum=61,slp=1016.2,press=1013.227,dew=10.74,lux=312,wind=3.46,gust=6.1,wind_dir=271,rain=0.4 ${AT}\n`,
    );
    counted(rowLine(row({ startS: AT, narrow }), 0));
    expect(lineProtocol([rowPoint(row({ startS: AT, narrow }))], { station: 'Home', simulated: false })).toMatch(
      /,wind=3\.46,gust=6\.1,wind_dir=271,rain=0\.4,co2=612 /,
    );
  });

  it('says a forecast at its time of issue, with half the width of its band, and what is not known is left out', () => {
    const entry = { horizon_s: 21_600, valid_ts: AT + 21_600, mu: 18.92, lo: 17.2, hi: 20.6 };
    const targets = {
      temperature: [entry, { ...entry, horizon_s: 900, lo: null }],
      humidity: [{ ...entry, mu: null }],
    };
    expect(forecastLines({ tS: AT, targets }).map(({ text }) => text)).toEqual([
      `wx_fc,target=temperature,horizon=6h mu=18.92,halfwidth=1.7 ${AT}\n`,
      `wx_fc,target=temperature,horizon=15m mu=18.92 ${AT}\n`,
      `wx_fc,target=humidity,horizon=6h halfwidth=1.7 ${AT}\n`,
    ]);
  });

  it('says a day’s score at its start', () => {
    const score = { tS: 1_795_219_200, target: 'pressure', horizonS: 86_400, n: 288, skill: 0.31234, coverage: null };
    expect(scoreLines(score)).toEqual([
      { text: 'wx_score,target=pressure,horizon=1d skill=0.3123,n=288 1795219200\n', values: 2 },
    ]);
  });

  it.each([
    ['1.2.3', 1_002_003],
    ['1.12.0-beta.1', 1_012_000],
    ['next', null],
    ['1.2', null],
  ])('says version %s as a number', (version, number) => {
    expect(versionNumber(version)).toBe(number);
  });

  it('never holds what an engine would misread, whatever the numbers are', () => {
    const names = Object.keys(row()).filter((name) => !['startS', 'widthS', 'tS'].includes(name));
    fc.assert(
      fc.property(fc.array(anything, { minLength: names.length, maxLength: names.length }), fc.nat(), (values, rev) => {
        counted(rowLine(row({ startS: AT, ...Object.fromEntries(names.map((name, i) => [name, values[i]])) }), rev));
        const [a = null, b = null, c = null, d] = values;
        const entry = { horizon_s: 900, valid_ts: AT, mu: a, lo: b, hi: c };
        for (const line of forecastLines({ tS: AT, targets: { temperature: [entry] } })) counted(line);
        const score = { tS: AT, target: 'humidity', horizonS: 900, n: 7, skill: a, coverage: b };
        for (const line of scoreLines(score)) counted(line);
        const condition = [
          ['version', 1_002_003, 0],
          ['lat', a, 2],
          ['lon', b, 2],
          ['alt', d ?? 0, 0],
          ['disk', c, 0],
        ] as const;
        counted(conditionLine(condition, AT + 0.7));
      }),
    );
  });

  it.each([
    'wx temp=NaN 1795287000\n',
    'wx temp=1e5 1795287000\n',
    'wx temp="a" 1795287000\n',
    'wx temp=5i 1795287000\n',
    'wx temp= 1795287000\n',
    'wx temp=1,5 1795287000\n',
    'wx temp=1',
  ])('the parser that judges it lets no %j through', (text) => {
    expect(() => parsed(text)).toThrow();
  });
});
