import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { parseRecord, stepOf } from '../../backtest/record.ts';
import { messageOf } from '../../base/system-error.ts';
import { Zone } from '../../base/zone.ts';
import { isTimeZone } from '../../config/config.ts';
import { standardOffsetS } from '../../station/subjects/forecasts.ts';
import { type Arguments, existingFile, numberOf } from '../arguments.ts';
import { UsageError, UserError } from '../user-error.ts';

export const BACKTEST_OPTIONS = {
  lat: { type: 'string' },
  lon: { type: 'string' },
  altitude: { type: 'string', default: '0' },
  tz: { type: 'string', default: 'UTC' },
  indoors: { type: 'boolean', default: false },
  'warmup-days': { type: 'string', default: '60' },
  from: { type: 'string' },
  to: { type: 'string' },
  rain: { type: 'boolean', default: false },
  alarms: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  svg: { type: 'string' },
} as const;

export type BacktestRequest = ReturnType<typeof requestOf>;

type Values = Arguments<typeof BACKTEST_OPTIONS>['values'];

export function requestOf(file: string, values: Values) {
  const angle = (option: string, text: string | undefined, most: number) =>
    text === undefined ? null : numberOf(option, text, [-most, most]);
  const fromS = timeOf(values.from, '--from') ?? Number.NEGATIVE_INFINITY;
  const toS = timeOf(values.to, '--to') ?? Number.POSITIVE_INFINITY;
  if (toS < fromS) throw new UsageError('--to is before --from.');
  const timezone = values.tz;
  if (!isTimeZone(timezone)) throw new UserError(`--tz is "${timezone}", expected a zone like Europe/Copenhagen.`);
  const place = { latitude: angle('--lat', values.lat, 90), longitude: angle('--lon', values.lon, 180) };
  const altitudeM = numberOf('--altitude', values.altitude, [-500, 5000]);
  const warmupDays = numberOf('--warmup-days', values['warmup-days'], [0, 3650]);
  const { rows, stepS } = readRecord(file); // a wrong option need not wait for years of rows
  return {
    file,
    rows: rows.filter(({ tS }) => tS >= fromS && tS <= toS),
    settings: {
      stepS,
      ...place,
      standardOffsetS: standardOffsetS(new Zone(timezone), rows[0]?.tS ?? 0),
      timezone,
    },
    altitudeM,
    indoors: values.indoors,
    warmupDays,
    json: values.json,
    svgDir: values.svg ?? null,
  };
}

function readRecord(file: string) {
  existingFile(file);
  try {
    const bytes = readFileSync(file);
    const rows = parseRecord((file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8'));
    return { rows, stepS: stepOf(rows) };
  } catch (error) {
    throw new UserError(`${file} cannot be read as a record: ${messageOf(error)}.`);
  }
}

function timeOf(text: string | undefined, option: string): number | null {
  if (text === undefined) return null;
  const tS = /^\d+(\.\d+)?$/.test(text) && text.length > 4 ? Number(text) : Date.parse(text) / 1000;
  if (!Number.isFinite(tS))
    throw new UserError(`${option} is "${text}", expected a date like 2017-03-01 or epoch seconds.`);
  return tS;
}
