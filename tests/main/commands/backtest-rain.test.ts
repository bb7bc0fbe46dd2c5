import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { RecordRow } from '../../../src/backtest/record.ts';
import { runRainBacktest } from '../../../src/main/commands/backtest-rain.ts';
import type { BacktestRequest } from '../../../src/main/commands/backtest-request.ts';
import { UserError } from '../../../src/main/user-error.ts';
import { seeded } from '../../support/seeded.ts';

/** Two months of hours in which it rains when it is damp and the barometer falls. */
function rainyRecord(): RecordRow[] {
  const { uniform, normal } = seeded(3);
  let wetness = 0;
  return Array.from({ length: 24 * 60 }, (_, i) => {
    wetness = 0.95 * wetness + 0.3 * normal();
    return {
      tS: 1.75e9 - (1.75e9 % 10_800) + i * 3600,
      temperatureC: 12 - wetness,
      humidityPct: Math.min(99, Math.max(30, 72 + 14 * wetness)),
      pressureHpa: 1010 - 4 * wetness,
      solarWm2: null,
      rainMm: uniform() < 0.4 / (1 + Math.exp(3 - 3 * wetness)) ? 0.4 : 0,
    };
  });
}

function request(rows: RecordRow[], json: boolean): BacktestRequest {
  const settings = { stepS: 3600, latitude: null, longitude: null, standardOffsetS: 0, timezone: 'UTC' };
  return { file: 'home/rainy.csv', rows, settings, altitudeM: 0, indoors: false, warmupDays: 0, json, svgDir: null };
}

function printed(rows: RecordRow[], json: boolean): string {
  let text = '';
  const stdout = new Writable({
    write(chunk, _encoding, done) {
      text += chunk;
      done();
    },
  }) as NodeJS.WriteStream;
  expect(runRainBacktest(request(rows, json), { stdout, stderr: stdout, env: {} })).toBe(0);
  return text;
}

describe('weatherglass backtest --rain', () => {
  it('prints as JSON what the probabilities were worth, with right and wrong base rates', () => {
    const result = JSON.parse(printed(rainyRecord(), true));
    expect(result).toMatchObject({ file: 'rainy.csv', horizon_s: 10_800, base_rate_factor: 1 });
    expect(result.n).toBe(24 * 20 - 1);
    expect(result.brier_skill).toBeGreaterThan(0);
    expect(result.auc).toBeGreaterThan(0.6);
    expect(result.cases).toHaveLength(3);
    const told = result.reliability.reduce((sum: number, bin: { n: number }) => sum + bin.n, 0);
    expect(told).toBe(result.n);
  });

  it('prints a table for people', () => {
    const text = printed(rainyRecord(), false);
    expect(text).toContain('rainy.csv: rain within 3 h');
    expect(text).toContain('base rate given');
    expect(text).toContain('came true');
  });

  it('scores a record stamped at ten to every hour as one of full hours', () => {
    const rows = rainyRecord();
    const onTheHour = JSON.parse(printed(rows, true));
    const tenTo = JSON.parse(
      printed(
        rows.map((row) => ({ ...row, tS: row.tS - 600 })),
        true,
      ),
    );
    expect([tenTo.n, tenTo.auc]).toEqual([onTheHour.n, onTheHour.auc]);
  });

  it.each([
    ['without rain', { rainMm: null }, 'rainy.csv has no rain (column rain_mm), so'],
    ['of drought', { rainMm: 0 }, 'rainy.csv has no three hours with rain in its column rain_mm, so'],
    ['without humidity', { humidityPct: null }, 'rainy.csv has nothing to score: no three hours whose rain is known'],
  ])('says in one sentence that a record %s cannot be scored', (_, all, words) => {
    const rows = rainyRecord().map((row) => ({ ...row, ...all }));
    expect(() => printed(rows, true)).toThrow(words);
    expect(() => printed(rows, true)).toThrow(UserError);
  });

  it('has a dash for a figure that there is none of, where it rains in all hours', () => {
    const text = printed(
      rainyRecord().map((row) => ({ ...row, rainMm: 0.4 })),
      false,
    );
    expect(text).toContain('(–)');
    expect(text).not.toContain('NaN');
  });
});
