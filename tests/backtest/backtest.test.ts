import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { type BacktestResult, backtest } from '../../src/backtest/backtest.ts';
import { parseRecord, phaseOf, type RecordRow, RecordTicks, stepOf } from '../../src/backtest/record.ts';
import { run } from '../../src/main/commands/backtest.ts';
import { PLACE, START_S, settingsFor, weather } from '../station/forecast/weather.ts';

const STEP_S = 3600;

const recordOf = (days: number, stepS = STEP_S): RecordRow[] =>
  weather(101, days, stepS).map(({ tS, temperatureC, humidityPct, stationHpa }) => ({
    tS,
    temperatureC,
    humidityPct,
    pressureHpa: stationHpa,
    solarWm2: null,
    rainMm: null,
  }));

const csvOf = (rows: readonly RecordRow[]): string =>
  `ts,temperature_c,humidity_pct,pressure_hpa,solar_wm2,rain_mm\n${rows
    .map((row) => [row.tS, row.temperatureC, row.humidityPct, row.pressureHpa, row.solarWm2, row.rainMm].join(','))
    .join('\n')}\n`;

function scores(rows: readonly RecordRow[], warmupDays: number, stepS = STEP_S): BacktestResult {
  const replaying = backtest(rows, { settings: settingsFor(stepS), altitudeM: 100, warmupDays });
  for (;;) {
    const step = replaying.next();
    if (step.done) return step.value;
  }
}

describe('reading a record', () => {
  it('takes known columns in any order, and empty fields as missing', () => {
    const rows = parseRecord('rain_mm,wind,ts,temperature_c\n,3,600,\n0.2,4,300,-1.5\n\n');
    expect(rows).toEqual([
      { tS: 300, temperatureC: -1.5, humidityPct: null, pressureHpa: null, solarWm2: null, rainMm: 0.2 },
      { tS: 600, temperatureC: null, humidityPct: null, pressureHpa: null, solarWm2: null, rainMm: null },
    ]);
    expect(() => parseRecord('time,temperature_c\n1,2\n')).toThrow(/no column "ts"/);
    const none = 'has none of temperature_c, humidity_pct, pressure_hpa; its header is ts,temp_smooth';
    expect(() => parseRecord('ts,temp_smooth\n1,2\n')).toThrow(none);
  });

  it('finds the step through gaps, and refuses what is not between a minute and an hour', () => {
    const rows = recordOf(2, 600).filter((_, i) => i % 7 !== 3);
    expect(stepOf(rows)).toBe(600);
    expect(() => stepOf(rows.map((row, i) => ({ ...row, tS: i * 7200 })))).toThrow(/7200/);
    expect(() => stepOf([])).toThrow(/unknown/);
  });

  it('takes the impossible for missing', () => {
    const ticks = new RecordTicks(STEP_S, PLACE, 0);
    const row = ticks.tick({
      tS: START_S,
      temperatureC: 99,
      humidityPct: 140,
      pressureHpa: 20,
      solarWm2: -5,
      rainMm: null,
    });
    expect(row).toMatchObject({
      temperatureC: null,
      humidityPct: null,
      stationHpa: null,
      dewPointC: null,
      cloudIndex: null,
    });
  });

  it('knows a rate on a fine step and none on a coarse one', () => {
    const fine = new RecordTicks(300, PLACE, 0);
    const coarse = new RecordTicks(3600, PLACE, 0);
    const line = (ticks: RecordTicks, stepS: number) => {
      let rate = null;
      for (let i = 0; i < 60; i++) {
        const tS = START_S + i * stepS;
        rate = ticks.tick({
          tS,
          temperatureC: 10 + (i * stepS) / 3600,
          humidityPct: 50,
          pressureHpa: 1000,
          solarWm2: null,
          rainMm: null,
        }).rates.temperatureCPerH;
      }
      return rate;
    };
    expect(line(fine, 300)).toBeCloseTo(1, 1);
    expect(line(coarse, 3600)).toBeNull();
  });
});

describe('the backtest', () => {
  const DAYS = 48;
  const WARMUP_DAYS = 16;
  /** From the middle of November to the second of January. */
  const record = recordOf(DAYS);
  const result = scores(record, WARMUP_DAYS);

  it('scores the heads that the step can carry, and no others', () => {
    expect(result.rows.map(({ target, horizon_s }) => `${target}@${horizon_s}`)).toEqual(
      ['humidity', 'pressure', 'temperature'].flatMap((target) =>
        [3600, 10800, 21600, 43200, 86400].map((horizon) => `${target}@${horizon}`),
      ),
    );
    expect(scores(recordOf(3, 1800), 1, 1800).rows.some(({ horizon_s }) => horizon_s === 900)).toBe(false);
  });

  it('counts every forecast issued after the warm-up whose time came, once', () => {
    for (const row of result.rows) expect(row.n).toBe((DAYS - WARMUP_DAYS) * 24 - row.horizon_s / 3600);
  });

  it('measures persistence against the record itself', () => {
    for (const { horizon_s, mae_persistence } of result.rows.filter(({ target }) => target === 'temperature')) {
      const lag = horizon_s / 3600;
      const warm = record.slice(WARMUP_DAYS * 24);
      let sum = 0;
      for (let i = lag; i < warm.length; i++) sum += Math.abs(warm[i]!.temperatureC! - warm[i - lag]!.temperatureC!);
      expect(mae_persistence).toBeCloseTo(sum / (warm.length - lag), 9);
    }
  });

  it('tells how right the narrow and the wide intervals were, and every month that is half there', () => {
    const long = result.rows[0]!;
    expect(long.coverage_by_width).toHaveLength(10);
    expect(long.coverage_by_width!.reduce((sum, part) => sum + part, 0) / 10).toBeCloseTo(long.coverage!, 2);
    expect(long.months.length).toBeGreaterThan(0);
    for (const { month, n, coverage } of long.months) {
      expect(month).toMatch(/^\d{4}-\d{2}$/);
      expect(n).toBeGreaterThan(360);
      expect(coverage).toBeGreaterThan(0.5);
    }
  });

  it('takes a record that is stamped ten minutes before the hour as one of full hours', () => {
    const full = record.slice(0, 10 * 24);
    const early = full.map((row) => ({ ...row, tS: row.tS - 600 }));
    expect(phaseOf(early, STEP_S)).toBe(-600);
    const { rows } = scores(early, 5);
    expect(rows).toHaveLength(15);
    for (const row of rows) expect(row.n).toBe((10 - 5) * 24 - row.horizon_s / 3600); // as of full hours, above
  });

  it('cannot tell a record from the same record followed by noise', () => {
    const newYearS = Date.parse('2024-01-01T00:00:00+01:00') / 1000;
    const noisy = record.map((row, i) =>
      row.tS < newYearS ? row : { ...row, temperatureC: (i * 7919) % 40, humidityPct: (i * 104_729) % 100 },
    );
    const month = ({ rows }: BacktestResult) =>
      rows.map(({ target, horizon_s, months }) => [target, horizon_s, months.find((one) => one.month === '2023-12')]);
    const other = scores(noisy, WARMUP_DAYS);
    expect(month(result).every(([, , december]) => december !== undefined)).toBe(true);
    expect(month(other)).toEqual(month(result));
    expect(other.rows.map(({ mae }) => mae)).not.toEqual(result.rows.map(({ mae }) => mae));
  });
});

describe('weatherglass backtest', () => {
  const folder = mkdtempSync(join(tmpdir(), 'backtest-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'here.csv.gz');
  writeFileSync(file, gzipSync(csvOf(recordOf(20))));
  const daily = join(folder, 'daily.csv');
  writeFileSync(daily, 'ts,temperature_c\n0,1\n86400,2\n172800,3\n');
  const call = async (...args: string[]) => {
    let text = '';
    const stdout = { write: (piece: string) => (text += piece) };
    const code = await run(args, { stdout, stderr: { isTTY: false, write: () => {} }, env: {} } as never);
    return { code, text };
  };
  const site = ['--lat', '52', '--lon', '10', '--altitude', '100', '--tz', 'Europe/Berlin', '--warmup-days', '10'];

  it('prints JSON of exactly the promised shape', async () => {
    const { code, text } = await call(file, ...site, '--json');
    expect(code).toBe(0);
    const result = JSON.parse(text) as { rows: Record<string, unknown>[]; outlook: Record<string, unknown>[] };
    expect(Object.keys(result)).toEqual(['file', 'rows', 'outlook', 'chance', 'seconds']);
    expect(Object.keys(result.rows[0]!)).toEqual([
      'target',
      'horizon_s',
      'n',
      'mae',
      'mae_persistence',
      'mae_climatology',
      'skill',
      'coverage',
      'coverage_inner',
      'mean_width',
      'winkler_gain',
      'crps_gain',
      'worst_month_skill',
      'worst_month_coverage',
      'cold_skill',
      'cold_coverage',
      'coverage_by_width',
      'months',
    ]);
    expect(new Set(result.outlook.map(({ day }) => day))).toEqual(new Set([2, 3, 4, 5, 6, 7]));
  });

  it('prints a table for people, and draws two charts on request', async () => {
    const { text } = await call(file, ...site, '--svg', join(folder, 'charts'));
    expect(text).toMatch(/temperature +1 h +\d+/);
    expect(text).toContain('here.csv.gz');
    expect(readdirSync(join(folder, 'charts')).toSorted()).toEqual(['here-coverage.svg', 'here-skill.svg']);
    expect(readFileSync(join(folder, 'charts', 'here-skill.svg'), 'utf8')).toMatch(/^<svg [\s\S]*<\/svg>\n$/);
  });

  it('replays only what lies between two dates', async () => {
    const { text } = await call(file, ...site, '--json', '--to', String(START_S + 14 * 86400));
    const { rows } = JSON.parse(text) as { rows: { horizon_s: number; n: number }[] };
    expect(rows.find(({ horizon_s }) => horizon_s === 3600)!.n).toBe(4 * 24);
  });

  it.each([
    [[], /takes FILE/],
    [['nowhere.csv'], /nowhere.csv does not exist/],
    [['.'], /\. is a folder, not a file/],
    [[daily], /daily.csv cannot be read as a record: the record's step is 86400 s, expected 60 to 3600 s/],
    [[file, '--lat', 'north'], /--lat is "north", expected a number from -90 to 90/],
    [[file, '--tz', 'Mars/Olympus'], /--tz is "Mars\/Olympus"/],
    [[file, '--from', 'yesterday'], /--from is "yesterday"/],
    [[file, '--from', '2026-02-01', '--to', '2026-01-01'], /--to is before --from/],
    [
      [file, ...site, '--warmup-days', '400'],
      /here\.csv\.gz has nothing to score: no values follow the first 400 days/,
    ],
    [[file, '--rain', '--alarms'], /--rain and --alarms exclude each other/],
  ] as const)('tells what is wrong with %j', async (args, message) => {
    await expect(call(...args)).rejects.toThrow(message);
  });
});

describe('a year of a boreal station', () => {
  const path = join(import.meta.dirname, '../../../shared/data/svartberget-2019-30min.csv.gz');
  if (!existsSync(path)) console.warn(`SKIPPED: the scores on a real year, because ${path} does not exist`);

  it.skipIf(!existsSync(path))('is forecast as well as promised', () => {
    const record = parseRecord(gunzipSync(readFileSync(path)).toString('utf8'));
    const settings = {
      stepS: 1800,
      latitude: 64.26,
      longitude: 19.77,
      standardOffsetS: 3600,
      timezone: 'Europe/Stockholm',
    };
    const replaying = backtest(record, { settings, altitudeM: 267, warmupDays: 60 });
    let step = replaying.next();
    while (!step.done) step = replaying.next();
    const { rows } = step.value;
    const promised: Record<number, number> = { 3600: 0.46, 10800: 0.46, 21600: 0.38, 43200: 0.22, 86400: 0.09 };
    for (const row of rows) {
      if (row.target === 'pressure') expect(row.skill!).toBeGreaterThanOrEqual(promised[row.horizon_s]! - 0.0005);
      expect(row.coverage!).toBeGreaterThan(0.89);
      expect(row.coverage!).toBeLessThan(0.91);
      expect(row.cold_coverage!).toBeGreaterThan(0.84);
      expect(row.cold_skill!).toBeGreaterThan(-0.05);
      expect(row.winkler_gain!).toBeGreaterThan(0);
      expect(row.crps_gain!).toBeGreaterThan(0);
    }
  });
});
