// Databases of one and of ten years at full policy: how fast they answer, how quietly they fold and recompute, what they cost.
//   npm run -s bench -- history [--years 1,10]
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { type Clock, Slicer } from '../src/base/clock.ts';
import { atOnce } from '../src/base/steps.ts';
import { Zone } from '../src/base/zone.ts';
import { glance } from '../src/station/answers/glance/glance.ts';
import { DATABASE_FILE, markClean } from '../src/station/store/rescue/folder/last-stop.ts';
import { openReadOnly } from '../src/station/store/sqlite/database.ts';
import type { Store } from '../src/station/store/store.ts';
import { CalibratedStation, deriverOf } from '../tests/station/store/calibrated-world.ts';
import { openStore } from '../tests/support/open-store.ts';
import { dailyOf, decimatedOf, rangeOf } from '../tests/support/store-work.ts';
import { boardRow, noise, writeHistory } from './_history-data.ts';

const { values } = parseArgs({ options: { years: { type: 'string', default: '1,10' } } });
const END = 1_749_988_800;
const DAY = 86_400;
const COMMIT_S = 30;
const never = new AbortController().signal;

class BenchClock implements Clock {
  constructor(public now: number) {}
  nowS = () => this.now;
  steadyMs = () => performance.now();
  sleep = () => Promise.resolve();
}

const say = (name: string, figure: string, goal = '') =>
  console.log(`${name.padEnd(58)} ${figure.padStart(22)}${goal && `   (${goal})`}`);
const ms = (value: number) => `${value.toFixed(2)} ms`;
const mb = (value: number) => `${(value / 1e6).toFixed(1)} MB`;

function times(runs: number, work: (i: number) => void): { median: number; p95: number } {
  work(0); // the first one meets cold pages and cold code
  const taken = Array.from({ length: runs }, (_, i) => {
    const began = performance.now();
    work(i);
    return performance.now() - began;
  }).sort((a, b) => a - b);
  return { median: taken[runs >> 1]!, p95: taken[Math.floor(runs * 0.95)]! };
}

/** The longest time the event loop was not free while `work` ran. */
async function stall(work: () => Promise<unknown>): Promise<{ longestMs: number; seconds: number }> {
  await new Promise((resolve) => setTimeout(resolve, 50));
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const began = performance.now();
  await work();
  const seconds = (performance.now() - began) / 1000;
  await new Promise((resolve) => setTimeout(resolve, 5));
  delay.disable();
  return { longestMs: delay.max / 1e6, seconds };
}

const open = (folder: string, clock: Clock, rawRetentionDays = 7): Store =>
  openStore({ folder, clock, rawRetentionDays, fiveMinRetentionDays: 90, timeZone: 'Europe/Copenhagen' });

function reads(store: Store): void {
  const random = noise(3);
  const year = times(200, () => {
    const end = END - (random() + 0.5) * DAY;
    rangeOf(store, end - (300 + 66 * (random() + 0.5)) * DAY, end);
  });
  say('range over a year, median / p95', `${ms(year.median)} / ${ms(year.p95)}`, 'p95 <= 15 ms');
  const sixHours = times(200, () => rangeOf(store, END - 21_600 - 60 * random(), END));
  say('range over the last 6 h, median / p95', `${ms(sixHours.median)} / ${ms(sixHours.p95)}`, 'p95 <= 10 ms');
  const anySixHours = times(200, () => {
    const end = END - (random() + 0.5) * 6 * DAY;
    rangeOf(store, end - 21_600, end);
  });
  say('range over any 6 h of the week, median / p95', `${ms(anySixHours.median)} / ${ms(anySixHours.p95)}`);
  const quarter = times(40, () => decimatedOf(store, 2160, 720, END));
  say('history of 2160 h, median / p95', `${ms(quarter.median)} / ${ms(quarter.p95)}`, '<= 60 ms');
  const daily = times(20, () => dailyOf(store, 9600, END));
  say('daily, 400 days, median / p95', `${ms(daily.median)} / ${ms(daily.p95)}`);
  const zone = new Zone('Europe/Copenhagen');
  const { history } = store;
  const sources = {
    zone,
    nowS: END,
    firstS: history.firstS(),
    days: history.days,
    range: history.range,
  };
  const looked = times(5, () => atOnce(glance(sources)));
  say('four cards beside what is usual, median / p95', `${ms(looked.median)} / ${ms(looked.p95)}`);
  const storage = times(20, () => [store.history.storage(), store.history.records()]);
  say('storage and records, median / p95', `${ms(storage.median)} / ${ms(storage.p95)}`);
}

function csv(store: Store, path: string): void {
  const from = END - 366 * DAY;
  let ours = 0;
  for (const turn of ['first', 'second']) {
    const before = process.memoryUsage.rss();
    let [bytes, peak] = [0, before];
    const began = performance.now();
    for (const page of store.history.csv(from, END)) {
      bytes += page.length;
      peak = Math.max(peak, process.memoryUsage.rss());
    }
    ours = performance.now() - began;
    say(`CSV of a year, the ${turn} of this process`, `${(ours / 1000).toFixed(2)} s, ${mb(bytes)}`);
    // The first one may still find V8's nursery small: it grows by up to 32 MB with any work and stays.
    say('  RSS growth', mb(peak - before), '<= 30 MB');
  }
  const columns = 'temp_smooth, hum_smooth, press_slp, dew, temp_rate, press_rate, cpu_temp, lux';
  const sql = [
    `SELECT strftime('%Y-%m-%dT%H:%M:%S', ts, 'unixepoch', 'localtime'), ts, ${columns}, 2 FROM hourly WHERE ts >= ${from} AND ts < ${END - 90 * DAY}`,
    `SELECT strftime('%Y-%m-%dT%H:%M:%S', ts, 'unixepoch', 'localtime'), ts, ${columns}, 1 FROM five_min WHERE ts >= ${END - 90 * DAY} AND ts < ${END - 7 * DAY}`,
    `SELECT strftime('%Y-%m-%dT%H:%M:%S', ts_ms / 1000, 'unixepoch', 'localtime'), ts_ms / 1000.0, ${columns}, 0 FROM sample`,
  ].join('; ');
  try {
    const shellBegan = performance.now();
    execFileSync('sqlite3', ['-csv', path, sql], { maxBuffer: 2 ** 30, stdio: ['ignore', 'pipe', 'ignore'] });
    const shell = performance.now() - shellBegan;
    say('  the sqlite3 shell over the same rows', `${(shell / 1000).toFixed(2)} s`);
    say('  our speed against it', `${((100 * shell) / ours).toFixed(0)} %`, '>= 50 %');
  } catch (error) {
    say('  the sqlite3 shell', `not measured (${(error as NodeJS.ErrnoException).code})`);
  }
}

/** Bytes this process handed to the kernel for writing; null where it does not count them. */
function written(): number | null {
  try {
    return Number(/^wchar: (\d+)/m.exec(readFileSync('/proc/self/io', 'utf8'))?.[1]);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** A day of life at 2 s on a database at full policy: commits, roll-ups, ticks and the hourly fold. */
async function oneDay(store: Store, clock: BenchClock): Promise<void> {
  const random = noise(11);
  const before = written();
  let slowest = 0;
  for (let i = 1; i <= DAY / 2; i += 1) {
    clock.now += 2;
    const row = boardRow(clock.now, random);
    store.samples.append(row);
    if (clock.now % COMMIT_S === 0) {
      const began = performance.now();
      store.flush();
      slowest = Math.max(slowest, performance.now() - began);
    }
    if (clock.now % 300 === 0) {
      const rates = { temperatureCPerH: row.temp_rate, humidityPctPerH: row.hum_rate, pressureHpaPerH: row.press_rate };
      store.ticks.append({
        tS: clock.now,
        temperatureRawC: row.temp_raw,
        cpuExcessC: 30,
        elementC: row.temp_hum_chip,
        humidityRawPct: row.hum_raw,
        stationHpa: row.press_smooth,
        cloudIndex: row.cloud_index,
        rates,
      });
    }
    if (clock.now % 3600 === 0) await store.ageing.fold(new Slicer(clock, 2), never);
  }
  const after = written();
  const figure = before === null || after === null ? 'not counted here' : mb(after - before);
  say('written to disk in a day, log and database', figure, '<= 60 MB');
  say('slowest commit of the day', ms(slowest));
}

function size(path: string): void {
  const db = openReadOnly(path);
  const rows = db
    .prepare<[], { name: string; bytes: number }>(
      'SELECT name, sum(pgsize) bytes FROM dbstat GROUP BY name ORDER BY bytes DESC LIMIT 4',
    )
    .all();
  const total = db.prepare<[], number>('SELECT sum(pgsize) FROM dbstat').pluck().get()!;
  db.close();
  const raw = rows.find(({ name }) => name === 'sample')?.bytes ?? 0;
  say('size beyond the raw window', mb(total - raw), '<= 40 MB for a year');
  say('  of which', rows.map(({ name, bytes }) => `${name} ${mb(bytes)}`).join(', '));
}

/** What the same measure says on this machine, at this moment, while nothing is done that could stall. */
async function idleStall(): Promise<void> {
  const { longestMs } = await stall(async () => {
    for (const until = performance.now() + 3000; performance.now() < until; ) {
      for (const slice = performance.now() + 2; performance.now() < slice; );
      await new Promise((resolve) => setImmediate(resolve));
    }
  });
  say('  slices of 2 ms that do nothing, longest stall', ms(longestMs), 'the noise of this machine');
}

async function jobs(folder: string): Promise<void> {
  const clock = new BenchClock(END);
  const store = open(folder, clock);
  await oneDay(store, clock);
  const calibration = { k: 0.61, offset: 2.5 };
  store.calibrations.add({
    ts: clock.now,
    signal: 'temperature',
    reference: 20,
    before: 21,
    after: 20,
    state: { k: 0.61 },
  });
  let done: unknown = null;
  const recompute = await stall(async () => {
    done = await store.recompute.run(deriverOf(calibration, 2), { signal: never, progress: () => {} });
  });
  say('recompute of the whole history', `${recompute.seconds.toFixed(2)} s`, '<= 10 s for a year');
  say('  longest event-loop stall', ms(recompute.longestMs), '<= 20 ms');
  say('  it said', JSON.stringify(done));
  await idleStall();
  store.close();
  const keepsNothing = open(folder, clock, 0);
  let folded = { raw: 0, fiveMin: 0, removed: 0 };
  const fold = await stall(async () => {
    folded = await keepsNothing.ageing.fold(new Slicer(clock, 2), never);
  });
  if (folded.raw === 0) throw new Error('no sample was due');
  say('fold of 7 days of samples due at once', `${fold.seconds.toFixed(2)} s`);
  say('  longest event-loop stall', ms(fold.longestMs), '<= 20 ms');
  say('  it folded', JSON.stringify(folded));
  keepsNothing.close();
}

const root = mkdtempSync(join(tmpdir(), 'weatherglass-bench-'));
try {
  // The follower's code should be as warm as that of a station that has run for a while.
  new CalibratedStation({ k: 0.5, offset: 0 }, 2).row(END);
  for (const years of values.years.split(',').map(Number)) {
    const folder = mkdtempSync(join(root, `${years}-`));
    const path = join(folder, DATABASE_FILE);
    writeHistory(path, years, END);
    markClean(folder);
    console.log(`\n${years} year${years === 1 ? '' : 's'} at full policy`);
    size(path);
    const began = performance.now();
    const store = open(folder, new BenchClock(END));
    say('opened in', ms(performance.now() - began));
    reads(store);
    csv(store, path);
    store.close();
    await jobs(folder);
  }
} finally {
  rmSync(root, { recursive: true });
}
