import { existsSync } from 'node:fs';
import { jsonOf } from '../../../../base/json-text.ts';
import { columnsOf, type Database, insertInto, sqliteCode, unless } from '../../sqlite/database.ts';
import { SCHEMA_VERSION } from '../../sqlite/migrations/migrate.ts';
import { FIVE_MIN, RAW } from '../../tiers/tier.ts';
import { Watermarks } from '../../tiers/watermarks.ts';
import { PageFile } from './page-file.ts';
import { type CarvedRow, type Cell, readPage } from './records.ts';
import { asWritten, hasPlausibleKey, ourShapes, type Shape, tableOf } from './shapes.ts';
import { freePages, rootsIn, walk } from './trees.ts';

/** A stretch of a table that could not be read; bounds are keys, null where the tree above was gone, too. */
export interface Hole {
  table: string;
  after: number | null;
  until: number | null;
}

export interface Carved {
  /** Rows put into the fresh database. */
  rows: number;
  holes: Hole[];
  /** Stretches that could be read as they were before the newest commits alone. */
  outdated: Hole[];
  /** Names of learned components that were found and could not be read. */
  unread: string[];
}

/** Tables whose `state` is read as JSON later: half of it is worse than none. */
const STATES = new Set(['calibration', 'job', 'learned', 'learned_before', 'score']);
const isJson = (cell: Cell): boolean => cell === null || cell === 'null' || jsonOf(String(cell)) !== null;

/** Null for an absurd number: a flipped bit can make one in a sound record, and no quantity of ours is that large. */
const plausible = (cell: Cell): Cell => (typeof cell === 'number' && !(Math.abs(cell) < 1e12) ? null : cell);

/** Place of the schema's number in the first page. */
const USER_VERSION_AT = 60;

type Put = (row: CarvedRow, shape: Shape, verb: 'OR REPLACE' | 'OR IGNORE') => boolean;

/** Puts carved rows into a database by the names of their columns. False: the row is none of this table, or contradicts its rules. */
function putterInto(db: Database, nowS: number): Put {
  const statements = new Map<string, ReturnType<typeof insertInto>>();
  const isRefused = (error: unknown) => /^SQLITE_(CONSTRAINT|MISMATCH)/.test(sqliteCode(error) ?? '');
  return (row, shape, verb) => {
    const { table, columns, rowidColumn } = shape;
    if (row.torn || !hasPlausibleKey(shape, row, nowS)) return false;
    if (STATES.has(table) && row.cells.some((cell, i) => columns[i]!.name === 'state' && !isJson(cell))) return false;
    const ours = row.cells.flatMap((cell, i) => {
      const { name, type } = columns[i]!;
      if (type === 'ANY') return [];
      if (name === rowidColumn) return { name, value: row.rowid };
      // Measurements alone are REAL; `pending` and moments in milliseconds may be large.
      return { name, value: type === 'REAL' && table !== 'pending' ? plausible(cell) : cell };
    });
    if (ours.length === 0) return false; // a table of others under a name of ours
    const names = ours.map(({ name }) => name);
    const key = `${verb} ${table} ${names.length}`;
    const insert = statements.get(key) ?? insertInto(db, verb, table, names);
    statements.set(key, insert);
    return unless(isRefused, () => insert.run(...ours.map(({ value }) => value)))?.changes === 1;
  };
}

/**
 * Tables of ours as a file has them, and where their trees begin; nobody knows where the table of tables cannot be read. A file of an older
 * program has lost none of the later ones.
 */
function tablesIn(file: PageFile, known: Iterable<Shape>) {
  const roots = rootsIn(file);
  const noted = file.page(1)?.readInt32BE(USER_VERSION_AT) ?? 0;
  const version = noted > 0 ? noted : SCHEMA_VERSION; // of a first page that is gone or spoilt
  return [...known].map((shape) => {
    const found = roots.get(shape.table);
    // A doubtful root may be another's.
    const isLost = found ? found.torn : shape.since <= version;
    return { shape: asWritten(shape, found?.sql ?? ''), found, isLost };
  });
}
type Tables = ReturnType<typeof tablesIn>;

/**
 * Copies every readable row of a damaged file into the fresh database: table by table along its tree, then from stray pages that no tree
 * leads to, whose rows are told by their shape. A row of a tree wins over a stray one; of two strays of one learned state the newer.
 * Pages on the list of free ones hold deleted rows and are not read.
 */
export function carveInto(db: Database, file: PageFile, nowS: number): Carved {
  const tables = tablesIn(file, ourShapes().values());
  const taken = new Set<number>();
  const carved = carveTrees(db, file, tables, nowS, taken);
  carved.rows += db.transaction(() => carveStrays(db, file, tables, nowS, taken))();
  return carved;
}

/** The rows of these tables, as far as their trees can be followed. */
function carveTrees(db: Database, file: PageFile, tables: Tables, nowS: number, taken: Set<number>): Carved {
  const carved: Carved = { rows: 0, holes: [], outdated: [], unread: [] };
  const put = putterInto(db, nowS);
  db.transaction(() => {
    for (const { shape, found, isLost } of tables) {
      const { table } = shape;
      const isKept = columnsOf(db, table).length > 0; // none that an older program alone had
      if (isLost) carved.holes.push({ table, after: null, until: null });
      if (found)
        for (const { number, rows, whole, after, until } of walk(file, found.root, shape, taken)) {
          const unread = rows.filter((row) => !isKept || !put(row, shape, 'OR REPLACE'));
          carved.rows += rows.length - unread.length;
          if (!whole || unread.length > 0) carved.holes.push({ table, after, until });
          else if (file.log.outdated.has(number)) carved.outdated.push({ table, after, until });
          if (table === 'learned') carved.unread.push(...unread.map(({ cells }) => String(cells[0])));
        }
    }
  })();
  return carved;
}

function carveStrays(db: Database, file: PageFile, tables: Tables, nowS: number, taken: ReadonlySet<number>): number {
  const put = putterInto(db, nowS);
  const free = freePages(file);
  const newer = db.prepare<[string, number]>('DELETE FROM main.learned WHERE name = ? AND saved_ts < ?');
  // Stray rows may be long outdated: `pending` and `job` do not say when they were written. Tables `…_before` (of a doubted clock)
  // have the shape of the tables they were copied from, whose rows are the valid ones.
  const strays = new Map(
    tables
      .filter(({ shape: { table } }) => !/^(pending|job|.*_before)$/.test(table))
      .map(({ shape }) => [shape.table, shape]),
  );
  const fromTree = new Set(db.prepare<[], string>('SELECT name FROM main.learned').pluck().all());
  const marks = new Watermarks(db);
  const goneUntil: Record<string, number> = {
    sample: marks.goneUntil(RAW) * 1000,
    five_min: marks.goneUntil(FIVE_MIN),
  };
  let rows = 0;
  for (let number = 1; number <= file.count; number += 1) {
    if (taken.has(number) || free.has(number)) continue;
    for (const row of readPage(file, number)?.rows ?? []) {
      const table = row.torn ? null : tableOf(row, strays, nowS);
      if (table === null) continue;
      if ((row.rowid ?? 0) < (goneUntil[table] ?? 0)) continue; // what ageing has removed is known in a coarser row
      const name = String(row.cells[0]);
      if (table === 'learned' && !fromTree.has(name)) newer.run(name, row.cells[2] as number);
      if (put(row, strays.get(table)!, 'OR IGNORE')) rows += 1;
    }
  }
  return rows;
}

/**
 * Fills these tables of an empty database from another one that nobody has open, as far as they can be read. Only pages are
 * read: the other may be damaged, or lie on a disk that lets nothing be written, where SQLite cannot even look.
 */
export function furnish(db: Database, from: string, tables: readonly string[], nowS: number): void {
  if (!existsSync(from)) return;
  const file = new PageFile(from);
  try {
    const wanted = tables.map((table) => ourShapes().get(table)!);
    carveTrees(db, file, tablesIn(file, wanted), nowS, new Set());
  } finally {
    file.close();
  }
}
