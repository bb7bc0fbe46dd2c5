import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DAY_S, HOUR_S } from '../../../src/base/durations.ts';
import { undoImport } from '../../../src/station/imports/work.ts';
import { openBare } from '../../../src/station/store/sqlite/database.ts';
import type { Store } from '../../../src/station/store/store.ts';
import fc from '../../support/drawn.ts';
import { rangeOf } from '../../support/store-work.ts';
import { times } from '../../support/times.ts';
import { deriverOf } from '../store/calibrated-world.ts';
import { NOON, sample, Workshop } from '../store/support.ts';
import { bringIn, clock, contextOf, handle } from './bring-in.ts';
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
        expect(unlike(seen(store), seen(whole))).toEqual([]);
        expect(taken).toBe(rows.length);
        const again = await bringIn(store, fileOf(store, how, rows, 'again'));
        expect(again).toMatchObject({ rows: 0, skipped: rows.length });
        expect(unlike(seen(store), seen(whole))).toEqual([]);
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

  describe.each([
    ['hours', 50, 1 / 24],
    ['five minutes', 10, 1],
    ['samples', 1, 1],
  ])('where %s are kept', (_, hoursAgo, fiveMinRetentionDays) => {
    const hour = NOON - hoursAgo * HOUR_S;
    const file = (fromH: number, untilH: number, minutes: number, rainMm: number) => ({
      minutes,
      rows: madeWeather(hour + fromH * HOUR_S, hour + untilH * HOUR_S, minutes * 60)
        .filter(({ tS }) => tS + minutes * 60 <= NOON)
        .map((row) => ({ ...row, rainMm })),
    });
    it.each([
      ['hours before, and five minutes', file(-3, 1, 60, 5), file(0, 4, 5, 0.4)],
      ['hours behind, and five minutes', file(0, 4, 60, 5), file(-3, 1, 5, 0.4)],
      ['hours from half to half, and five minutes', file(-3.5, 0.5, 60, 5), file(0, 4, 5, 0.4)],
      ['five minutes, and minutes', file(0, 4, 5, 0.4), file(-3, 1 / 12, 1, 0.1)],
      ['hours, and five minutes of them all', file(-4, 1, 60, 5), file(-4, 1, 5, 0.4)],
      ['twenty minutes, and five minutes of them all', file(-4, 1, 20, 1.7), file(-4, 1, 5, 0.4)],
    ])('rain of a time that two files tell of counts once, in either order: %s', async (__, one, other) => {
      for (const [i, [first, second]] of [[one, other] as const, [other, one] as const].entries()) {
        const store = workshop.open({ fiveMinRetentionDays });
        const [fromS, untilS] = [first.rows[0]!.tS, first.rows.at(-1)!.tS + first.minutes * 60];
        const widthS = second.minutes * 60;
        const toldS = ({ tS }: Made) => Math.max(0, Math.min(tS + widthS, untilS) - Math.max(tS, fromS));
        const added = second.rows.filter((row) => toldS(row) < widthS);
        const newMm = added.map((row) => row.rainMm * (1 - toldS(row) / widthS));
        let lines = 0;
        for (const [j, { rows, minutes }] of [first, second].entries())
          lines += (await bringIn(store, asWeewx(store.folder, rows, minutes, `${i}-${j}.sdb`))).rows;
        store.flush();
        const { series } = rangeOf(store, hour - 5 * HOUR_S, NOON, HOUR_S);
        const sum = (values: readonly (number | null)[]) => values.reduce<number>((mm, value) => mm + (value ?? 0), 0);
        const mm = sum([...first.rows.map(({ rainMm }) => rainMm), ...newMm]);
        expect(sum((series as Seen)['rain']!)).toBeCloseTo(mm, 5);
        expect(lines).toBe(first.rows.length + added.length);
      }
    });
  });

  it('a pause in one file is filled from another', async () => {
    const store = workshop.open(KEPT);
    const rows = madeWeather(NOON - 10 * HOUR_S, NOON);
    await bringIn(store, asWeewx(store.folder, [...rows.slice(0, 51), ...rows.slice(56)], 5, 'one.sdb'));
    expect(await bringIn(store, asWeewx(store.folder, rows, 5, 'other.sdb'))).toMatchObject({ rows: 5 });
  });

  it('a logger whose clock is some seconds off tells of no time that is told', async () => {
    const rows = madeWeather(FROM_S, NOON - HOUR_S);
    for (const [i, offS] of [-4, 4].entries()) {
      const store = workshop.open(KEPT);
      const older = rows.slice(0, 101).map((row) => ({ ...row, tS: row.tS + offS }));
      const newer = asWeewx(store.folder, rows.slice(101), 5, `newer-${i}.sdb`);
      expect(await bringIn(store, newer)).toMatchObject({ skipped: 0 });
      expect(await bringIn(store, asWeewx(store.folder, older, 5, `older-${i}.sdb`))).toMatchObject({ skipped: 0 });
    }
  });

  it('of lines that end at one moment the first counts, also with an interval of another length between', async () => {
    const rows = madeWeather(NOON - 20 * HOUR_S, NOON);
    const line = (tS: number, value: number | null, tier: number) =>
      [new Date(tS * 1000).toISOString(), tS, value, tier].join(',');
    const imported = async (lines: readonly string[]) => {
      const store = workshop.open(KEPT);
      const path = join(store.folder, 'own.csv');
      writeFileSync(path, ['iso_time,ts,temp_smooth,tier', ...lines, ''].join('\n'));
      const { rows: taken, scan } = await bringIn(store, path);
      return { taken, told: scan.notTaken.duplicate, tables: tablesOf(store) };
    };
    const once = rows.map(({ tS, temperatureC }) => line(tS, temperatureC, 1));
    const more = rows.flatMap(({ tS, temperatureC }, i) => {
      const one = line(tS, temperatureC, 1);
      return i > 20 && i % 25 === 9 ? [one, line(tS - 3300, 30, 2), line(tS, 31, 1)] : [one];
    });
    const told = more.length - once.length;
    expect(told).toBeGreaterThan(10);
    expect(await imported(more)).toEqual({ ...(await imported(once)), told });
  });

  it('what an import whose record is lost has had of its first and last hours does not hold for another', async () => {
    const store = workshop.open(KEPT);
    const rows = madeWeather(FROM_S, NOON - HOUR_S);
    const file = asWeewx(store.folder, rows);
    await bringIn(store, file);
    const db = openBare(join(store.folder, 'weatherglass.db'));
    const shares = db.prepare("SELECT name, state FROM job WHERE name LIKE 'import hour %'").raw().all();
    await undoImport(contextOf(store), { job: 1 });
    for (const job of [1, 11])
      for (const [name, state] of shares as [string, string][])
        db.prepare('INSERT INTO job (name, started_ts, state) VALUES (?, 0, ?)').run(
          name.replace(/1$/, `${job}`),
          state,
        );
    db.close();
    const seam = 12 * 8 + 5;
    expect(await bringIn(store, asWeewx(store.folder, rows.slice(seam), 5, 'newer.sdb'))).toMatchObject({ skipped: 0 });
    expect(await bringIn(store, file)).toMatchObject({ rows: seam });
  });

  it('a person’s word about a time that was imported holds when the rest of its hour comes', async () => {
    const store = workshop.open(KEPT);
    const rows = madeWeather(FROM_S, NOON);
    const [seam, hourS] = [12 * 8 + 5, FROM_S + 8 * HOUR_S];
    await bringIn(store, asWeewx(store.folder, rows.slice(seam + 100), 5, 'newest.sdb'));
    await bringIn(store, asWeewx(store.folder, rows.slice(0, seam), 5, 'older.sdb'));
    store.reflag.say(['temperature'], hourS * 1000, (hourS + HOUR_S) * 1000, 'bad');
    await store.reflag.run(handle);
    const temperatures = () => rangeOf(store, hourS, hourS + HOUR_S, HOUR_S).series as Seen;
    expect(temperatures()['temp']).toEqual([null]);
    await bringIn(store, asWeewx(store.folder, rows.slice(seam, seam + 100), 5, 'between.sdb'));
    expect(temperatures()).toMatchObject({ temp: [null], n: [12] });
  });

  it('a calibration between two files moves what the first has of an hour, and no more of it', async () => {
    const store = workshop.open(KEPT);
    const rows = madeWeather(FROM_S, NOON).map((row) => ({ ...row, humidityPct: 50 }));
    const seam = 12 * 8 + 5;
    await bringIn(store, asWeewx(store.folder, rows.slice(0, seam), 5, 'older.sdb'));
    await store.recompute.run(deriverOf({ k: 0, offset: 6, altitudeM: 120 }, 300), handle);
    await bringIn(store, asWeewx(store.folder, rows.slice(seam), 5, 'newer.sdb'), 6);
    const { series } = rangeOf(store, FROM_S, FROM_S + 10 * HOUR_S, HOUR_S);
    expect(series['hum']!.slice(7)).toEqual([56, (5 * 56 + 7 * 50) / 12, 50].map((pct) => expect.closeTo(pct!, 9)));
  });

  it('marks go back to those of the imports that are left, whichever went first', async () => {
    const store = workshop.open(KEPT);
    const rows = madeWeather(FROM_S, NOON);
    const thirds = [rows.slice(0, 200), rows.slice(200, 400), rows.slice(400)];
    const file = (i: number) => asWeewx(store.folder, thirds[i]!, 5, `${i}.sdb`);
    await bringIn(store, file(0));
    await bringIn(store, file(1));
    const { watermark } = tablesOf(store);
    await bringIn(store, file(2));
    for (const job of [1, 3]) await undoImport(contextOf(store), { job });
    expect(tablesOf(store)['watermark']).toEqual(watermark);
  });

  it.each([
    [1, 'newer'],
    [2, 'older'],
  ])(
    'an undo of import %i leaves the lines of the %s in an hour that own samples have come into',
    async (job, left) => {
      const store = workshop.open({ ...KEPT, clock });
      const rows = madeWeather(FROM_S, NOON - 1200);
      const seamS = NOON - 2400;
      const pieces = { older: rows.filter(({ tS }) => tS < seamS), newer: rows.filter(({ tS }) => tS >= seamS) };
      for (const [name, piece] of Object.entries(pieces))
        await bringIn(store, asWeewx(store.folder, piece, 5, `${name}.sdb`));
      for (let tS = NOON - 600; tS < NOON; tS += 60) store.samples.append(sample(tS, 20));
      store.flush();
      await undoImport(contextOf(store), { job });
      const samples = () => tablesOf(store)['sample']!.map((row) => (JSON.parse(row) as number[])[0]! / 1000);
      const isLeft = ({ tS }: Made) => tS >= NOON - HOUR_S;
      const own = Array.from({ length: 10 }, (_, i) => NOON - 600 + 60 * i);
      expect(samples()).toEqual([...pieces[left as keyof typeof pieces].filter(isLeft).map(({ tS }) => tS), ...own]);
    },
  );

  it('an hour in which the station has measured itself keeps its row', async () => {
    const store = workshop.open({ ...KEPT, clock });
    const rows = madeWeather(FROM_S, NOON);
    for (let tS = NOON - 3000; tS < NOON; tS += 10) store.samples.append(sample(tS, 20));
    store.flush();
    const own = () => tablesOf(store)['sample']!.filter((row) => JSON.parse(row)[0] >= (NOON - 3000) * 1000);
    const before = own();
    for (const [i, from] of [0, 717].entries())
      await bringIn(store, asWeewx(store.folder, rows.slice(from, from + 717), 5, `own-${i}.sdb`));
    expect(own()).toEqual(before);
  });
});
