import { statSync, truncateSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { clearFolders, copyOf, dbOf, fill, openIn, past, START } from './support.ts';

const STEP = 30;
const [FROM, UNTIL] = [START - 26 * 3600, START + 1200];

/** As a kill leaves it: a day in the file, and twenty minutes in the log. */
let killed: string;
beforeAll(() => {
  const from = past(START - FROM, undefined, STEP);
  const store = openIn(from);
  fill(store, START, UNTIL, STEP);
  killed = copyOf(from);
  store.close();
});
afterAll(clearFolders);

it.each([0.001, 0.3, 0.6, 0.9])(
  'of a file cut at %d of its length, its log whole, no reading is gone that is not told',
  (share) => {
    const folder = copyOf(killed);
    truncateSync(dbOf(folder), Math.round(statSync(dbOf(folder)).size * share) + 123);
    const store = openIn(folder);
    const there = new Set([...store.samples.pages(0, UNTIL)].flat().map(({ ts }) => ts));
    const all = Array.from({ length: (UNTIL - FROM) / STEP }, (_, i) => FROM + i * STEP);
    const gone = all.filter((tS) => !there.has(tS));
    const lost = store.finding!.salvage!.lost.filter(({ table }) => ['sample', 'five_min', 'hourly'].includes(table));
    store.close();
    const isTold = (tS: number) =>
      lost.some(({ fromTs, untilTs }) => (fromTs ?? 0) <= tS && tS <= (untilTs ?? Number.POSITIVE_INFINITY));
    expect(gone.length).toBeGreaterThan(100);
    expect(gone.filter((tS) => !isTold(tS))).toEqual([]);
    // A number is told where all of them are counted, and no stretch of what is there without one.
    const told = lost.reduce<number | null>((sum, { rows }) => (sum === null || rows === null ? null : sum + rows), 0);
    expect([null, gone.length]).toContain(told);
    const open = lost.filter(({ rows }) => rows === null);
    const isOpen = (tS: number) => open.some(({ fromTs, untilTs }) => fromTs! < tS && tS < (untilTs ?? 0));
    expect(share > 0.01 ? [...there].filter(isOpen) : []).toEqual([]);
  },
);
