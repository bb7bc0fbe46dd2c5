// What an import costs: rows of five minutes as a WeeWX database are brought into a new history, in this thread as the command does it.
// Time of the processor beside that of the clock, since machines are shared; the largest resident memory beyond that of the start.
// `npm run -s bench -- import [rows]`
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../src/main/clock.ts';
import { importFiles, undoImport } from '../src/station/imports/work.ts';
import { openPrepared, prepareFolder, takeFolder } from '../src/station/store/rescue/data-folder.ts';
import { Store } from '../src/station/store/store.ts';
import { asWeewx, madeWeather } from '../tests/station/imports/made-files.ts';

const rows = Number(process.argv[2] ?? 1_000_000);
const END_S = 1_749_988_800;
const YEAR = 100_000;

const folder = mkdtempSync(join(tmpdir(), 'bench-import-'));
try {
  // In portions, so that the making takes no memory that is taken for the import's.
  const file = asWeewx(folder, []);
  const { openBare } = await import('../src/station/store/sqlite/database.ts');
  const db = openBare(file);
  const put = db.prepare('INSERT INTO archive VALUES (?, 17, 5, ?, ?, ?, ?, ?, ?, ?, ?, NULL)');
  for (let from = 0; from < rows; from += YEAR) {
    db.exec('BEGIN');
    const startS = END_S - (rows - from) * 300;
    for (const r of madeWeather(startS, startS + Math.min(YEAR, rows - from) * 300))
      put.run(
        r.tS + 300,
        r.temperatureC,
        r.humidityPct,
        r.seaHpa,
        r.rainMm,
        r.windMs,
        r.gustMs,
        r.directionDeg,
        r.solarWm2,
      );
    db.exec('COMMIT');
  }
  db.close();
  const options = {
    folder: join(folder, 'data'),
    clock: systemClock,
    rawRetentionDays: 7,
    fiveMinRetentionDays: 90,
    timeZone: 'UTC',
  };
  const lock = takeFolder(options.folder);
  const finding = prepareFolder(options.folder, END_S, options);
  const store = new Store({ db: openPrepared(options.folder), lock, finding }, options);
  globalThis.gc?.();
  const startMb = process.memoryUsage.rss() / 1e6;
  let mostMb = startMb;
  let lookedMs = 0;
  const context = {
    store,
    clock: systemClock,
    plan: { folder: options.folder },
    signal: new AbortController().signal,
    progress: () => {
      if (performance.now() - lookedMs < 100) return;
      lookedMs = performance.now();
      mostMb = Math.max(mostMb, process.memoryUsage.rss() / 1e6);
    },
  };
  const timed = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const cpu = process.cpuUsage();
    const startedMs = performance.now();
    const done = await work();
    const { user, system } = process.cpuUsage(cpu);
    console.log(
      `${name}: ${((performance.now() - startedMs) / 1000).toFixed(1)} s, ${((user + system) / 1e6).toFixed(1)} s of the processor (${(system / 1e6).toFixed(1)} of it the kernel's)`,
    );
    return done;
  };
  const placing = {
    core: 'outdoor' as const,
    place: { latitude: 51.45, longitude: 7.01 },
    scale: { k: 0, humidityOffset: 0, psychrometric: false, altitudeM: 120, air: null, barometer: null },
  };
  const input = { files: [file], zone: 'UTC', nowS: END_S, placing, units: null, order: null, map: null };
  const made = await timed(`import of ${rows} rows`, () => importFiles(context, input));
  if ('refused' in made) throw new Error(made.refused.detail);
  console.log(
    `memory: ${(mostMb - startMb).toFixed(0)} MB beyond the ${startMb.toFixed(0)} MB of the start; ${made.rows} rows taken`,
  );
  await timed('the same file again', () => importFiles(context, input));
  await timed('undo', () => undoImport(context, { job: made.job! }));
  store.close();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
