import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Slicer } from '../../../../src/base/clock.ts';
import { type Database, openBare } from '../../../../src/station/store/sqlite/database.ts';
import { DATABASE_FILE } from '../../../../src/station/store/store.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { deriverOf } from '../calibrated-world.ts';
import { NOON, sample, Workshop } from '../support.ts';

const workshop = new Workshop();

const DAY_S = 86_400;
const AHEAD_S = 400 * DAY_S;
/** By its name a column that holds a moment. */
const IS_TIME = /(^|_)(ts|ms|day)$/;

/** Moments that stay, each with its reason. */
const STAYS: Record<string, string> = {
  'job.started_ts': '0: nobody asks when a job was begun',
  'learned.saved_ts': 'when it was written; the station saves everything anew behind a move',
  'learned_before.saved_ts': 'how things stood before the segment',
  'watermark.from_ts': 'moves with the rows that were folded under the wrong clock, of which there are none here',
  'import_job.started_ts': 'when an import was begun, by the clock of then; a list shows it',
  'import_job.ended_ts': 'when it was done, by the clock of then',
  'import_job.from_ts': 'time that a file of another station speaks of: no clock of ours has stamped it',
  'import_job.until_ts': 'as its beginning',
  'imported.ts': 'names a row of another station, which stays where its file put it',
  'outbox.cursor_ts': 'one that is ahead of the clock is set back when it is next asked for rows (station/outbox)',
  'outbox.tried_ts': 'so far rows have been on their way; one that is ahead is set back with the cursor',
  'outbox_rev.day_ts': 'under which number a day was told; what was said under it stays said',
  'outbox.last_success_ts': 'when a receiver last answered, by the clock of then; the next answer replaces it',
  'outbox_dirty.hour_ts': 'an hour without rows is dropped when its turn comes; the rows that moved note their own',
  'clock_segment.moving_by_ms': 'a span and no moment',
  'clock_segment.moved_to_ms': 'empty between two moves',
};

interface Column {
  table: string;
  name: string;
  type: string;
}

const columns = (db: Database): Column[] =>
  db
    .prepare<[], Column>(
      `SELECT m.name "table", c.name, c.type FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table'`,
    )
    .all();

const inUnitOf = (name: string, s: number): number =>
  name.endsWith('ms') ? s * 1000 : name === 'day' ? Math.floor(s / DAY_S) : s;

/** A row whose every moment is the wrong one. */
function fillIn(db: Database, table: string, of: readonly Column[], wrongS: number): void {
  const values = of.map(({ name, type }) =>
    IS_TIME.test(name)
      ? inUnitOf(name, wrongS)
      : { INTEGER: 1, REAL: 1, TEXT: '{}', BLOB: Buffer.alloc(8) }[type as 'INTEGER'],
  );
  const own = of.map(({ name }, i) => (name === 'id' || `${table}.${name}` === 'scale.epoch' ? null : values[i]));
  const names = of.map(({ name }) => `"${name}"`).join(', ');
  db.prepare(`INSERT INTO ${table} (${names}) VALUES (${of.map(() => '?').join(', ')})`).run(...own);
}

it('moves every moment that the schema knows, or has a reason why it stays', async () => {
  const folder = workshop.folder();
  const clock = new FakeClock(NOON);
  const store = workshop.open({ folder, clock });
  for (let i = 0; i < 3600; i += 10) store.samples.append(sample(NOON - 3600 + i, 20));
  store.flush();
  const wrongS = NOON + AHEAD_S;
  store.clock.begin({ fromS: wrongS, offsetS: wrongS, wallOffsetS: wrongS, boot: 'a', leapt: true, confirmed: false });
  // Three hours, so that every roll-up has closed.
  for (let i = 0; i < 3 * 3600; i += 10) store.samples.append(sample(wrongS + i, 20 + i / 1e4));
  store.flush();

  const db = openBare(join(folder, DATABASE_FILE));
  const all = columns(db);
  const times = all.filter(({ name }) => IS_TIME.test(name));
  const wrong = ({ table, name }: Column): boolean => {
    const [from, until] = [wrongS - DAY_S, wrongS + 2 * DAY_S].map((s) => inUnitOf(name, s)) as [number, number];
    const sql = `SELECT count(*) FROM ${table} WHERE "${name}" BETWEEN ? AND ?`;
    return (db.prepare<[number, number], number>(sql).pluck().get(from, until) ?? 0) > 0;
  };
  for (const table of new Set(times.map((column) => column.table))) {
    if (times.some((column) => column.table === table && (wrong(column) || STAYS[`${table}.${column.name}`]))) {
      if (table !== 'learned' && table !== 'job') continue;
    }
    fillIn(
      db,
      table,
      all.filter((column) => column.table === table),
      wrongS + 600,
    );
  }
  const named = ({ table, name }: Column) => `${table}.${name}`;
  const carried = times.filter(wrong).map(named);
  const empty = times.map(named).filter((name) => !carried.includes(name) && !STAYS[name]);
  expect(empty, 'columns whose name says a moment and that this test has not filled').toEqual([]);
  for (const name of ['issued.ts', 'scale.ts', 'label.given_ts', 'score.day', 'hourly.ts'])
    expect(carried).toContain(name);

  await store.moves.run(-AHEAD_S, new Slicer(clock, 1e9));
  await store.moves.finish(new Slicer(clock, 1e9));
  store.moves.end();
  expect(
    times
      .filter(wrong)
      .map(named)
      .filter((name) => !STAYS[name]),
  ).toEqual([]);
  expect(store.clock.unfinished()).toBeNull();
  db.close();
});

it.each([
  ['forward', 2 * DAY_S],
  ['back', -2 * DAY_S],
  ['back by less than it is long', -3600],
])('counts every sample once behind each slice of a move: %s', async (_, byS) => {
  const clock = new FakeClock(NOON);
  const store = workshop.open({ folder: workshop.folder(), clock });
  const append = (fromS: number) => {
    for (let i = 0; i < 3 * 3600; i += 10) store.samples.append(sample(fromS + i, 20));
    store.flush();
  };
  append(NOON - 5 * DAY_S);
  store.clock.begin({ fromS: NOON, offsetS: NOON, wallOffsetS: NOON, boot: 'a', leapt: true, confirmed: false });
  append(NOON);
  const seen: number[] = [];
  const count = () => {
    const { tiers } = store.history.storage();
    seen.push(store.history.coverage().rows, tiers[0]!.rows);
  };
  const slicer = new (class extends Slicer {
    override breathe = async () => count();
  })(clock);
  count();
  await store.moves.run(byS, slicer);
  await store.moves.finish(slicer);
  store.moves.end();
  count();
  expect(new Set(seen)).toEqual(new Set([2160]));
});

it('lets a recompute that was under way begin anew: rows it has not seen may lie below where it had come to', async () => {
  const clock = new FakeClock(NOON);
  const store = workshop.open({ folder: workshop.folder(), clock });
  store.clock.begin({ fromS: NOON, offsetS: NOON, wallOffsetS: NOON, boot: 'a', leapt: true, confirmed: false });
  for (let i = 0; i < 3600; i += 10) store.samples.append(sample(NOON + i, 20));
  store.flush();
  const deriver = deriverOf({ k: 0.3, offset: 0 }, 10);
  const stop = new AbortController();
  const halfway = { signal: stop.signal, progress: (share: number) => share > 0 && stop.abort() };
  expect(await store.recompute.run(deriver, halfway)).toBeNull();
  await store.moves.run(-AHEAD_S, new Slicer(clock, 1e9));
  await store.moves.finish(new Slicer(clock, 1e9));
  store.moves.end();
  const whole = await store.recompute.run(deriver, { signal: new AbortController().signal, progress: () => {} });
  expect(whole!.rows).toBeGreaterThanOrEqual(360);
});
