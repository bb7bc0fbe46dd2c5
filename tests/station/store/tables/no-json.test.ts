import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openBare, using } from '../../../../src/station/store/sqlite/database.ts';
import { DATABASE_FILE, type Store } from '../../../../src/station/store/store.ts';
import type { FoldedRow } from '../../../../src/station/store/tiers/accumulator.ts';
import { FIVE_MIN } from '../../../../src/station/store/tiers/tier.ts';
import { Unscreened } from '../../../../src/station/store/tiers/unscreened.ts';
import { NOON, Workshop } from '../support.ts';

const workshop = new Workshop();
let folder: string;

const DAY = Math.floor(NOON / 86_400);
const FIVE: FoldedRow = [NOON, 1, 20];
const IMPORT = `(1, ${NOON}, ${NOON}, 'done', '["a', 'd', 'csv', 1, 0, ${NOON}, ${NOON + 1}, '{}')`;

/** A text in which a bad bit has left no JSON, and what a start or an answer reads of its table. */
const ROWS: Record<string, [row: string, read: (store: Store) => unknown, found: unknown]> = {
  score: [`(${DAY}, 'temperature', 3600, '{"n')`, (store) => store.scores.of(DAY), []],
  issued: [
    `(${NOON}, '{"a')`,
    (store) => [store.issued.at(NOON).issued_ts, store.issued.between(0, NOON + 1)],
    [null, []],
  ],
  import_job: [IMPORT, (store) => store.imports.list().map(({ job, files }) => [job, files]), [[1, []]]],
  unscreened: [
    `(1, ${NOON}, 0, '{"t')`,
    () => using(openBare(join(folder, DATABASE_FILE)), (db) => new Unscreened(db).of(FIVE_MIN, [FIVE])),
    [{ row: FIVE, measured: FIVE, byTests: FIVE }],
  ],
};

describe('a row that is no JSON any more', () => {
  it.each(Object.entries(ROWS))('of %s is as none', (table, [row, read, found]) => {
    folder = workshop.folder();
    workshop.open({ folder }).close();
    using(openBare(join(folder, DATABASE_FILE)), (db) => db.exec(`INSERT INTO ${table} VALUES ${row}`));
    expect(read(workshop.open({ folder }))).toEqual(found);
  });

  it.each(['{"marks', '{}', '{"mbrks":[]}'])('of an import, %s, lets it be taken back all the same', (before) => {
    const store = workshop.open({ folder: workshop.folder() });
    const db = openBare(join(store.folder, DATABASE_FILE));
    using(db, () => db.exec(`INSERT INTO import_job VALUES ${IMPORT.replace("'{}')", `'${before}')`)}`));
    for (const _ of store.undoImport.steps(1));
    expect(store.imports.list()).toEqual([]);
  });
});
