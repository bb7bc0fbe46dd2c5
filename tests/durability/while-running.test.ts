import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { atOnce } from '../../src/base/steps.ts';
import { damageOf } from '../../src/station/store/rescue/integrity/check-database.ts';
import { patrol } from '../../src/station/store/rescue/integrity/patrol.ts';
import { openBeside } from '../../src/station/store/sqlite/database.ts';
import { Turnstile } from '../../src/station/store/sqlite/turnstile.ts';
import { Bench } from '../support/station.ts';
import { rangeOf } from '../support/store-work.ts';
import {
  clearFolders,
  dbOf,
  fill,
  forget,
  isThere,
  leavesOf,
  madeOnce,
  openIn,
  past,
  rowsUntil,
  SetClock,
  START,
  turnBits,
} from './support.ts';

afterAll(clearFolders);
const MINUTE = 60_000;
const STEP = 10;
const HOURS = 12;
const ROWS = (HOURS * 3600) / STEP;

/** A folder with a past of twelve hours, closed in order. */
const halfDay = madeOnce(() =>
  past(HOURS * 3600, ({ labels, learned }) => {
    labels.add({ ts: START, givenTs: START, kind: 'rain', value: 1, note: 'before', learned: true });
    learned.saveAll([{ name: 'heads', version: 1, state: { n: 1 } }], START);
  }),
);

describe('a database that proves damaged while the station runs', () => {
  it('is left alone at once: what waits and what comes goes to a file beside it, and comes home at the next start', () => {
    const folder = halfDay();
    const leaves = leavesOf(folder, 'five_min');
    const clock = new SetClock(START + 60);
    const store = openIn(folder, clock);
    expect(store.finding).toBeNull();
    forget(folder, leaves.slice(3, 6));
    fill(store, START + 60, START + 120, 2);
    for (let ts = START + 120; ts < START + 140; ts += 2) store.samples.append({ ...store.samples.latest()!, ts });
    expect(() => rangeOf(store, START - HOURS * 3600, START, 300)).toThrow(/malformed/);

    expect(store.atHome).toBe(false);
    expect(store.samples.queued).toBe(10);
    expect(store.finding?.text).toMatch(/is damaged .* written to a file beside it/);
    const label = store.labels.add({
      ts: START,
      givenTs: START + 140,
      kind: 'rain',
      value: 1,
      note: 'meanwhile',
      learned: true,
    });
    expect(label).toBe(2);
    fill(store, START + 140, START + 200, 2);
    expect(store.unsavedForS).toBeNull();
    expect(store.trouble).toBeNull();
    store.close();

    clock.now = START + 300;
    const again = openIn(folder, clock);
    expect(again.finding?.severity).toBe('error');
    for (let i = 0; i < 5; i += 1) again.flush();
    expect(isThere(join(folder, 'weatherglass.away.db'))).toBe(false);
    expect(rowsUntil(again, START + 400)).toBe(ROWS + 30 + 10 + 30);
    expect(again.labels.recent(5).map(({ note }) => note)).toEqual(['meanwhile', 'before']);
    again.close();
    expect(damageOf(dbOf(folder))).toBeNull();
  });

  it('is built anew beside the measuring station, which tells it and goes on at home', async () => {
    const folder = halfDay();
    const leaves = leavesOf(folder, 'five_min');
    const bench = new Bench({}, START + 60, folder);
    const { station, clock } = bench;
    await station.start();
    await clock.advance(2 * MINUTE);
    forget(folder, leaves.slice(3, 6));
    expect(() => atOnce(station.history.range(START - HOURS * 3600, START, 300))).toThrow(/malformed/);
    expect(station.ready()).toMatchObject({ ready: true });
    expect(station.status().notices.some(({ text }) => text.includes('being rebuilt'))).toBe(true);
    await clock.advance(3 * MINUTE);

    expect(station.status().notices.some(({ text }) => text.includes('rows rescued'))).toBe(true);
    const details = station.watch.events(50).map(({ detail }) => detail);
    expect(details.some((text) => text.startsWith('The database is damaged'))).toBe(true);
    expect(details.some((text) => text.startsWith('The database was damaged'))).toBe(true);
    await clock.advance(10 * MINUTE);
    expect(readdirSync(folder).filter((name) => name.startsWith('weatherglass.away'))).toEqual([]);
    const { series } = atOnce(station.history.range(START - HOURS * 3600, START, 300)) as { series: { n: number[] } };
    expect(series.n.reduce((a, b) => a + b, 0)).toBe(ROWS);
    expect(station.history.records().coverage.rows).toBe(ROWS + station.sampleCount);
    await station.stop();
    bench.clock.nowS();
    const again = openIn(folder, new SetClock(clock.nowS() + 10));
    expect(again.finding).toBeNull();
    again.close();
  });

  it('is found by the hourly round, when one bit turned in an old page that nobody reads', async () => {
    const folder = halfDay();
    const settings = { storage: { backups_kept: 0 }, sensors: { sample_interval_s: 20 } };
    const bench = new Bench(settings, START + 60, folder);
    const { station, clock } = bench;
    await station.start();
    await clock.advance(2 * MINUTE);
    const old = leavesOf(folder, 'sample')[5]!;
    turnBits(folder, old, 900, 4); // in the middle of the numbers, where no structure shows it
    expect(damageOf(dbOf(folder))).toBeNull(); // to SQLite all is well
    expect(atOnce(station.history.range(START - HOURS * 3600, START, 300))).toBeDefined();
    await clock.advance(65 * MINUTE);

    const details = station.watch.events(50).map(({ detail }) => detail);
    expect(
      details.filter((text) => /^Stored rows have changed on the disk .*may have a wrong digit\.$/.test(text)),
    ).toHaveLength(1);
    await clock.advance(10 * MINUTE);
    expect(station.history.records().coverage.rows).toBe(ROWS + station.sampleCount);
    expect(station.ready()).toMatchObject({ ready: true });
    await station.stop();
  });
});

describe('patrol', () => {
  it('reads a bounded share at a time, remembers where it is, and begins again after the last', () => {
    const folder = halfDay();
    const store = openIn(folder, new SetClock(START + 60));
    const turn = () => {
      const db = openBeside(dbOf(folder), new Turnstile());
      try {
        patrol(db, [], START, 7, 10);
        return store.round.lastS !== null;
      } finally {
        db.close();
      }
    };
    let turns = 1;
    while (!turn()) {
      expect(store.round.share).toBeGreaterThan(0);
      turns += 1;
    }
    expect(turns).toBeGreaterThan(3);
    expect(turns).toBeLessThanOrEqual(8);
    expect(store.round).toEqual({ share: 0, lastS: START });
    forget(folder, [leavesOf(folder, 'sample')[5]!]);
    expect(() => {
      for (let i = 0; i < 8; i += 1) turn();
    }).toThrow(/malformed/);
    store.close();
  });
});

describe('a label that is taken back while the database is being rebuilt', () => {
  it('stays taken back when the station is stopped before that is done', () => {
    const folder = halfDay();
    const leaves = leavesOf(folder, 'five_min');
    const clock = new SetClock(START + 60);
    const store = openIn(folder, clock);
    forget(folder, leaves.slice(3, 6));
    expect(() => rangeOf(store, START - HOURS * 3600, START, 300)).toThrow(/malformed/);
    expect(store.labels.remove(1)).toBe(true);
    expect(store.atHome).toBe(false);
    store.close();
    const again = openIn(folder, clock);
    expect(again.labels.recent(5)).toEqual([]);
    again.close();
  });
});

describe('what is set right while the database is being rebuilt', () => {
  it('is right when it comes home, once each: a label, and a note in other words', () => {
    const folder = halfDay();
    const leaves = leavesOf(folder, 'five_min');
    const clock = new SetClock(START + 60);
    const first = openIn(folder, clock);
    const note = first.labels.addNote('the first snow', START, START);
    first.close();
    const store = openIn(folder, clock);
    forget(folder, leaves.slice(3, 6));
    expect(() => rangeOf(store, START - HOURS * 3600, START, 300)).toThrow(/malformed/);
    store.labels.correct(1, 0);
    store.labels.reword(note, 'the first frost', START - 60);
    expect(store.atHome).toBe(false);
    store.close();
    const again = openIn(folder, clock);
    expect(again.labels.page({ limit: 9, offset: 0 }).rows).toMatchObject([{ value: 0, note: 'before' }]);
    expect(again.labels.page({ limit: 9, offset: 0, notes: true }).rows).toMatchObject([
      { ts: START - 60, note: 'the first frost' },
    ]);
    again.close();
  });
});
