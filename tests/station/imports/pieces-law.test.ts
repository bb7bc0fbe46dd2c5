import { describe, expect, it } from 'vitest';
import { DAY_S, HOUR_S } from '../../../src/base/durations.ts';
import { undoImport } from '../../../src/station/imports/work.ts';
import { openBare } from '../../../src/station/store/sqlite/database.ts';
import type { Store } from '../../../src/station/store/store.ts';
import fc from '../../support/drawn.ts';
import { rangeOf } from '../../support/store-work.ts';
import { times } from '../../support/times.ts';
import { NOON, Workshop } from '../store/support.ts';
import { bringIn, contextOf } from './bring-in.ts';
import { tablesOf } from './history-tables.ts';
import { asCsv, asTotals, asWeewx, type Made, madeWeather } from './made-files.ts';

const workshop = new Workshop();

/** Of sixty hours the older ones are kept as hours, a day in five minutes, and the last one as samples. */
const KEPT = { fiveMinRetentionDays: 1 };
const FROM_S = NOON - 60 * HOUR_S;

/** The same, cut off before one of its transactions, or while it settles among the others, and done again. */
async function bringInCut(store: Store, file: string, before: number): Promise<number> {
  const put = store.imports.put.bind(store.imports);
  const settle = store.imports.settle.bind(store.imports);
  let portions = 0;
  store.imports.put = (job, buckets) => {
    portions += 1;
    if (portions === before) throw new Error('cut off');
    return put(job, buckets);
  };
  store.imports.settle = function* (job) {
    for (const step of settle(job)) {
      yield step;
      if (before === 0) throw new Error('cut off');
    }
  };
  const made = await bringIn(store, file).catch((error: Error) => {
    expect(error.message).toBe('cut off');
    return null;
  });
  Object.assign(store.imports, { put, settle });
  return (made ?? (await bringIn(store, file))).rows;
}

type Seen = Record<string, readonly (number | null)[]>;

/**
 * What a reader sees of it: the hours, the five minutes of the last day, what forecasts learn from, and the records, whose moments are those of
 * the rows that were kept first.
 */
function seen(store: Store): Seen {
  const hours = rangeOf(store, FROM_S - DAY_S, NOON, HOUR_S).series as Seen;
  const fives = rangeOf(store, NOON - 20 * HOUR_S, NOON, 300).series as Seen;
  const ticks = [...store.ticks.pages(0, NOON)].flat();
  const all = [
    ...Object.entries(hours),
    ...Object.entries(fives).map(([name, values]) => [`${name} of 5 min`, values]),
    [
      'tick',
      ticks.flatMap(({ tS, temperatureRawC, stationHpa, rainMm }) => [tS, temperatureRawC, stationHpa, rainMm ?? null]),
    ],
    ['rate of a tick', ticks.map(({ rates }) => rates.pressureHpaPerH)],
  ];
  const { coverage: _, ...records } = store.history.records();
  const best = Object.entries(records).flatMap(([name, one]) => (one ? [[name, [one.value]]] : []));
  return Object.fromEntries([...all, ...best]) as Seen;
}

/** Names of what differs between two histories, by more than the rounding of sums. A rate is made of some hours before it, and not of all. */
function unlike(one: Seen, other: Seen): string[] {
  const differs = (name: string, a: readonly (number | null)[] = [], b: readonly (number | null)[] = []): boolean => {
    const most = name.includes('rate') ? 0.3 : 1e-6;
    const isOther = (value: number | null, i: number) =>
      value === null || b[i] === null ? value !== b[i] : Math.abs(value - b[i]!) > most;
    return a.length !== b.length || a.some(isOther);
  };
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].filter((name) => differs(name, one[name], other[name]));
}

interface Drawn {
  stepS: number;
  offsetS: number;
  format: 'weewx' | 'csv' | 'totals';
  cuts: number[];
  overlap: number;
  /** The first piece comes with the third, in one file whose pause the second fills. */
  pauses: boolean;
  order: number[];
}
const drawn = fc.record({
  stepS: fc.constantFrom(60, 300, 600, 3600),
  /** Of the file's first line: within the five minutes, or within the hour. */
  offsetS: fc.constantFrom(0, 120, 1500),
  format: fc.constantFrom('weewx', 'csv', 'totals'),
  /** Thousandths of the file. */
  cuts: fc.uniqueArray(fc.integer({ min: 1, max: 999 }), { minLength: 1, maxLength: 4 }),
  /** Lines that a piece goes on behind its cut. */
  overlap: fc.constantFrom(0, 0, 1, 7, 40),
  pauses: fc.boolean(),
  order: fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5 }),
});

/**
 * A file, and its pieces in the order in which they are brought in; those of fewer than three lines are left to their neighbour. Behind a pause of
 * less than an hour rates begin anew.
 */
function piecesOf({ stepS, offsetS, cuts, overlap, pauses, order }: Drawn): { rows: Made[]; pieces: Made[][] } {
  const rows = madeWeather(FROM_S, NOON - HOUR_S, stepS).map((row) => ({ ...row, tS: row.tS + offsetS }));
  const at = [0];
  for (const cut of cuts.map((one) => Math.round((one / 1000) * rows.length)).sort((a, b) => a - b))
    if (cut - at.at(-1)! >= 3 && rows.length - cut >= 3) at.push(cut);
  const pieces = at.map((from, i) => rows.slice(from, i + 1 < at.length ? at[i + 1]! + overlap : rows.length));
  if (pauses && overlap === 0 && pieces.length > 2 && pieces[1]!.length * stepS >= HOUR_S)
    pieces.splice(0, 3, [...pieces[0]!, ...pieces[2]!], pieces[1]!);
  return { rows, pieces: order.flatMap((i) => (pieces[i] ? [pieces[i]] : [])) };
}

function fileOf({ folder }: Store, { format, stepS }: Drawn, rows: readonly Made[], name: string): string {
  if (format === 'weewx') return asWeewx(folder, rows, stepS / 60, `${name}.sdb`);
  return (format === 'csv' ? asCsv : asTotals)(folder, rows, `${name}.csv`, stepS / 60);
}

describe('import in pieces', () => {
  it('law: a file cut anywhere and brought in by pieces, in any order, is the same history as the whole', async () => {
    await fc.assert(
      fc.asyncProperty(drawn, fc.nat(6), async (how, cutOff) => {
        const { rows, pieces } = piecesOf(how);
        const [whole, store] = [workshop.open(KEPT), workshop.open(KEPT)];
        const nothing = tablesOf(store);
        await bringIn(whole, fileOf(whole, how, rows, 'whole'));
        let taken = 0;
        for (const [i, piece] of pieces.entries())
          taken += await bringInCut(store, fileOf(store, how, piece, `piece-${i}`), i === 0 ? cutOff : cutOff % 3);
        for (const one of [whole, store]) one.flush();
        const wanted = seen(whole);
        expect(unlike(seen(store), wanted)).toEqual([]);
        expect(taken).toBe(rows.length);
        const again = await bringIn(store, fileOf(store, how, rows, 'again'));
        expect(again).toMatchObject({ rows: 0, skipped: rows.length });
        expect(unlike(seen(store), wanted)).toEqual([]);
        const jobs = store.imports.list().map(({ job }) => job);
        for (const job of cutOff % 2 === 0 ? jobs : jobs.toReversed()) await undoImport(contextOf(store), { job });
        expect(tablesOf(store)).toEqual(nothing);
        workshop.clear();
      }),
      { numRuns: times(12), endOnFailure: true },
    );
  });

  it('law: an undo takes one piece out of the hours that it shares, and leaves the others as if it had never come', async () => {
    await fc.assert(
      fc.asyncProperty(drawn, fc.nat(4), async (how, which) => {
        const without = { ...how, stepS: Math.max(300, how.stepS), overlap: 0 };
        const { pieces } = piecesOf(without);
        const gone = which % pieces.length;
        const [store, others] = [workshop.open(KEPT), workshop.open(KEPT)];
        for (const [i, piece] of pieces.entries()) {
          await bringIn(store, fileOf(store, without, piece, `piece-${i}`));
          if (i !== gone) await bringIn(others, fileOf(others, without, piece, `piece-${i}`));
        }
        await undoImport(contextOf(store), { job: gone + 1 });
        for (const one of [store, others]) one.flush();
        expect(unlike(seen(store), seen(others))).toEqual([]);
        workshop.clear();
      }),
      { numRuns: times(12), endOnFailure: true },
    );
  });

  it('law: lines whose interval goes back over others are left out and counted, and the import goes on', async () => {
    const rows = madeWeather(FROM_S, NOON);
    const longer = fc.record({
      place: fc.integer({ min: 30, max: rows.length - 2 }),
      behindS: fc.integer({ min: 1, max: 299 }),
      minutes: fc.integer({ min: 10, max: 90 }),
    });
    const plain = workshop.open(KEPT);
    await bringIn(plain, asWeewx(plain.folder, rows));
    const wanted = tablesOf(plain);
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(longer, { minLength: 1, maxLength: 12, selector: ({ place }) => place }),
        async (lines) => {
          const store = workshop.open(KEPT);
          const file = asWeewx(store.folder, rows);
          const db = openBare(file);
          const put = db.prepare('INSERT INTO archive VALUES (?, 17, ?, 30, 20, 980, 5, 9, 9, 9, 9, NULL)');
          for (const { place, behindS, minutes } of lines) put.run(rows[place]!.tS + 300 + behindS, minutes);
          db.close();
          expect(await bringIn(store, file)).toMatchObject({ rows: rows.length, skipped: lines.length });
          expect(tablesOf(store)).toEqual(wanted);
          store.close();
        },
      ),
      // The first: where samples are kept.
      { numRuns: times(10), endOnFailure: true, examples: [[[{ place: rows.length - 3, behindS: 60, minutes: 30 }]]] },
    );
  });
});
