import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openBare, openReadOnly } from '../../src/station/store/sqlite/database.ts';
import { SCHEMA_VERSION } from '../../src/station/store/sqlite/migrations/migrate.ts';
import { describeSchema } from '../support/describe-schema.ts';
import { realNowS } from '../support/real-now.ts';
import { stationProcess } from '../support/station-process.ts';

const FIRST = join(import.meta.dirname, '../station/store/schemas/001.sql');
const NEWEST = join(import.meta.dirname, `../station/store/schemas/${String(SCHEMA_VERSION).padStart(3, '0')}.sql`);
const SAMPLES = 4000;
const STEP_S = 10;

const folder = mkdtempSync(join(tmpdir(), 'weatherglass-old-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const path = join(folder, 'weatherglass.db');

/** A file as the first program left it, with a past of half a day until a minute ago; returns the stamps of the rows by page. */
function firstFile(): Map<number, number[]> {
  const db = openBare(path);
  db.pragma('page_size = 1024');
  db.exec(readFileSync(FIRST, 'utf8'));
  db.pragma('user_version = 1');
  const untilMs = 1000 * realNowS('a real program goes on with it, and trusts the clock of the machine') - 60_000;
  const put = db.prepare(
    'INSERT INTO sample (ts_ms, temp_raw, temp, temp_smooth, hum_raw, press_raw) VALUES (?, 20.5, 18.25, 18.25, 55.5, 1013.25)',
  );
  const stamps = Array.from({ length: SAMPLES }, (_, i) => untilMs - (SAMPLES - i) * STEP_S * 1000);
  db.transaction(() => {
    for (const ts of stamps) put.run(ts);
    db.exec(`INSERT INTO label (ts, given_ts, kind, value, note, learned) VALUES (1, 2, 'rain', 1, 'hail in the first year', 1);
      INSERT INTO event (ts, kind, severity, detail) VALUES (3, 'startup', 'info', 'the first start of all')`);
  })();
  const pages = db
    .prepare<[], number>("SELECT pageno FROM dbstat WHERE name = 'sample' AND pagetype = 'leaf' ORDER BY path")
    .pluck()
    .all();
  const cells = db.prepare<[], number>(
    "SELECT ncell FROM dbstat WHERE name = 'sample' AND pagetype = 'leaf' ORDER BY path",
  );
  let at = 0;
  const rows = new Map(
    cells
      .pluck()
      .all()
      .map((count, i) => {
        at += count;
        return [pages[i]!, stamps.slice(at - count, at)];
      }),
  );
  db.close();
  return rows;
}

it('the program starts on a damaged file of its first version: it is told, and all other rows are there, in the schema of today', async () => {
  const rows = firstFile();
  const bad = [...rows.keys()].slice(40, 43);
  const file = openSync(path, 'r+');
  for (const page of bad) writeSync(file, Buffer.alloc(1024, 0xa5), 0, 1024, (page - 1) * 1024);
  closeSync(file);
  const gone = bad.flatMap((page) => rows.get(page)!);
  expect(gone.length).toBeGreaterThan(3);

  const station = await stationProcess(undefined, folder);
  const get = async (what: string) => (await fetch(`http://127.0.0.1:${station.port}/api/${what}`)).json();
  const { notices } = (await get('status')) as { notices: { text: string }[] };
  expect(notices.some(({ text }) => text.includes('was damaged'))).toBe(true);
  expect(await get('ready')).toMatchObject({ ready: true });
  expect(JSON.stringify(await get('events?limit=200'))).toContain('the first start of all');
  station.child.kill('SIGTERM'); // `stop` takes the folder along
  await once(station.child, 'exit');

  const db = openReadOnly(path);
  expect(`${describeSchema(db).join('\n')}\n`).toBe(readFileSync(NEWEST, 'utf8'));
  const kept = new Set(db.prepare<[], number>('SELECT ts_ms FROM sample').pluck().all());
  const missing = [...rows.values()].flat().filter((ts) => !kept.has(ts));
  expect(missing).toEqual(gone);
  expect(db.prepare('SELECT note FROM label').pluck().all()).toEqual(['hail in the first year']);
  db.close();
});
