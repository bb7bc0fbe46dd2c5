import { afterAll, expect, it } from 'vitest';
import { PageFile } from '../../../../src/station/store/rescue/carve/page-file.ts';
import { findLost } from '../../../../src/station/store/rescue/lost.ts';
import { openBare, using } from '../../../../src/station/store/sqlite/database.ts';
import { clearFolders, dbOf, openIn, tempFolder } from '../../../durability/support.ts';

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
