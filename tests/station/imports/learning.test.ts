import { expect, it } from 'vitest';
import { DAY_S } from '../../../src/base/durations.ts';
import { tickRow } from '../../../src/station/air/scale/levels.ts';
import { ForecastEngine } from '../../../src/station/forecast/engine.ts';
import { importFiles, undoImport } from '../../../src/station/imports/work.ts';
import { InThread } from '../../../src/station/jobs/in-thread.ts';
import { relearn } from '../../../src/station/jobs/relearn.ts';
import { Turnstile } from '../../../src/station/store/sqlite/turnstile.ts';
import { workerStorePlan } from '../../../src/station/store/worker-store.ts';
import type { RawTick } from '../../../src/station/tick.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { restore } from '../forecast/learned.ts';
import { NOON, Workshop } from '../store/support.ts';
import { bringIn, contextOf } from './bring-in.ts';
import { tablesOf } from './history-tables.ts';
import { asWeewx, madeWeather } from './made-files.ts';

const workshop = new Workshop();

const scale = { k: 0, humidityOffset: 0, psychrometric: false, altitudeM: 120, air: null, barometer: null };
const place = { latitude: 51.45, longitude: 7.01 };
const settings = { stepS: 300, ...place, standardOffsetS: 3600, timezone: 'Europe/Berlin' };
const DAYS = 5;

it('what is learned from an import has the scores of a station that has lived it, and they are kept with its forecasts', async () => {
  const clock = new FakeClock(NOON);
  const store = workshop.open({ clock, fiveMinRetentionDays: 2 });
  const file = asWeewx(store.folder, madeWeather(NOON - DAYS * DAY_S, NOON));
  const signal = new AbortController().signal;
  const handle = { signal, progress: () => {} };
  const input = {
    files: [file],
    zone: 'Europe/Berlin',
    nowS: NOON,
    placing: { core: 'outdoor' as const, place, scale },
    units: null,
    order: null,
    map: null,
  };
  const made = await importFiles({ store, clock, plan: { folder: store.folder }, ...handle }, input);
  if ('refused' in made) throw new Error(made.refused.detail);
  expect(store.imports.toLearn.get()).toBe('import');

  const plan = workerStorePlan(
    { folder: store.folder, timeZone: 'UTC', rawRetentionDays: 7, fiveMinRetentionDays: 2 },
    new Turnstile(),
  );
  const rain = { baseRate: 0.05, indoors: false, southern: false, place, stepS: 300 };
  const lesson = { settings, rain, words: [], scale, nowS: NOON, headHours: DAYS * 24 + 1, importJob: made.job };
  const learned = await new InThread(plan, clock).run('relearn', lesson, handle);
  expect(learned.heads.trained).toBe(true);

  const lived = new ForecastEngine(settings);
  for (const page of store.ticks.pages(0, NOON)) for (const raw of page) lived.tick(tickRow(raw, scale));
  const after = new ForecastEngine(settings, {
    scores: { since: (day) => store.scores.since(day), save: () => {}, prune: () => {}, forget: () => {} },
  });
  restore(after, []);
  const skills = (engine: ForecastEngine) =>
    engine.scorecard(NOON).map(({ target, horizon_s, skill, coverage }) => ({ target, horizon_s, skill, coverage }));
  expect(skills(after)).toHaveLength(18);
  for (const [i, row] of skills(after).entries()) {
    const its = skills(lived)[i]!;
    expect(Math.abs((row.skill ?? 0) - (its.skill ?? 0)), `${row.target} ${row.horizon_s}`).toBeLessThan(0.01);
  }
  const said = store.issued.between(NOON - DAYS * DAY_S, NOON);
  expect(said.length).toBeGreaterThan((DAYS - 1) * 24);

  const { job } = made;
  for (const _ of store.undoImport.steps(job!));
  expect(store.scores.nextDay(0)).toBeNull();
  expect(store.issued.between(0, NOON)).toEqual([]);
});

it('law: an import that is undone, whichever, leaves the scores and forecasts that are learned from the others alone', async () => {
  const clock = new FakeClock(NOON);
  const spans = { old: [8, 5], young: [4, 1], both: [6, 2] } as const;
  const rain = { baseRate: 0.05, indoors: false, southern: false, place, stepS: 300 };
  const handle = { signal: new AbortController().signal, progress: () => {} };
  const stationOf = () => {
    const kept = { rawRetentionDays: 7, fiveMinRetentionDays: 90 };
    const store = workshop.open({ clock, ...kept });
    const plan = workerStorePlan({ folder: store.folder, timeZone: 'UTC', ...kept }, new Turnstile());
    const thread = new InThread(plan, clock);
    const learn = async () => {
      const importJob = store.imports.newest();
      await thread.run(
        'relearn',
        { settings, rain, words: [], scale, nowS: NOON, headHours: 24 * 9, importJob },
        handle,
      );
      store.imports.toLearn.drop();
    };
    const add = async (name: keyof typeof spans) => {
      const [from, until] = spans[name];
      const rows = madeWeather(NOON - from * DAY_S, NOON - until * DAY_S);
      const { job } = await bringIn(store, asWeewx(store.folder, rows, 5, `${name}.sdb`));
      await learn();
      return job!;
    };
    const kindsOf = () => {
      const { score, issued } = tablesOf(store);
      return { score, issued };
    };
    return { store, learn, add, kindsOf };
  };
  /** What is learned from an import while it is the only one: each is once the first of its station. */
  const alone = new Map<keyof typeof spans, ReturnType<ReturnType<typeof stationOf>['kindsOf']>>();
  for (const [kept, gone, keptFirst] of [
    ['old', 'young', true],
    ['young', 'both', true],
    ['young', 'old', false],
  ] as const) {
    const { store, learn, add, kindsOf } = stationOf();
    const jobs: number[] = [];
    for (const name of keptFirst ? [kept, gone] : [gone, kept]) {
      jobs.push(await add(name));
      if (jobs.length === 1) alone.set(name, kindsOf());
    }
    expect(alone.get(kept)!.score!.length).toBeGreaterThan(0);
    const [left, undone] = keptFirst ? jobs : jobs.toReversed();
    await undoImport(contextOf(store), { job: undone! });
    expect(kindsOf(), 'until it is learned again').toEqual({ score: [], issued: [] });
    expect([store.imports.toLearn.get(), store.imports.newest()]).toEqual(['undo', left]);
    await learn();
    expect(kindsOf(), `${kept} without ${gone}`).toEqual(alone.get(kept));
    await undoImport(contextOf(store), { job: left! });
    expect(store.imports.newest()).toBeNull();
    expect(kindsOf()).toEqual({ score: [], issued: [] });
  }
});

it('what is learned from an import knows the nets that a station would have had', async () => {
  const HOURS = 210 * 24;
  const fromS = NOON - HOURS * 3600;
  const ticks = madeWeather(fromS, NOON, 3600).map((row): RawTick => {
    const { temperatureC, humidityPct, seaHpa } = row;
    const rates = { temperatureCPerH: null, humidityPctPerH: null, pressureHpaPerH: null };
    const air = { temperatureRawC: temperatureC, humidityRawPct: humidityPct, stationHpa: seaHpa };
    return { tS: row.tS, ...air, cpuExcessC: 0, elementC: null, cloudIndex: null, rates };
  });
  const history = {
    ticks: (afterS: number, untilS: number) => [ticks.filter(({ tS }) => tS > afterS && tS <= untilS)],
    hours: () => [],
  };
  const rain = { baseRate: 0.05, indoors: false, southern: false, place, stepS: 300 };
  const input = { settings, rain, words: [], scale, nowS: NOON, headHours: 0, importJob: 1 };
  const context = { clock: new FakeClock(NOON), signal: new AbortController().signal, progress: () => {} };
  const { usual } = await relearn(history, input, context);
  const nightAfter = usual.net!.trainedAt - 200 * 24;
  expect(nightAfter).toBeGreaterThanOrEqual(0);
  expect(nightAfter).toBeLessThan(24);
  expect((await relearn(history, { ...input, importJob: null }, context)).usual.net).toBeNull();

  const engine = new ForecastEngine(settings);
  engine.adopting.adoptUsual(engine.adopting.revive(usual), []);
  expect(engine.adopting.usual().net).toEqual(usual.net);
  expect(engine.adopting.netDue()).toBeNull();
});
