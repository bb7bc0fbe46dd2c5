/**
 * npm run -s bench -- card-parts [minutes]: what a commit of fifteen samples costs the card, taken apart. Each variant commits every half
 * minute into a database on an ext4 of its own over a loop device, whose written blocks are counted (needs root).
 */
import { execFileSync } from 'node:child_process';
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import SqliteDatabase from 'better-sqlite3';
import { SAMPLE_COLUMNS } from '../src/station/store/tiers/sample-row.ts';
import { LoopDisk } from '../tests/support/loop-disk.ts';
import { boardRow, noise } from './_history-data.ts';

const minutes = Number(process.argv[2] ?? 6);
const INTERVAL_S = 30;
const GROWN_BYTES = 3e6;

interface Variant {
  name: string;
  mount?: string;
  format?: string[];
  pragmas?: string[];
  pageBytes?: number;
  everyS?: number;
}
const variants: Variant[] = [
  { name: 'as it is' },
  { name: 'a disk mounted with lazytime', mount: 'lazytime' },
  { name: 'no index file (exclusive: no other program may read)', pragmas: ['locking_mode = EXCLUSIVE'] },
  { name: 'both', mount: 'lazytime', pragmas: ['locking_mode = EXCLUSIVE'] },
  { name: 'a file system without a journal', format: ['-b', '4096', '-O', '^has_journal'] },
  { name: 'blocks of 1 kB', format: ['-b', '1024'] },
  { name: 'pages of 4 kB', pageBytes: 4096 },
  { name: 'a rollback journal that stays', pragmas: ['journal_mode = PERSIST'] },
  { name: 'synchronous = NORMAL (a power cut costs minutes)', pragmas: ['synchronous = NORMAL'] },
  { name: 'a commit a minute', everyS: 60 },
];

const begun = variants.map(
  ({ name, mount, format = ['-b', '4096'], pragmas = [], pageBytes = 1024, everyS = INTERVAL_S }) => {
    const disk = LoopDisk.make(64, format);
    if (disk === null) process.exit(1);
    if (mount) execFileSync('mount', ['-o', `remount,${mount}`, disk.folder]);
    const path = join(disk.folder, 'card.db');
    const db = new SqliteDatabase(path);
    for (const pragma of [`page_size = ${pageBytes}`, 'journal_mode = WAL', 'wal_autocheckpoint = 0', ...pragmas])
      db.pragma(pragma);
    db.exec(`CREATE TABLE sample (ts_ms INTEGER PRIMARY KEY, ${SAMPLE_COLUMNS.join(' REAL, ')} REAL) STRICT`);
    const put = db.prepare(`INSERT INTO sample VALUES (?${', ?'.repeat(SAMPLE_COLUMNS.length)})`);
    const random = noise(1);
    let ts = 1_749_988_800;
    const commit = db.transaction(() => {
      for (let i = 0; i < everyS / 2; i += 1) {
        ts += 2;
        const row = boardRow(ts, random);
        put.run(ts * 1000, ...SAMPLE_COLUMNS.map((column) => row[column]));
      }
    });
    commit();
    if (db.pragma('journal_mode', { simple: true }) === 'wal') appendFileSync(`${path}-wal`, Buffer.alloc(GROWN_BYTES));
    return { name, everyS, disk, db, commit, written: 0 };
  },
);

execFileSync('sync');
await sleep(60_000);
for (const one of begun) one.written = one.disk.writtenBytes;
const turns = (minutes * 60) / INTERVAL_S;
for (let turn = 0; turn < turns; turn += 1) {
  for (const { everyS, commit } of begun) if (((turn + 1) * INTERVAL_S) % everyS === 0) commit();
  await sleep(INTERVAL_S * 1000);
}
console.log(
  `${minutes} min, ${readFileSync('/proc/sys/vm/dirty_expire_centisecs', 'utf8').trim()} cs until dirty pages are written`,
);
for (const { name, disk, db, written } of begun) {
  const bytes = disk.writtenBytes - written;
  const perDay = (bytes / minutes / 60) * 86_400;
  console.log(
    `${(perDay / 1e6).toFixed(1).padStart(6)} MB a day  ${(bytes / turns / 1000).toFixed(1).padStart(5)} kB a half minute  ${name}`,
  );
  db.close();
  disk.remove();
}
