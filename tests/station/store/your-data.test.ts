import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { boardRow, noise } from '../../../bench/_history-data.ts';
import { restoreFrom } from '../../../src/station/store/rescue/backups/restore.ts';
import {
  type Database,
  openBare,
  openDatabase,
  openReadOnly,
  openScratch,
} from '../../../src/station/store/sqlite/database.ts';
import { SCHEMA_VERSION } from '../../../src/station/store/sqlite/migrations/migrate.ts';
import { backup, rangeOf } from '../../support/store-work.ts';
import { NOON, Workshop } from './support.ts';

const workshop = new Workshop();

const DOC = readFileSync(join(import.meta.dirname, '../../../docs/use/your-data.md'), 'utf8');
/** Views, and the version that had them first. */
const FIRST_WITH: Readonly<Record<string, number>> = {
  v_samples: 8,
  v_five_minutes: 8,
  v_hours: 8,
  v_labels: 8,
  v_imports: 16,
  v_imported_rows: 16,
};
const VIEWS = Object.keys(FIRST_WITH);
const HOUR = 3600;
const NAME = 'weatherglass.db';

const columnsOf = (db: Database, view: string): string[] =>
  db.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck().all(view);
const rowsOf = (db: Database, sql: string): Record<string, unknown>[] =>
  db.prepare<[], Record<string, unknown>>(sql).all();
const countOf = (db: Database, view: string): number =>
  db.prepare<[], number>(`SELECT count(*) FROM ${view}`).pluck().get()!;

/** Three hours of samples, a label and a note. */
function past(): { folder: string; path: string } {
  const folder = workshop.folder();
  const store = workshop.open({ folder });
  const random = noise(7);
  for (let ts = NOON - 3 * HOUR; ts < NOON + 10; ts += 10) store.samples.append(boardRow(ts, random));
  store.flush();
  store.labels.add({ ts: NOON - 60, givenTs: NOON, kind: 'rain', value: 1, note: 'drops', learned: true });
  store.labels.addNote('moved to the garden', NOON - 600, NOON);
  store.close();
  return { folder, path: join(folder, NAME) };
}

describe('the views for other programs', () => {
  it('have the columns they had first, in that order, whatever came later', () => {
    const now = openScratch(SCHEMA_VERSION);
    for (const view of VIEWS) {
      const promised = columnsOf(openScratch(FIRST_WITH[view]!), view);
      expect(promised.length).toBeGreaterThan(2);
      expect(columnsOf(now, view).slice(0, promised.length)).toEqual(promised);
    }
  });

  it('have no column that their page does not name', () => {
    const db = openScratch(SCHEMA_VERSION);
    for (const view of VIEWS) {
      for (const column of columnsOf(db, view)) {
        const of = column.replace(/_(min|max)$/, '');
        expect(DOC.includes(`\`${column}\``) || DOC.includes(`\`${of}\``), `${view}.${column}`).toBe(true);
      }
    }
    for (const column of ['temperature_c', 'lux', 'pressure_hpa_per_h', 'dew_point_c', 'outdoor_c'])
      expect(columnsOf(db, 'v_hours')).toEqual(expect.arrayContaining([`${column}_min`, `${column}_max`]));
    db.close();
  });

  it('show what charts show, at times that are UTC as seconds and as text', () => {
    const { folder, path } = past();
    const store = workshop.open({ folder });
    const { series } = rangeOf(store, NOON - 3 * HOUR, NOON, 300);
    const charted = series as unknown as Record<'ts' | 'temp' | 'temp_hi' | 'hum' | 'press', number[]>;
    const db = openReadOnly(path);
    const rows = rowsOf(db, 'SELECT * FROM v_five_minutes ORDER BY time_s');
    expect(rows.map(({ time_s }) => time_s)).toEqual(charted.ts);
    const pairs = [
      ['temperature_c', charted.temp],
      ['temperature_c_max', charted.temp_hi],
      ['humidity_pct', charted.hum],
      ['sea_level_hpa', charted.press],
    ] as const;
    for (const [column, series] of pairs)
      for (const [i, row] of rows.entries()) expect(row[column]).toBeCloseTo(series[i]!, 9);
    for (const { time_s, time_utc } of rows) expect(Date.parse(time_utc as string)).toBe((time_s as number) * 1000);
    const [sample] = rowsOf(db, 'SELECT * FROM v_samples ORDER BY time_ms DESC LIMIT 1');
    expect(sample).toMatchObject({ time_ms: NOON * 1000, time_s: NOON, time_utc: new Date(NOON * 1000).toISOString() });
    expect(rowsOf(db, 'SELECT kind, value, note, learned, time_s, given_s FROM v_labels ORDER BY id')).toEqual([
      { kind: 'rain', value: 1, note: 'drops', learned: 1, time_s: NOON - 60, given_s: NOON },
      { kind: 'note', value: null, note: 'moved to the garden', learned: 0, time_s: NOON - 600, given_s: NOON },
    ]);
    db.close();
    store.close();
  });

  it('find a span of time by the index', () => {
    const db = openScratch(SCHEMA_VERSION);
    for (const [view, column] of [
      ['v_samples', 'time_ms'],
      ['v_five_minutes', 'time_s'],
      ['v_hours', 'time_s'],
    ]) {
      const plan = rowsOf(
        db,
        `EXPLAIN QUERY PLAN SELECT temperature_c FROM ${view} WHERE ${column} >= 5 AND ${column} < 9`,
      );
      expect(plan.map(({ detail }) => detail)).toEqual([expect.stringMatching(/^SEARCH .*\(rowid>/)]);
    }
    db.close();
  });

  it('are there after VACUUM INTO, a backup, a restore and a rescue', async () => {
    const { folder, path } = past();
    const counts = (file: string) => {
      const db = openReadOnly(file);
      const found = VIEWS.map((view) => countOf(db, view));
      db.close();
      return found;
    };
    const before = counts(path);
    expect(before).toEqual([1081, 36, 3, 2, 0, 0]);
    const vacuumed = join(workshop.folder(), 'copy.db');
    const db = openBare(path);
    db.exec(`VACUUM INTO '${vacuumed}'`);
    db.close();
    expect(counts(vacuumed)).toEqual(before);

    const store = workshop.open({ folder });
    const { path: copy } = await backup(store, 7, NOON);
    store.close();
    expect(counts(copy)).toEqual(before);
    const elsewhere = workshop.folder();
    await restoreFrom(copy, elsewhere, NOON, () => {});
    expect(counts(join(elsewhere, NAME))).toEqual(before);

    const broken = workshop.folder();
    mkdirSync(join(broken, 'backups'));
    copyFileSync(copy, join(broken, 'backups/weatherglass-20250601-030000.db'));
    copyFileSync(path, join(broken, NAME));
    truncateSync(join(broken, NAME), 40 * 1024);
    const rescued = workshop.open({ folder: broken });
    expect(rescued.finding?.severity).toBe('error');
    rescued.close();
    expect(counts(join(broken, NAME))).toEqual(before);
  });

  it('that somebody dropped are made again at the next start, and one of his own under such a name gives way', () => {
    const { folder, path } = past();
    const db = openBare(path);
    db.exec('DROP VIEW v_hours');
    db.close();
    workshop.open({ folder }).close();
    const after = openReadOnly(path);
    expect(countOf(after, 'v_hours')).toBe(3);
    after.close();

    const old = join(workshop.folder(), NAME);
    const before = openBare(old);
    before.exec(readFileSync(join(import.meta.dirname, 'schemas/007.sql'), 'utf8'));
    before.exec('CREATE VIEW v_hours AS SELECT 1 AS mine');
    before.pragma('user_version = 7');
    before.close();
    const made = openDatabase(old);
    expect(columnsOf(made, 'v_hours')).toContain('temperature_c');
    made.close();
  });
});

describe('the examples of docs/use/your-data.md', () => {
  const blocks = [...DOC.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language, text]) => ({
    language: language!,
    text: text!,
  }));
  const runs = (program: string, args: string[]): boolean => spawnSync(program, args).status === 0;
  const first = (...tries: [string, string[]][]) => tries.find(([program, args]) => runs(program, args))?.[0] ?? null;
  const shell = first(['sqlite3', ['--version']]);
  const python = first(['python3', ['-c', 'import sqlite3']]);
  const pandas = first(['python3', ['-c', 'import pandas']], ['/usr/bin/python3', ['-c', 'import pandas']]);
  const r = first(['Rscript', ['-e', 'library(RSQLite)']]);

  it('are of these languages', () => {
    expect(blocks.map(({ language }) => language)).toEqual(['sh', 'sh', 'python', 'python', 'r', 'sql']);
  });

  const [byDay, lastHour, plain, withPandas, inR, inGrafana] = blocks.map(({ text }) => text) as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  const cases = [
    ['sqlite3, by day', shell && 'sh', ['-c', byDay], /^day,coldest,warmest\n\d{4}-\d\d-\d\d,[\d.]+,[\d.]+\n$/],
    ['sqlite3, the last hour', shell && 'sh', ['-c', lastHour], /^time_utc +temperature_c[\s\S]*(\n\d{4}-.*){361}\n$/],
    ['Python', python, ['-c', plain], /^(\d{4}-\d\d-\d\dT\d\d:00:00Z [\d.]+\n){3}$/],
    ['pandas', pandas, ['-c', withPandas], /^time_utc\n\d{4}-\d\d-\d\d 00:00:00\+00:00 +[\d.]+\n/],
    ['R', r, ['-e', inR], /Min\. +1st Qu\. +Median/],
  ] as const;

  for (const [name, program, args, output] of cases) {
    if (program === null)
      console.warn(`\nSKIPPED: the example for ${name}, because its program or library is missing\n`);
    it.skipIf(program === null)(`run beside a running station: ${name}`, () => {
      const { folder } = past();
      const store = workshop.open({ folder });
      const { status, stdout, stderr } = spawnSync(program!, [...args], { cwd: folder, encoding: 'utf8' });
      expect([status, stderr.replace(/^Loading .*\n/gm, '')]).toEqual([0, '']);
      expect(stdout).toMatch(output);
      store.close();
    });
  }

  it("is answered, Grafana's with the span of a dashboard", () => {
    const { path } = past();
    const db = openReadOnly(path);
    const span = inGrafana.replace('$__from', `${(NOON - HOUR) * 1000}`).replace('$__to', `${NOON * 1000}`);
    const rows = rowsOf(db, span);
    expect(rows).toHaveLength(12);
    expect(rows[0]).toEqual({
      time: NOON - HOUR,
      temperature_c: expect.any(Number) as number,
      humidity_pct: expect.any(Number) as number,
    });
    db.close();
  });
});
