import { join } from 'node:path';
import { openReadOnly } from '../../src/station/store/sqlite/database.ts';
import { DATABASE_FILE } from '../../src/station/store/store.ts';

/** What a life has left in its database. */
export interface Snapshot {
  tables: Record<string, Record<string, unknown>[]>;
  learned: Record<string, unknown>;
  clockEvents: string[];
  issuedTs: number | null;
}

const TABLES: Record<string, string> = {
  sample: 'SELECT * FROM sample ORDER BY ts_ms',
  five_min: 'SELECT * FROM five_min ORDER BY ts',
  hourly: 'SELECT * FROM hourly ORDER BY ts',
  half_day: 'SELECT * FROM half_day ORDER BY ts',
  narrow_sample: 'SELECT * FROM narrow_sample ORDER BY ts_ms, quantity',
  narrow_five_min: 'SELECT * FROM narrow_five_min ORDER BY ts, quantity',
  narrow_hourly: 'SELECT * FROM narrow_hourly ORDER BY ts, quantity',
  narrow_half_day: 'SELECT * FROM narrow_half_day ORDER BY ts, quantity',
  tick: 'SELECT * FROM tick ORDER BY ts',
  record: 'SELECT * FROM record ORDER BY name',
  pending:
    'SELECT due_ts, target, horizon_s, issue_ts, anchor, forecast, halfwidth, scale, ratio FROM pending ORDER BY 1, 2, 3',
  score: 'SELECT * FROM score ORDER BY 1, 2, 3',
  label: 'SELECT ts, given_ts, kind, value, learned FROM label ORDER BY id',
  calibration: 'SELECT ts, signal, reference, before, after FROM calibration ORDER BY id',
  scale: 'SELECT epoch, ts, k, humidity_offset FROM scale ORDER BY epoch',
  issued: 'SELECT ts, said FROM issued ORDER BY ts',
  event: "SELECT ts, kind, detail FROM event WHERE kind <> 'clock' ORDER BY id",
};
/** What is learned by time of day, by the grid or by the sun; the rest of the learned state asks only how much time passes. */
const LEARNED = [
  'forecast.recent',
  'forecast.climatology',
  'forecast.outlook',
  'forecast.chance',
  'rain',
  'sky',
  'novelty',
  'filters',
];

export function snapshotOf(folder: string): Omit<Snapshot, 'issuedTs'> {
  const db = openReadOnly(join(folder, DATABASE_FILE));
  try {
    const tables = Object.fromEntries(
      Object.entries(TABLES).map(([name, sql]) => [name, db.prepare<[], Record<string, unknown>>(sql).all()]),
    );
    const learned = Object.fromEntries(
      LEARNED.map((name) => {
        const text = db.prepare<[string], string>('SELECT state FROM learned WHERE name = ?').pluck().get(name);
        return [name, text === undefined ? null : (JSON.parse(text) as unknown)];
      }),
    );
    const clockEvents = db
      .prepare<[], string>("SELECT detail FROM event WHERE kind = 'clock' ORDER BY id")
      .pluck()
      .all();
    return { tables, learned, clockEvents };
  } finally {
    db.close();
  }
}

/** All tables but those of forecasts, which the wrong clock issued or missed. */
export function recorded({ tables }: Snapshot): Snapshot['tables'] {
  const { pending: _, score: _score, issued: _issued, ...rest } = tables;
  return rest;
}

/** What is usual, and what looks back on the last days. */
export function relearned({ learned }: Snapshot): Snapshot['learned'] {
  const {
    'forecast.recent': recent,
    'forecast.chance': _,
    rain,
    ...rest
  } = learned as Record<string, Record<string, unknown>>;
  const { history, running, hourly, epochs } = recent!;
  const { climate, rows } = rain!;
  return { ...rest, recent: { history, running, hourly, epochs }, rain: { climate, rows } };
}

/** What came from the chips, in its order: with the stamps where `stamped`. */
export function measured({ tables }: Snapshot, stamped: boolean): unknown[] {
  return tables['sample']!.map(({ ts_ms, temp_hum_chip, temp_press_chip, hum_raw, press_raw, cpu_temp, lux }) => ({
    ts_ms: stamped ? Math.round((ts_ms as number) / 10) * 10 : null, // one out of turn stands a millisecond behind another
    temp_hum_chip,
    temp_press_chip,
    hum_raw,
    press_raw,
    cpu_temp,
    lux,
  }));
}

/** What people and the station said, each with its time. */
export function said({ tables }: Snapshot): unknown {
  const times = (table: string, ...names: string[]) =>
    tables[table]!.map((row) =>
      names.map((name) => (typeof row[name] === 'number' ? Math.round(row[name]) : row[name])),
    );
  return {
    label: times('label', 'ts', 'given_ts', 'kind', 'value'),
    calibration: times('calibration', 'ts', 'signal'),
    scale: times('scale', 'ts'),
    event: times('event', 'ts', 'kind', 'detail').filter(([, kind]) => kind === 'startup' || kind === 'label'),
  };
}

/** Where two lives differ, by path; numbers may by rounding. */
export function differences(a: unknown, b: unknown, path = '', found: string[] = []): string[] {
  if (found.length >= 12 || isSame(a, b)) return found;
  if (typeof a === 'number' && typeof b === 'number') {
    found.push(`${path}: ${a} is not ${b}`);
    return found;
  }
  if (typeof a === 'object' && typeof b === 'object' && a !== null && b !== null) {
    if (Array.isArray(a) && Array.isArray(b) && a.length !== b.length)
      found.push(`${path}: ${a.length} are not ${b.length}`);
    const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>];
    const keys = [...Object.keys(left), ...Object.keys(right).filter((key) => !(key in left))];
    // A path is written down where it is told: millions of values are the same.
    for (const key of keys)
      if (!isSame(left[key], right[key]))
        differences(left[key], right[key], path === '' ? key : `${path}.${key}`, found);
    return found;
  }
  found.push(`${path}: ${JSON.stringify(a)?.slice(0, 80)} is not ${JSON.stringify(b)?.slice(0, 80)}`);
  return found;
}

const isSame = (a: unknown, b: unknown): boolean =>
  Object.is(a, b) ||
  (typeof a === 'number' && typeof b === 'number' && Math.abs(a - b) <= 1e-6 * Math.max(1, Math.abs(b) / 1e9));
