import { copyFileSync, existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../../make-folder.ts';
import { sentence } from '../../words/sentence.ts';
import { type Database, inTransaction, isDamage, isDiskTrouble, openDatabase } from './database.ts';
import { damageOf } from './safety/check-database.ts';
import { asideFolder, salvage } from './safety/salvage.ts';
import { type TableOptions, Tables } from './tables.ts';

const AWAY_FILE = 'weatherglass.away.db';
/** Numbered rows, and by which columns one is known to be there already, whatever its number. */
const SAME_ROW = [
  ['label', 'given_ts', 'kind', 'ts', 'value', 'note'],
  ['calibration', 'ts', 'signal'],
  ['event', 'ts', 'kind', 'detail'],
  ['clock_segment', 'from_ms'],
] as const;

/** A day at two seconds, some 14 MB. */
const KEPT_IN_MEMORY = 43_200;
const ENDS = ['', '-wal', '-shm'] as const;
/** Small, and asked for while the database is away. */
const NEEDED = ['label', 'calibration', 'scale', 'record', 'clock_segment'] as const;

const BROUGHT = 'brought';

const awayPath = (folder: string): string => join(folder, AWAY_FILE);

/**
 * Where the station writes while its own database is damaged or cannot be written: the same tables in a file beside it, or in memory
 * when the disk takes nothing. Everything goes home when that is possible again.
 */
export class Away {
  readonly tables: Tables;
  readonly inMemory: boolean;
  readonly #path: string | null;
  #smallAreHome = false;
  #afterS = 0;
  /** Labels that were brought along, by number. */
  #brought: number[] = [];

  private constructor(db: Database, options: TableOptions, path: string | null) {
    this.tables = new Tables(db, options);
    this.inMemory = path === null;
    this.#path = path;
  }

  /** With the small tables of the database it stands in for, as far as they can be read: through its connection, before that is closed. */
  static open(folder: string, options: TableOptions, damaged: Database): Away {
    const away = Away.#openIn(folder, options);
    inTransaction(away.tables.db, () => {
      for (const table of NEEDED) copyReadable(damaged, away.tables.db, table);
    });
    away.#bringAlong(away.tables.labels.since(Number.NEGATIVE_INFINITY).map(({ id }) => id));
    return away;
  }

  static #openIn(folder: string, options: TableOptions): Away {
    try {
      return new Away(openDatabase(awayPath(folder)), options, awayPath(folder));
    } catch (error) {
      if (!isDiskTrouble(error)) throw error;
      return new Away(openDatabase(':memory:'), options, null);
    }
  }

  /** What a station that ended away has left behind, as far as it can be read; null when there is nothing. */
  static leftBehind(folder: string, options: TableOptions): Away | null {
    const path = awayPath(folder);
    if (!existsSync(path)) return null;
    const damage = damageOf(path);
    if (damage !== null) mend(folder, path, damage, options);
    const away = new Away(openDatabase(path), options, path);
    away.#brought = away.#broughtAlong();
    return away;
  }

  /** Which labels these were is written down: one that is missing at the next start was taken back. */
  #bringAlong(labels: number[]): void {
    this.#brought = labels;
    this.tables.db
      .prepare('INSERT OR REPLACE INTO job (name, started_ts, state) VALUES (?, 0, ?)')
      .run(BROUGHT, JSON.stringify(labels));
  }

  #broughtAlong(): number[] {
    const state = this.tables.db.prepare<[string], string>('SELECT state FROM job WHERE name = ?').pluck().get(BROUGHT);
    return state === undefined ? [] : (JSON.parse(state) as number[]);
  }

  /** Everything but the samples, in one transaction: a crash before its end leaves it to be done again, to the same end. */
  bringSmall(home: Tables): void {
    if (this.#smallAreHome) return;
    const { db } = this.tables;
    inTransaction(home.db, () => {
      for (const table of ['learned', 'pending', 'score', 'tick', 'issued']) copyRows(db, home.db, table, 'REPLACE');
      copyRows(db, home.db, 'scale', 'IGNORE');
      this.#takeBackLabels(home);
      for (const [table, ...same] of SAME_ROW) addNew(db, home.db, table, same);
    });
    this.#smallAreHome = true;
  }

  /** Labels that were brought along and are not here as they were have been taken back or set right: as they are now they come home. */
  #takeBackLabels(home: Tables): void {
    const said = (tables: Tables, id: number) => {
      const label = tables.labels.get(id);
      return label && JSON.stringify({ ...label, learned: null });
    };
    for (const id of this.#brought) if (said(this.tables, id) !== said(home, id)) home.labels.remove(id);
  }

  /** In memory only the newest day is kept. Returns how many samples were given up. */
  bound(): number {
    if (!this.inMemory) return 0;
    return this.tables.db
      .prepare<[number]>(
        'DELETE FROM sample WHERE ts_ms <= (SELECT ts_ms FROM sample ORDER BY ts_ms DESC LIMIT 1 OFFSET ?)',
      )
      .run(KEPT_IN_MEMORY).changes;
  }

  /** The next samples into the queue at home, oldest first; those that are there already are passed over. False when all are. */
  bringSamples(home: Tables, atMost: number): boolean {
    this.bringSmall(home);
    const rows = this.tables.samples.next(this.#afterS, atMost);
    for (const row of rows) if (!home.samples.has(row.ts)) home.samples.append(row);
    this.#afterS = rows.at(-1)?.ts ?? this.#afterS;
    return rows.length === atMost;
  }

  /** Everything of it is at home. */
  discard(): void {
    this.tables.db.close();
    if (this.#path !== null) for (const end of ENDS) rmSync(this.#path + end, { force: true });
  }

  /** It stays for the next start. */
  close(): void {
    this.tables.db.close();
  }
}

/** Made anew from what can be read of it. The event of that is one of its rows, and comes home with the others. */
function mend(folder: string, path: string, damage: string, retention: TableOptions): void {
  const nowS = retention.clock.nowS();
  const aside = asideFolder(folder, nowS);
  makeFolder(aside);
  for (const end of ENDS) if (existsSync(path + end)) copyFileSync(path + end, join(aside, AWAY_FILE) + end);
  const what = `the file that stood in for it: ${damage}`;
  const { fresh, report } = salvage({ path, damage: what, backups: [], retention, nowS, aside });
  const { detail, said } = sentence('database.salvaged', report);
  retention.told?.({ ts: nowS, kind: 'storage', severity: 'error', detail, said });
  for (const end of ENDS) rmSync(path + end, { force: true });
  renameSync(fresh, path);
}

function copyRows(from: Database, to: Database, table: string, verb: 'REPLACE' | 'IGNORE'): void {
  const columns = from
    .prepare<[string], string>('SELECT name FROM pragma_table_info(?)')
    .pluck()
    .all(table)
    .map((name) => `"${name}"`);
  const put = to.prepare<unknown[]>(
    `INSERT OR ${verb} INTO main.${table} (${columns.join(', ')}) VALUES (?${', ?'.repeat(columns.length - 1)})`,
  );
  const rows = from.prepare<[], unknown[]>(`SELECT ${columns.join(', ')} FROM main.${table}`).raw();
  for (const row of rows.iterate()) put.run(...row);
}

/** The rows of a table up to the first one that cannot be read. */
function copyReadable(from: Database, to: Database, table: string): void {
  try {
    copyRows(from, to, table, 'REPLACE');
  } catch (error) {
    if (!isDamage(error)) throw error;
  }
}

/** Rows that are not there yet, under their own number where it is free. */
function addNew(from: Database, to: Database, table: string, same: readonly string[]): void {
  const isThere = to.prepare<unknown[]>(
    `SELECT 1 FROM ${table} WHERE ${same.map((name) => `${name} = ?`).join(' AND ')}`,
  );
  const isTaken = to.prepare<[unknown]>(`SELECT 1 FROM ${table} WHERE id = ?`);
  for (const row of from.prepare<[], Record<string, unknown>>(`SELECT * FROM main.${table} ORDER BY id`).all()) {
    if (isThere.get(...same.map((name) => row[name])) !== undefined) continue;
    if (isTaken.get(row['id']) !== undefined) row['id'] = null; // the next free one
    const names = Object.keys(row);
    to.prepare<unknown[]>(
      `INSERT INTO ${table} (${names.map((name) => `"${name}"`).join(', ')}) VALUES (?${', ?'.repeat(names.length - 1)})`,
    ).run(...Object.values(row));
  }
}
