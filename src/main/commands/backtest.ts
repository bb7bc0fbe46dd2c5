import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { ParseArgsConfig } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { type BacktestResult, backtest } from '../../station/forecast/backtest/backtest.ts';
import { parseRecord, type RecordRow, stepOf } from '../../station/forecast/backtest/record.ts';
import type { ForecastSettings } from '../../station/forecast/settings.ts';
import { standardOffsetS } from '../../station/rooms/forecasts.ts';
import { Zone } from '../../station/zone.ts';
import { type Arguments, parseArguments } from '../arguments.ts';
import type { Command, Io } from '../cli.ts';
import { progressBar } from '../progress-bar.ts';
import { UserError } from '../user-error.ts';
import { backtestCharts } from './backtest-svg.ts';
import { backtestTable } from './backtest-table.ts';

const OPTIONS = {
  lat: { type: 'string' },
  lon: { type: 'string' },
  altitude: { type: 'string', default: '0' },
  tz: { type: 'string', default: 'UTC' },
  indoors: { type: 'boolean', default: false },
  'warmup-days': { type: 'string', default: '60' },
  from: { type: 'string' },
  to: { type: 'string' },
  rain: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  svg: { type: 'string' },
} as const satisfies ParseArgsConfig['options'];

/** A record and the site it was made at, as the command line gives them. */
export interface BacktestRequest {
  file: string;
  rows: RecordRow[];
  settings: ForecastSettings;
  altitudeM: number;
  indoors: boolean;
  warmupDays: number;
  json: boolean;
  svgDir: string | null;
}

/** Replays a record through the components the station runs and prints how good they were. */
export const run: Command = async (args, io) => {
  const { values, words } = parseArguments(args, { command: 'backtest', options: OPTIONS, words: ['FILE'] });
  const request = requestOf(words[0]!, values);
  if (values.rain) {
    const { runRainBacktest } = await import('./backtest-rain.ts');
    return runRainBacktest(request, io);
  }
  const startedMs = performance.now();
  const result = replay(request, io);
  const seconds = (performance.now() - startedMs) / 1000;
  if (request.svgDir !== null) writeCharts(request, result, request.svgDir);
  const { rows, outlook } = result;
  if (request.json) io.stdout.write(`${JSON.stringify({ file: basename(request.file), rows, outlook, seconds })}\n`);
  else io.stdout.write(backtestTable(basename(request.file), result, seconds));
  return 0;
};

type Values = Arguments<typeof OPTIONS>['values'];

function requestOf(file: string, values: Values): BacktestRequest {
  const number = (name: 'lat' | 'lon' | 'altitude' | 'warmup-days', lo: number, hi: number): number => {
    const text = values[name] ?? '';
    const value = Number(text);
    if (text.trim() === '' || !(value >= lo && value <= hi)) {
      throw new UserError(`--${name} is ${JSON.stringify(text)}, expected a number from ${lo} to ${hi}.`);
    }
    return value;
  };
  const optional = (name: 'lat' | 'lon', bound: number) =>
    values[name] === undefined ? null : number(name, -bound, bound);
  const all = readRecord(file);
  const stepS = stepOf(all);
  const fromS = timeOf(values.from, '--from') ?? Number.NEGATIVE_INFINITY;
  const toS = timeOf(values.to, '--to') ?? Number.POSITIVE_INFINITY;
  const timezone = checkedZone(values.tz);
  return {
    file,
    rows: all.filter(({ tS }) => tS >= fromS && tS <= toS),
    settings: {
      stepS,
      latitude: optional('lat', 90),
      longitude: optional('lon', 180),
      standardOffsetS: standardOffsetS(new Zone(timezone), all[0]?.tS ?? 0),
      timezone,
    },
    altitudeM: number('altitude', -500, 5000),
    indoors: values.indoors,
    warmupDays: number('warmup-days', 0, 3650),
    json: values.json,
    svgDir: values.svg ?? null,
  };
}

function readRecord(file: string): RecordRow[] {
  try {
    const bytes = readFileSync(file);
    return parseRecord((file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8'));
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw new UserError(missing ? `${file} does not exist.` : `${file} cannot be read as a record: ${error.message}.`);
  }
}

function timeOf(text: string | undefined, option: string): number | null {
  if (text === undefined) return null;
  const tS = /^\d+(\.\d+)?$/.test(text) && text.length > 4 ? Number(text) : Date.parse(text) / 1000;
  if (!Number.isFinite(tS))
    throw new UserError(`${option} is "${text}", expected a date like 2017-03-01 or epoch seconds.`);
  return tS;
}

function checkedZone(zone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new UserError(`--tz is "${zone}", expected a zone like Europe/Copenhagen.`);
  }
}

function replay({ rows, settings, altitudeM, warmupDays }: BacktestRequest, io: Io): BacktestResult {
  const bar = progressBar(io.stderr);
  const replaying = backtest(rows, { settings, altitudeM, warmupDays });
  for (;;) {
    const step = replaying.next();
    if (step.done) {
      bar(1);
      bar.end();
      return step.value;
    }
    bar(step.value);
  }
}

function writeCharts({ file }: BacktestRequest, result: BacktestResult, dir: string): void {
  mkdirSync(dir, { recursive: true });
  const name = basename(file).replace(/\.csv(\.gz)?$/, '');
  for (const [kind, svg] of Object.entries(backtestCharts(name, result)))
    writeFileSync(join(dir, `${name}-${kind}.svg`), svg);
}
