import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { damageOf } from '../../../src/station/store/rescue/integrity/check-database.ts';
import { Turnstile } from '../../../src/station/store/sqlite/turnstile.ts';
import { fill, openIn, SetClock, START, walOf } from '../support.ts';
import { INSERTED } from './cases.ts';
import { AT, places, ROWS, samplesIn, toldBy } from './places.ts';
import { count, openTransaction, SHELL, sql } from './shell.ts';

const { placeOf } = places();

describe.skipIf(!SHELL)('a running station beside another program', () => {
  it('keeps its samples in memory while that holds an open transaction, and writes them after it', async () => {
    const { folder, db } = placeOf();
    const store = openIn(folder, new SetClock(AT));
    store.workBeside(new Turnstile()); // from its start on a station waits for nobody longer than a sample may
    store.samples.append({ ...store.samples.latest()!, ts: START + 1 });
    const writer = openTransaction(db, `BEGIN IMMEDIATE; ${INSERTED}`);
    await writer.ready;
    for (let ts = START + 10; ts < START + 610; ts += 10) store.samples.append({ ...store.samples.latest()!, ts });
    expect(store.flush()).toBe(false);
    expect(store.trouble).toBeNull();
    expect(store.samples.queued).toBe(61);
    expect(store.change(() => 1)).toMatchObject({
      unavailable: true,
      locked: true,
      error: expect.stringContaining('another program'),
    });
    await writer.release('COMMIT');
    expect(store.flush()).toBe(true);
    expect(store.samples.queued).toBe(0);
    expect(samplesIn(store)).toBe(ROWS + 61 + 12);
    store.close();
    expect(count(db, 'SELECT count(*) FROM sample')).toBe(ROWS + 61 + 12);
  });

  it('goes on beside its database when that drops a table in use, and loses no sample', () => {
    const { folder, db } = placeOf();
    const store = openIn(folder, new SetClock(AT));
    sql('ALTER TABLE label ADD COLUMN theirs TEXT', 'DROP TABLE five_min')({ db });
    fill(store, START, AT, 10);
    expect(store.finding?.text).toMatch(/no such table: five_min/);
    expect(store.samples.queued).toBe(0);
    store.close();
    const again = openIn(folder, new SetClock(AT));
    for (let i = 0; i < 5; i += 1) again.flush();
    expect(samplesIn(again)).toBe(ROWS + 60);
    expect(again.history.records().coverage.rows).toBe(ROWS + 60);
    expect(toldBy(again).some((text) => /Missing parts were recreated \(.*five_min/.test(text))).toBe(true);
    again.close();
    expect(damageOf(db)).toBeNull();
  });

  it('goes on while that reads for hours and makes checkpoints of its own, and its log stays its own', async () => {
    const { folder, db } = placeOf();
    const store = openIn(folder, new SetClock(AT));
    const reader = openTransaction(db, 'BEGIN; SELECT count(*) FROM sample');
    await reader.ready;
    for (let i = 0; i < 20; i += 1) {
      fill(store, START + i * 600, START + (i + 1) * 600, 10);
      sql('PRAGMA wal_checkpoint(PASSIVE)')({ db });
      expect(readFileSync(walOf(folder)).length).toBeGreaterThan(0);
    }
    await reader.release('COMMIT');
    sql('PRAGMA wal_checkpoint(TRUNCATE)')({ db });
    fill(store, START + 12_000, START + 12_300, 10);
    store.close();
    const again = openIn(folder, new SetClock(AT + 12_300));
    expect(again.finding).toBeNull();
    expect(count(db, 'SELECT count(*) FROM sample')).toBe(ROWS + 1230);
    again.close();
  });
});
