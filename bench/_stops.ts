import { cpSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../src/base/clock.ts';
import { systemClock } from '../src/main/clock.ts';
import { openHistory } from '../src/main/open-history.ts';
import { type Service, startService } from '../src/main/service.ts';
import { openDatabase } from '../src/station/store/sqlite/database.ts';
import { SAMPLE_COLUMNS } from '../src/station/store/tiers/sample-row.ts';
import { boardRow, noise } from './_history-data.ts';
import { download, jobs, kept, lived, nowS, say, scratch, settings, wanted } from './_stalls-jobs.ts';

/** Every third of a second until it is so. */
async function until(so: () => boolean): Promise<void> {
  for (let i = 0; !so(); i += 1) {
    if (i > 300) throw new Error('the job to be stopped did not begin');
    await wait(100);
  }
}

/** Maintenance comes after a second instead of a minute. */
const hurried: Clock = { ...systemClock, sleep: (ms, signal) => systemClock.sleep(ms > 30_000 ? 1000 : ms, signal) };

interface Stop {
  name: string;
  /** What differs from the usual station. */
  more?: Parameters<typeof settings>[1];
  clock?: Clock;
  empty?: boolean;
  prepare?(folder: string): Promise<void> | void;
  begin?(service: Service): Promise<unknown>;
  /** The job that has to be running. */
  job?: string;
}

const record = join(scratch, 'record.csv');

const stopping: Stop[] = [
  { name: 'sampling' },
  {
    name: 'recompute',
    job: 'recompute',
    begin: (service) => jobs.find(({ name }) => name === 'recompute')!.run(service, null!),
  },
  { name: 'train', job: 'train', begin: ({ station }) => station.forecasts.train(720) },
  { name: 'export', begin: ({ url }) => download(url, 60) },
  { name: 'fold', job: 'upkeep', more: { rawDays: 2 }, clock: hurried },
  {
    name: 'backup',
    job: 'backup',
    clock: hurried,
    prepare: async (folder) => {
      const { store } = await openHistory({
        settings: settings(folder),
        clock: systemClock,
        kindFor: () => 'simulator',
      });
      store.learned.saveAll([{ name: 'backup', version: 1, state: 0 }], nowS());
      store.close();
    },
  },
  { name: 'bringing home', prepare: leaveAway },
  {
    name: 'replay',
    empty: true,
    more: { source: `replay:${record}` },
    prepare: () => {
      const rows = Array.from(
        { length: 20_000 },
        (_, i) => `${1_700_000_000 + 300 * i},${15 + 5 * Math.sin(i / 46)},60,1012`,
      );
      writeFileSync(record, ['ts,temperature_c,humidity_pct,pressure_hpa', ...rows, ''].join('\n'));
    },
  },
];

/** Samples of an hour that were written beside the database and have to come home. */
function leaveAway(folder: string): void {
  const db = openDatabase(join(folder, 'weatherglass.away.db'));
  const put = db.prepare(
    `INSERT INTO sample (ts_ms, ${SAMPLE_COLUMNS.join(', ')}) VALUES (?${', ?'.repeat(SAMPLE_COLUMNS.length)})`,
  );
  const random = noise(3);
  db.transaction(() => {
    for (let i = 0; i < 20_000; i += 1) {
      const row = boardRow(nowS() + 0.1 * i, random);
      put.run(Math.round(row.ts * 1000), ...SAMPLE_COLUMNS.map((column) => row[column]));
    }
  })();
  db.close();
}

/** A station each, stopped in the middle of its job. */
export async function stops(): Promise<void> {
  say('stopped while       takes ms');
  for (const { name, more, clock, empty, prepare, begin, job } of stopping.filter((one) => wanted(one.name))) {
    const dataDir = join(scratch, 'stops');
    rmSync(dataDir, { recursive: true, force: true });
    if (!empty) cpSync(existsSync(lived) ? lived : kept, dataDir, { recursive: true });
    await prepare?.(dataDir);
    const service = await startService(settings(dataDir, more), { ...(clock && { clock }) });
    await wait(1500);
    if (begin) await until(() => service.station.status().jobs.length === 0);
    begin?.(service).catch(() => undefined); // the answer that its stop cuts short
    if (job) await until(() => service.station.status().jobs[0]?.job === job);
    await wait(job ? 200 : 700);
    if (job && service.station.status().jobs[0]?.job !== job) throw new Error(`${name} was over before its stop`);
    const startMs = performance.now();
    await service.stop();
    say(`${name.padEnd(18)} ${(performance.now() - startMs).toFixed(0).padStart(9)}`);
  }
}
