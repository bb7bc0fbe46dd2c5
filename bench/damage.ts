// npm run bench -- damage [runs] [recover]: spoils a station's folder in twelve ways, starts on it, and says what came back; with `recover`
// also what the sqlite3 shell's own .recover brings back.
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PageFile } from '../src/station/store/rescue/carve/page-file.ts';
import { ourShapes } from '../src/station/store/rescue/carve/shapes.ts';
import { rootsIn, walk } from '../src/station/store/rescue/carve/trees.ts';
import { openReadOnly } from '../src/station/store/sqlite/database.ts';
import type { Store } from '../src/station/store/store.ts';
import { openStore } from '../tests/support/open-store.ts';
import { boardRow, noise } from './_history-data.ts';

const PAGE = 1024;
const FRAME = PAGE + 24;
const START = 1_749_988_800;
const STEP = 10;
const FROM = START - 12 * 3600;
const K = 0.62;
const runs = Number(process.argv[2] ?? 500);
const compares = process.argv[3] === 'recover';

const clock = { now: START, nowS: () => clock.now, steadyMs: () => performance.now(), sleep: () => Promise.resolve() };
const open = (folder: string): Store =>
  openStore({ folder, clock, rawRetentionDays: 7, fiveMinRetentionDays: 90, timeZone: 'UTC' });
const temp = (): string => mkdtempSync(join(tmpdir(), 'weatherglass-bench-damage-'));
const dbOf = (folder: string): string => join(folder, 'weatherglass.db');
const walOf = (folder: string): string => `${dbOf(folder)}-wal`;

function copy(from: string): string {
  const to = temp();
  for (const entry of readdirSync(from, { withFileTypes: true }))
    if (entry.isFile()) copyFileSync(join(from, entry.name), join(to, entry.name));
  return to;
}

function fill(store: Store, fromS: number, untilS: number): void {
  const random = noise(fromS);
  let i = 0;
  for (let ts = fromS; ts < untilS; ts += STEP) {
    store.samples.append(boardRow(ts, random));
    i += 1;
    if (i % 400 === 0) store.flush();
  }
  store.flush();
}

/** Half a day in the file, ten minutes of it in the log; a label, a calibration, components that have learned. */
function makeBases(): { stopped: string; cut: string } {
  const stopped = temp();
  const first = open(stopped);
  fill(first, FROM, START - 600);
  const label = { ts: FROM, givenTs: FROM, kind: 'rain', value: 1, note: 'hail '.repeat(400), learned: true } as const;
  first.labels.add(label);
  const state = { k: K, P: 0.01, lam: 0.98, n: 2, last_residual: 0.1, last_ts: FROM };
  first.calibrations.add({ ts: FROM, signal: 'temperature', reference: 20, before: 21, after: 20, state });
  first.learned.saveAll(
    ['heads', 'rain', 'compensator.thermal'].map((name) => ({
      name,
      version: 1,
      state: { k: K, n: 2, w: Array(2000).fill(K) },
    })),
    START,
  );
  first.close();
  const second = open(stopped);
  fill(second, START - 600, START);
  const cut = copy(stopped);
  second.close();
  return { stopped, cut };
}

interface Map {
  pages: number;
  /** Leaf page of every sample. */
  samples: { ts: number; page: number }[];
  /** Pages whose loss excuses the loss of what they held. */
  label: Set<number>;
  calibration: Set<number>;
  learned: Set<number>;
}

function mapOf(folder: string): Map {
  const file = new PageFile(dbOf(folder));
  const roots = rootsIn(file);
  const samples: Map['samples'] = [];
  for (const page of walk(file, roots.get('sample')!.root, ourShapes().get('sample')!))
    for (const { rowid } of page.rows) samples.push({ ts: rowid! / 1000, page: page.number });
  const db = openReadOnly(dbOf(folder));
  const listed = db.prepare<[string], number>('SELECT pageno FROM dbstat WHERE name = ?').pluck();
  const pagesOf = (table: string) => new Set(listed.all(table)); // with those a long note runs over to
  const [label, calibration, learned] = [pagesOf('label'), pagesOf('calibration'), pagesOf('learned')];
  db.close();
  const map = { pages: file.count, samples, label, calibration, learned };
  file.close();
  return map;
}

type Random = () => number;
const pick = (random: Random, n: number): number => Math.floor((random() + 0.5) * n);

/** Spoils the folder and says which pages were touched; null: whatever the log held. */
type Spoil = (folder: string, random: Random) => Set<number> | null;

const overwrite = (folder: string, change: (bytes: Buffer) => Iterable<number>): Set<number> => {
  const bytes = readFileSync(dbOf(folder));
  const pages = new Set([...change(bytes)].map((at) => Math.floor(at / PAGE) + 1));
  writeFileSync(dbOf(folder), bytes);
  return pages;
};
const cutShort: Spoil = (folder, random) => {
  const { size } = statSync(dbOf(folder));
  const to = pick(random, size);
  truncateSync(dbOf(folder), to);
  return new Set(Array.from({ length: size / PAGE }, (_, i) => i + 1).filter((page) => page * PAGE > to));
};
const garble = (bytes: Buffer, at: number, length: number, random: Random): number[] =>
  Array.from({ length: Math.min(length, bytes.length - at) }, (_, i) => {
    bytes[at + i]! ^= 1 + pick(random, 255);
    return at + i;
  });
const frame = (folder: string, random: Random, change: (wal: Buffer, at: number) => void): Set<number> => {
  const wal = readFileSync(walOf(folder));
  const frames = Math.floor((wal.length - 32) / FRAME);
  const at = 32 + FRAME * pick(random, frames - 1);
  const page = wal.readUInt32BE(at);
  change(wal, at);
  writeFileSync(walOf(folder), wal);
  return new Set([page]);
};

const kinds: [name: string, base: 'stopped' | 'cut', spoil: Spoil][] = [
  [
    'one page garbled, clean stop',
    'stopped',
    (f, r) => overwrite(f, (b) => garble(b, PAGE * pick(r, b.length / PAGE), PAGE, r)),
  ],
  ['one bit turned, clean stop', 'stopped', (f, r) => overwrite(f, (b) => garble(b, pick(r, b.length), 1, r))],
  [
    '64 bytes scattered, clean stop',
    'stopped',
    (f, r) => overwrite(f, (b) => Array.from({ length: 64 }, () => garble(b, pick(r, b.length), 1, r)).flat()),
  ],
  ['first page destroyed', 'stopped', (f, r) => overwrite(f, (b) => garble(b, 0, PAGE, r))],
  [
    '4 kB block zeroed, clean stop',
    'stopped',
    (f, r) =>
      overwrite(f, (b) => {
        const at = 4 * PAGE * pick(r, b.length / PAGE / 4);
        b.fill(0, at, at + 4 * PAGE);
        return Array.from({ length: 4 * PAGE }, (_, i) => at + i);
      }),
  ],
  [
    '4 kB block of another place',
    'stopped',
    (f, r) =>
      overwrite(f, (b) => {
        const [to, from] = [4 * PAGE * pick(r, b.length / PAGE / 4), 4 * PAGE * pick(r, b.length / PAGE / 4)];
        if (to === from) return garble(b, to, 1, r);
        b.copy(b, to, from, from + 4 * PAGE);
        return Array.from({ length: 4 * PAGE }, (_, i) => to + i);
      }),
  ],
  [
    'one page garbled, power cut',
    'cut',
    (f, r) => overwrite(f, (b) => garble(b, PAGE * pick(r, b.length / PAGE), PAGE, r)),
  ],
  ['file cut short, clean stop', 'stopped', cutShort],
  ['file cut short beside its log', 'cut', cutShort],
  [
    'one frame of the log garbled',
    'cut',
    (f, r) => frame(f, r, (wal, at) => void garble(wal, at + 24 + pick(r, 900), 64, r)),
  ],
  ['a frame header of the log garbled', 'cut', (f, r) => frame(f, r, (wal, at) => void garble(wal, at + 8, 8, r))],
  [
    'log deleted',
    'cut',
    (f) => {
      rmSync(walOf(f));
      return null;
    },
  ],
];

interface Tally {
  runs: number;
  started: number;
  told: number;
  rowsExpected: number;
  rowsBack: number;
  calibration: [kept: number, of: number];
  labels: [kept: number, of: number];
  slowestMs: number;
  recovered: number;
}

/** Samples that the shell's .recover brings back, into their table or, without one, among what it found. */
function recoveredIn(folder: string): Set<number> {
  spawnSync('sh', ['-c', 'sqlite3 "$0" .recover | sqlite3 "$0.recovered"', dbOf(folder)], { stdio: 'ignore' });
  const db = openReadOnly(`${dbOf(folder)}.recovered`);
  const there = db.prepare<[], string>('SELECT name FROM sqlite_master').pluck().all();
  const keysIn = (table: string, key: string) =>
    there.includes(table) ? db.prepare<[], number>(`SELECT ${key} FROM ${table}`).pluck().all() : [];
  const keys = [...keysIn('sample', 'ts_ms'), ...keysIn('lost_and_found', 'id')];
  db.close();
  return new Set(keys.map((ms) => ms / 1000));
}

function once(base: string, map: Map, spoil: Spoil, random: Random, tally: Tally): void {
  const folder = copy(base);
  const touched = spoil(folder, random);
  tally.runs += 1;
  const other = compares ? copy(folder) : null;
  const startMs = performance.now();
  const store = open(folder);
  tally.slowestMs = Math.max(tally.slowestMs, performance.now() - startMs);
  tally.started += 1;
  if (store.finding && store.events.recent(9).some(({ detail }) => detail === store.finding!.text)) tally.told += 1;
  const back = new Set([...store.samples.pages(0, START + 100)].flat().map(({ ts }) => ts));
  const meant = map.samples.filter(({ ts, page }) => (touched ? !touched.has(page) : ts < START - 700));
  tally.rowsExpected += meant.length;
  tally.rowsBack += meant.filter(({ ts }) => back.has(ts)).length;
  if (other !== null) {
    const recovered = recoveredIn(other);
    tally.recovered += meant.filter(({ ts }) => recovered.has(ts)).length;
    rmSync(other, { recursive: true });
  }
  const hit = (pages: Set<number>): boolean => touched !== null && [...pages].some((page) => touched.has(page));
  if (!hit(map.learned) || !hit(map.calibration)) {
    tally.calibration[1] += 1;
    const found = store.learned.load('compensator.thermal', 1);
    if (found.found && (found.state as { k: number }).k === K) tally.calibration[0] += 1;
  }
  if (!hit(map.label)) {
    tally.labels[1] += 1;
    if (store.labels.recent(9).length === 1) tally.labels[0] += 1;
  }
  store.close();
  rmSync(folder, { recursive: true });
}

const bases = makeBases();
const maps = { stopped: mapOf(bases.stopped), cut: mapOf(bases.cut) };
const random = noise(20_250_615);
console.log(`${maps.stopped.samples.length} samples on ${maps.stopped.pages} pages; no backup`);
const column = compares ? '    .recover' : '';
console.log(
  `kind                               runs started  told  rows outside${column}  calibration  labels  slowest`,
);
for (const [number, [name, base, spoil]] of kinds.entries()) {
  const tally: Tally = {
    runs: 0,
    started: 0,
    told: 0,
    rowsExpected: 0,
    rowsBack: 0,
    calibration: [0, 0],
    labels: [0, 0],
    slowestMs: 0,
    recovered: 0,
  };
  const own = Math.floor(runs / kinds.length) + (number < runs % kinds.length ? 1 : 0);
  for (let i = 0; i < own; i += 1) once(bases[base], maps[base], spoil, random, tally);
  const shareOf = (rows: number) => `${((100 * rows) / tally.rowsExpected).toFixed(3)} %`.padStart(13);
  const of = ([kept, all]: [number, number]) => `${kept}/${all}`;
  console.log(
    `${name.padEnd(34)} ${String(tally.runs).padStart(4)} ${String(tally.started).padStart(7)} ${String(tally.told).padStart(5)} ` +
      `${shareOf(tally.rowsBack)}${compares ? shareOf(tally.recovered) : ''} ${of(tally.calibration).padStart(12)} ${of(tally.labels).padStart(7)} ${tally.slowestMs.toFixed(0).padStart(5)} ms`,
  );
}
for (const folder of Object.values(bases)) if (existsSync(folder)) rmSync(folder, { recursive: true });
