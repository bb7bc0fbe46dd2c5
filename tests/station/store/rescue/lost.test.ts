import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { DAY_S, HOUR_S } from '../../../../src/base/durations.ts';
import { carveInto } from '../../../../src/station/store/rescue/carve/carve.ts';
import { PageFile } from '../../../../src/station/store/rescue/carve/page-file.ts';
import { findLost } from '../../../../src/station/store/rescue/lost.ts';
import { openBare, openDatabase, using } from '../../../../src/station/store/sqlite/database.ts';
import { FIVE_MIN, RAW } from '../../../../src/station/store/tiers/tier.ts';
import { Watermarks } from '../../../../src/station/store/tiers/watermarks.ts';
import { clearFolders, dbOf, fill, openIn, START, tempFolder } from '../../../durability/support.ts';

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

it('hours are told that went along with their half days, of a time whose finer rows were folded long ago', () => {
  const folder = tempFolder();
  openIn(folder).close();
  const file = new PageFile(dbOf(folder));
  const [fromS, untilS] = [START - 100 * DAY_S, START - 95 * DAY_S];
  using(openBare(dbOf(folder)), (db) => {
    for (const tier of [RAW, FIVE_MIN]) new Watermarks(db).advance(tier, START - 90 * DAY_S);
    const holes = [
      { table: 'hourly', after: fromS - HOUR_S, until: untilS - HOUR_S },
      { table: 'half_day', after: null, until: null },
    ];
    expect(findLost(db, holes, file)).toEqual([{ table: 'sample', fromTs: fromS, untilTs: untilS, rows: null }]);
    expect(findLost(db, holes.slice(0, 1), file).map(({ fromTs }) => fromTs)).toEqual([fromS]); // there is no half day behind it
  });
  file.close();
});

it('a gap that an earlier rescue left is not told again where a hole ends that a backup has filled', () => {
  const folder = tempFolder();
  const store = openIn(folder);
  const hour = START - (START % HOUR_S);
  fill(store, hour - HOUR_S, hour + HOUR_S + 600, 30);
  store.close();
  const file = new PageFile(dbOf(folder));
  using(openBare(dbOf(folder)), (db) => {
    new Watermarks(db).advance(RAW, hour + DAY_S);
    db.exec(`DELETE FROM five_min WHERE ts >= ${hour} AND ts < ${hour + HOUR_S}`);
    const hole = { table: 'five_min', after: hour - HOUR_S - 300, until: hour - 300 };
    expect(findLost(db, [hole], file)).toEqual([]);
    const [lost] = findLost(db, [{ ...hole, until: hour }], file);
    expect(lost).toEqual({ table: 'five_min', fromTs: hour, untilTs: hour + HOUR_S, rows: 120 });
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
