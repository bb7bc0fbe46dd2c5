import { expect, it } from 'vitest';
import { Slicer } from '../../../src/base/clock.ts';
import { DAY_S, HOUR_S } from '../../../src/base/durations.ts';
import { undoImport } from '../../../src/station/imports/work.ts';
import { InThread } from '../../../src/station/jobs/in-thread.ts';
import { Turnstile } from '../../../src/station/store/sqlite/turnstile.ts';
import type { Store } from '../../../src/station/store/store.ts';
import { workerStorePlan } from '../../../src/station/store/worker-store.ts';
import fc from '../../support/drawn.ts';
import { times } from '../../support/times.ts';
import { NOON, sample, Workshop } from '../store/support.ts';
import { bringIn, clock, contextOf, handle } from './bring-in.ts';
import { tablesOf } from './history-tables.ts';
import { asCsv, asWeewx, type Made, madeWeather } from './made-files.ts';

const workshop = new Workshop();

/** Own rows are younger than what folds; of the files' days only some are. */
const KEPT = { rawRetentionDays: 2, fiveMinRetentionDays: 3 };
const OWN_S = 30 * HOUR_S;
const FILES_S = 5 * DAY_S;
const WEATHER = madeWeather(NOON - FILES_S, NOON);

/** A stretch of time as two thousandths. */
const stretch = fc.tuple(fc.integer({ min: 0, max: 1000 }), fc.integer({ min: 0, max: 1000 }));
type Stretch = readonly [number, number];
const within = ([a, b]: Stretch, fromS: number, untilS: number): [number, number] => [
  Math.round(fromS + (Math.min(a, b) / 1000) * (untilS - fromS)),
  Math.round(fromS + (Math.max(a, b) / 1000) * (untilS - fromS)),
];

/** A station with samples in one stretch of the last day and a bit, and a pause in it. */
function ownStation(own: Stretch, pause: Stretch, stepS: number): Store {
  const store = workshop.open({ ...KEPT, clock });
  const [fromS, untilS] = within(own, NOON - OWN_S, NOON);
  const [pausedS, resumedS] = within(pause, fromS, untilS);
  for (let tS = fromS; tS < untilS; tS += stepS) {
    if (tS > pausedS && tS < resumedS) continue;
    const press = 1000 + Math.sin(tS / 9999);
    const air = { press_raw: press, press_smooth: press, press_slp: press + 14 };
    store.samples.append({
      ...sample(tS, 20 + 4 * Math.sin(tS / 5000)),
      ...air,
      narrow: { rainMm: tS % 7 === 0 ? 0.2 : 0 },
    });
  }
  store.flush();
  return store;
}

/** Other weather, with a spike now and then. */
const shifted = (rows: readonly Made[], more: number): Made[] =>
  rows.map((row, i) => ({ ...row, temperatureC: row.temperatureC! + (i % 50 === 7 ? 25 : more) }));

it('law: two imports over one another, aged, flagged by hand and taken back in any order, leave every table as it was', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        own: stretch,
        pause: stretch,
        stepS: fc.constantFrom(97, 150, 300, 1000),
        one: stretch,
        two: stretch,
        flag: stretch,
        verdict: fc.constantFrom('bad', 'good', null),
        ages: fc.boolean(),
        firstGoes: fc.boolean(),
      }),
      async ({ own, pause, stepS, one, two, flag, verdict, ages, firstGoes }) => {
        const store = ownStation(own, pause, stepS);
        const before = tablesOf(store);
        const cut = (of: Stretch) => {
          const [fromS, untilS] = within(of, NOON - FILES_S, NOON - HOUR_S);
          return WEATHER.filter(({ tS }) => tS >= fromS && tS <= untilS + 300);
        };
        const files = [asWeewx(store.folder, cut(one)), asCsv(store.folder, shifted(cut(two), 3))];
        const jobs: number[] = [];
        for (const file of files) jobs.push((await bringIn(store, file)).job);
        const [fromS, untilS] = within(flag, NOON - FILES_S, NOON);
        const said = (word: 'bad' | 'good' | null) => {
          store.reflag.say(['temperature', 'pressure'], fromS * 1000, untilS * 1000 + 1, word);
          return store.reflag.run(handle);
        };
        if (verdict !== null) await said(verdict);
        if (ages) await store.ageing.fold(new Slicer(clock, 1e9), handle.signal);
        for (const job of firstGoes ? jobs : jobs.toReversed()) await undoImport(contextOf(store), { job });
        if (verdict !== null) await said(null);
        expect(store.imports.list()).toEqual([]);
        expect(tablesOf(store)).toEqual(before);
        workshop.clear();
      },
    ),
    { numRuns: times(8), endOnFailure: true },
  );
});

it('a long import that is undone on its day leaves an older one as fine as it was, with its ticks, after the housekeeping of its hours', async () => {
  const store = ownStation([0, 1000], [0, 0], 1000);
  const rows = (fromDays: number, untilDays: number) => madeWeather(NOON - fromDays * DAY_S, NOON - untilDays * DAY_S);
  await bringIn(store, asWeewx(store.folder, rows(20, 19)));
  const plan = workerStorePlan({ folder: store.folder, timeZone: 'UTC', ...KEPT }, new Turnstile());
  const upkeep = () => new InThread(plan, clock).run('upkeep', undefined, handle);
  store.imports.toLearn.drop();
  await upkeep();
  const before = tablesOf(store);
  expect(before['five_min']!.length).toBeGreaterThan(280);
  const { job } = await bringIn(store, asWeewx(store.folder, rows(15, 5), 5, 'long.sdb'));
  store.imports.toLearn.drop();
  await upkeep();
  await undoImport(contextOf(store), { job: job! });
  expect(tablesOf(store)).toEqual(before);

  await bringIn(store, asWeewx(store.folder, rows(15, 5), 5, 'again.sdb'));
  store.imports.toLearn.drop();
  for (let hour = 0; hour <= 24; hour += 1) store.samples.append(sample(NOON + hour * HOUR_S + 60, 20));
  store.flush();
  await upkeep();
  const { five_min: fives, tick } = tablesOf(store);
  const first = (rows: readonly string[]) => (JSON.parse(rows[0]!) as [number])[0];
  expect(Math.min(first(fives!), first(tick!)), 'a day later').toBeGreaterThan(NOON - 16 * DAY_S);
});
