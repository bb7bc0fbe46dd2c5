import { HEARD, SIGNALS } from '../../quality/flags.ts';
import { cellsOf } from '../text/cells.ts';
import { firstLines, linesOf } from '../text/lines.ts';
import { civilOf, type DateOrder } from '../text/local-time.ts';
import { columnsOf } from './columns.ts';
import type { Asked, Source } from './decoder.ts';
import { mappedColumns } from './mapping.ts';
import { type Layout, rowsOf } from './table.ts';

/** Lines that are looked at for the heading, the sign of decimals and the order of dates. */
const LOOKED_AT = 400;
const HEADING_WITHIN = 20;
type HeadedLayout = Layout & Pick<Source, 'needsUnits' | 'doubtfulDates' | 'localTimes'>;

/** Tables with one line of headings: Ecowitt, Ambient, Weather Underground, our own CSV, and others by their headings or a mapping. */
export function headedSource(path: string, asked: Asked): Source | null {
  const layout = layoutOf(path, asked);
  if (layout === null) return null;
  const { needsUnits, doubtfulDates, localTimes } = layout;
  return { format: 'csv', needsUnits, doubtfulDates, localTimes, read: () => rowsOf(path, layout, asked.zone) };
}

const isTime = (heading: string): boolean =>
  /^(time|date|date ?time|timestamp|date_time|simple date|time_utc|iso_time)$/i.test(heading.trim());
const isEpoch = (heading: string): boolean => /^(ts|timestamp|unixts|unix_ts|datetime_epoch)$/i.test(heading.trim());

function layoutOf(path: string, asked: Asked): HeadedLayout | null {
  const head = firstLines(path, LOOKED_AT).map((text) => text.replace(/<br>$/, ''));
  for (const [line, text] of head.slice(0, HEADING_WITHIN).entries()) {
    const separator = asked.map?.separator ?? [';', '\t', ','].find((sign) => text.includes(sign));
    const headings = separator === undefined ? null : cellsOf(text, separator);
    if (separator === undefined || headings === null) continue;
    const layout = headingsOf(headings, separator, line, head.slice(line + 1), asked, path);
    if (layout !== null) return layout;
  }
  return null;
}

function headingsOf(
  headings: readonly string[],
  separator: string,
  line: number,
  below: readonly string[],
  asked: Asked,
  path: string,
): HeadedLayout | null {
  const { map } = asked;
  const at = (name: string) => headings.findIndex((heading) => heading.trim() === name);
  const time = map ? map.time.columns.map(at) : timeColumns(headings);
  const { columns, needsUnits } = map
    ? { columns: mappedColumns(headings, map), needsUnits: false }
    : columnsOf(headings, asked.units);
  if (time.length === 0 || time.includes(-1) || (columns.length === 0 && !needsUnits)) return null;
  const cells = below.flatMap((one) => cellsOf(one, separator) ?? []);
  const epochAt = map ? (map.time.epoch ? time[0]! : -1) : epochColumn(headings, below, separator);
  const stampOf = (one: string) => {
    const row = cellsOf(one, separator);
    return row === null ? '' : time.map((index) => row[index] ?? '').join(' ');
  };
  const stamps = below.map(stampOf);
  const looked = dateOrder(stamps, map?.time.order ?? asked.order);
  // A day above 12 comes within two weeks: so far a file is read, and to its end only where it has none.
  const { order, sure } = looked.sure || epochAt >= 0 ? looked : dateOrder(stampsIn(path, stampOf));
  const { minutes = null, means = null } = map?.time ?? {};
  const widthS = means === 'instant' ? 0 : minutes && minutes * 60;
  return {
    headingLine: line,
    separator,
    comma: map?.decimal
      ? map.decimal === ','
      : separator !== ',' && cells.some((cell) => /^-?\d+,\d+$/.test(cell.trim())),
    columns,
    needsUnits,
    time,
    epoch: epochAt < 0 ? null : epochAt,
    tier: at('tier') < 0 || at('iso_time') < 0 ? null : at('tier'),
    flags: [
      ...[...SIGNALS, ...HEARD].map(({ name }) => [name, at(`${name}_flags`)] as const),
      ['flags', at('flags')] as const,
    ].filter(([, index]) => index >= 0),
    order,
    doubtfulDates: !sure && epochAt < 0,
    localTimes: epochAt < 0 && stamps.some((stamp) => civilOf(stamp, order)?.offsetS === null),
    newestFirst: isNewestFirst(stamps, order),
    fewest: 0,
    widthS,
    shiftS: means === 'start' ? (widthS ?? 0) : 0,
  };
}

/** Time columns: one with date and time, or one of each. */
function timeColumns(headings: readonly string[]): number[] {
  const named = (name: RegExp) => headings.findIndex((heading) => name.test(heading.trim()));
  const [date, time] = [named(/^date$/i), named(/^time$/i)];
  if (date >= 0 && time >= 0) return [date, time];
  const one = headings.findIndex(isTime);
  const ts = headings.findIndex(isEpoch);
  return one >= 0 ? [one] : ts >= 0 ? [ts] : [];
}

/** A column of epoch seconds, which wins over local time. */
function epochColumn(headings: readonly string[], below: readonly string[], separator: string): number {
  return headings.findIndex((heading, index) => {
    if (!isEpoch(heading)) return false;
    return below.some((line) => /^\d{9,10}(\.\d+)?$/.test(cellsOf(line, separator)?.[index]?.trim() ?? ''));
  });
}

function* stampsIn(path: string, stampOf: (line: string) => string): Generator<string> {
  for (const { text } of linesOf(path)) yield stampOf(text);
}

/** A number that is a day, and no month. */
const isDay = (number = ''): boolean => Number(number) > 12 && Number(number) <= 31;

/** From the numbers themselves: a day is above 12 somewhere in a month. */
function dateOrder(stamps: Iterable<string>, said: DateOrder | null = null): { order: DateOrder; sure: boolean } {
  if (said) return { order: said, sure: true };
  let numbers = false;
  for (const stamp of stamps) {
    const [, first, second] = /^\s*(\d{1,2})[-./](\d{1,2})[-./]\d/.exec(stamp) ?? [];
    if (first === undefined) continue;
    numbers = true;
    if (isDay(first)) return { order: 'dmy', sure: true };
    if (isDay(second)) return { order: 'mdy', sure: true };
  }
  return { order: 'dmy', sure: !numbers };
}

function isNewestFirst(stamps: readonly string[], order: DateOrder): boolean {
  const times = stamps.map((stamp) => civilOf(stamp, order)?.civil).filter((civil) => civil !== undefined);
  return times.length > 1 && times.at(-1)! < times[0]!;
}
