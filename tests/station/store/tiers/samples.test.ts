import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDatabase, using } from '../../../../src/station/store/sqlite/database.ts';
import { DATABASE_FILE } from '../../../../src/station/store/store.ts';
import { NOON, sample, Workshop } from '../support.ts';

const workshop = new Workshop();

describe('samples', () => {
  it('can be read at once, and again after the next start', () => {
    const folder = workshop.folder();
    const store = workshop.open({ folder });
    store.samples.append(sample(NOON + 0.123, 21.5, { press_raw: 1013.25, clear: 1200 }));
    expect(store.samples.latest()).toMatchObject({
      ts: NOON + 0.123,
      temp_smooth: 21.5,
      press_raw: 1013.25,
      lux: null,
    });
    store.close();
    expect(workshop.open({ folder }).samples.latest()).toMatchObject({ ts: NOON + 0.123, clear: 1200 });
  });

  it('share no millisecond: each gets the next free one', () => {
    const store = workshop.open();
    for (const temp of [1, 2]) store.samples.append(sample(NOON, temp));
    store.flush();
    store.samples.append(sample(NOON, 3));
    store.flush();
    const rows = [...store.samples.pages(0, NOON + 1)].flat();
    expect(rows.map((row) => [row.ts, row.temp])).toEqual([
      [NOON, 1],
      [NOON + 0.001, 2],
      [NOON + 0.002, 3],
    ]);
  });

  it('give way to what another program has stored meanwhile, with all that was measured and flagged beside them', () => {
    const folder = workshop.folder();
    const store = workshop.open({ folder });
    store.samples.append(sample(NOON, 3, { narrow: { rainMm: 0.2 }, flags: { temperature: 2 } }));
    using(openDatabase(join(folder, DATABASE_FILE)), (db) =>
      db.exec(`INSERT INTO sample (ts_ms, temp_raw) VALUES (${NOON * 1000}, 30)`),
    );
    store.flush();
    expect(store.samples.next(NOON - 1, 3)).toMatchObject([
      { ts: NOON, temp_raw: 30, narrow: undefined, flags: undefined },
      { ts: NOON + 0.001, temp_raw: 3, narrow: { rainMm: 0.2 }, flags: { temperature: 2 } },
    ]);
  });

  it('come back in order, waiting and stored ones mixed', () => {
    const store = workshop.open();
    for (const i of [4, 1, 3]) store.samples.append(sample(NOON + i, i));
    store.flush();
    for (const i of [2, 0]) store.samples.append(sample(NOON + i, i));
    expect([...store.samples.pages(NOON - 1, NOON + 10)].flat().map((row) => row.temp)).toEqual([0, 1, 2, 3, 4]);
  });
});
