import { inTransaction, isDamage, openReadOnly } from '../database.ts';
import type { StoreOptions } from '../store.ts';
import { closeClean } from './close-clean.ts';
import { rebuildCompensators } from './compensators.ts';
import { openFolder } from './data-folder.ts';
import { fillHoles, wholly } from './merge.ts';
import { settle } from './settle.ts';

/** Their numbers began anew in the other database: they get the next ones here. */
const TOLD = {
  event: { columns: 'ts, kind, severity, detail, data', same: ['ts', 'kind', 'detail'] },
  label: { columns: 'ts, given_ts, kind, value, note, learned', same: ['ts', 'given_ts', 'kind', 'value', 'note'] },
};

/**
 * Takes into a closed data folder what another database measured and was told meanwhile. Answers its rows of weather. A kill before its
 * end leaves it to be done again, to the same end.
 */
export function absorb(folder: string, other: string, options: StoreOptions): number {
  const { db, lock } = openFolder(folder, options.clock.nowS(), options);
  try {
    const rows = fillHoles(db, other, wholly(['sample', 'tick', 'calibration', 'scale']));
    rebuildCompensators(db); // a calibration of that time is in force
    db.prepare('ATTACH ? AS other').run(other);
    inTransaction(db, () => {
      for (const [table, { columns, same }] of Object.entries(TOLD)) {
        const isHere = `SELECT 1 FROM main.${table} h WHERE ${same.map((name) => `h.${name} = o.${name}`).join(' AND ')}`;
        db.exec(`INSERT INTO main.${table} (${columns}) SELECT ${columns} FROM other.${table} o
          WHERE NOT EXISTS (${isHere}) ORDER BY id`);
      }
    });
    db.exec('DETACH other');
    settle(db, options);
    return rows;
  } finally {
    closeClean(db, folder);
    lock.release();
  }
}

/**
 * What of another database comes along at most; null where its pages cannot be read before they are mended. What it learned stays
 * behind, and is most of a young one; its log repeats what the file holds.
 */
export function bytesToAbsorb(other: string): number | null {
  const db = openReadOnly(other);
  try {
    return db.prepare("SELECT sum(pgsize) FROM dbstat WHERE name <> 'learned'").pluck().get() as number;
  } catch (error) {
    if (isDamage(error)) return null;
    throw error;
  } finally {
    db.close();
  }
}
