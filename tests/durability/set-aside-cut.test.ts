import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { setAside } from '../../src/station/store/rescue/backups/set-aside.ts';
import { openReadOnly } from '../../src/station/store/sqlite/database.ts';
import { clearFolders, dbOf, fill, openIn, SetClock, START, tempFolder, walOf } from './support.ts';

/** How many renames the machine still does before its power is cut. */
const power = vi.hoisted(() => ({ renames: Number.POSITIVE_INFINITY }));
class PowerCut extends Error {}
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  return {
    ...fs,
    renameSync(from: string, to: string) {
      if (power.renames === 0) throw new PowerCut(`before ${to}`);
      power.renames -= 1;
      fs.renameSync(from, to);
    },
  };
});
afterEach(() => {
  power.renames = Number.POSITIVE_INFINITY;
  clearFolders();
});

/** As a full disk leaves it: the newest samples are in the log alone. */
function unclosed(): string {
  const [lived, folder] = [tempFolder(), tempFolder()];
  const store = openIn(lived);
  fill(store, START - 600, START, 10);
  for (const end of ['', '-wal']) execFileSync('cp', [dbOf(lived) + end, folder]);
  store.close();
  execFileSync('mkdir', [join(folder, 'backups')]);
  writeFileSync(join(folder, 'backups/weatherglass-20250101-030000.db'), '');
  return folder;
}

const samplesIn = (path: string): number => {
  const db = openReadOnly(path);
  const count = db.prepare<[], number>('SELECT count(*) FROM sample').pluck().get()!;
  db.close();
  return count;
};

/** Whether the power was cut before all was done. */
function isCutAfter(renames: number, folder: string): boolean {
  power.renames = renames;
  try {
    setAside(folder, 'simulator-1');
    return false;
  } catch (error) {
    if (!(error instanceof PowerCut)) throw error;
    return true;
  } finally {
    power.renames = Number.POSITIVE_INFINITY;
  }
}

describe('a power cut while a history with a log is set aside', () => {
  it.each([0, 1, 2])('loses nothing of it and mixes nothing of it into the next: after %i renames', (renames) => {
    const folder = unclosed();
    expect(isCutAfter(renames, folder)).toBe(true);
    const start = openIn(folder, new SetClock(START + 60)); // still the old history, whole
    expect([start.finding, start.samples.newestTs()]).toEqual([null, START - 10]);
    start.close();
    setAside(folder, 'simulator-2'); // the start has found its board
    expect(samplesIn(join(folder, 'weatherglass-simulator-2.db'))).toBe(60);
    const next = openIn(folder, new SetClock(START + 120));
    expect([next.finding, next.samples.newestTs()]).toEqual([null, null]);
    next.close();
    expect(readdirSync(folder).filter((name) => name.startsWith('weatherglass-simulator-1'))).toEqual([]);
  });

  it('is over with the third', () => {
    expect(isCutAfter(3, unclosed())).toBe(false);
  });
});

it('a log that somebody left of a history set aside long ago is not taken for that of one that was closed', () => {
  const folder = unclosed();
  const start = openIn(folder, new SetClock(START + 60));
  start.close();
  const other = unclosed();
  renameSync(walOf(other), join(folder, 'weatherglass-simulator-1.db-wal'));
  const next = openIn(folder, new SetClock(START + 120));
  expect([next.finding, next.samples.newestTs()]).toEqual([null, START - 10]);
  next.close();
  expect(existsSync(join(folder, 'weatherglass-simulator-1.db-wal'))).toBe(true);
});
