import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { RecordRow } from '../../../src/backtest/record.ts';
import { runAlarmBacktest } from '../../../src/main/commands/backtest-alarms.ts';
import { settingsFor, weather } from '../../station/forecast/weather.ts';

const rows: RecordRow[] = weather(101, 30, 3600).map(({ tS, temperatureC, humidityPct, stationHpa }) => ({
  tS,
  temperatureC: temperatureC! - 6,
  humidityPct,
  pressureHpa: stationHpa,
  solarWm2: null,
  rainMm: null,
}));

function printed(json: boolean): string {
  let text = '';
  const stdout = new Writable({
    write(chunk, _encoding, done) {
      text += chunk;
      done();
    },
  }) as NodeJS.WriteStream;
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() }) as NodeJS.WriteStream;
  const place = { settings: settingsFor(3600), altitudeM: 100, indoors: false, warmupDays: 5 };
  const request = { file: 'home/winter.csv', rows, ...place, json, svgDir: null };
  expect(runAlarmBacktest(request, { stdout, stderr: silent, env: {} })).toBe(0);
  return text;
}

describe('weatherglass backtest --alarms', () => {
  it('prints as JSON what chances and warnings were worth, and the naive rule beside them', () => {
    const { alarms } = JSON.parse(printed(true));
    const { frost_tonight: frost } = alarms;
    expect(frost).toMatchObject({
      brier_skill: expect.any(Number),
      median_lead_h: expect.any(Number),
      false_per_month: expect.any(Number),
      naive: { brier_skill: expect.any(Number), warnings: expect.any(Number), median_lead_h: expect.any(Number) },
    });
    expect(frost.nights).toBeGreaterThan(15);
    for (const bin of frost.reliability) {
      expect(bin).toEqual({
        said: expect.any(Number),
        came: expect.any(Number),
        n: expect.any(Number),
        nights: expect.any(Number),
      });
    }
  });

  it('prints a table for people, which does not judge what few nights say', () => {
    const text = printed(false);
    expect(text).toContain('winter.csv: frost before 8 in the morning');
    expect(text).toMatch(/^a chance of \d+ % /m);
    expect(text).toMatch(/^below 2 °C now /m);
    expect(text).toMatch(/^\( +\d+ .*\)$/m);
    expect(text).toContain('0 of');
  });
});
