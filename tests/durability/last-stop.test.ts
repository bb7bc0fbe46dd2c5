import fs, { copyFileSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { entryIn, lastStop } from '../../src/station/store/rescue/folder/last-stop.ts';
import { beginLog, checkpoint } from '../../src/station/store/rescue/folder/log.ts';
import { isBusy, openBare, openDatabase, using } from '../../src/station/store/sqlite/database.ts';
import {
  clearFolders,
  copyOf,
  dbOf,
  killed,
  openIn,
  past,
  rowsUntil,
  SetClock,
  START,
  stepwise,
  touch,
} from './support.ts';

afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});
afterAll(clearFolders);

const noteOf = (folder: string) => JSON.parse(readFileSync(join(folder, 'weatherglass.clean'), 'utf8'));

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
