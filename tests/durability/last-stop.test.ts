import fs, {
  copyFileSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { entryIn, lastStop } from '../../src/station/store/rescue/folder/last-stop.ts';
import { beginLog, checkpoint, closeClean } from '../../src/station/store/rescue/folder/log.ts';
import {
  type Database,
  isBusy,
  openBare,
  openBeside,
  openDatabase,
  openReadOnly,
  using,
} from '../../src/station/store/sqlite/database.ts';
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
  tempFolder,
  walOf,
} from './support.ts';

afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});
afterAll(clearFolders);

/** Brings the log in, as a station does that goes on: in the log is only what that leaves. */
const bringIn = (folder: string): void => using(openBeside(dbOf(folder), new Turnstile()), checkpoint);
const touch = (path: string) => utimesSync(path, START, START);
const noteOf = (folder: string) => JSON.parse(readFileSync(join(folder, 'weatherglass.clean'), 'utf8'));

/** A connection before each of whose steps something else happens. */
const stepwise = (db: Database, before: (step: string | symbol) => void): Database =>
  new Proxy(db, {
    get: (_, name) => {
      const member: unknown = Reflect.get(db, name);
      if (typeof member !== 'function') return member;
      return (...args: unknown[]): unknown => {
        before(name);
        return Reflect.apply(member, db, args);
      };
    },
  });

describe('the note of the last stop', () => {
  it('tells a clean stop from one after which another program wrote, also where the folder was copied', () => {
    const folder = past();
    expect(lastStop(folder)).toEqual({ ended: 'clean' });
    const copy = copyOf(folder);
    touch(dbOf(copy));
    expect(lastStop(copy)).toEqual({ ended: 'clean' });
    touch(dbOf(folder));
    expect(lastStop(folder)).toEqual({ ended: 'changed', rows: expect.any(Number) });
  });

  it('tells a copy of the file that was edited elsewhere and put in its place', () => {
    const folder = past();
    const copy = join(folder, 'copy.db');
    copyFileSync(dbOf(folder), copy);
    using(openBare(copy), (db) => db.exec('DELETE FROM sample WHERE ts_ms = (SELECT max(ts_ms) FROM sample)')); // on no page but its own
    touch(copy);
    renameSync(copy, dbOf(folder));
    expect(lastStop(folder)).toEqual({ ended: 'changed', rows: expect.any(Number) });
  });

  it('tells an older copy of the same size and header, also of a history that is too large to be counted', () => {
    const folder = past();
    const older = join(folder, 'older.db');
    copyFileSync(dbOf(folder), older);
    openIn(folder).close();
    const headerOf = (path: string) => readFileSync(path).subarray(16, 100);
    expect([statSync(older).size, headerOf(older)]).toEqual([statSync(dbOf(folder)).size, headerOf(dbOf(folder))]);
    const note = noteOf(folder);
    writeFileSync(
      join(folder, 'weatherglass.clean'),
      JSON.stringify({ ...note, closed: { ...note.closed, rows: null } }),
    );
    renameSync(older, dbOf(folder));
    expect(lastStop(folder)).toEqual({ ended: 'changed', rows: null });
  });

  it('speaks of the newest entry, at whichever step of one checkpoint another connection makes its own', () => {
    const folder = past();
    const [first, second] = [openDatabase(dbOf(folder)), openDatabase(dbOf(folder))];
    second.pragma('busy_timeout = 0');
    for (let at = 0, steps = 1; at < steps; at += 1) {
      steps = 0;
      const meanwhile = () => {
        steps += 1;
        if (steps - 1 !== at) return;
        try {
          beginLog(second, folder);
        } catch (error) {
          if (!isBusy(error)) throw error;
        }
      };
      beginLog(stepwise(first, meanwhile), folder);
      expect(noteOf(folder).entry, `step ${at} of ${steps}`).toBe(entryIn(second));
    }
    for (const db of [first, second]) db.close();
  });

  it('is synced by no checkpoint: whoever wants to write meanwhile waits for the log alone', () => {
    const folder = past();
    const db = openDatabase(dbOf(folder));
    const synced = vi.spyOn(fs, 'fsyncSync');
    syncBuiltinESMExports();
    checkpoint(db);
    expect([noteOf(folder).entry, synced.mock.calls]).toEqual([entryIn(db), []]);
    db.close();
  });

  it('is none where the disk refuses that of a clean stop: the log that we have brought in is nobody else’s work', () => {
    const folder = past();
    const store = openIn(folder, new SetClock(START));
    vi.spyOn(fs, 'renameSync').mockImplementationOnce(() => {
      throw Object.assign(new Error('no space left'), { code: 'ENOSPC' }); // the next one goes through
    });
    syncBuiltinESMExports();
    store.close();
    expect(lastStop(folder)).toEqual({ ended: 'unknown' });
  });

  describe('that is older than the files sets no log aside', () => {
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

  it('tells a log of before that somebody restored alone beside the newer database', () => {
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

  it('tells the log of a newer state from that of the file, where an older copy was laid over a killed station', () => {
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

  it('tells a log that was lost from one that another program brought in, whatever the times of the file', () => {
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

  it('tells a log that was lost whatever is left of it, and after a checkpoint', () => {
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

  it('tells a log that another program brought in, also one that we had brought in ourselves', () => {
    for (const last of [undefined, bringIn]) {
      const { folder, log } = killed(last);
      using(openBare(dbOf(folder)), (db) => db.prepare('SELECT count(*) FROM sample').get());
      expect(isThere(log)).toBe(false);
      expect(lastStop(folder)).toEqual({ ended: 'changed', rows: null });
    }
  });

  it('starts and stops where a bad bit has made no JSON of the entry', () => {
    const { folder } = killed();
    using(openBare(dbOf(folder)), (db) => db.exec(`UPDATE job SET state = '"abc' WHERE name = 'opened'`));
    const store = openIn(folder, new SetClock(START + 600));
    expect(rowsUntil(store, START + 600)).toBe(420);
    store.close();
    expect(lastStop(folder).ended).toBe('clean');
  });

  it('of which a bad card has left half, or that says nothing of the end, is as none', () => {
    const folder = past();
    for (const half of ['{"closed":', '{}', 'null']) {
      writeFileSync(join(folder, 'weatherglass.clean'), half);
      expect(lastStop(folder)).toEqual({ ended: 'unknown' });
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
