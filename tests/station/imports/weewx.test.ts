import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Zone } from '../../../src/base/zone.ts';
import { openSource } from '../../../src/station/imports/open-source.ts';
import type { Read } from '../../../src/station/imports/past-row.ts';
import { openBare } from '../../../src/station/store/sqlite/database.ts';
import { Workshop } from '../store/support.ts';
import { asWeewx, madeWeather } from './made-files.ts';

const workshop = new Workshop();

const asked = { zone: new Zone('Europe/Berlin'), units: null, order: null, map: null };
const START = 1_521_700_000;

/** A table of WeeWX with the columns of the worked example. */
function archive(rows: readonly (readonly (number | string | null)[])[]): string {
  const path = join(workshop.folder(), 'weewx.sdb');
  const db = openBare(path);
  db.exec(`CREATE TABLE archive(dateTime INTEGER NOT NULL UNIQUE PRIMARY KEY, usUnits INTEGER NOT NULL, interval INTEGER NOT NULL,
    outTemp REAL, inTemp REAL, outHumidity REAL, pressure REAL, barometer REAL, radiation REAL, rain REAL, windSpeed REAL)`);
  const put = db.prepare(`INSERT INTO archive VALUES (${rows[0]!.map(() => '?').join(', ')})`);
  for (const row of rows) put.run(...row);
  db.close();
  return path;
}
const readsOf = (path: string): Read[] => [...openSource(path, asked).read()].map(({ read }) => read);

describe('WeeWX: rows', () => {
  it('the worked example', () => {
    const [read] = readsOf(archive([[1_521_702_000, 1, 5, 20, 70, 50, 29.5, 30.1, null, 0.01, 10]]));
    const row = read as Exclude<Read, { refused: string }>;
    expect(row.tS - row.widthS!).toBe(1_521_701_700);
    expect(row.values.outdoorTemperatureC).toBeCloseTo(-6.667, 3);
    expect(row.values.indoorC).toBeCloseTo(21.111, 3);
    expect(row.values.seaLevelHpa).toBeCloseTo(1019.303, 2);
    expect(row.values.rainMm).toBeCloseTo(0.254, 6);
    expect(row.values).not.toHaveProperty('solarWm2');
  });

  it('one archive in all three systems of units says the same three times', () => {
    const reads = readsOf(
      archive([
        [START, 1, 5, 50, 68, 60, 29.53, 29.92, 300, 0.1, 10],
        [START + 300, 16, 5, 10, 20, 60, 1000, 1013.2, 300, 0.254, 16.093],
        [START + 600, 17, 5, 10, 20, 60, 1000, 1013.2, 300, 2.54, 4.4704],
        [START + 900, 3, 5, 10, 20, 60, 1000, 1013.2, 300, 2.54, 4.4704],
      ]),
    );
    expect(reads[3]).toEqual({ line: 4, refused: 'unreadable' });
    const values = reads.slice(0, 3).map((read) => ('refused' in read ? {} : read.values) as Record<string, number>);
    for (const [name, value] of Object.entries(values[2]!))
      for (const row of values) expect(row[name], name).toBeCloseTo(value, name.endsWith('Hpa') ? 0 : 2);
    expect(values[0]).toMatchObject({ outdoorHumidityPct: 60, solarWm2: 300 });
  });

  it('each of many pages once, and WeeWX can write between two rows', () => {
    const path = asWeewx(workshop.folder(), madeWeather(START, START + 12_000 * 300));
    const rows = openSource(path, asked).read();
    rows.next();
    const weewx = openBare(path);
    weewx.pragma('busy_timeout = 0');
    weewx.exec('INSERT INTO archive (dateTime, usUnits, interval, outTemp) VALUES (2000000000, 17, 5, 1)');
    weewx.close();
    const times = [...rows].map(({ read }) => ('refused' in read ? 0 : read.tS));
    expect(times).toHaveLength(12_000);
    expect(new Set(times).size).toBe(12_000);
  });

  it('a column of times that holds texts has no rows, and ends', () => {
    const path = join(workshop.folder(), 'weewx.sdb');
    const db = openBare(path);
    db.exec('CREATE TABLE archive (dateTime TEXT, usUnits TEXT, interval TEXT, outTemp TEXT)');
    const put = db.prepare('INSERT INTO archive VALUES (?, ?, ?, ?)');
    db.exec('BEGIN');
    for (let i = 0; i < 6000; i += 1) put.run(`${START + i * 300} `, '17', '5', 'warm');
    db.exec('COMMIT');
    db.close();
    expect(readsOf(path)).toEqual([]);
  });

  it('infinite times and values are none, and its progress is a number', () => {
    const path = join(workshop.folder(), 'weewx.sdb');
    const db = openBare(path);
    db.exec(`CREATE TABLE archive (dateTime, usUnits, interval, outTemp, barometer);
      INSERT INTO archive VALUES (-9e999, 1, 5, 50, 30), (${START}, 1, 5, 50, 1e308), (${START + 300}, 1, 5, 9e999, 30), (9e999, 1, 5, 50, 30)`);
    db.close();
    const found = [...openSource(path, asked).read()];
    expect(found.map(({ share }) => share)).toEqual([0, 1]);
    const names = found.map(({ read }) => ('refused' in read ? [] : Object.keys(read.values)));
    expect(names).toEqual([['outdoorTemperatureC'], ['seaLevelHpa']]);
  });
});
