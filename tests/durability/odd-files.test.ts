import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { listBackups } from '../../src/station/store/rescue/backups/backup.ts';
import { STANDBY_FILE } from '../../src/station/store/rescue/folder/waiting.ts';
import { openBare, using } from '../../src/station/store/sqlite/database.ts';
import { backup } from '../support/store-work.ts';
import { clearFolders, dbOf, fill, isThere, opened, openIn, past, SetClock, START, tempFolder } from './support.ts';

afterAll(clearFolders);
const ROWS = 360;

describe('a file in the place of the database that holds no page of one', () => {
  it.each([
    ['the history', past, 'Lost: everything stored\\.'],
    ['nothing', tempFolder, 'Nothing was lost\\.'],
  ])('is said to be none of ours where it is something else, and kept: in place of %s', (_, had, lost) => {
    const folder = had();
    writeFileSync(dbOf(folder), 'milk, eggs\n');
    const told = `^The file in the database’s place was not from Weatherglass \\(file is not a database\\)\\. ${lost} That file is kept in `;
    expect(opened(folder)).toEqual({ rows: 0, told: [expect.stringMatching(new RegExp(told))] });
    const kept = readdirSync(folder).find((name) => name.startsWith('damaged-'))!;
    expect(readFileSync(join(folder, kept, 'weatherglass.db'), 'utf8')).toBe('milk, eggs\n');
  });

  it.each([0, 0xff])('is said to be damaged where a card gives back nothing but %i', (erased) => {
    const folder = past();
    writeFileSync(dbOf(folder), Buffer.alloc(50_000, erased));
    expect(opened(folder).told).toEqual([
      expect.stringMatching(/^The database was damaged .* Lost: everything stored\./),
    ]);
  });

  it.each([0, 10, 300])(
    'is said to be cut short where it begins as one, with what a backup has: %d bytes',
    async (bytes) => {
      const folder = past();
      const store = openIn(folder, new SetClock(START + 60));
      await backup(store, 1, START + 60);
      fill(store, START, START + 600, 10);
      store.close();
      truncateSync(dbOf(folder), bytes);
      expect(opened(folder)).toEqual({
        rows: ROWS,
        told: [
          expect.stringMatching(
            /^The database was damaged \(the file was cut short\)\..* Lost: everything stored \(after 15 Jun 2025, 11:59 UTC\)\./,
          ),
        ],
      });
    },
  );
});

describe('a sound database in the place of ours', () => {
  it('that has no tables at all is a first start', () => {
    const folder = tempFolder();
    using(openBare(dbOf(folder)), (db) => db.exec('CREATE TABLE theirs (a); DROP TABLE theirs'));
    expect(opened(folder)).toEqual({ rows: 0, told: [] });
  });

  it.each([
    "CREATE TABLE sample (a TEXT NOT NULL, b); INSERT INTO sample VALUES ('theirs', 1)",
    "CREATE TABLE event (a TEXT NOT NULL, b); INSERT INTO event VALUES ('theirs', 1)",
    "CREATE TABLE clock_segment (a TEXT NOT NULL, b); INSERT INTO clock_segment VALUES ('theirs', 1)",
    'CREATE TABLE theirs (a); CREATE VIEW sample AS SELECT a FROM theirs',
    'CREATE TABLE theirs (a); CREATE INDEX hourly ON theirs (a)',
    'CREATE TABLE five_min_ts (theirs)',
    'CREATE TABLE v_hours (theirs)',
    'CREATE TABLE recipe (theirs)',
    'CREATE TABLE recipe (theirs); PRAGMA user_version = 77',
  ])(
    'that has another thing under a name of ours, or nothing of ours, is kept aside, and the station begins: %s',
    (sql) => {
      const folder = tempFolder();
      using(openBare(dbOf(folder)), (db) => db.exec(sql));
      const told =
        /^The file in the database’s place was not from Weatherglass .*\. Nothing was lost\. That file is kept in /;
      expect(opened(folder)).toEqual({ rows: 0, told: [expect.stringMatching(told)] });
      const kept = readdirSync(folder).find((name) => name.startsWith('damaged-'))!;
      expect(readFileSync(join(folder, kept, 'weatherglass.db'), 'utf8')).toContain('theirs');
    },
  );

  it.each([
    ['all of them', () => true],
    ['samples', (name: string) => name === 'sample'],
    ['samples and ticks', (name: string) => ['sample', 'tick', 'clock_segment'].includes(name)],
  ])(
    'that another program has made of tables of ours, without their indexes and number, is gone on with: %s',
    (_, takes) => {
      const [folder, copy] = [past(), tempFolder()];
      using(openBare(dbOf(copy)), (db) => {
        db.exec(`ATTACH '${dbOf(folder)}' AS old`);
        const of = "SELECT name, sql FROM old.sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'";
        for (const { name, sql } of db.prepare<[], { name: string; sql: string }>(of).all())
          if (takes(name)) db.exec(`${sql}; INSERT INTO main.${name} SELECT * FROM old.${name}`);
      });
      expect(opened(copy)).toEqual({ rows: ROWS, told: [expect.stringMatching(/Missing parts were recreated/)] });
    },
  );
});

const NOTE = 'weatherglass.swap';
const note = (aside: string | null) =>
  JSON.stringify({ fresh: 'weatherglass.db.salvage', path: 'weatherglass.db', aside, finding: null });

describe('the note of a swap', () => {
  it.each([
    ['empty', ''],
    ['cut', '{"fresh":"weath'],
    ['zeros', '\0'.repeat(200)],
    ['an object without what it should say', '{}'],
    ['a number', '7'],
    ['of another type', '{"fresh":1,"path":null}'],
  ])('that is %s leaves the database where it is, and is told', (_, text) => {
    const folder = past();
    writeFileSync(join(folder, NOTE), text);
    expect(opened(folder)).toEqual({
      rows: ROWS,
      told: [expect.stringMatching(/stopped while its database was being replaced/)],
    });
    expect(opened(folder).told).toHaveLength(1);
  });

  it('that cannot be read does not hide the finished file when the old one has moved away', () => {
    const folder = past();
    renameSync(dbOf(folder), `${dbOf(folder)}.restored`);
    writeFileSync(join(folder, NOTE), '');
    expect(opened(folder)).toEqual({
      rows: ROWS,
      told: [expect.stringMatching(/stopped while its database was being replaced/)],
    });
  });

  it('whose finished file is gone brings the old one back', () => {
    const folder = past();
    mkdirSync(join(folder, 'damaged-x'));
    renameSync(dbOf(folder), join(folder, 'damaged-x/weatherglass.db'));
    writeFileSync(join(folder, NOTE), note('damaged-x/weatherglass.db'));
    expect(opened(folder).rows).toBe(ROWS);
  });

  it('that speaks of files nobody has any more leaves a start from the backup, or from nothing', () => {
    const folder = past();
    rmSync(dbOf(folder));
    writeFileSync(join(folder, NOTE), note(null));
    expect(opened(folder).told).toEqual([expect.stringMatching(/database file is missing/)]);
  });
});

describe('files that help to keep the history', () => {
  it('stop no start when they say nothing of sense', () => {
    const folder = past();
    writeFileSync(join(folder, 'weatherglass.lock'), Buffer.alloc(4096, 0x5a));
    writeFileSync(join(folder, 'weatherglass.clean'), 'null');
    writeFileSync(join(folder, 'backups'), 'a file');
    expect(opened(folder).rows).toBe(ROWS);
  });

  it.each(['true', '{}', '{"size":"x"}'])('nor when they say something else: %s', (closed) => {
    const folder = past();
    writeFileSync(join(folder, 'weatherglass.clean'), `{"closed":${closed}}`);
    writeFileSync(join(folder, 'weatherglass.strangers'), '{"a":1}');
    mkdirSync(join(folder, 'backups'));
    writeFileSync(join(folder, 'backups/weatherglass-20250101-020000.db'), 'no backup');
    expect(opened(folder)).toEqual({ rows: ROWS, told: ['Another program used the database.'] });
  });

  it('hold up none when a pipe has the name of a backup', () => {
    const folder = past();
    mkdirSync(join(folder, 'backups'));
    execFileSync('mkfifo', [join(folder, 'backups/weatherglass-20250101-020000.db')]);
    expect(listBackups(join(folder, 'backups'))).toEqual([]);
    truncateSync(dbOf(folder), 40 * 1024);
    expect(opened(folder).told).toEqual([expect.stringMatching(/no good backup/)]);
  });

  it('stop none either when a backup leads nowhere', () => {
    const folder = past();
    mkdirSync(join(folder, 'backups'));
    symlinkSync('/nowhere', join(folder, 'backups/weatherglass-20250101-020000.db'));
    truncateSync(dbOf(folder), 40 * 1024);
    expect(opened(folder).told).toEqual([expect.stringMatching(/no good backup/)]);
  });
});

describe('what was written beside a damaged database', () => {
  it('comes home as far as it can be read when it is damaged, too, and that is told', () => {
    const folder = past();
    const beside = tempFolder();
    const away = openIn(beside);
    fill(away, START, START + 1200, 2);
    away.close();
    renameSync(dbOf(beside), join(folder, 'weatherglass.away.db'));
    truncateSync(join(folder, 'weatherglass.away.db'), 150 * 1024);
    const store = openIn(folder, new SetClock(START + 1300));
    for (let i = 0; i < 10; i += 1) store.flush();
    expect([...store.samples.pages(0, START + 1300)].flat().length).toBeGreaterThan(ROWS + 100);
    const told = store.events.recentOf(['storage'], 5).map(({ detail }) => detail);
    expect(told).toEqual([expect.stringMatching(/file that stood in for it.*rows rescued.*Lost/)]);
    store.close();
    expect(readdirSync(folder).filter((name) => name.includes('away'))).toEqual([]);
    const kept = readdirSync(folder).find((name) => name.startsWith('damaged-'))!;
    expect(isThere(join(folder, kept, 'weatherglass.away.db'))).toBe(true);
  });
});

describe('a standby database in the runtime folder', () => {
  it.each([
    ['empty', () => {}],
    [
      'without tables',
      (path: string) => {
        const db = openBare(path);
        db.pragma('journal_mode = WAL');
        db.close();
      },
    ],
  ])('that a kill left %s stops no homecoming', (_, begin) => {
    const folder = past();
    const runtimeFolder = tempFolder();
    const path = join(runtimeFolder, STANDBY_FILE);
    writeFileSync(path, '');
    begin(path);
    const store = openIn(folder, new SetClock(START + 60), { runtimeFolder });
    store.flush();
    expect(isThere(path)).toBe(false);
    store.close();
    expect(opened(folder).rows).toBe(ROWS);
  });
});
