/**
 * npm run -s bench -- quantities [--years 10] [--extras 24] [--report 16]: how to store what only some stations measure. The same values
 * (a core of 36 quantities at 2 s, `extras` more that a sender reports every `report` seconds) in layouts that could hold them: bytes on
 * disk, what a commit of 30 s and a closing five-minute row write, and what a chart of a year (from half days) or of 174 days (from hours)
 * costs to read.
 */
import { copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import SqliteDatabase from 'better-sqlite3';
import { noise } from './_history-data.ts';
import {
  byTier,
  type Db,
  each,
  type Folded,
  type Layout,
  layoutsOf,
  marks,
  type Tier,
  type Values,
  wideColumns,
} from './_quantity-layouts.ts';

const { values } = parseArgs({
  options: {
    years: { type: 'string', default: '10' },
    extras: { type: 'string', default: '24' },
    report: { type: 'string', default: '16' },
  },
});
const [YEARS, EXTRAS, REPORT_S] = [Number(values.years), Number(values.extras), Number(values.report)];
const CORE = 36;
const END = 1_749_988_800;
const DAY = 86_400;
/** Folded tiers: width of a row and seconds kept. Of the samples a day is enough: their size is proportional. */
const TIERS = [
  { tier: 1, name: 'five_min', widthS: 300, keptS: 90 * DAY },
  { tier: 2, name: 'hourly', widthS: 3600, keptS: Math.round(YEARS * 365.25) * DAY },
  { tier: 3, name: 'half_day', widthS: 43_200, keptS: Math.round(YEARS * 365.25) * DAY },
] as const satisfies readonly Tier[];
const RAW_S = DAY;

const random = noise(5);
const value = (tS: number, i: number) => 10 + i + 5 * Math.sin(tS / (40_000 + i)) + random();
const extrasAt = (tS: number): Values =>
  Array.from({ length: EXTRAS }, (_, i) => (tS % REPORT_S === 0 ? value(tS, i) : null));
const foldedAt = (tS: number): Folded[] =>
  Array.from({ length: EXTRAS }, (_, i) => {
    const mean = value(tS, i);
    return { n: 18, mean, lo: mean - 0.5 + random(), hi: mean + 0.5 + random() };
  });

function open(path: string): Db {
  const db = new SqliteDatabase(path);
  for (const pragma of [
    'page_size = 1024',
    'journal_mode = WAL',
    'synchronous = OFF',
    'wal_autocheckpoint = 0',
    'cache_size = -8000',
  ])
    db.pragma(pragma);
  return db;
}

/** The core's share, the same for every layout. */
function coreWriter(db: Db) {
  const sample = db.prepare(`INSERT INTO sample (ts_ms, ${each(CORE, (i) => `c${i}`)}) VALUES (${marks(1 + CORE)})`);
  const names = each(CORE, (i) => `c${i}, c${i}_lo, c${i}_hi, c${i}_gaps`);
  const folded = byTier(TIERS, (tier) =>
    db.prepare(`INSERT OR REPLACE INTO ${tier.name} (ts, n, ${names}) VALUES (${marks(2 + 4 * CORE)})`),
  );
  return {
    sample: (tS: number) => sample.run(tS * 1000, ...Array.from({ length: CORE }, (_, i) => value(tS, i))),
    fold: (tier: Tier, ts: number) =>
      folded
        .get(tier)!
        .run(ts, 150, ...Array.from({ length: CORE }, (_, i) => value(ts, i)).flatMap((v) => [v, v - 0.4, v + 0.4, 0])),
  };
}

const everyRow = (fold: (tier: Tier, ts: number) => void) => {
  for (const tier of TIERS) for (let ts = END - tier.keptS; ts < END; ts += tier.widthS) fold(tier, ts);
};

function writeCore(path: string): void {
  const db = open(path);
  db.exec(`CREATE TABLE sample (ts_ms INTEGER PRIMARY KEY, ${each(CORE, (i) => `c${i} REAL`)});
    ${TIERS.map(({ name }) => `CREATE TABLE ${name} (ts INTEGER PRIMARY KEY, n INTEGER, ${wideColumns('c', CORE)});`).join('\n')}`);
  const core = coreWriter(db);
  db.transaction(() => {
    for (let tS = END - RAW_S; tS < END; tS += 2) core.sample(tS);
    everyRow(core.fold);
  })();
  db.close();
}

const bytesOf = (db: Db, which: string): number =>
  db.prepare<[string], number>('SELECT coalesce(sum(pgsize), 0) FROM dbstat WHERE name LIKE ?').pluck().get(which)!;

interface Figures {
  sampleMb: number;
  foldedMb: number;
  commitKb: number;
  closingKb: number;
  threeYear: number;
  allYear: number;
  threeHalf: number;
}

/** Of the processor's time: this machine has other work. */
const p95 = (runs: number, work: () => void): number => {
  work();
  const taken = Array.from({ length: runs }, () => {
    const began = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(began);
    return (user + system) / 1000;
  }).sort((a, b) => a - b);
  return taken[Math.floor(runs * 0.95)]!;
};

function measure(layout: Layout, path: string, core: { sample: number; folded: number }): Figures {
  let db = open(path);
  db.exec(layout.schema);
  db.transaction(() => {
    const sample = layout.sample(db);
    for (let tS = END - RAW_S; tS < END; tS += REPORT_S) sample(tS * 1000, extrasAt(tS));
    const fold = layout.fold(db);
    everyRow((tier, ts) => fold(tier, ts, foldedAt(ts)));
  })();
  db.close();
  if (layout.inCore) {
    // Rows that were updated lie as they would after years of inserts: packed.
    db = open(path);
    db.exec('VACUUM');
    db.close();
  }
  db = open(path);
  const of = (like: string) => bytesOf(db, like) / 1e6;
  const sampleMb = of('sample') + of('x_sample%') - core.sample;
  const foldedMb =
    TIERS.reduce((sum, { name }) => sum + of(name) + of(`x_${name}%`), 0) + of('x_folded%') - core.folded;
  const writer = { core: coreWriter(db), sample: layout.sample(db), fold: layout.fold(db) };
  const logOf = (work: () => void): number => {
    db.pragma('wal_checkpoint(TRUNCATE)');
    db.transaction(work)();
    return statSync(`${path}-wal`).size / 1000;
  };
  const [commits, closings] = [[] as number[], [] as number[]];
  for (let tS = END; tS < END + 3600; tS += 30) {
    const samples = () => {
      for (let at = tS; at < tS + 30; at += 2) {
        writer.core.sample(at);
        if (at % REPORT_S === 0) writer.sample(at * 1000, extrasAt(at));
      }
    };
    const closes = tS % 300 === 0;
    const fold = () => {
      writer.core.fold(TIERS[0], tS);
      writer.fold(TIERS[0], tS, foldedAt(tS));
    };
    commits.push(logOf(samples));
    if (closes) closings.push(logOf(fold));
  }
  const mean = (list: readonly number[]) => list.reduce((sum, one) => sum + one, 0) / list.length;
  const some = (count: number) => Array.from({ length: count }, (_, i) => Math.floor((i * EXTRAS) / count));
  const chart = (tier: Tier, days: number, count: number) => {
    const read = layout.chart(db, tier, some(count));
    return p95(200, () => {
      const until = END - Math.floor((random() + 0.5) * (YEARS * 365 - days - 1)) * DAY;
      if (read(until - days * DAY, until).length === 0) throw new Error(`${layout.name} read nothing`);
    });
  };
  const figures = {
    sampleMb: sampleMb * 7,
    foldedMb,
    commitKb: mean(commits),
    closingKb: mean(closings),
    threeYear: chart(TIERS[2], 365, 3),
    allYear: chart(TIERS[2], 365, EXTRAS),
    threeHalf: chart(TIERS[1], 174, 3),
  };
  db.close();
  return figures;
}

const root = mkdtempSync(join(tmpdir(), 'weatherglass-bench-'));
try {
  const corePath = join(root, 'core.db');
  writeCore(corePath);
  const coreDb = open(corePath);
  const core = {
    sample: bytesOf(coreDb, 'sample') / 1e6,
    folded: TIERS.reduce((sum, { name }) => sum + bytesOf(coreDb, name) / 1e6, 0),
  };
  coreDb.close();
  console.log(
    `${CORE} + ${EXTRAS} quantities, ${YEARS} years; a report every ${REPORT_S} s. The core alone: ${(core.sample * 7).toFixed(0)} MB of samples, ${core.folded.toFixed(0)} MB of roll-ups.`,
  );
  console.log(
    '| layout | 7 days of samples MB | roll-ups MB | log of a commit kB | log of a roll-up kB | year of 3, p95 ms | year of all | 174 days of 3 |',
  );
  console.log('|---|---:|---:|---:|---:|---:|---:|---:|');
  for (const layout of layoutsOf(EXTRAS, TIERS)) {
    const path = join(root, 'layout.db');
    copyFileSync(corePath, path);
    const f = measure(layout, path, core);
    const cells = [f.sampleMb, f.foldedMb, f.commitKb, f.closingKb, f.threeYear, f.allYear, f.threeHalf];
    console.log(`| ${layout.name} | ${cells.map((cell) => cell.toFixed(1)).join(' | ')} |`);
    for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true });
  }
} finally {
  rmSync(root, { recursive: true });
}
