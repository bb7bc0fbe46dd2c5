import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { carveInto } from '../../../../src/station/store/rescue/carve/carve.ts';
import { PageFile } from '../../../../src/station/store/rescue/carve/page-file.ts';
import { findLost } from '../../../../src/station/store/rescue/lost.ts';
import { openBare, openDatabase, using } from '../../../../src/station/store/sqlite/database.ts';
import { clearFolders, dbOf, openIn, START, tempFolder } from '../../../durability/support.ts';

afterAll(clearFolders);

it('of a history without a five-minute row nothing tells since when readings are lost: no moment is named', () => {
  const folder = tempFolder();
  openIn(folder).close();
  const file = new PageFile(dbOf(folder));
  using(openBare(dbOf(folder)), (db) => {
    const whole = { table: 'sample', after: null, until: null };
    expect(findLost(db, [whole], file)).toEqual([{ table: 'sample', fromTs: null, untilTs: null, rows: null }]);
  });
  file.close();
});

it('what was learned has no name where the card returned a sector of zeros: the loss is told without one', () => {
  const folder = tempFolder();
  const store = openIn(folder);
  store.learned.saveAll([{ name: 'sky', version: 1, state: {} }], START);
  store.close();
  const bytes = readFileSync(dbOf(folder));
  const at = bytes.indexOf('sky');
  const sector = at - (at % 512); // half of a page: its head is in the other
  writeFileSync(dbOf(folder), bytes.fill(0, sector, sector + 512));
  const file = new PageFile(dbOf(folder));
  const fresh = openDatabase(join(tempFolder(), 'fresh.db'));
  const { holes, unread } = using(fresh, (db) => carveInto(db, file, START));
  file.close();
  expect(holes).toContainEqual({ table: 'learned', after: null, until: null });
  expect(unread).toEqual([]);
});
