import { describe, expect, it } from 'vitest';
import { ForecastEngine } from '../../../src/station/forecast/engine.ts';
import { worseThan } from '../../../src/station/forecast/head-training.ts';
import { type Relearned, relearn } from '../../../src/station/jobs/relearn.ts';
import type { TickRow } from '../../../src/station/tick.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { PLAIN, rawOf } from '../../support/tick-rows.ts';
import { START_S, settingsFor, weather } from './weather.ts';

const STEP_S = 1800;
const DAY_S = 86_400;
const DAYS = 12;
const rows = weather(81, DAYS, STEP_S);
const endS = rows.at(-1)!.tS;

const history = (list: readonly TickRow[]) => ({
  *ticks(afterS: number, untilS: number) {
    const wanted = list.filter(({ tS }) => tS > afterS && tS <= untilS);
    for (let i = 0; i < wanted.length; i += 100) yield wanted.slice(i, i + 100).map(rawOf);
  },
  hours: () => [],
});

const job = (clock = new FakeClock(endS), signal = new AbortController().signal) => {
  const shares: number[] = [];
  const progress = (share: number): void => {
    shares.push(share);
  };
  return { clock, signal, shares, progress };
};

/** Real milliseconds for the slicer, the record's end for the wall. */
class WorkingClock extends FakeClock {
  override steadyMs = () => performance.now(); // now: how long a step takes is what is judged
}

const theta = (engine: ForecastEngine) => [...engine.head('temperature', 10800).learner.theta];

const inputFor = (headHours: number, nowS: number) => {
  const settings = settingsFor(STEP_S);
  const place = { latitude: settings.latitude, longitude: settings.longitude };
  const rain = { baseRate: 0.15, indoors: false, southern: false, place, stepS: STEP_S };
  return { settings, rain, words: [], scale: PLAIN, nowS, headHours };
};

const trainOn = (list: readonly TickRow[], hours: number, context = job()) =>
  relearn(history(list), inputFor(hours, context.clock.nowS()), context);

let taught: Promise<Relearned> | null = null;
/** All rows, with nobody beside: trained once for all that only adopt it. */
const taughtByAll = (): Promise<Relearned> => {
  taught ??= trainOn(rows, 24 * DAYS);
  return taught;
};

/** What was trained, in an engine of its own; it went through the words it is stored in. */
function adopted(result: Relearned, engine = new ForecastEngine(settingsFor(STEP_S))) {
  const { heads, usual } = JSON.parse(JSON.stringify(result)) as Relearned;
  if (!heads.trained) throw new Error(heads.reason);
  engine.adopting.adoptUsual(engine.adopting.revive(usual), []);
  for (const { key, saved } of heads.heads) engine.adopting.head(key, saved);
  return engine;
}

describe('training from history', () => {
  it('learns exactly what a station would have learned that had been there', async () => {
    const lived = new ForecastEngine(settingsFor(STEP_S));
    lived.catchUp(rows.slice(0, 1)); // older than the hours asked for: it only teaches climatology
    for (const row of rows.slice(1)) lived.tick(row);
    const { heads, ...result } = await trainOn(rows, (endS - START_S) / 3600);
    const trained = adopted({ heads, ...result });
    expect(theta(trained)).toEqual(theta(lived));
    expect(result.usual.climate).toEqual(lived.adopting.usual().climate);
    expect(result.untilS).toBe(endS);
    expect(heads).toMatchObject({ facts: { grid_rows: rows.length - 1, valid_rows: rows.length - 1 } });
    if (heads.trained) {
      expect(heads.facts.pairs['temperature@10800']).toBe(rows.length - 1 - 6);
      expect(heads.facts.span_days).toBeCloseTo(DAYS - 2 / 48, 6);
    }
  });

  it('knows nothing of the future: the same rows in a longer history give the same weights', async () => {
    const half = rows.slice(0, rows.length / 2);
    const then = () => job(new FakeClock(half.at(-1)!.tS));
    const [short, long] = [await trainOn(half, 12 * DAYS, then()), await trainOn(rows, 12 * DAYS, then())];
    expect(theta(adopted(long))).toEqual(theta(adopted(short)));
  });

  it('learns all the climate there is, however few hours the heads are to learn', async () => {
    const [few, many] = [adopted(await trainOn(rows, 24 * 4)), adopted(await taughtByAll())];
    expect(few.climatology.historyDays).toBeGreaterThan(DAYS - 0.2);
    expect(few.adopting.usual().climate).toEqual(many.adopting.usual().climate);
  });

  it('leaves no hole between the hourly past and the ticks, whatever is asked for', async () => {
    const tail = rows.slice(-6 * 48); // six days of ticks, twelve of hours
    const told: number[] = [];
    const past = {
      ...history(tail),
      *hours(untilS: number) {
        for (let tS = START_S + 1800; tS + 1800 <= untilS; tS += 3600) {
          told.push(tS);
          yield { tS, temperatureRawC: 9, cpuExcessC: 0, elementC: null, humidityRawPct: 70, stationHpa: 1003 };
        }
      },
    };
    for (const hours of [96, 144, 960]) {
      const context = job();
      told.length = 0;
      const result = await relearn(past, inputFor(hours, endS), context);
      expect(adopted(result).climatology.historyDays).toBeGreaterThan(DAYS - 0.2);
      expect(tail[0]!.tS - told.at(-1)!).toBeGreaterThan(1800);
      expect(tail[0]!.tS - told.at(-1)!).toBeLessThanOrEqual(1800 + 3600);
    }
  });

  it('lets others work in between, and tells how far it is', async () => {
    let turns = 0;
    let running = true;
    const others = async () => {
      while (running) {
        turns += 1;
        await new Promise((resolve) => setImmediate(resolve));
      }
    };
    const watched = job(new WorkingClock(endS));
    const bystander = others();
    await trainOn(rows, 24 * DAYS, watched);
    running = false;
    await bystander;
    expect(turns).toBeGreaterThan(3);
    expect(watched.shares.at(-1)).toBe(1);
    expect(watched.shares).toEqual(watched.shares.toSorted((a, b) => a - b));
  });

  it('ends at the next slice when the station stops', async () => {
    const stop = new AbortController();
    const stopping = job(new WorkingClock(endS), stop.signal);
    stopping.progress = () => stop.abort();
    await expect(trainOn(rows, 24 * DAYS, stopping)).rejects.toThrow('aborted');
  });

  it('refuses what is too little to learn from', async () => {
    expect((await trainOn(rows.slice(-100), 480)).heads).toMatchObject({ trained: false });
    expect((await trainOn([], 480)).heads).toMatchObject({ trained: false });
  });

  it('finds heads that are clearly better than what it could build', async () => {
    const serving = new ForecastEngine(settingsFor(STEP_S));
    const long = weather(81, 60, STEP_S);
    for (const row of long) serving.tick(row);
    const nowS = serving.newestS!;
    const { heads: result } = await trainOn(long.slice(-48 * 4), 96, job(new FakeClock(nowS)));
    if (!result.trained) throw new Error(result.reason);
    expect(worseThan(serving, nowS, result.skill, result.examDays)).toMatch(/they stay/);
    expect(worseThan(new ForecastEngine(settingsFor(STEP_S)), nowS, result.skill, result.examDays)).toBeNull();
  });

  it('leaves forecasts that wait, recent ticks and scores where they are', async () => {
    const serving = new ForecastEngine(settingsFor(STEP_S));
    for (const row of rows) serving.tick(row);
    const card = serving.scorecard(endS);
    adopted(await taughtByAll(), serving);
    expect(serving.newestS).toBe(endS);
    expect(serving.scorecard(endS)).toEqual(card);
    const { expired } = serving.tick({ ...rows.at(-1)!, tS: endS + 10 * DAY_S });
    expect(expired).toBe(3 * (2 + 6 + 12 + 24 + 48)); // all that waited
  });
});
