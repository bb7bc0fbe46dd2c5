import { afterAll, beforeAll, describe, it } from 'vitest';
import type { Steps } from '../../src/base/steps.ts';
import { wireSteps } from '../../src/http/json.ts';
import { systemClock } from '../../src/main/clock.ts';
import type { StationApi } from '../../src/station/api.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { FIGURES, promised } from '../support/promised.ts';
import { openRealStation, type RealStation } from '../support/real-station.ts';
import { fold } from '../support/store-work.ts';

/** Slices end two milliseconds after they began, so a step may take three until the thread has been held for five. */
const STEP_MS = 3;
const HELD_MS = 5;
const DAY_S = 86_400;

let real: RealStation;
let station: StationApi;
let nowS: number;
beforeAll(async () => {
  const settings = { forecast: { train_at_start_hours: 24 } }; // answers are as long, whatever was learned
  real = await openRealStation({ clock: new FakeClock(), historyDays: 30, coarse: true, settings });
  await fold(real.store, new AbortController().signal); // as it stands in a grown station: a week of samples, the rest folded
  station = real.station;
  nowS = station.nowS();
});
afterAll(() => real.close());

/** Of a bench. A test fails at twenty times as much, and needs one that is warm. */
const ROUNDS = process.env[FIGURES] ? 5 : 2;

/** What this thread itself computed: what other programs take away is not counted. Some kernels count ticks of 10 ms, too coarse for a bench. */
const computedMs = process.env[FIGURES] ? systemClock.steadyMs : systemClock.computedMs!;

/** The longest step, each as short as it was in the best of some rounds: the collector of garbage and cold caches. */
function longestStepMs(work: () => Steps<unknown>): number {
  const shortest: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const steps = work();
    for (let i = 0, done: boolean | undefined = false; !done; i += 1) {
      const startMs = computedMs();
      done = steps.next().done;
      shortest[i] = Math.min(shortest[i] ?? Number.POSITIVE_INFINITY, computedMs() - startMs);
    }
  }
  return shortest.reduce((a, b) => Math.max(a, b), 0);
}

function* written(answer: Steps<unknown>): Steps<unknown> {
  return yield* wireSteps(yield* answer);
}

function* wrapped(question: () => unknown): Steps<unknown> {
  return yield* wireSteps(question());
}

describe('no question holds the thread that samples', () => {
  it.each<[string, (s: StationApi) => Steps<unknown>]>([
    ['history of six hours', (s) => s.history.recent(6, 720)],
    ['history of ninety days', (s) => s.history.recent(2160, 5000)],
    ['a range of a year in buckets of half a minute', (s) => s.history.range(nowS - 366 * DAY_S, nowS, 30)],
    ['a range of a year in odd buckets of a week', (s) => s.history.range(nowS - 366 * DAY_S, nowS, 604_799)],
    [
      'a range of a week in buckets that no folded row fits into',
      (s) => s.history.range(nowS - 7 * DAY_S, nowS, 86_399),
    ],
    ['the days of all time', (s) => s.history.daily(1e6)],
    ['the report of a month', (s) => s.history.report()],
    ['the report on paper', (s) => s.history.reportText()],
    ['the report as a table', (s) => s.history.reportCsv()],
  ])('%s: no step is long', (name, question) => {
    promised(
      `the longest step: ${name}`,
      longestStepMs(() => written(question(station))),
      STEP_MS,
    );
  });

  it.each<[string, (s: StationApi) => unknown]>([
    ['records', (s) => s.history.records()],
    ['storage', (s) => s.history.storage()],
    ['scorecard', (s) => s.forecasts.scorecard()],
    ['outlook', (s) => s.forecasts.outlook()],
    ['a new forecast', (s) => s.forecasts.forecast(true)],
    ['anomaly', (s) => s.watch.anomaly()],
    ['models', (s) => s.watch.models()],
    ['nerd', (s) => s.watch.nerd()],
    ['methods', (s) => s.watch.methods()],
    ['status', (s) => s.status()],
    ['all events', (s) => s.watch.events(500)],
  ])('%s: worked out and written in a moment', (name, question) => {
    promised(
      `all at once: ${name}`,
      longestStepMs(() => wrapped(() => question(station))),
      HELD_MS,
    );
  });

  it('an export goes out in small pieces', () => {
    const pieces = function* (): Steps<unknown> {
      for (const _ of station.history.exportCsv(nowS - 2 * DAY_S, nowS)) yield;
      return null;
    };
    promised('the longest piece of an export', longestStepMs(pieces), HELD_MS);
  });
});
