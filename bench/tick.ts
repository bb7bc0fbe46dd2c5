// What one turn of a station's thread computes, by what falls into it: a sample, five minutes, an hour, midnight, what lies between samples.
// The whole service over its own database, with the learned state of a year, on a clock that runs as fast as it can; the heap
// is a station's (flags of bin/weatherglass.mjs, nothing of the record is held). The collector's share of each turn is told apart.
// With --mended nothing vouches for the clock, and at the end it is set back by a day: what the station then reads back, turn by turn.
// usage: tick [--ticks N] [--folder DIR] [--why] [--mended]
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Config } from '../src/config/config.ts';
import { systemClock } from '../src/main/clock.ts';
import { openHistory } from '../src/main/open-history.ts';
import { startService } from '../src/main/service.ts';
import type { Settings } from '../src/main/settings/settings.ts';
import type { Station } from '../src/station/app/station.ts';
import type { PendingRow, PendingStore } from '../src/station/forecast/pending.ts';
import { SimulatorBoard } from '../src/station/sensors/boards/simulator.ts';
import { openReadOnly } from '../src/station/store/sqlite/database.ts';
import { learnedBy } from '../tests/station/forecast/learned.ts';
import { FakeClock } from '../tests/support/fake-clock.ts';
import { rawOf } from '../tests/support/tick-rows.ts';
import { rssAnonMb } from './_lateness.ts';
import { lived } from './_lived.ts';
import { developmentRecords } from './_records.ts';
import { type Measured, Pauses, Turns, Why } from './_turns.ts';

const { values } = parseArgs({
  options: {
    ticks: { type: 'string', default: '3000' },
    folder: { type: 'string' },
    make: { type: 'boolean' },
    run: { type: 'boolean' },
    why: { type: 'boolean' },
    mended: { type: 'boolean' },
  },
});
const HOUR_S = 3600;
const DAY_S = 86_400;
const LIVED_DAYS = 400;
/** Eight years with their leap days: the record is of a time at which a clock is held to be unset, and no sample under it is learned from. */
const LATER_S = 2922 * DAY_S;
const TICKS_KEPT_DAYS = 90;
const SAMPLE_S = 60;
const TICK_S = 300;
/** Until the compiler has seen everything. */
const WARM_TICKS = 100;
/** Turns of the event loop that what begins at a moment may take: what was learned is written down in slices. */
const SETTLING_TURNS = 80;
const SAVED_EVERY_S = 900;
const EVENTS_LOOKED_AT = 50;
const TURNS_AT_MOST = 100_000;
/** A clock ran ahead by so much, and is set right. */
const SET_BACK_S = DAY_S;

const scratch = mkdtempSync(join(tmpdir(), 'weatherglass-tick-'));
const kept = values.folder ?? join(scratch, 'made');
const say = (text: string) => process.stdout.write(`${text}\n`);
const place = { latitude: 55.79064, longitude: 12.52505, altitude_m: 50, timezone: 'UTC' };

const settings = (dataDir: string): Settings => ({
  dataDir,
  configFile: null,
  origin: { options: {}, env: {}, file: join(dataDir, 'config.yaml') },
  demo: false,
  config: Config.parse({
    site: place,
    sensors: { source: 'simulator', sample_interval_s: SAMPLE_S },
    server: { host: '127.0.0.1', port: 0 },
    log: { level: 'silent' },
  }),
});

/** A folder as a station leaves it that has lived for more than a year. */
async function make(): Promise<void> {
  mkdirSync(kept, { recursive: true });
  const record = developmentRecords().find(({ settings: { stepS } }) => stepS === TICK_S);
  if (!record) throw new Error('there is no record of five minutes to live through');
  const { store } = await openHistory({ settings: settings(kept), clock: systemClock, kindFor: () => 'simulator' });
  const pending = new Waiting();
  const ticks = record.ticks.map((row) => ({ ...row, tS: row.tS + LATER_S }));
  const engine = lived({ ...record, ticks }, LIVED_DAYS, { scores: store.scores, pending });
  const endS = engine.newestS!;
  const before = ticks.filter(({ tS }) => tS > endS - TICKS_KEPT_DAYS * DAY_S && tS <= endS);
  store.ticks.appendAll(before.map(rawOf));
  engine.verify(endS);
  store.learned.saveAll(learnedBy(engine), endS);
  store.pending.commit(endS, pending.rows);
  store.close();
  writeFileSync(join(kept, 'ends'), String(endS));
}

/** In memory: a disk that is waited for a hundred thousand times would be most of the making. */
class Waiting implements PendingStore {
  rows: PendingRow[] = [];
  load = () => [];
  forget = () => {};
  commit(untilS: number, issued: readonly PendingRow[]): void {
    this.rows = [...this.rows.filter(({ dueS }) => dueS > untilS), ...issued];
  }
}

const KINDS = [
  'a sample',
  'five minutes',
  'an hour',
  'midnight',
  'between samples',
  'the start',
  'a mended clock',
] as const;
type Kind = (typeof KINDS)[number];

const kindAt = (tS: number): Kind => {
  if (tS % SAMPLE_S !== 0) return 'between samples';
  if (tS % DAY_S === 0) return 'midnight';
  if (tS % HOUR_S === 0) return 'an hour';
  return tS % TICK_S === 0 ? 'five minutes' : 'a sample';
};

/** Time passes while one works, too: slices come to their end as they do in life. Answers how to begin with the next moment. */
function living(clock: FakeClock): () => void {
  const { steadyMs, nowS, sleep } = clock;
  let sinceMs = performance.now();
  const workedMs = () => performance.now() - sinceMs;
  Object.assign(clock, {
    steadyMs: () => steadyMs() + workedMs(),
    nowS: () => nowS() + workedMs() / 1000,
    synchronised: () => (values.mended ? null : true),
    sleep: (ms: number, signal: AbortSignal) => sleep(ms + workedMs(), signal),
  });
  return () => {
    sinceMs = performance.now();
  };
}

async function run(): Promise<void> {
  const dataDir = join(scratch, 'lives');
  cpSync(kept, dataDir, { recursive: true });
  const startS = Number(readFileSync(join(kept, 'ends'), 'utf8')) + TICK_S;
  const clock = new FakeClock(startS);
  const nextMoment = living(clock);
  const board = new SimulatorBoard({ seed: 1, place, altitudeM: place.altitude_m });
  const turns = new Turns<Kind>('the start');
  const pauses = new Pauses();
  const service = await startService(settings(dataDir), { clock, board });
  const { learned, waiting } = inService(dataDir);
  say(
    `learned state ${learned} MB, waiting ${waiting} MB; private memory after the start ${rssAnonMb().toFixed(0)} MB`,
  );
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  let why: Why | null = null;
  const slots = (Number(values.ticks) + WARM_TICKS) * (TICK_S / SAMPLE_S);
  for (let slot = 0; slot < slots; slot += 1) {
    if (slot === (WARM_TICKS * TICK_S) / SAMPLE_S) {
      why = values.why ? new Why() : null;
      await turn(); // to begin with the profiler takes a tenth of a second, which is nobody's turn
      turns.all.splice(0, turns.all.length, ...turns.all.filter(({ kind }) => kind === 'the start'));
    }
    for (const part of [1, 2]) {
      const nextS = startS + slot * SAMPLE_S + (part * SAMPLE_S) / 2;
      // The start has worked a moment, so everything comes that much behind its time: a sample in the half after it.
      turns.kind = part === 1 ? kindAt(nextS - SAMPLE_S / 2) : 'between samples';
      nextMoment();
      await clock.advance((SAMPLE_S * 1000) / 2);
      for (let i = nextS % SAVED_EVERY_S < SAMPLE_S ? SETTLING_TURNS : 2; i > 0; i -= 1) await turn();
    }
  }
  if (values.mended) await mend(service.station, clock, turns);
  turns.end();
  await turn();
  pauses.end();
  say(
    `private memory at the end ${rssAnonMb().toFixed(0)} MB, heap ${(process.memoryUsage().heapTotal / 1e6).toFixed(0)} MB`,
  );
  say('ms of this thread      turns   median   99 %  99.9 %    worst   its GC   worst without GC');
  for (const kind of KINDS) tell(kind, turns.all, pauses);
  if (why) {
    const longest = turns.all.filter(({ kind }) => kind !== 'the start');
    for (const line of why.end(longest.sort((a, b) => b.ownMs - a.ownMs).slice(0, 8))) say(line);
  }
  await service.stop();
}

/** A clock that nothing vouches for is set: samples move, and what was learned in the wrong hours is read back as it was before them. */
async function mend(station: Station, clock: FakeClock, turns: Turns<Kind>): Promise<void> {
  const moved = () => station.watch.events(EVENTS_LOOKED_AT).filter(({ kind }) => kind === 'clock').length;
  const before = moved();
  clock.jumpWallS(-SET_BACK_S);
  await clock.advance(SAMPLE_S * 500);
  turns.kind = 'a mended clock';
  await clock.advance(SAMPLE_S * 500);
  for (let left = TURNS_AT_MOST; moved() === before; left -= 1) {
    if (left === 0) throw new Error('the clock was set, and nothing was mended');
    await new Promise((resolve) => setImmediate(resolve)); // it takes turns, and no time
  }
  const mending = turns.all.filter(({ kind }) => kind === 'a mended clock');
  say(
    `a mended clock: ${mending.length} turns, ${mending.reduce((sum, { ownMs }) => sum + ownMs, 0).toFixed(0)} ms in all`,
  );
}

/** Sizes as they lie in the database. */
function inService(dataDir: string): { learned: string; waiting: string } {
  const db = openReadOnly(join(dataDir, 'weatherglass.db'));
  const mb = (sql: string) => (db.prepare<[], number>(sql).pluck().get()! / 1e6).toFixed(2);
  const sizes = {
    learned: mb("SELECT sum(length(state)) FROM learned WHERE name LIKE 'forecast.%'"),
    waiting: mb('SELECT sum(length(payload) + 80) FROM pending'),
  };
  db.close();
  return sizes;
}

function tell(kind: Kind, all: readonly Measured<Kind>[], pauses: Pauses): void {
  const of = all.filter((turn) => turn.kind === kind).sort((a, b) => a.ownMs - b.ownMs);
  if (of.length === 0) return;
  const at = (share: number) => of[Math.min(of.length - 1, Math.floor(share * of.length))]!;
  const worst = of.at(-1)!;
  const without = Math.max(...of.slice(-200).map((turn) => turn.ownMs - pauses.within(turn)));
  const cells = [at(0.5).ownMs, at(0.99).ownMs, at(0.999).ownMs, worst.ownMs, pauses.within(worst), without];
  say(`${kind.padEnd(20)} ${String(of.length).padStart(7)} ${cells.map((ms) => ms.toFixed(2).padStart(8)).join(' ')}`);
}

/** In processes of their own: what made the year is not on the heap of the station that goes on. */
function aside(step: 'make' | 'run'): void {
  const flags = [
    '--max-semi-space-size=1',
    '--semi-space-growth-factor=1',
    ...(step === 'run' ? ['--optimize-for-size'] : []),
  ];
  const options = [
    `--${step}`,
    '--ticks',
    values.ticks,
    '--folder',
    kept,
    ...(values.why ? ['--why'] : []),
    ...(values.mended ? ['--mended'] : []),
  ];
  const { status } = spawnSync(process.execPath, [...flags, fileURLToPath(import.meta.url), ...options], {
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error(`to ${step} ended with ${status}`);
}

try {
  if (values.make) await make();
  else if (values.run) await run();
  else {
    if (!existsSync(join(kept, 'weatherglass.db'))) aside('make');
    aside('run');
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
process.exit(0);
