// How long the sampling thread is held by each answer: every answer is made in steps, and between two of them a sample may be taken.
// Printed per answer: its longest steps, each the best of five rounds (a busy machine adds to a round and takes nothing away), how
// many steps there are, and all of it. Over a copy of a folder, by its own newest sample for a clock.
// usage: steps FOLDER
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_S } from '../src/base/durations.ts';
import { wireSteps } from '../src/http/json.ts';
import { openReadOnly } from '../src/station/store/sqlite/database.ts';
import { DATABASE_FILE } from '../src/station/store/store.ts';
import { FakeClock } from '../tests/support/fake-clock.ts';
import { openRealStation } from '../tests/support/real-station.ts';

const ROUNDS = 5;
const WANTED_MS = 5;
const HOUR_S = DAY_S / 24;

const source = process.argv[2];
if (!source) throw new Error('usage: steps FOLDER (it is copied)');
const folder = mkdtempSync(join(tmpdir(), 'weatherglass-steps-'));
try {
  cpSync(source, folder, { recursive: true });
  const db = openReadOnly(join(folder, DATABASE_FILE));
  const newestS = db.prepare<[], number>('SELECT max(ts_ms) / 1000 FROM sample').pluck().get()!;
  db.close();
  await measure(newestS + 2);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);

async function measure(startS: number): Promise<void> {
  const real = await openRealStation({ clock: new FakeClock(startS), folder });
  const { history, forecasts, rain, watch } = real.station;
  const nowS = real.station.nowS();
  const stepped = {
    'history of 6 h': () => history.recent(6, 720),
    'history of 90 days': () => history.recent(2160, 5000),
    'range of a week': () => history.range(nowS - 7 * DAY_S, nowS, undefined),
    'range of a year': () => history.range(nowS - 366 * DAY_S, nowS, undefined),
    'range of a year, bucket 30': () => history.range(nowS - 366 * DAY_S, nowS, 30),
    'daily, 400 days': () => history.daily(400 * 24),
    'daily, all': () => history.daily(1e6),
    report: () => history.report(),
    nerd: () => watch.nerdInSteps(),
    'report on paper': () => history.reportText(),
  };
  const whole = {
    records: () => history.records(),
    storage: () => history.storage(),
    status: () => real.station.status(),
    events: () => watch.events(500),
    forecast: () => forecasts.forecast(false),
    'forecast, refreshed': () => forecasts.forecast(true),
    outlook: () => forecasts.outlook(),
    precipitation: () => rain.precipitation(),
    anomaly: () => watch.anomaly(),
    models: () => watch.models(),
    scorecard: () => forecasts.scorecard(),
    skill: () => forecasts.skill('temperature', HOUR_S, 'day'),
    issued: () => forecasts.issued(nowS - HOUR_S),
    methods: () => watch.methods(),
  };
  console.log(`longest step of each answer, ms (wanted ${WANTED_MS})`);
  for (const [name, made] of Object.entries(stepped)) {
    longest(name, function* () {
      const answer: unknown = yield* made() as Generator<unknown, unknown>;
      yield* wireSteps(answer);
    });
  }
  for (const [name, answer] of Object.entries(whole)) {
    longest(name, function* () {
      yield* wireSteps(answer());
    });
  }
  await real.close();
}

function longest(name: string, work: () => Iterator<unknown>): void {
  const best: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const steps = work();
    for (let i = 0, done: boolean | undefined = false; !done; i += 1) {
      const startedMs = performance.now();
      done = steps.next().done;
      best[i] = Math.min(best[i] ?? Number.POSITIVE_INFINITY, performance.now() - startedMs);
    }
  }
  const worst = best.toSorted((a, b) => b - a).slice(0, 3);
  const all = best.reduce((sum, ms) => sum + ms, 0);
  const figures = worst.map((ms) => ms.toFixed(2).padStart(6)).join('');
  console.log(
    `${name.padEnd(28)}${figures.padEnd(20)} of ${best.length} steps, ${all.toFixed(1)} ms${worst[0]! > WANTED_MS ? '  <-- too long' : ''}`,
  );
}
