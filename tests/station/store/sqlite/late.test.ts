import SqliteDatabase from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '../../../../src/station/store/sqlite/database.ts';
import { prepareLate } from '../../../../src/station/store/sqlite/late.ts';

let db: Database;
let compiled: string[];
beforeEach(() => {
  db = new SqliteDatabase(':memory:');
  db.exec('CREATE TABLE t (a, b); INSERT INTO t VALUES (1, 2), (3, 4)');
  compiled = [];
  const prepare = db.prepare.bind(db);
  db.prepare = ((sql: string) => {
    compiled.push(sql);
    return prepare(sql);
  }) as typeof db.prepare;
  prepareLate(db);
});
afterEach(() => void db.close());

it('compiles a statement at its first use, and once', () => {
  const one = db.prepare<[number], { b: number }>('SELECT b FROM t WHERE a = ?');
  expect(compiled).toEqual([]);
  expect([one.get(1), one.get(3), one.all(1)]).toEqual([{ b: 2 }, { b: 4 }, [{ b: 2 }]]);
  expect(compiled).toHaveLength(1);
});

it('returns rows as it was asked to before or after its first use', () => {
  const early = db.prepare<[], number>('SELECT a FROM t').pluck();
  const rows = db.prepare<[], unknown[]>('SELECT * FROM t').raw();
  expect(compiled).toEqual([]);
  expect(early.all()).toEqual([1, 3]);
  expect([...rows.iterate()]).toEqual([
    [1, 2],
    [3, 4],
  ]);
  expect(rows.columns().map(({ name }) => name)).toEqual(['a', 'b']);
  expect(rows.raw(false).get()).toEqual({ a: 1, b: 2 });
  expect(early.pluck(false).get()).toEqual({ a: 1 });
});

it('reports a fault where it is used, as often as it is used', () => {
  const wrong = db.prepare('SELECT c FROM t');
  for (const _ of [1, 2]) expect(() => wrong.get()).toThrow('no such column: c');
  db.exec('ALTER TABLE t ADD c');
  expect(wrong.get()).toEqual({ c: null });
});

it('works in transactions', () => {
  const put = db.prepare<[number]>('INSERT INTO t VALUES (?, 0)');
  const all = db.prepare<[], number>('SELECT count(*) FROM t').pluck();
  expect(() =>
    db.transaction(() => {
      put.run(7);
      throw new Error('no');
    })(),
  ).toThrow('no');
  db.transaction(() => put.run(8)).immediate();
  expect(all.get()).toBe(3);
});
