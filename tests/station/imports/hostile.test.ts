import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { Zone } from '../../../src/base/zone.ts';
import { openSource } from '../../../src/station/imports/open-source.ts';
import { ImportRefusal } from '../../../src/station/imports/past-row.ts';
import { openBare, using } from '../../../src/station/store/sqlite/database.ts';
import { Workshop } from '../store/support.ts';
import { bringIn } from './bring-in.ts';

const workshop = new Workshop();

const asked = { zone: new Zone('Europe/Copenhagen'), units: null, order: null, map: null };

/** One sentence, or the rows. */
function outcome(path: string): string {
  try {
    const reads = [...openSource(path, asked).read()].map(({ read }) => read);
    const refused = reads.filter((read) => 'refused' in read).length;
    return `${reads.length - refused} rows, ${refused} refused`;
  } catch (error) {
    if (error instanceof ImportRefusal) return error.message;
    return `${(error as NodeJS.ErrnoException).code}`;
  }
}

const file = (name: string, bytes: string | Uint8Array): string => {
  const path = join(workshop.folder(), name);
  writeFileSync(path, bytes);
  return path;
};

const HEADING = 'Time,Temperature (°C)\n';
const LINE = '2020-01-01 00:00,1.5\n';

describe('lines of a clock that was not set', () => {
  it('are refused: before 1970 there are no epoch seconds', () => {
    const lines = ['1969-12-31 23:55,1', '1970-01-01 00:10,1', '1904-01-01 00:00,1', '1970-01-01 01:05,1'];
    expect(outcome(file('unset.csv', `Time,Temperature (°C)\n${lines.join('\n')}\n`))).toBe('1 rows, 3 refused');
  });
});

describe('a hostile file gets one sentence', () => {
  it('of a line of a gigabyte', () => {
    const path = file('long.csv', `${HEADING}${LINE}`);
    truncateSync(path, 1e9); // zeros without an end of line, on no disk
    expect(outcome(path)).toMatch(/has a line of more than 64 kB/);
    const first = file('first.csv', '');
    truncateSync(first, 1e9);
    expect(outcome(first)).toMatch(/has a line of more than 64 kB/);
  });

  it('of a million columns', () => {
    expect(outcome(file('wide.csv', `${'a,'.repeat(1e6)}\n`))).toMatch(/more than 64 kB/);
    expect(outcome(file('wide.csv', `${'a,'.repeat(20_000)}\n1,2\n`))).toMatch(/no known format/);
  });

  it('packed, or with another name', () => {
    expect(outcome(file('bomb.csv', gzipSync(Buffer.alloc(1e6))))).toMatch(/is compressed/);
    expect(outcome(file('a.zip', Buffer.from('504b0304140000000800', 'hex')))).toMatch(/is compressed/);
    expect(outcome(file('noise.csv', Buffer.from(Array.from({ length: 5000 }, (_, i) => (i * 7919) % 256))))).toMatch(
      /no known format|64 kB/,
    );
    expect(outcome(file('empty.csv', ''))).toMatch(/no known format/);
  });

  it('that is a link, a folder, a pipe, or not there', () => {
    const folder = workshop.folder();
    symlinkSync('/etc/passwd', join(folder, 'link.csv'));
    expect(outcome(join(folder, 'link.csv'))).toMatch(/not an ordinary file/);
    mkdirSync(join(folder, 'folder.csv'));
    expect(outcome(join(folder, 'folder.csv'))).toMatch(/not an ordinary file/);
    execFileSync('mkfifo', [join(folder, 'pipe.csv')]);
    expect(outcome(join(folder, 'pipe.csv'))).toMatch(/not an ordinary file/);
    expect(outcome(join(folder, 'none.csv'))).toBe('ENOENT');
  });

  it('that is a database of another program, or none', () => {
    const path = join(workshop.folder(), 'other.db');
    const db = openBare(path);
    db.exec('CREATE TABLE archive (dateTime INTEGER, note TEXT); CREATE TABLE "od""d" (a)');
    db.close();
    expect(outcome(path)).toMatch(/neither|no WeeWX archive/);
    const endless = join(workshop.folder(), 'endless.db');
    const view = openBare(endless);
    view.exec(`CREATE VIEW archive AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
      SELECT i AS dateTime, 17 AS usUnits, 5 AS interval, 1.0 AS outTemp FROM n`);
    view.close();
    expect(outcome(endless)).toMatch(/neither|no WeeWX archive/);
    expect(outcome(file('torn.sdb', Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(4096, 7)])))).toMatch(
      /SQLite cannot read it/,
    );
  });
});

describe('a history of ours of which not all is an ordinary table', () => {
  const FIRST_MS = 1_600_000_000_000;
  /** Tables that are read, with a sample and what belongs to it. */
  const TABLES: Readonly<Record<string, string>> = {
    watermark: "(tier TEXT PRIMARY KEY, from_ts INTEGER); INSERT INTO watermark VALUES ('raw', 0)",
    hourly: '(ts INTEGER PRIMARY KEY, temp_smooth REAL)',
    five_min: '(ts INTEGER PRIMARY KEY, temp_smooth REAL)',
    sample: `(ts_ms INTEGER PRIMARY KEY, temp_smooth, lux); INSERT INTO sample VALUES (${FIRST_MS}, 10.5, 300)`,
    quality: `(signal, from_ms, until_ms, bits); INSERT INTO quality VALUES (5, 0, ${2 * FIRST_MS}, 1)`,
    narrow_quantity: "(id INTEGER PRIMARY KEY, name TEXT); INSERT INTO narrow_quantity VALUES (1, 'rainMm')",
    narrow_sample: `(ts_ms, quantity, value); INSERT INTO narrow_sample VALUES (${FIRST_MS}, 1, 0.2)`,
    narrow_five_min: '(ts, quantity, value)',
    narrow_hourly: '(ts, quantity, value)',
  };
  const names = Object.keys(TABLES);
  const history = (change = ''): string => {
    const path = join(workshop.folder(), 'history.db');
    using(openBare(path), (db) => {
      for (const [name, rest] of Object.entries(TABLES)) db.exec(`CREATE TABLE ${name} ${rest}`);
      db.exec(change);
    });
    return path;
  };
  const readsOf = (path: string) => [...openSource(path, asked).read()].map(({ read }) => read);

  it('is read where all is: without what is flagged', () => {
    expect(readsOf(history())).toEqual([{ tS: FIRST_MS / 1000, widthS: 0, values: { coreC: 10.5, rainMm: 0.2 } }]);
    const older = names.filter((name) => /quality|narrow/.test(name)).map((name) => `DROP TABLE ${name};`);
    expect(readsOf(history(older.join(' ')))).toMatchObject([{ values: { coreC: 10.5, lux: 300 } }]);
  });

  it.each(names)('is another program’s where %s is a view, a virtual table, or has a generated column', (name) => {
    const columns = /^\((.*?)\)/
      .exec(TABLES[name]!)![1]!
      .replaceAll(/ [A-Z ]+/g, '')
      .split(',');
    const made = columns.map((column) => `1 AS ${column}`).join(', ');
    const view = `DROP TABLE ${name}; CREATE VIEW ${name.toUpperCase()} AS SELECT ${made};`;
    const virtual = `DROP TABLE ${name}; CREATE VIRTUAL TABLE ${name} USING fts5(${columns.join(', ')});`;
    const key = columns[0]!;
    const rest = columns.slice(1).map((column) => `, ${column}`);
    const generated = `DROP TABLE ${name}; CREATE TABLE ${name} (a${rest.join('')}, ${key} GENERATED ALWAYS AS (a + 1) VIRTUAL);`;
    for (const change of [view, virtual, generated])
      expect([change, outcome(history(change))]).toEqual([change, expect.stringMatching(/neither|no WeeWX archive/)]);
  });

  it('gives its rows in the order of time and ends, also where another program has made its tables without keys', () => {
    const count = 700;
    const rows = Array.from({ length: count }, (_, i) => `(${FIRST_MS + ((i * 311) % count) * 1000}, 1, 1)`);
    for (const key of [' PRIMARY KEY', '']) {
      const changed = history(`DROP TABLE sample; CREATE TABLE sample (ts_ms INTEGER${key}, temp_smooth, lux);
        INSERT INTO sample VALUES ${rows.join(', ')}`);
      const times = readsOf(changed).map((read) => ('refused' in read ? 0 : read.tS));
      expect(times).toEqual(Array.from({ length: count }, (_, i) => FIRST_MS / 1000 + i));
    }
  });

  it('ends also where its times are too large to grow', () => {
    const hours = Array.from({ length: 300 }, (_, i) => `(4611686018427387904 + ${i}, 1)`);
    const changed = history(`INSERT INTO hourly VALUES ${hours.join(', ')};
      INSERT INTO watermark VALUES ('five_min', 9000000000000000000)`);
    expect(readsOf(changed).length).toBeLessThan(600);
  });

  it('is read without its views, which may be of views without end', () => {
    // To prepare one such chain takes a slow machine half a minute.
    const chains = Array.from({ length: 20 }, (_, c) =>
      Array.from(
        { length: 40 },
        (_, i) => `CREATE VIEW v${c}_${i + 1} AS SELECT 1 AS x FROM v${c}_${i} a, v${c}_${i} b;`,
      ),
    );
    const ends = chains.map((_, c) => `CREATE VIEW v${c}_0 AS SELECT 1 AS x;`);
    expect(readsOf(history([...ends, ...chains.flat()].join('\n')))).toHaveLength(1);
  });

  it('has no value where a cell holds a text or an infinity', () => {
    const changed = history(`UPDATE sample SET temp_smooth = 'warm'; UPDATE narrow_sample SET value = 9e999`);
    expect(readsOf(changed)).toMatchObject([{ values: {} }]);
    expect(readsOf(changed)[0]).not.toHaveProperty(['values', 'coreC']);
    expect(readsOf(changed)[0]).not.toHaveProperty(['values', 'rainMm']);
  });
});

describe('lines that are broken are refused one by one', () => {
  it('an offset that no clock has; a number beyond all numbers is none', () => {
    const lines = ['00:00+99:99,1', '00:05-26:00,1', '00:10+14:60,1', '00:15+14:00,1', '00:20-0930,1e999'];
    const path = file('offsets.csv', `${HEADING}${lines.map((line) => `2021-06-02T${line}\n`).join('')}`);
    const reads = [...openSource(path, asked).read()].map(({ read }) => ('refused' in read ? read.line : read.values));
    expect(reads).toEqual([2, 3, 4, { outdoorTemperatureC: 1 }, {}]);
    const inches = file('inches.csv', 'Time,Pressure (inHg)\n2020-01-01 00:00,1e308\n2020-01-01 00:05,29.9\n');
    const counts = [...openSource(inches, asked).read()].map(({ read }) =>
      'refused' in read ? null : Object.keys(read.values).length,
    );
    expect(counts).toEqual([0, 1]);
  });

  it('a line without values is no line of its moment: the whole one behind it counts', async () => {
    const store = workshop.open();
    const path = file('quote.csv', `${HEADING}2020-01-01 00:00,"1.5,60\n2020-01-01 00:00,2.5\n2020-01-01 00:05,3.5\n`);
    expect((await bringIn(store, path)).rows).toBe(2);
  });

  it('zeros at the end, a truncated line, a spring hour, words for numbers', () => {
    const log = (lines: readonly string[]) => file('202003log.txt', lines.join('\r\n'));
    const good = '29/03/20,01:50,6.4,88,4.6,1.2,2.5,250,0.0,1.2,1016.2,345.6,21.3,45,0,6,6,0,0';
    const inGap = good.replace('01:50', '02:30');
    expect(outcome(log([good, inGap, good.replace('01:50', '03:00').slice(0, 20), `${'\0'.repeat(400)}`]))).toBe(
      '1 rows, 2 refused',
    );
    expect(outcome(file('a.csv', `${HEADING}${LINE}2020-01-01 00:05,warm\nnonsense\n2020-01-01 00:10,--\n`))).toBe(
      '3 rows, 1 refused',
    );
  });

  it('UTF-8 with and without a mark, and windows-1252', () => {
    const units = (bytes: Buffer) => {
      const rows = [...openSource(file('a.csv', bytes), asked).read()].map(({ read }) =>
        'refused' in read ? null : read.values.outdoorTemperatureC,
      );
      return rows;
    };
    const text = 'Time,Outdoor Temperature(°F)\n2020-01-01 00:00,50\n';
    expect(units(Buffer.from(text, 'utf8'))).toEqual([10]);
    expect(units(Buffer.from(`\ufeff${text}`, 'utf8'))).toEqual([10]);
    expect(units(Buffer.from(text, 'latin1'))).toEqual([10]);
  });
});
