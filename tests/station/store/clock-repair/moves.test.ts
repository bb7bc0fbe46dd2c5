import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { Slicer } from '../../../../src/base/clock.ts';
import { Interrupted, SlicerUntil } from '../../../../src/station/sampling/interrupted-move.ts';
import { type Database, openBare } from '../../../../src/station/store/sqlite/database.ts';
import { Turnstile } from '../../../../src/station/store/sqlite/turnstile.ts';
import { DATABASE_FILE, type Store } from '../../../../src/station/store/store.ts';
import { openWorkerStore, workerStorePlan } from '../../../../src/station/store/worker-store.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { isWhole } from '../../../support/share.ts';
import { fold, rangeOf } from '../../../support/store-work.ts';
import { rawOf, tickRow } from '../../../support/tick-rows.ts';
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

describe('a segment whose oldest samples are gone', () => {
  const STEP_S = 120;
  const never = new AbortController().signal;
  const narrow = { rainMm: 0.2 };
  /** Aged by three hours: samples of the last 28 are there. */
  const kept = { rawRetentionDays: 0.1, fiveMinRetentionDays: 90 };
  const templates = new Workshop();

  /** Two hours of a right clock, until noon, then hours of a wrong one that began behind it, or should have. The temperature tells the true time. */
  async function wrongBy(byS: number, hours: number): Promise<{ folder: string; rows: number }> {
    const folder = templates.folder();
    const store = templates.open({ ...kept, folder });
    let rows = 0;
    const live = (fromS: number, untilS: number, wrongS: number) => {
      for (let tS = fromS; tS < untilS; tS += STEP_S, rows += 1) {
        const temp = (tS - NOON) / 3600;
        store.samples.append(sample(tS + wrongS, temp, { narrow, flags: rows % 50 === 0 ? { temperature: 1 } : {} }));
      }
      store.flush();
      const firstS = Math.ceil((fromS + wrongS) / 300) * 300;
      const times = Array.from({ length: Math.floor((untilS - fromS) / 300) - 1 }, (_, i) => firstS + i * 300);
      store.ticks.appendAll(times.map((tS) => rawOf(tickRow(tS, { temperatureC: (tS - wrongS - NOON) / 3600 }))));
    };
    live(NOON - 7200 + 30, NOON + 60, 0);
    const fromS = byS > 0 ? NOON + 391 : NOON + 91 - byS;
    store.clock.begin({ fromS, offsetS: fromS, wallOffsetS: fromS, boot: 'a', leapt: true, confirmed: false });
    live(fromS + byS, fromS + byS + hours * 3600, -byS);
    await fold(store, never);
    store.close();
    return { folder, rows };
  }

  const open = (folder: string) => workshop.open({ ...kept, folder, clock: new FakeClock(NOON + 40 * DAY_S) });

  async function moveOn(store: Store, byS: number, slicer: Slicer): Promise<void> {
    await store.moves.run(store.clock.unfinished() ? 0 : byS, slicer);
    await store.moves.finish(slicer);
    store.moves.end();
  }

  /** Samples and rain that a chart knows of. */
  const counted = (store: Store, bucketS: number) => {
    const { series } = rangeOf(store, NOON - DAY_S, NOON + 40 * DAY_S, bucketS);
    const { n, rain } = series as Record<string, (number | null)[]>;
    const sum = (values: (number | null)[]) => values.reduce<number>((all, one) => all + (one ?? 0), 0);
    return { n: sum(n!), tips: Math.round(sum(rain!) / narrow.rainMm) };
  };

  const tables = (folder: string) => {
    const db = openBare(join(folder, DATABASE_FILE));
    const names =
      'sample five_min narrow_five_min hourly narrow_hourly half_day unscreened quality watermark clock_segment tick';
    const rows = names.split(' ').map((table) => [table, db.prepare(`SELECT * FROM ${table}`).all()]);
    db.close();
    return Object.fromEntries(rows);
  };

  it.each([
    ['forward by half an hour', 1800, 34],
    ['forward, not by whole rows', 1700, 34],
    ['forward by less than a row', 100, 34],
    ['forward by less than a row, folded and not gone', 250, 20],
    ['forward by more than is gone of it', 2 * DAY_S + 1000, 34],
    ['forward, folded and not gone', 2 * DAY_S + 1000, 20],
    ['back by half an hour', -1800, 34],
    ['back, not by whole rows', -1700, 34],
    ['back by days', -20 * DAY_S - 1234.5, 34],
    ['back by days, to the end of a row', -20 * DAY_S - 149, 34],
    ['back, folded and not gone', -20 * DAY_S - 1234.5, 20],
  ])('moves %s beside its neighbours, and loses and doubles no sample', async (_, byS, hours) => {
    const { folder, rows } = await wrongBy(byS, hours);
    const store = open(folder);
    const all = { n: rows, tips: rows };
    expect(counted(store, 3600)).toEqual(all);
    await moveOn(store, byS, new Slicer(new FakeClock(NOON)));
    for (const bucketS of [300, 3600, 43_200]) expect(counted(store, bucketS), `${bucketS}`).toEqual(all);
    await fold(store, never);
    for (const bucketS of [300, 3600, 43_200]) expect(counted(store, bucketS), `${bucketS}, folded`).toEqual(all);
    const db = openBare(join(folder, DATABASE_FILE));
    const farthest = (what: string) =>
      db.prepare<[number], number>(`SELECT max(abs(temp_raw * 3600 + ? - ts)) FROM ${what}`).pluck().get(NOON);
    expect(farthest('(SELECT temp temp_raw, ts + 150 ts FROM five_min)')).toBeLessThan(500);
    expect(farthest('tick')).toBeLessThan(500);
    db.close();
  });

  it.each([
    ['forward', 1700],
    ['back', -20 * DAY_S - 1234.5],
  ])('ends as it would have without a power cut behind any slice: %s', async (_, byS) => {
    const { folder: template } = await wrongBy(byS, 30);
    const copy = () => {
      const folder = workshop.folder();
      cpSync(template, folder, { recursive: true });
      return folder;
    };
    const quiet = copy();
    const right = open(quiet);
    await moveOn(right, byS, new Slicer(new FakeClock(NOON)));
    right.close();
    let cuts = 0;
    // An ordinary run cuts behind 1, 2, 4 … slices.
    const further = () => (isWhole ? (cuts < 12 ? 1 : 61) : Math.max(1, cuts));
    for (let ended = false; !ended; cuts += further()) {
      const folder = copy();
      const store = open(folder);
      let left = cuts;
      const slicer = new SlicerUntil(() => left-- <= 0, new FakeClock(NOON));
      ended = await moveOn(store, byS, slicer).then(
        () => true,
        (error) => {
          if (!(error instanceof Interrupted)) throw error;
          return false;
        },
      );
      const cut = workshop.folder();
      cpSync(folder, cut, { recursive: true });
      store.close();
      const next = open(cut);
      if (!ended) await moveOn(next, byS, new Slicer(new FakeClock(NOON)));
      next.close();
      expect(tables(cut), `after ${cuts} slices`).toEqual(tables(quiet));
    }
    expect(cuts).toBeGreaterThan(60);
  });

  it.each([
    ['forward', 2 * DAY_S + 1000, 30],
    ['back', -20 * DAY_S - 1234.5, 34],
  ])('nothing ages in the middle of a move that waits: %s', async (_, byS, hours) => {
    const { folder, rows } = await wrongBy(byS, hours);
    const store = open(folder);
    let left = 2;
    const cut = moveOn(store, byS, new SlicerUntil(() => left-- <= 0, new FakeClock(NOON)));
    await expect(cut).rejects.toThrow(Interrupted);
    const fromS = (byS > 0 ? NOON + 391 + byS : NOON + 91 - byS) + hours * 3600;
    let more = 0;
    for (; more < 150; more += 1) store.samples.append(sample(fromS + more * STEP_S, 20, { narrow }));
    store.flush();
    expect(await fold(store, never)).toEqual({ raw: 0, fiveMin: 0, removed: 0 });
    await moveOn(store, byS, new Slicer(new FakeClock(NOON)));
    expect((await fold(store, never)).removed).toBeGreaterThan(0);
    for (const bucketS of [300, 3600, 43_200])
      expect(counted(store, bucketS), `${bucketS}`).toEqual({ n: rows + more, tips: rows + more });
  });

  it('nothing ages of what a worker has looked at before a move began', async () => {
    const byS = -20 * DAY_S - 1234.5;
    const { folder, rows } = await wrongBy(byS, 34);
    const store = open(folder);
    const fromS = NOON + 91 - byS + 34 * 3600;
    let more = 0;
    for (; more < 150; more += 1) store.samples.append(sample(fromS + more * STEP_S, 20, { narrow }));
    store.flush();
    const worker = openWorkerStore(
      workerStorePlan({ folder, timeZone: 'UTC', ...kept }, new Turnstile()),
      new FakeClock(NOON),
    );
    let moved: Promise<void> | null = null;
    // The sampling thread begins to write just before the worker's first transaction.
    const gate = vi.spyOn(Turnstile.prototype, 'giveWay').mockImplementation(() => {
      moved ??= moveOn(store, byS, new Slicer(new FakeClock(NOON)));
    });
    expect(await fold(worker, never)).toEqual({ raw: 0, fiveMin: 0, removed: 0 });
    gate.mockRestore();
    worker.close();
    await moved;
    await fold(store, never);
    for (const bucketS of [300, 3600, 43_200])
      expect(counted(store, bucketS), `${bucketS}`).toEqual({ n: rows + more, tips: rows + more });
  });
});
