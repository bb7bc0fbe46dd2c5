// Years of another station brought in three ways: Essen's record as a database of WeeWX, as month logs of Cumulus in a German locale, and as CSV.
// The three histories are compared table by table; then the station learns from one of them, lives the weeks that follow, and its skill
// is set beside that of a station that has lived through all of it.
// `npm run -s bench -- import-years [weeks] [years]`
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { night } from '../src/backtest/replay.ts';
import { Zone } from '../src/base/zone.ts';
import { systemClock } from '../src/main/clock.ts';
import { seaLevelHpa } from '../src/station/air/physics/pressure.ts';
import { tickRow } from '../src/station/air/scale/levels.ts';
import { ForecastEngine } from '../src/station/forecast/engine.ts';
import { Gather } from '../src/station/imports/gather.ts';
import { openSource } from '../src/station/imports/open-source.ts';
import { importFiles } from '../src/station/imports/work.ts';
import { relearn } from '../src/station/jobs/relearn.ts';
import { openPrepared, prepareFolder, takeFolder } from '../src/station/store/rescue/data-folder.ts';
import { openReadOnly } from '../src/station/store/sqlite/database.ts';
import { Store } from '../src/station/store/store.ts';
import type { TickRow } from '../src/station/tick.ts';
import { asCsv, asGermanCumulus, asWeewx, type Made } from '../tests/station/imports/made-files.ts';
import { developmentRecords } from './_records.ts';

const [weeks = 8, years = 5] = process.argv.slice(2).map(Number);
const WEEK_S = 604_800;
const ZONE = 'Europe/Berlin';
const ALTITUDE_M = 150;
const MINUTES = 60;
const place = { latitude: 51.4, longitude: 6.97 };
const scale = { k: 0, humidityOffset: 0, psychrometric: false, altitudeM: ALTITUDE_M };
const settings = { stepS: 300, ...place, standardOffsetS: 3600, timezone: ZONE };

const tenth = (value: number | null): number | null => (value === null ? null : Math.round(value * 10) / 10);

/** Lines as a console would write them: pressure at sea level, one decimal. A counter says nothing of the time before its first line. */
function linesOfEssen(): Made[] {
  const [record] = developmentRecords().filter(({ name }) => name === 'Essen');
  if (!record) throw new Error('This needs the record of Essen, which is not here.');
  const { rows } = record;
  const fromS = rows.at(-1)!.tS - years * 366 * 86_400;
  return rows
    .filter(({ tS }) => tS > fromS)
    .map((row, i) => ({
      tS: row.tS - MINUTES * 60,
      temperatureC: tenth(row.temperatureC),
      humidityPct: row.humidityPct,
      seaHpa: tenth(seaLevelHpa(row.pressureHpa, ALTITUDE_M)),
      rainMm: i === 0 ? null : (row.rainMm ?? 0),
      windMs: null,
      gustMs: null,
      directionDeg: null,
      solarWm2: row.solarWm2,
    }));
}

const base = mkdtempSync(join(tmpdir(), 'bench-import-years-'));
const ASIDE = ['import_job', 'imported', 'row_sum', 'event', 'job'];

/** A digest of each table that holds history. */
function digests(folder: string): Map<string, string> {
  const db = openReadOnly(join(folder, 'weatherglass.db'));
  const tables = db.prepare<[], string>("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all();
  const found = new Map<string, string>();
  for (const table of tables.filter((name) => !ASIDE.includes(name) && !name.startsWith('sqlite_'))) {
    const hash = createHash('sha256');
    let rows = 0;
    for (const row of db.prepare<[], unknown[]>(`SELECT * FROM "${table}"`).raw().iterate()) {
      hash.update(JSON.stringify(row));
      rows += 1;
    }
    found.set(table, `${rows} rows ${hash.digest('hex').slice(0, 12)}`);
  }
  db.close();
  return found;
}

function openStore(name: string, nowS: number): Store {
  const options = {
    folder: join(base, name),
    clock: systemClock,
    rawRetentionDays: 7,
    fiveMinRetentionDays: 90,
    timeZone: ZONE,
  };
  const lock = takeFolder(options.folder);
  return new Store(openPrepared(options.folder, lock, prepareFolder(options.folder, nowS, options)), options);
}

const cpuS = (): number => process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6;
const quiet = { signal: new AbortController().signal, progress: () => {} };

async function bringIn(store: Store, files: readonly string[], nowS: number): Promise<void> {
  const placing = { core: 'outdoor' as const, place, scale };
  const made = await importFiles(
    { store, clock: systemClock, plan: { folder: store.folder }, ...quiet },
    { files, zone: ZONE, nowS, placing, units: null, order: null, map: null },
  );
  if ('refused' in made) throw new Error(made.refused.detail);
  store.flush();
}

/** Ticks of the whole record, as an import makes them. */
function ticksOf(file: string): TickRow[] {
  const gather = new Gather({ core: 'outdoor', place, scale, stepS: MINUTES * 60 });
  const asked = { zone: new Zone(ZONE), units: null, order: null, map: null };
  const buckets = [...openSource(file, asked).read()].map(({ read }) => ('refused' in read ? null : gather.add(read)));
  return [...buckets, ...gather.end()].flatMap((bucket) => bucket?.tick?.shown ?? []);
}

function live(engine: ForecastEngine, ticks: readonly TickRow[]): void {
  for (const row of ticks) {
    engine.tick(row);
    if (row.tS % 86_400 === 0) night(engine);
  }
}

/** A new station that has learned from an import, as `Relearning` lets it. */
async function taught(store: Store, nowS: number): Promise<ForecastEngine> {
  const rain = { baseRate: 0.05, indoors: false, southern: false, place, stepS: 300 };
  const history = {
    ticks: (afterS: number, untilS: number) => store.ticks.pages(afterS, untilS),
    hours: (untilS: number, fromS?: number) => store.hourMeans.until(untilS, fromS),
  };
  const input = { settings, rain, words: [], scale, nowS, headHours: years * 367 * 24, importJob: 1 };
  const learned = await relearn(history, input, { clock: systemClock, ...quiet });
  const engine = new ForecastEngine(settings);
  const newest = store.ticks.latest(400).map((raw) => tickRow(raw, scale));
  engine.catchUp(newest);
  engine.adopting.adoptUsual(engine.adopting.revive(learned.usual), []);
  if (learned.heads.trained) for (const { key, saved } of learned.heads.heads) engine.adopting.head(key, saved);
  return engine;
}

try {
  const lines = linesOfEssen();
  const untilS = lines.at(-1)!.tS + MINUTES * 60 - weeks * WEEK_S;
  const past = lines.filter(({ tS }) => tS < untilS);
  console.log(`${past.length} lines of Essen, ${weeks} weeks follow`);
  const ways: readonly (readonly [string, readonly string[]])[] = [
    ['WeeWX', [asWeewx(base, past, MINUTES)]],
    ['Cumulus', asGermanCumulus(base, past, ZONE, MINUTES)],
    ['CSV', [asCsv(base, past, 'history.csv', MINUTES)]],
  ];
  const tables: Map<string, string>[] = [];
  for (const [name, files] of ways) {
    const [wallMs, cpu] = [performance.now(), cpuS()];
    const store = openStore(name, untilS);
    await bringIn(store, files, untilS);
    store.close();
    tables.push(digests(join(base, name)));
    const s = (performance.now() - wallMs) / 1000;
    console.log(`${name}: ${files.length} files in ${s.toFixed(1)} s, ${(cpuS() - cpu).toFixed(1)} s of the processor`);
  }
  const [first, ...others] = tables;
  for (const [table, digest] of first!) {
    const same = others.every((other) => other.get(table) === digest);
    if (!same || !digest.startsWith('0 ')) console.log(`  ${table}: ${digest} ${same ? 'in all three' : 'DIFFERS'}`);
  }
  const ticks = ticksOf(asWeewx(base, lines, MINUTES, 'all.sdb'));
  const store = openStore('WeeWX', untilS);
  const cpu = cpuS();
  const imported = await taught(store, untilS);
  console.log(`learned in ${(cpuS() - cpu).toFixed(0)} s of the processor`);
  store.close();
  const lived = new ForecastEngine(settings);
  live(
    lived,
    ticks.filter(({ tS }) => tS <= untilS),
  );
  const after = ticks.filter(({ tS }) => tS > untilS);
  live(imported, after);
  live(lived, after);
  const nowS = after.at(-1)!.tS;
  const days = weeks * 7 - 2; // the same forecasts of both: a new station has none of the time before
  const theirs = lived.scorecard(nowS, days);
  let worst = 0;
  for (const [i, { target, horizon_s, skill, n }] of imported.scorecard(nowS, days).entries()) {
    const its = theirs[i]!.skill;
    const apart = skill !== null && its !== null ? skill - its : Number.NaN;
    if (Math.abs(apart) > Math.abs(worst)) worst = apart;
    console.log(
      `  ${target} ${horizon_s / 3600} h: skill ${skill?.toFixed(4)}, of the one that lived ${its?.toFixed(4)}, apart ${apart.toFixed(4)} (${n} and ${theirs[i]!.n} forecasts)`,
    );
  }
  console.log(`farthest apart: ${worst.toFixed(4)}`);
} finally {
  rmSync(base, { recursive: true, force: true });
}
