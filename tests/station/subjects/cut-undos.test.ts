import { expect, it } from 'vitest';
import { DAY_S } from '../../../src/base/durations.ts';
import { openStore } from '../../support/open-store.ts';
import { Bench } from '../../support/station.ts';
import { bringIn } from '../imports/bring-in.ts';
import { asWeewx, madeWeather } from '../imports/made-files.ts';
import { NOON } from '../store/support.ts';

/** More turns than both undos and what is learned behind them take. */
const TURNS = 2000;

it('undos of two imports that were cut off on the command line both end with the next start', async () => {
  const bench = new Bench({}, NOON);
  const { folder, clock } = bench;
  const store = openStore({ folder, clock, rawRetentionDays: 7, fiveMinRetentionDays: 90, timeZone: 'UTC' });
  const jobs: number[] = [];
  for (const daysAgo of [20, 10]) {
    const fromS = NOON - daysAgo * DAY_S;
    const { job } = await bringIn(store, asWeewx(folder, madeWeather(fromS, fromS + DAY_S), 5, `${daysAgo}.sdb`));
    jobs.push(job!);
  }
  for (const job of jobs) {
    const undo = store.undoImport.steps(job);
    undo.next();
    undo.return(0);
  }
  expect(store.imports.list().map(({ state }) => state)).toEqual(['undoing', 'undoing']);
  store.close();
  const { station } = bench;
  await station.start();
  const left = () => station['parts'].store.imports.list();
  for (let turn = 0; turn < TURNS && left().length > 0; turn += 1) await clock.advance(100);
  expect(left()).toEqual([]);
  const { imports, scores } = station['parts'].store;
  for (let turn = 0; turn < TURNS && imports.toLearn.get() !== null; turn += 1) await clock.advance(100);
  expect([imports.toLearn.get(), scores.nextDay(0)]).toEqual([null, null]);
  await station.stop();
  bench.discard();
});
