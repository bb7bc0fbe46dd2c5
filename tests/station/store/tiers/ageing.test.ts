import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { settle } from '../../../../src/station/store/rescue/settle.ts';
import { openDatabase, using } from '../../../../src/station/store/sqlite/database.ts';
import { DATABASE_FILE, type Store } from '../../../../src/station/store/store.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { fold, rangeOf } from '../../../support/store-work.ts';
import { NOON, sample, Workshop } from '../support.ts';

const workshop = new Workshop();

const DAY = 86_400;
const HOUR = 3600;
const never = new AbortController().signal;

function fill(store: Store, fromS: number, untilS: number, stepS = 60): void {
  for (let ts = fromS; ts < untilS; ts += stepS) store.samples.append(sample(ts, 20));
  store.flush();
}

const rowsOf = (store: Store): number[] => store.history.storage().tiers.map(({ rows }) => rows);

describe('ageing', () => {
  it.each([30, 400])('lets nothing age by a clock that is %s days ahead', async (days) => {
    const clock = new FakeClock(NOON);
    const store = workshop.open({ clock, rawRetentionDays: 2, fiveMinRetentionDays: 3 });
    fill(store, NOON - 2 * DAY, NOON);
    const [raw, fives] = rowsOf(store);
    clock.jumpWallS(days * DAY);
    fill(store, clock.nowS(), clock.nowS() + 36 * 60, 2);
    expect(await fold(store, never)).toEqual({ raw: 0, fiveMin: 0, removed: 0 });
    expect(rowsOf(store)[0]).toBe(raw! + 36 * 30);
    expect(rowsOf(store)[1]).toBeGreaterThanOrEqual(fives!);
    expect(store.ageing.oldestKept(3)).toBeLessThan(NOON - DAY);
  });

  it('folds at most as much as was added, whatever the gaps, also where a rescue has lost the marks', async () => {
    const kept = { rawRetentionDays: 1, fiveMinRetentionDays: 5 };
    const store = workshop.open(kept);
    fill(store, NOON - 30 * HOUR, NOON);
    fill(store, NOON + 20 * DAY, NOON + 20 * DAY + 3 * HOUR + 60);
    await fold(store, never);
    // 25 hours of samples stay: the three new whole ones, the one begun, and those before them in the record.
    expect(store.history.storage().tiers[0]!.first_ts).toBe(NOON - 21 * HOUR);
    store.close();
    using(openDatabase(join(store.folder, DATABASE_FILE)), (db) => {
      db.exec('DELETE FROM watermark');
      settle(db, kept);
    });
    const again = workshop.open({ ...kept, folder: store.folder });
    expect(again.history.storage().tiers[0]!.first_ts).toBe(NOON - 21 * HOUR);
  });

  it('removes what was folded when the record has grown by another day, and never brings half an hour back', async () => {
    const store = workshop.open({ rawRetentionDays: 1, fiveMinRetentionDays: 3 });
    fill(store, NOON - 3 * DAY, NOON);
    const folded = await fold(store, never);
    expect(folded.raw).toBe(47 * 60);
    expect(folded.removed).toBe(23 * 60);
    store.samples.append(sample(NOON - 2.5 * DAY + 0.5, 99));
    store.samples.append(sample(NOON - 1.5 * DAY + 0.5, 98));
    store.flush();
    expect(store.history.records().temp_max!.value).toBe(99);
    const again = await fold(store, never);
    expect(again).toEqual({ raw: 0, fiveMin: 0, removed: 0 });
    const { series } = rangeOf(store, NOON - 3 * DAY, NOON, 3600);
    expect('n' in series && series.n.reduce((a, b) => a + b, 0)).toBe(3 * 1440 + 2);
  });
});
