import { readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { lastStop } from '../../src/station/store/rescue/folder/last-stop.ts';
import { beginLog, checkpoint, closeClean } from '../../src/station/store/rescue/folder/log.ts';
import { openBare, openBeside, openDatabase, openReadOnly, using } from '../../src/station/store/sqlite/database.ts';
import { Turnstile } from '../../src/station/store/sqlite/turnstile.ts';
import {
  clearFolders,
  copyOf,
  dbOf,
  fill,
  isThere,
  killed,
  openIn,
  past,
  rowsUntil,
  SetClock,
  START,
  stepwise,
  tempFolder,
  touch,
  walOf,
} from './support.ts';

afterAll(clearFolders);

/** Brings the log in, as a station does that goes on: in the log is only what that leaves. */
const bringIn = (folder: string): void => using(openBeside(dbOf(folder), new Turnstile()), checkpoint);

describe('the log beside a database, by the note of the last stop', () => {
  describe('is not set aside by a note that is older than the files', () => {
    const soundAfter = (from: string, close: () => void): void => {
      const folder = copyOf(from);
      close();
      expect(lastStop(folder)).toEqual({ ended: 'killed' });
      const again = openIn(folder, new SetClock(START + 900));
      expect(again.finding).toBeNull();
      expect(rowsUntil(again, START + 900)).toBe(420);
      again.close();
    };

    it.each(['closed', 'open'])(
      'where the disk let it be neither removed nor replaced: of a database that was %s',
      (was) => {
        const folder = past();
        const path = join(folder, 'weatherglass.clean');
        let note = readFileSync(path);
        const store = openIn(folder, new SetClock(START));
        if (was === 'open') note = readFileSync(path);
        fill(store, START, START + 600, 10);
        using(openBeside(dbOf(folder), new Turnstile()), (beside) => {
          for (let i = 0; i < 30; i += 1) {
            writeFileSync(path, note);
            checkpoint(beside);
          }
        });
        writeFileSync(path, note);
        soundAfter(folder, () => store.close());
      },
    );

    it('where a heavy job went on with files that were moved away', () => {
      const folder = past();
      const store = openIn(folder, new SetClock(START));
      const beside = openBeside(dbOf(folder), new Turnstile());
      renameSync(dbOf(folder), join(tempFolder(), 'moved.db'));
      checkpoint(beside);
      fill(store, START, START + 600, 10);
      checkpoint(beside);
      soundAfter(folder, () => {
        beside.close();
        store.close();
      });
    });

    it('where a heavy job brought the log in while a station stopped, and a third program still read it', () => {
      const folder = past();
      openIn(folder, new SetClock(START)).close();
      const [store, beside, third] = [
        openDatabase(dbOf(folder)),
        openBeside(dbOf(folder), new Turnstile()),
        openReadOnly(dbOf(folder)),
      ];
      beginLog(store, folder);
      third.prepare('SELECT count(*) FROM sample').get();
      closeClean(
        stepwise(store, (step) => step === 'close' && checkpoint(beside)),
        folder,
      );
      beside.close();
      const left = copyOf(folder);
      third.close();
      expect(lastStop(left)).toEqual({ ended: 'killed' });
    });
  });

  it('is told as one of before that somebody restored alone beside the newer database', () => {
    const from = past();
    const before = openIn(from, new SetClock(START));
    fill(before, START, START + 600, 10);
    const log = readFileSync(walOf(from));
    before.close();
    const store = openIn(from, new SetClock(START + 600));
    fill(store, START + 600, START + 1200, 10);
    bringIn(from);
    const folder = copyOf(from);
    store.close();
    writeFileSync(walOf(folder), log);
    expect(lastStop(folder)).toEqual({ ended: 'other log' });
    const again = openIn(folder, new SetClock(START + 1300));
    expect(rowsUntil(again, START + 1300)).toBe(480);
    again.close();
  });

  it('of a newer state is told from that of the file, where an older copy was laid over a killed station', () => {
    const from = past();
    const copy = readFileSync(dbOf(from)); // with the word that a log belongs to it
    const store = openIn(from, new SetClock(START));
    fill(store, START, START + 3600, 2);
    using(openBare(dbOf(from)), (db) => db.pragma('wal_checkpoint(TRUNCATE)'));
    fill(store, START + 3600, START + 3700, 10);
    const folder = copyOf(from);
    store.close();
    writeFileSync(dbOf(folder), copy);
    expect(lastStop(folder)).toEqual({ ended: 'other log' });
    const opened = openIn(folder, new SetClock(START + 7200));
    expect(rowsUntil(opened, START + 7200)).toBe(360);
    expect(opened.finding?.text).toMatch(
      /^Another program used the database\. The log of another database beside it is kept in .*damaged-/,
    );
    opened.close();
    expect(using(openBare(dbOf(folder)), (db) => db.pragma('integrity_check', { simple: true }))).toBe('ok');
  });

  it('that was lost is told from one that another program brought in, whatever the times of the file', () => {
    const { folder, log } = killed();
    expect(lastStop(folder)).toEqual({ ended: 'killed' });
    rmSync(log);
    expect(lastStop(folder)).toEqual({ ended: 'log lost' });
    touch(dbOf(folder));
    expect(lastStop(folder)).toEqual({ ended: 'log lost' });
    const store = openIn(folder, new SetClock(START + 900));
    expect(store.finding?.text).toMatch(/What was stored after 15 Jun 2025, 11:59 UTC may be lost\.$/); // ten seconds before the last start
    store.close();
  });

  it('that was lost is told whatever is left of it, and after a checkpoint', () => {
    const { folder, log } = killed();
    const whole = readFileSync(log);
    const [head, entry] = [32, 24]; // bytes
    for (const left of [Buffer.alloc(whole.length), whole.subarray(0, head + entry), whole.subarray(0, head), '']) {
      writeFileSync(log, left);
      expect(lastStop(folder), `${left.length} bytes`).toEqual({ ended: 'log lost' });
    }
    const after = killed(bringIn);
    rmSync(after.log);
    expect(lastStop(after.folder)).toEqual({ ended: 'log lost' });
  });

  it('that another program brought in is told, also where we had brought it in ourselves', () => {
    for (const last of [undefined, bringIn]) {
      const { folder, log } = killed(last);
      using(openBare(dbOf(folder)), (db) => db.prepare('SELECT count(*) FROM sample').get());
      expect(isThere(log)).toBe(false);
      expect(lastStop(folder)).toEqual({ ended: 'changed', rows: null });
    }
  });
});

describe('a cut while a station starts or stops, when the note is gone', () => {
  const clean = past();
  it.each<[string, () => string, (log: string) => void]>([
    ['at the start, before the log is there', () => clean, () => {}],
    ['at the start, with an empty log', () => clean, (log) => writeFileSync(log, '')],
    ['at the start, with the head of a log', () => killed().folder, (log) => truncateSync(log, 32)],
    ['with a log', () => killed().folder, () => {}],
    ['with a log that was brought in', () => killed(bringIn).folder, () => {}],
    ['at a stop, with the log brought in and removed', () => clean, () => {}],
  ])('tells nothing: %s', (_, make, leave) => {
    const folder = copyOf(make());
    rmSync(join(folder, 'weatherglass.clean'));
    leave(walOf(folder));
    const store = openIn(folder, new SetClock(START + 900));
    expect(store.finding).toBeNull();
    expect(store.events.recentOf(['storage'], 9)).toEqual([]);
    expect(store.samples.newestTs()).toBeGreaterThanOrEqual(START - 10);
    store.close();
  });
});
