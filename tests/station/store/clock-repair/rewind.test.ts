import { cpSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { Slicer } from '../../../../src/base/clock.ts';
import { Interrupted, SlicerUntil } from '../../../../src/station/sampling/interrupted-move.ts';
import { type Database, openReadOnly } from '../../../../src/station/store/sqlite/database.ts';
import type { Store } from '../../../../src/station/store/store.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { share } from '../../../support/share.ts';
import { rawOf, tickRow } from '../../../support/tick-rows.ts';
import { NOON, sample, Workshop } from '../support.ts';

const { SqliteError } = SqliteDatabase;
const [templates, workshop] = [new Workshop(), new Workshop()];

const DAY_S = 86_400;
const STEP_S = 20;
/** More than a slice holds, of each. */
const MANY = 230;
const LIVED_S = 3600;
const LEARNERS = ['forecast.head.a', 'forecast.head.b', 'forecast.net', 'rain', 'sky', 'drift'];

/** What was learned, said and foretold at a moment; every row bears a number of its own. */
function live(store: Store, fromS: number, untilS: number, save: string): void {
  let number = fromS - NOON;
  const next = () => {
    number += 0.001;
    return number;
  };
  for (let tS = fromS; tS < untilS; tS += STEP_S) store.samples.append(sample(tS, next()));
  store.flush();
  const every = (untilS - fromS) / MANY;
  const times = [...new Set(Array.from({ length: MANY }, (_, i) => Math.floor(fromS + i * every)))];
  store.ticks.appendAll(times.map((tS) => rawOf(tickRow(tS, { temperatureC: next() }))));
  const payload = Float64Array.of(1, 2, 3);
  store.pending.commit(
    fromS, // what was due before is settled
    times.map((tS) => ({
      ...{ dueS: tS + LIVED_S, target: 'temperature' as const, horizonS: LIVED_S, issueS: tS, epoch: 1 },
      ...{ anchor: next(), forecast: 1, halfwidth: 1, scale: 1, ratio: 1, payload },
    })),
  );
  for (const tS of times.filter((_, i) => i % 2 === 0))
    store.issued.keep({ issued_ts: tS, anchors: { temperature: next() }, targets: {} } as never);
  const firstDay = Math.floor(fromS / DAY_S) - (save === 'before' ? MANY : 0); // of the wrong time not one is of a day before it
  store.scores.save(
    times.map((_, i) => ({ day: firstDay + i, target: 'temperature', horizonS: LIVED_S, state: next() })),
  );
  store.learned.saveAll(
    [...LEARNERS, `forecast.${save}`].map((name) => ({ name, version: 1, state: { save, name } })),
    untilS,
  );
}

/** A folder as a station leaves it that lived for an hour under a clock that was wrong. */
function wrongBy(byS: number): string {
  const folder = templates.folder();
  const store = templates.open({ folder, clock: new FakeClock(NOON) });
  live(store, NOON, NOON + LIVED_S, 'before');
  const fromS = NOON + LIVED_S + (byS < 0 ? -byS : 0);
  store.clock.begin({ fromS, offsetS: fromS, wallOffsetS: fromS, boot: 'a', leapt: true, confirmed: false });
  live(store, fromS, fromS + LIVED_S, 'after');
  store.close();
  return folder;
}

const namesOf = (db: Database): string[] =>
  db.prepare<[], string>("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").pluck().all();

/** Every row of every table, but when the folder was last opened, and which rows have been summed by then. */
function held(folder: string): Record<string, unknown[]> {
  const db = openReadOnly(join(folder, 'weatherglass.db'));
  const all = (table: string) =>
    db.prepare(`SELECT * FROM ${table} ${table === 'job' ? "WHERE name <> 'opened'" : ''}`).all();
  const tables = Object.fromEntries(
    namesOf(db)
      .filter((table) => table !== 'row_sum')
      .map((table) => [table, all(table)]),
  );
  db.close();
  return tables;
}

/** Whoever reads between two slices: a row has a number of its own, which it keeps wherever it goes. */
function seenTwice(folder: string): string[] {
  const db = openReadOnly(join(folder, 'weatherglass.db'));
  const numbers = {
    sample: 'temp_raw',
    tick: 'temp_raw',
    pending: 'anchor',
    score: 'state',
    issued: 'said',
    learned: 'name',
  };
  const twice = Object.entries(numbers).filter(
    ([table, column]) =>
      db.prepare<[], number>(`SELECT count(*) - count(DISTINCT ${column}) FROM ${table}`).pluck().get() !== 0,
  );
  db.close();
  return twice.map(([table]) => table);
}

const opened = (folder: string) => workshop.open({ folder, clock: new FakeClock(NOON + DAY_S) });

const TOLD = { ts: NOON + 2 * DAY_S, kind: 'clock', severity: 'info', detail: 'it has moved' } as const;

async function moveOn(store: Store, byS: number, slicer: Slicer): Promise<void> {
  await store.moves.run(store.clock.unfinished() ? 0 : byS, slicer);
  await store.moves.finish(slicer);
  await slicer.breathe(); // what looks back is learned
  store.moves.end(() => store.events.addWithin(TOLD));
}

/** What a stop, or whoever scores meanwhile, stores of the time that was wrong. */
function storeWhatIsWrong(store: Store): void {
  store.learned.saveAll([{ name: 'sky', version: 1, state: 'of the wrong time' }], NOON);
  store.scores.save([
    { day: Math.floor((NOON + LIVED_S) / DAY_S), target: 'temperature', horizonS: LIVED_S, state: 'of the wrong time' },
  ]);
}

/** The same folder after a power cut behind so many slices; null when the move had ended before. */
async function cutAfter(
  slices: number,
  template: string,
  byS: number,
  stop = (_: Store) => {},
): Promise<string | null> {
  const folder = workshop.folder();
  cpSync(template, folder, { recursive: true });
  const store = opened(folder);
  let left = slices;
  const slicer = new SlicerUntil(() => left-- <= 0, new FakeClock(NOON));
  try {
    await moveOn(store, byS, slicer);
    store.close();
    return null;
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
  }
  expect(seenTwice(folder)).toEqual([]);
  stop(store);
  const cut = workshop.folder();
  cpSync(folder, cut, { recursive: true });
  store.close();
  return cut;
}

const directions = [
  ['back', -30 * DAY_S],
  ['forward', 30 * DAY_S],
] as const;
const ends = [
  ['a power cut, whichever slice it came behind; nobody saw a row twice', () => {}],
  ['a stop, whichever slice it came behind', storeWhatIsWrong],
] as const;
const broken = share(
  'moves of a past that are broken off behind each slice',
  directions.flatMap(([direction]) => ends.map(([end, stop]) => ({ direction, end, stop }))),
  ({ direction, end }) => [direction, end],
);

describe.each(directions)('a move %s', (direction, byS) => {
  async function neverCut(template: string) {
    const quiet = workshop.folder();
    cpSync(template, quiet, { recursive: true });
    const store = opened(quiet);
    await moveOn(store, byS, new Slicer(new FakeClock(NOON)));
    store.close();
    return held(quiet);
  }

  const here = broken.filter((one) => one.direction === direction).map(({ end, stop }) => [end, stop] as const);
  it.each(here)('ends as it would have without %s', async (_end, stop) => {
    const template = wrongBy(byS);
    const right = await neverCut(template);
    // A clock that is a month ahead settles what was due meanwhile, and takes nothing of what it settled back.
    expect(right['pending']).toHaveLength(byS < 0 ? 0 : MANY - 1);
    expect(right['score']).toHaveLength(MANY);
    expect(right['event']).toEqual([expect.objectContaining(TOLD)]);
    let cuts = 0;
    for (let cut = await cutAfter(0, template, byS, stop); cut !== null; ) {
      const next = opened(cut);
      await moveOn(next, byS, new Slicer(new FakeClock(NOON)));
      next.close();
      expect(held(cut), `after ${cuts} slices`).toEqual(right);
      workshop.clear();
      cuts += 1;
      cut = await cutAfter(cuts, template, byS, stop);
    }
    expect(cuts).toBeGreaterThan(10);
  });

  it('ends as it would have without a disk that fills behind every slice in turn, and goes on in the same run', async () => {
    const template = wrongBy(byS);
    const right = await neverCut(template);
    const folder = workshop.folder();
    cpSync(template, folder, { recursive: true });
    const store = opened(folder);
    let ended = false;
    let refusals = 0;
    for (; !ended; refusals += 1) {
      let left = refusals;
      const slicer = new SlicerUntil(() => {
        if (left-- <= 0) throw new SqliteError('database or disk is full', 'SQLITE_FULL');
        return false;
      }, new FakeClock(NOON));
      ended = await store.attemptNow(() => moveOn(store, byS, slicer));
      expect(store.trouble === null).toBe(ended);
      store.flush();
      expect(store.trouble).toBeNull();
    }
    store.close();
    const { event: _told, ...rest } = held(folder);
    const { event: _none, ...expected } = right;
    expect(rest).toEqual(expected);
    expect(refusals).toBeGreaterThan(10);
  });
});
