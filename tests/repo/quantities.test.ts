import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Telemetry } from '../../src/contract/telemetry.ts';
import { type Group, type Quantity, SURFACES, type Surface } from '../../src/quantities/quantity.ts';
import { QUANTITIES } from '../../src/quantities/table.ts';

type Reasons = Readonly<Partial<Record<Surface | 'stored', string>>>;

const NOT_STORED: Reasons = {
  history: 'has no column',
  chart: 'has no column',
  day: 'has no column',
  records: 'has no column',
  csv: 'has no column',
  push: 'the receiver can work it out',
  fleet: 'the hub can work it out',
};

/** Reasons why a group does not stand on a surface. A quantity of the group may stand there all the same. */
const LEFT_OUT: Readonly<Record<Group, Reasons>> = {
  air: {
    telemetry: 'an intermediate value; the telemetry record has what is made of it',
    history: 'the specification names the series',
    chart: 'no chart shows it',
    day: 'the layout of the daily summary names its values',
    records: 'the layout of the records names them',
    csv: 'the layout of the CSV names its columns',
    push: 'a database can derive it from what it gets',
    fleet: 'the hub compares stations by temperature, humidity, pressure, dew point and light',
    mqtt: 'an intermediate value, or found in another entity',
    metric: 'Prometheus can derive it',
  },
  part: Object.fromEntries(SURFACES.map((surface) => [surface, 'an intermediate value of the board'])),
  light: { records: 'the layout of the records names them' },
  colour: Object.fromEntries(
    SURFACES.filter((surface) => surface !== 'telemetry').map((surface) => [
      surface,
      'counts of one sensor at one gain',
    ]),
  ),
  motion: Object.fromEntries(SURFACES.map((surface) => [surface, 'the position of the board, not weather'])),
  machine: {
    telemetry: 'an intermediate value; the CPU temperature itself is there',
    history: 'the specification names the series',
    chart: 'an intermediate value',
    day: 'not weather',
    records: 'not weather',
    csv: 'an intermediate value',
    push: 'an intermediate value',
    fleet: 'not weather',
    mqtt: 'an intermediate value',
    metric: 'an intermediate value',
  },
  optional: {
    telemetry: 'an increment, or shown for its sender',
    history: 'the specification names the series',
    day: 'neither an extreme nor a sum says much of a day',
    records: 'the layout of the records names them',
    push: 'a database can derive it from what it gets',
    fleet: 'the hub asks for wind, rain, sun and the air outdoors',
    mqtt: 'not a value of this moment, or found in another entity',
    metric: 'Prometheus can derive it, or nobody asked for it',
  },
  channel: {
    history: 'the specification names the series',
    day: 'nobody knows what a channel hangs on',
    records: 'the layout of the records names them',
    fleet: 'the hub compares stations by temperature, humidity, pressure, dew point and light',
    metric: 'nobody knows what a channel hangs on',
  },
  sky: {
    history: 'the specification names the series',
    chart: 'no chart shows it',
    day: 'the layout of the daily summary names its values',
    records: 'the layout of the records names them',
    csv: 'the layout of the CSV names its columns',
    push: 'follows from time and place',
    fleet: 'follows from time and place, or from the light',
    mqtt: 'Home Assistant has its own sun',
    metric: 'follows from time and place',
  },
};

const rows = Object.entries(QUANTITIES) as [string, Quantity][];
const isShown = (row: Quantity, surface: Surface): boolean =>
  row[surface] !== undefined || (surface === 'csv' && row.csvBehind !== undefined);

describe('quantities', () => {
  describe.each(SURFACES)('on the surface %s', (surface) => {
    it.each(rows)('%s is shown, or left out with a reason', (_, row) => {
      const reasons =
        row.column === undefined && row.narrow === undefined
          ? { ...NOT_STORED, ...LEFT_OUT[row.group] }
          : LEFT_OUT[row.group];
      expect(isShown(row, surface) || reasons[surface] !== undefined).toBe(true);
    });

    it('has each name once', () => {
      const names = rows.flatMap(([, row]) => (row[surface] === undefined ? [] : [JSON.stringify(row[surface])]));
      expect(new Set(names).size).toBe(names.length);
    });
  });

  it('no reason is given for a group that is on the surface whole', () => {
    const idle = Object.entries(LEFT_OUT).flatMap(([group, reasons]) =>
      Object.keys(reasons)
        .filter((surface) => rows.every(([, row]) => row.group !== group || isShown(row, surface as Surface)))
        .map((surface) => `${group} on ${surface}`),
    );
    expect(idle).toEqual([]);
  });

  it('each path in the telemetry record is there', () => {
    const missing = rows.filter(([, { telemetry }]) => telemetry !== undefined && !hasPath(Telemetry, telemetry));
    expect(missing.map(([name]) => name)).toEqual([]);
  });

  it('a column has one quantity, and what is stored says whether it is raw', () => {
    const places = rows.flatMap(([, { column, narrow }]) => column ?? narrow ?? []);
    expect(new Set(places).size).toBe(places.length);
    expect(rows.filter(([, { column, narrow }]) => column !== undefined && narrow !== undefined)).toEqual([]);
    const isStored = (row: Quantity) => row.column !== undefined || row.narrow !== undefined;
    expect(rows.filter(([, row]) => isStored(row) !== (row.origin !== undefined))).toEqual([]);
  });

  it('what is in the narrow tables is raw and says what can be true: nothing derives it anew, and senders send nonsense', () => {
    const narrow = rows.filter(([, row]) => row.narrow !== undefined);
    expect(narrow.filter(([, { origin, range }]) => origin !== 'raw' || !range)).toEqual([]);
  });

  it('what is sent says its decimals, what a fleet sends also its range', () => {
    const vague = rows.filter(
      ([, row]) => (row.push && row.sentDecimals === undefined) || (row.fleet && (!row.range || !row.push)),
    );
    expect(vague).toEqual([]);
  });
});

function hasPath(schema: z.ZodObject, path: string): boolean {
  const [key = '', ...rest] = path.split('.');
  const found = schema.shape[key];
  const inside = found instanceof z.ZodOptional ? found.unwrap() : found;
  return inside !== undefined && (rest.length === 0 || hasPath(inside as z.ZodObject, rest.join('.')));
}
