import { cpSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_S } from '../../src/base/durations.ts';
import { damageOf } from '../../src/station/store/rescue/integrity/check-database.ts';
import { openReadOnly } from '../../src/station/store/sqlite/database.ts';
import { asWeewx, madeWeather } from '../station/imports/made-files.ts';
import { times } from '../support/times.ts';
import { bring, type Errand } from './importer.ts';
import { bundled, spawnNode } from './processes.ts';
import { clearFolders, dbOf, fill, openIn, START, tempFolder } from './support.ts';

/** Of each errand; WEATHERGLASS_TEST_TIMES=17 kills fifty times. */
const KILLS = times(3);
const KEPT = { fiveMinRetentionDays: 4 };

let script: string;
beforeAll(async () => {
  script = await bundled('importer');
});
afterAll(clearFolders);

/** Jobs and their provenance bear times and numbers of their own; sums are dropped by any write. */
const ASIDE = ['import_job', 'imported', 'row_sum', 'event', 'job'];

function held(folder: string): Record<string, string[]> {
  const db = openReadOnly(dbOf(folder));
  const tables = db.prepare<[], string>("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all();
  const rows = (table: string) =>
    db
      .prepare<[], unknown[]>(`SELECT * FROM ${table}`)
      .raw()
      .all()
      .map((row) => JSON.stringify(row));
  const all = Object.fromEntries(tables.filter((table) => !ASIDE.includes(table)).map((table) => [table, rows(table)]));
  db.close();
  return all;
}

/** Begins, and is killed so many milliseconds after it has begun to write. True when it had come to its end. */
async function killAfter(errand: Errand, folder: string, file: string, afterMs: number): Promise<boolean> {
  const child = spawnNode(script, [errand, folder, file, String(START)]);
  let said = '';
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.stdout.on('data', (text: Buffer) => {
    if (said === '') setTimeout(() => child.kill('SIGKILL'), afterMs);
    said += text.toString();
  });
  await gone;
  return said.includes('done');
}

describe('an import killed at any moment', () => {
  it.each(['import', 'undo'] as const)('%s: leaves nothing half, and the next one completes it', async (errand) => {
    const base = tempFolder();
    const store = openIn(base, undefined, KEPT);
    fill(store, START - DAY_S / 4, START, 20);
    store.close();
    const file = asWeewx(tempFolder(), madeWeather(START - 8 * DAY_S, START));
    const imported = tempFolder();
    cpSync(base, imported, { recursive: true });
    const startedMs = performance.now(); // now: how long a whole errand takes bounds the kills
    await bring('import', imported, file, START);
    const tookMs = performance.now() - startedMs; // now: see above
    const [from, wanted] = errand === 'import' ? [base, held(imported)] : [imported, held(base)];
    for (let i = 0; i < KILLS; i += 1) {
      const folder = tempFolder();
      cpSync(from, folder, { recursive: true });
      await killAfter(errand, folder, file, (tookMs * (i + 0.5)) / KILLS);
      expect(damageOf(dbOf(folder)), `kill ${i}`).toBeNull();
      await bring(errand, folder, file, START);
      expect(held(folder), `kill ${i}`).toEqual(wanted);
    }
  });
});
