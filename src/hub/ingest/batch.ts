import { FLEET_FIELDS, FLEET_LIMITS, type Measurement } from '../../contract/fleet-line.ts';
import { TAG_VALUES } from '../possible.ts';
import { isFieldName, isSeriesName } from './newer-fields.ts';

/** A parsed line. `text` of a value is as sent, so that no digit is lost. */
export interface FleetRow {
  measurement: string;
  tags: Readonly<Record<string, string>>;
  fields: ReadonlyArray<readonly [name: string, text: string]>;
  tS: number;
}

/** `leftOut`: lines of series that only a newer station knows. */
export type Batch = { rows: FleetRow[]; leftOut: number } | { refused: string };

const LINE_LETTERS = 1000;
const NUMBER = /^-?\d{1,12}(?:\.\d{1,12})?$/;
const TIME = /^\d{9,11}$/;

const NOTHING_KNOWN: Measurement = { tags: [], fields: {} };

class Poison extends Error {}

/** A client's text, shortened and safe to quote in a sentence. */
const quoted = (text: string): string => JSON.stringify(text.slice(0, 40));

/**
 * Reads a whole batch or refuses it in one sentence that names the line. Nothing of a refused batch is stored: the engine itself
 * answers 204 to nearly everything, and makes 0 of text and infinity of `inf`.
 */
export function readBatch(text: string, nowS: number): Batch {
  const lines = text.split('\n', FLEET_LIMITS.lines + 2); // not millions of empty ones
  if (lines.length > FLEET_LIMITS.lines + 1) return { refused: `a batch has at most ${FLEET_LIMITS.lines} lines` };
  const rows: FleetRow[] = [];
  let [values, leftOut] = [0, 0];
  const seen = new Map<string, string>();
  for (const [i, raw] of lines.entries()) {
    const line = raw.endsWith('\r') ? raw.slice(0, -1) : raw;
    if (line === '') continue;
    try {
      const row = readLine(line, nowS);
      values += row.fields.length;
      if (values > FLEET_LIMITS.values) return { refused: `a batch has at most ${FLEET_LIMITS.values} values` };
      if (!Object.hasOwn(FLEET_FIELDS, row.measurement)) leftOut += 1;
      else if (isNew(row, seen)) rows.push(row);
    } catch (error) {
      if (!(error instanceof Poison)) throw error;
      return { refused: `line ${i + 1}: ${error.message}` };
    }
  }
  return rows.length + leftOut === 0 ? { refused: 'the batch holds no line' } : { rows, leftOut };
}

/** Two values for one moment of one series would leave it to the engine which of them is true. */
function isNew({ measurement, tags, fields, tS }: FleetRow, seen: Map<string, string>): boolean {
  let isNew = false;
  for (const [name, value] of fields) {
    const key = `${measurement}_${name},${Object.values(tags).join(',')} ${tS}`;
    const before = seen.get(key);
    if (before !== undefined && Number(before) !== Number(value))
      throw new Poison(`${measurement} has two values of ${name} for the time ${tS}`);
    if (before === undefined) isNew = true;
    seen.set(key, value);
  }
  return isNew;
}

/**
 * A series that this hub does not know has no tags here, if all of the line is well formed. An unknown tag is refused: a row without it
 * would be one of another series. So is a known field out of its range: the station proves each value that it sent, and one that was dropped
 * without a word would leave the day short for ever. A refusal costs that one row, and the station tells of it.
 */
function readLine(line: string, nowS: number): FleetRow {
  if (line.length > LINE_LETTERS) throw new Poison(`it is longer than ${LINE_LETTERS} letters`);
  const parts = line.split(' ');
  if (parts.length !== 3) throw new Poison('a line is a series, its fields and a time, with one space between them');
  const [series, fields, time] = parts as [string, string, string];
  const [measurement = '', ...tags] = series.split(',');
  const isKnown = Object.hasOwn(FLEET_FIELDS, measurement);
  if (!isKnown && !isSeriesName(measurement)) throw new Poison(`there is no series ${quoted(measurement)}`);
  if (!isKnown) for (const tag of tags) pairOf(tag, 'tag');
  const known = isKnown ? FLEET_FIELDS[measurement]! : NOTHING_KNOWN;
  const read = { tags: isKnown ? readTags(tags, known, measurement) : {}, fields: readFields(fields, known) };
  return { measurement, ...read, tS: readTime(time, nowS) };
}

function pairOf(text: string, what: 'tag' | 'field'): [name: string, value: string] {
  const [name = '', value, more] = text.split('=');
  if (value === undefined || more !== undefined) throw new Poison(`${quoted(text)} is no ${what}`);
  return [name, value];
}

function readTags(tags: readonly string[], known: Measurement, measurement: string): Record<string, string> {
  const given: Record<string, string> = {};
  for (const tag of tags) {
    const [name, value] = pairOf(tag, 'tag');
    if (name === 'station') continue; // whoever it says it is: the login decides
    if (!known.tags.includes(name)) throw new Poison(`${measurement} has no tag ${quoted(name)}`);
    if (Object.hasOwn(given, name)) throw new Poison(`the tag ${name} is given twice`);
    if (!TAG_VALUES[name as keyof typeof TAG_VALUES](value))
      throw new Poison(`the tag ${name} must not be ${quoted(value)}`);
    given[name] = value;
  }
  if (measurement === 'wx') given['rev'] ??= '0';
  const missing = known.tags.find((name) => !Object.hasOwn(given, name));
  if (missing !== undefined) throw new Poison(`${measurement} needs the tag ${missing}`);
  return Object.fromEntries(known.tags.map((name) => [name, given[name]!]));
}

function readFields(text: string, known: Measurement): Array<[string, string]> {
  const fields: Array<[string, string]> = [];
  for (const field of text.split(',')) {
    const [name, value] = pairOf(field, 'field');
    const range = Object.hasOwn(known.fields, name) ? known.fields[name]! : null;
    if (range === null && !isFieldName(name)) throw new Poison(`${quoted(name)} is no name of a field`);
    if (fields.some(([before]) => before === name)) throw new Poison(`the field ${name} is given twice`);
    if (!NUMBER.test(value)) throw new Poison(`${name} is ${quoted(value)}, which is no plain decimal number`);
    if (range !== null && (Number(value) < range[0] || Number(value) > range[1]))
      throw new Poison(`${name} is ${value}, expected ${range[0]} to ${range[1]}`);
    fields.push([name, value]);
  }
  return fields;
}

function readTime(text: string, nowS: number): number {
  if (!TIME.test(text)) throw new Poison(`${quoted(text)} is no time in whole epoch seconds`);
  const tS = Number(text);
  if (tS < FLEET_LIMITS.firstS) throw new Poison(`the time ${tS} lies before the year 2000`);
  if (tS > nowS + FLEET_LIMITS.aheadS)
    throw new Poison(`the time ${tS} lies ${Math.round(tS - nowS)} s ahead of the hub's clock`);
  return tS;
}

/** Line protocol for the engine: written anew from the parsed rows, under the station of the login. */
export function linesFor(login: string, rows: readonly FleetRow[]): string {
  const lines = rows.map(({ measurement, tags, fields, tS }) => {
    const labels = Object.entries(tags).map(([name, value]) => `,${name}=${value}`);
    return `${measurement},station=${login}${labels.join('')} ${fields.map(([name, text]) => `${name}=${text}`).join(',')} ${tS}`;
  });
  return `${lines.join('\n')}\n`;
}
