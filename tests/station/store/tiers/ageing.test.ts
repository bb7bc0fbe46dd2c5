import { describe, expect, it } from 'vitest';
import type { Store } from '../../../../src/station/store/store.ts';
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
    expect(await fold(store, never)).toEqual({ raw: 0, fiveMin: 0, removed: 0, unfoldedHours: 0 });
    expect(rowsOf(store)[0]).toBe(raw! + 36 * 30);
    expect(rowsOf(store)[1]).toBeGreaterThanOrEqual(fives!);
    expect(store.ageing.oldestKept(3)).toBeLessThan(NOON - DAY);
  });

  it('folds at most as much as was added, whatever the gaps', async () => {
    const store = workshop.open({ rawRetentionDays: 1, fiveMinRetentionDays: 5 });
    fill(store, NOON - 30 * HOUR, NOON);
    fill(store, NOON + 20 * DAY, NOON + 20 * DAY + 3 * HOUR + 60);
    await fold(store, never);
    // 25 hours of samples stay: the three new whole ones, the one begun, and those before them in the record.
    expect(store.history.storage().tiers[0]!.first_ts).toBe(NOON - 21 * HOUR);
  });

  it('folds by the calendar when the time is vouched for, removes by the record, and takes a fold back', async () => {
    const store = workshop.open({ rawRetentionDays: 1, fiveMinRetentionDays: 3 });
    fill(store, NOON - 20 * HOUR, NOON);
    const before = rangeOf(store, NOON - DAY, NOON + DAY, 300);
    const all = rowsOf(store);
    const folded = await fold(store, never, NOON + 30 * DAY);
    expect(folded).toMatchObject({ raw: 1200, removed: 0 });
    expect(rowsOf(store)[0]).toBe(0);
    expect(store.history.coverage().rows).toBe(20);
    const back = await fold(store, never, NOON);
    expect(back.unfoldedHours).toBeGreaterThan(20);
    expect(rowsOf(store)[0]).toBe(all[0]);
    expect(rangeOf(store, NOON - DAY, NOON + DAY, 300)).toEqual(before);
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
    expect(again).toMatchObject({ raw: 0, removed: 0, unfoldedHours: 0 });
    const { series } = rangeOf(store, NOON - 3 * DAY, NOON, 3600);
    expect('n' in series && series.n.reduce((a, b) => a + b, 0)).toBe(3 * 1440 + 2);
  });
});
