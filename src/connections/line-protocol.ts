import { SENT, SENT_NARROW } from '../quantities/names.ts';
import type { OutboxRow } from '../station/outbox/row.ts';

const MEASUREMENT = 'wx';
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

function pairs(row: OutboxRow): [string, string][] {
  const narrow = row.narrow?.();
  const fields = [
    ...SENT.map(({ name, push, sentDecimals }) => [push, decimal(row[name], sentDecimals)] as const),
    ...(narrow ? SENT_NARROW.map((one) => [one.push, decimal(narrow[one.name], one.sentDecimals)] as const) : []),
  ];
  return fields.flatMap(([push, text]) => (text === null ? [] : [[push, text]]));
}

/** Name in a tag: separators are escaped, and a line's end, which cannot be, is taken out. */
const tag = (text: string): string =>
  text
    .replaceAll(/\s+/g, ' ')
    .replace(/\\+$/, '')
    .replaceAll(/[ ,=]/g, (sign) => `\\${sign}`);

/** Tag set of a line, after the measurement's name. */
export const tagsOf = ({ station, simulated }: Tags): string =>
  `${simulated ? ',simulated=1' : ''},station=${tag(station)}`;

/**
 * Rows in InfluxDB's line protocol with times in seconds, a line a row, stamped with their start. A row in which nothing was measured
 * has no line.
 */
export function lineProtocol(rows: readonly OutboxRow[], tags: Tags): string {
  const head = `${MEASUREMENT}${tagsOf(tags)}`;
  return rows
    .map((row) => ({ row, fields: pairs(row) }))
    .filter(({ fields }) => fields.length > 0)
    .map(({ row, fields }) => `${head} ${fields.map(([name, text]) => `${name}=${text}`).join(',')} ${row.startS}\n`)
    .join('');
}

const labelled = (text: string): string => text.replaceAll(/\s+/g, ' ').replaceAll(/["\\]/g, (sign) => `\\${sign}`);

export const labelsOf = ({ station, simulated }: Tags): string =>
  `${simulated ? 'simulated="1",' : ''}station="${labelled(station)}"`;

/** The same in the text format of Prometheus, with the names that a database makes of the other: `wx_temp{station="…"}`, times in ms. */
export function prometheusText(rows: readonly OutboxRow[], tags: Tags): string {
  const labels = `{${labelsOf(tags)}}`;
  return rows
    .flatMap((row) =>
      pairs(row).map(([name, text]) => `${MEASUREMENT}_${name}${labels} ${text} ${row.startS * 1000}\n`),
    )
    .join('');
}
