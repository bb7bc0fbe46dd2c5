/**
 * npm run -s bench -- card [minutes] [young]: what the station writes to its card in a day at the default settings. The built program runs on
 * an ext4 of its own over a loop device, whose blocks are counted (needs root; without it only what the process says it wrote), and
 * the frames of its log are told apart by table. What comes once an hour or less is added by its size. `young`: with the log as it is in its first hour, still growing.
 */
import { spawn } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openReadOnly, PAGE_BYTES } from '../src/station/store/sqlite/database.ts';
import { LoopDisk } from '../tests/support/loop-disk.ts';

const DAY_S = 86_400;
/** The start, and the first maintenance with its checkpoint. */
const SETTLE_S = 100;
/** Until what that wrote has reached the device. */
const SETTLED_S = 40;
const GROWN_BYTES = 3e6;
const WAL_HEADER = 32;
const FRAME = 24 + PAGE_BYTES;

const minutes = Number(process.argv[2] ?? 5);
const scratch = mkdtempSync(join(tmpdir(), 'weatherglass-card-'));
/** As a card has it; a file system of this size would have blocks of 1 kB. */
const disk = LoopDisk.make(256, ['-b', '4096']);
const data = join(disk?.folder ?? scratch, 'data');
mkdirSync(data);
const database = join(data, 'weatherglass.db');

const child = spawn(
  process.execPath,
  [resolve('bin/weatherglass.mjs'), 'serve', '--source', 'simulator', '--port', '0', '--data', data],
  { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, HOME: scratch } },
);
await new Promise((ready) => child.stdout.once('data', ready));

interface Counted {
  atMs: number;
  blocks: number | null;
  process: number;
  wal: Buffer;
}

const count = (): Counted => ({
  atMs: performance.now(),
  blocks: disk?.writtenBytes ?? null,
  process: Number(/^write_bytes: (\d+)/m.exec(readFileSync(`/proc/${child.pid}/io`, 'utf8'))![1]),
  wal: readFileSync(`${database}-wal`),
});

/** Frames of the log as it is written now, oldest first: the page, and whether it ends a commit. */
function* frames(wal: Buffer): Generator<{ page: number; ends: boolean }> {
  const salt = wal.subarray(16, 24);
  for (let at = WAL_HEADER; at + FRAME <= wal.length; at += FRAME) {
    if (!wal.subarray(at + 8, at + 16).equals(salt)) return;
    yield { page: wal.readUInt32BE(at), ends: wal.readUInt32BE(at + 4) > 0 };
  }
}

function tableOf(path: string): Map<number, string> {
  const copy = join(scratch, 'copy.db');
  for (const end of ['', '-wal']) cpSync(path + end, copy + end);
  const db = openReadOnly(copy);
  const pages = db.prepare<[], [number, string]>('SELECT pageno, name FROM dbstat').raw().all();
  db.close();
  return new Map(pages);
}

await sleep(SETTLE_S * 1000);
// The log is written over from its beginning after every checkpoint and keeps its size: as it is after some hours, so it is made here.
// Zeros behind its end are no frames to SQLite.
if (!process.argv.includes('young')) appendFileSync(`${database}-wal`, Buffer.alloc(GROWN_BYTES));
await sleep(SETTLED_S * 1000);
const before = count();
await sleep(minutes * 60_000);
const after = count();
const spanS = (after.atMs - before.atMs) / 1000;
const perDay = (bytes: number): string => `${((bytes / spanS) * (DAY_S / 1e6)).toFixed(1).padStart(7)} MB a day`;

const restarted = !before.wal.subarray(16, 24).equals(after.wal.subarray(16, 24));
const old = restarted ? 0 : [...frames(before.wal)].length;
const written = [...frames(after.wal)].slice(old);
const commits = written.filter(({ ends }) => ends).length;
const tables = tableOf(database);
const byTable = new Map<string, number>();
const together = new Map<string, { commits: number; pages: number }>();
let [own, pages] = [new Set<string>(), 0];
for (const { page, ends } of written) {
  const table = tables.get(page) ?? 'other';
  byTable.set(table, (byTable.get(table) ?? 0) + 1);
  own.add(table);
  pages += 1;
  if (!ends) continue;
  const names = [...own].sort().join(', ');
  const known = together.get(names) ?? { commits: 0, pages: 0 };
  together.set(names, { commits: known.commits + 1, pages: known.pages + pages });
  [own, pages] = [new Set(), 0];
}
const size = statSync(database).size;
child.kill('SIGTERM');
await new Promise((ended) => child.once('exit', ended));

console.log(`${spanS.toFixed(0)} s, ${commits} transactions, database ${(size / 1e6).toFixed(1)} MB`);
if (after.blocks === null) console.log('blocks: not counted, no loop device here');
else console.log(`reached the device        ${perDay(after.blocks - before.blocks!)}`);
console.log(`of the process (/proc/io) ${perDay(after.process - before.process)}`);
console.log(`the log's frames          ${perDay(written.length * FRAME)}${restarted ? ' (begun anew meanwhile)' : ''}`);
for (const [table, pages] of [...byTable].sort((a, b) => b[1] - a[1]))
  console.log(
    `  ${table.padEnd(22)}  ${perDay(pages * FRAME)}  ${(pages / Math.max(1, commits)).toFixed(2)} pages a transaction`,
  );
for (const [names, of] of together)
  console.log(`  ${of.commits} × ${(of.pages / of.commits).toFixed(1)} pages: ${names}`);
console.log(
  "Not in these minutes: the hourly checkpoint, learned state, heads, and the night's backup, as large as the database.",
);

disk?.remove();
rmSync(scratch, { recursive: true });
