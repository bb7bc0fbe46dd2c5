import { SENT, SENT_NARROW } from '../quantities/names.ts';
import type { OutboxRow } from '../station/outbox/row.ts';

/** Above it a number is written with an exponent, which databases take for something else. No weather is there. */
const MOST = 1e15;

/** `21.37`, never `2.1e1`, `NaN` or `-0`; null for anything but a finite number. A text would be stored as a plausible zero. */
export function decimal(value: number | null, decimals: number): string | null {
  if (value === null || !Number.isFinite(value) || Math.abs(value) >= MOST) return null;
  const text = value.toFixed(decimals);
  const short = text.includes('.') ? text.replace(/\.?0+$/, '') : text;
  return short === '-0' ? '0' : short;
}

export interface Tags {
  station: string;
  simulated: boolean;
}

export type Pairs = readonly (readonly [name: string, text: string])[];

/** Point of a time series: the known values of one moment. */
export interface Point {
  measurement: string;
  /** Tags beside those of the station. */
  tags: Pairs;
  fields: Pairs;
  /** Epoch seconds, whole. */
  tS: number;
}

/** A row, stamped with its start. Without values where nothing in it was measured. */
export function rowPoint(row: OutboxRow): Point {
  const narrow = row.narrow?.();
  const all = [
    ...SENT.map(({ name, push, sentDecimals }) => [push, decimal(row[name], sentDecimals)] as const),
    ...(narrow ? SENT_NARROW.map((one) => [one.push, decimal(narrow[one.name], one.sentDecimals)] as const) : []),
  ];
  const fields = all.flatMap(([name, text]) => (text === null ? [] : [[name, text] as const]));
  return { measurement: 'wx', tags: [], fields, tS: row.startS };
}

/** Name in a tag: separators are escaped, and a line's end, which cannot be, is taken out. */
const tag = (text: string): string =>
  text
    .replaceAll(/\s+/g, ' ')
    .replace(/\\+$/, '')
    .replaceAll(/[ ,=]/g, (sign) => `\\${sign}`);

const joined = (pairs: Pairs): string => pairs.map(([name, text]) => `${name}=${text}`).join(',');

/** Line of InfluxDB's line protocol, its time in seconds; `''` for a point without values. `station`: the tags of the station. */
export function lineOf({ measurement, tags, fields, tS }: Point, station = ''): string {
  const own = tags.length === 0 ? '' : `,${joined(tags)}`;
  return fields.length === 0 ? '' : `${measurement}${station}${own} ${joined(fields)} ${tS}\n`;
}

export function lineProtocol(points: readonly Point[], { station, simulated }: Tags): string {
  const tags = `${simulated ? ',simulated=1' : ''},station=${tag(station)}`;
  return points.map((point) => lineOf(point, tags)).join('');
}

const labelled = (text: string): string => text.replaceAll(/\s+/g, ' ').replaceAll(/["\\]/g, (sign) => `\\${sign}`);

/** The same in the text format of Prometheus, with the names that a database makes of the other: `wx_temp{station="…"}`, times in ms. */
export function prometheusText(points: readonly Point[], { station, simulated }: Tags): string {
  const ofStation = `${simulated ? 'simulated="1",' : ''}station="${labelled(station)}"`;
  return points
    .flatMap(({ measurement, tags, fields, tS }) => {
      const labels = [ofStation, ...tags.map(([name, text]) => `${name}="${text}"`)].join(',');
      return fields.map(([name, text]) => `${measurement}_${name}{${labels}} ${text} ${tS * 1000}\n`);
    })
    .join('');
}
