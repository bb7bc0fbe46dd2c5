import { join } from 'node:path';
import { expect, it } from 'vitest';
import { complete } from '../../../../src/station/store/rescue/merge.ts';
import { type Database, openDatabase } from '../../../../src/station/store/sqlite/database.ts';
import { Workshop } from '../support.ts';

const workshop = new Workshop();

function database(path: string, imports: Record<number, string>, jobs: Record<string, string>): Database {
  const db = openDatabase(path);
  for (const [id, digest] of Object.entries(imports))
    db.prepare(
      "INSERT INTO import_job (id, started_ts, state, files, digest, format, rows, skipped, before) VALUES (?, 1, 'done', '[]', ?, 'csv', 0, 0, '{}')",
    ).run(Number(id), digest);
  for (const [name, state] of Object.entries(jobs))
    db.prepare('INSERT INTO job (name, started_ts, state) VALUES (?, 0, ?)').run(name, state);
  return db;
}

it('what imports have of their first and last hours comes from a backup, unless another import has the number by now', () => {
  const backup = join(workshop.folder(), 'backup.db');
  database(
    backup,
    { 1: 'one', 2: 'two', 11: 'eleven' },
    {
      'import hour 3600 1': '["older"]',
      'import hour 7200 1': '["missing"]',
      'import hour 7200 2': '["of another"]',
      'import hour 7200 11': '["new"]',
      recompute: '{}',
    },
  ).close();
  const db = database(
    join(workshop.folder(), 'here.db'),
    { 1: 'one', 2: 'another' },
    { 'import hour 3600 1': '["here"]' },
  );
  complete(db, backup, [], true, { rawRetentionDays: 7, fiveMinRetentionDays: 90 });
  expect(db.prepare('SELECT name, state FROM job ORDER BY name').raw().all()).toEqual([
    ['import hour 3600 1', '["here"]'],
    ['import hour 7200 1', '["missing"]'],
    ['import hour 7200 11', '["new"]'],
  ]);
  db.close();
});
