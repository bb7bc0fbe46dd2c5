import { readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { checkpoint } from '../../src/station/store/rescue/folder/checkpoint.ts';
import { lastStop, markOpen } from '../../src/station/store/rescue/folder/last-stop.ts';
import { openBeside } from '../../src/station/store/sqlite/database.ts';
import { Turnstile } from '../../src/station/store/sqlite/turnstile.ts';
import { clearFolders, copyFolder, dbOf, fill, openIn, START, tempFolder } from './support.ts';

afterAll(clearFolders);

function past(): string {
  const folder = tempFolder();
  const store = openIn(folder);
  fill(store, START - 3600, START, 10);
  store.close();
  return folder;
}
const touch = (path: string) => utimesSync(path, START, START);

describe('the note of the last stop', () => {
  it('tells a clean stop from one after which another program wrote, also where the folder was copied', () => {
    const folder = past();
    expect(lastStop(folder)).toEqual({ ended: 'clean' });
    const copy = tempFolder();
    copyFolder(folder, copy);
    touch(dbOf(copy));
    expect(lastStop(copy)).toEqual({ ended: 'clean' });
    touch(dbOf(folder));
    expect(lastStop(folder)).toEqual({ ended: 'changed', rows: expect.any(Number) });
  });

  it('tells a log that was lost from one that another program brought in', () => {
    const folder = past();
    markOpen(folder);
    expect(lastStop(folder)).toEqual({ ended: 'log lost' });
    touch(dbOf(folder));
    expect(lastStop(folder)).toEqual({ ended: 'brought in' });
  });

  it('knows the writes of our own checkpoints', () => {
    const folder = past();
    const store = openIn(folder);
    fill(store, START, START + 600, 10);
    const db = openBeside(dbOf(folder), new Turnstile());
    checkpoint(db);
    db.close();
    const { mtimeMs } = JSON.parse(readFileSync(join(folder, 'weatherglass.clean'), 'utf8'));
    expect(mtimeMs).toBe(statSync(dbOf(folder)).mtimeMs);
    store.close();
  });

  it('of which a bad card has left half, or that says nothing of the end, is as none', () => {
    const folder = past();
    for (const half of ['{"closed":', '{}', 'null']) {
      writeFileSync(join(folder, 'weatherglass.clean'), half);
      expect(lastStop(folder)).toEqual({ ended: 'unknown' });
    }
  });
});
