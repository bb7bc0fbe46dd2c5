import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_S, HOUR_S } from '../../src/base/durations.ts';
import { Config } from '../../src/config/config.ts';
import { writeWeewx } from '../../src/main/exporting.ts';
import { WEEWX_SYSTEMS, type WeewxSystem } from '../../src/station/exports/weewx.ts';
import { importFiles } from '../../src/station/imports/work.ts';
import { FLAG } from '../../src/station/quality/flags.ts';
import { seedHistory } from '../../src/station/seed.ts';
import type { PastRow } from '../../src/station/store/queries/past-rows.ts';
import { openReadOnly, using } from '../../src/station/store/sqlite/database.ts';
import type { Store } from '../../src/station/store/store.ts';
import { command } from '../support/command.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { HomeAssistantStandIn } from '../support/home-assistant.ts';
import { openStore } from '../support/open-store.ts';
import { board, settingsOf } from '../support/past.ts';
import { fold } from '../support/store-work.ts';

const NOON = 1_749_988_800;
const folder = mkdtempSync(join(tmpdir(), 'weatherglass-export-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ALTITUDE_M = 30;
const KEPT = { rawRetentionDays: 1, fiveMinRetentionDays: 2 };
const open = (name: string): Store =>
  openStore({ folder: join(folder, name), clock: new FakeClock(NOON), timeZone: 'UTC', ...KEPT });

/** Five days with wind, rain and sun, of which two are kept in five minutes, and a spike that is flagged. */
const data = join(folder, 'data');
beforeAll(async () => {
  const store = open('data');
  const config = Config.parse(settingsOf({ altitudeM: ALTITUDE_M }));
  for (const _ of seedHistory(store, board(), config, { startS: NOON - 5 * DAY_S, endS: NOON, stepS: 300 }));
  await fold(store, new AbortController().signal);
  const spiked = store.reflag.say(['temperature'], (NOON - 6000) * 1000, (NOON - 5000) * 1000, 'bad');
  expect(spiked).toBe(true);
  await store.reflag.run({ signal: new AbortController().signal, progress: () => {} });
  store.close();
});

const weatherglass = (...args: string[]) => weatherglassWith({}, ...args);
function weatherglassWith(more: Record<string, string>, ...args: string[]) {
  const zone = { WEATHERGLASS_SITE__TIMEZONE: 'UTC' };
  const env = { ...process.env, ...zone, ...more, HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder };
  return command(['export', ...args, '--data', data], env);
}

describe('export on the command line: CSV', () => {
  it('goes to a new file or to standard output, whole, with what was asked for', async () => {
    const file = join(folder, 'all.csv');
    const made = await weatherglass(file, '--flags', 'one', '--provenance', '--units', 'imperial', '--json');
    expect(made.err).toBe('');
    const text = readFileSync(file, 'utf8');
    const lines = text.trimEnd().split('\r\n');
    expect(JSON.parse(made.out)).toEqual({ file, bytes: Buffer.byteLength(text), rows: lines.length - 1 });
    expect(lines[0]).toMatch(/^iso_time,ts,temp_smooth_f,.*,wind_mph,.*,rain_in,.*,flags,source$/);
    const flagged = lines.filter((line) => line.endsWith(`temperature:${FLAG.handBad},measured`));
    expect(flagged.length).toBeGreaterThanOrEqual(3);
    const { out, code } = await weatherglass('-', '--layout', 'long', '--from', '2025-06-14', '--until', '2025-06-14');
    expect(code).toBe(0);
    const times = out
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((line) => Number(line.split(',')[1]));
    const dayS = Date.UTC(2025, 5, 14) / 1000;
    expect(Math.min(...times)).toBeGreaterThanOrEqual(dayS);
    expect(Math.max(...times)).toBeLessThan(dayS + DAY_S);
    expect(times.length).toBeGreaterThan(1000);
  });

  it('says in one sentence what it does not take, and leaves nothing behind', async () => {
    const taken = join(folder, 'taken.csv');
    writeFileSync(taken, 'mine');
    const refusals: [string[], number, RegExp][] = [
      [[taken], 1, /exists already/],
      [['x.csv', '--to', 'excel'], 64, /--to is excel, expected csv, sqlite, weewx or home-assistant/],
      [['x.csv', '--layout', 'tall'], 64, /--layout is tall, expected wide or long/],
      [['x.csv', '--from', 'yesterday'], 64, /expected a day such as 2026-01-31/],
      [['x.csv', '--from', '2026-01-02', '--until', '2026-01-01'], 64, /--until is before --from/],
      [['-', '--to', 'weewx'], 64, /Only CSV goes to standard output/],
      [['x.db', '--to', 'sqlite', '--units', 'metric'], 64, /--units is for --to csv and --to weewx\./],
      [['x.sdb', '--to', 'weewx', '--units', 'kelvin'], 64, /expected us, metric or metricwx/],
      [['x.sdb', '--to', 'weewx', '--provenance'], 64, /--provenance is for --to csv\./],
      [[join(folder, 'none', 'x.csv')], 1, /There is no folder .*none\. Make it, or choose another/],
      [['x.csv', '--from', '2026-02-30'], 64, /--from is "2026-02-30", expected a day/],
    ];
    for (const [args, code, words] of refusals) {
      const said = await weatherglass(...args);
      expect([said.code, said.err], args.join(' ')).toEqual([code, expect.stringMatching(words)]);
    }
    expect(readFileSync(taken, 'utf8')).toBe('mine');
    expect(readdirSync(folder).filter((name) => name.includes('partial'))).toEqual([]);
    expect(existsSync('x.csv')).toBe(false);
  });
});

describe('export on the command line: a copy for SQL', () => {
  it('is the whole database, checked, with its views', async () => {
    const file = join(folder, 'copy.db');
    expect((await weatherglass(file, '--to', 'sqlite')).out).toMatch(/copy\.db: .* MB, checked/);
    const count = (path: string, view: string) =>
      using(openReadOnly(path), (db) => db.prepare<[], number>(`SELECT count(*) FROM ${view}`).pluck().get()!);
    for (const view of [
      'v_samples',
      'v_five_minutes',
      'v_hours',
      'v_other_hours',
      'v_labels',
      'v_imports',
      'v_imported_rows',
    ])
      expect(count(file, view), view).toBe(count(join(data, 'weatherglass.db'), view));
  });
});

describe('export on the command line: into Home Assistant', () => {
  it('sends every hour, with the token from the environment, and says the way where it cannot', async () => {
    const there = new HomeAssistantStandIn({ token: 'long-lived' });
    const address = await there.listen();
    const send = (HASS_TOKEN: string, ...more: string[]) =>
      weatherglassWith({ HASS_TOKEN }, address, '--to', 'home-assistant', ...more);
    try {
      const { out, err } = await send('long-lived', '--prefix', 'garden', '--json');
      expect(err).toBe('');
      const { sent } = JSON.parse(out) as { sent: number };
      const { rows } = there.statistics.get('weatherglass:garden_temperature')!;
      expect(rows.size).toBeGreaterThan(110);
      expect(sent).toBe([...there.statistics.values()].reduce((sum, one) => sum + one.rows.size, 0));
      const wrong = await send('another');
      expect([wrong.code, wrong.err]).toEqual([1, expect.stringMatching(/does not accept the token/)]);
      expect((await send('long-lived', '--units', 'metric')).code).toBe(64);
      expect((await send('long-lived', '--prefix', 'My Garden')).err).toMatch(/expected small letters/);
      // Before anything is asked for: an empty token would be refused, too.
      const none = await weatherglassWith({ HASS_TOKEN: '' }, 'ftp://x', '--to', 'home-assistant');
      expect([none.code, none.err]).toEqual([1, expect.stringContaining('ftp://x')]);
    } finally {
      await there.close();
    }
  });
});

/** What WeeWX can hold, of one hour. Dew point is made anew, and the least and most are of each interval's mean. */
const comparable = (row: PastRow) => {
  const { temp_smooth, hum_smooth, press_smooth, press_slp, lux } = row.wide;
  const narrow = Object.fromEntries([...row.narrow].map(([quantity, { value }]) => [`q${quantity}`, value]));
  const wide = { temp_smooth, hum_smooth, press_smooth, press_slp, lux };
  return { ...Object.fromEntries(Object.entries(wide).map(([name, { value }]) => [name, value])), ...narrow };
};
const DIRECTION = 'q3';
const hoursOf = (store: Store) => [...store.history.past.pages(0, NOON + DAY_S, 'hour')].flat();

describe('export for WeeWX', () => {
  it.each(WEEWX_SYSTEMS)(
    'in %s units comes back through our own import as the same history',
    async (system: WeewxSystem) => {
      const core = system === 'us' ? 'outdoor' : 'indoor';
      const store = open('data');
      const file = join(folder, `${system}.sdb`);
      writeWeewx(store.history, { fromS: 0, untilS: NOON + DAY_S }, { core, system }, file, () => {});
      const expected = hoursOf(store);
      store.close();
      const empty = open(`empty-${system}`);
      const made = await importFiles(
        {
          store: empty,
          clock: new FakeClock(NOON),
          plan: { folder: empty.folder },
          signal: new AbortController().signal,
          progress: () => {},
        },
        {
          files: [file],
          zone: 'UTC',
          nowS: NOON,
          placing: {
            core,
            place: { latitude: 55.8, longitude: 12.5 },
            scale: { k: 0, humidityOffset: 0, psychrometric: false, altitudeM: ALTITUDE_M, air: null, barometer: null },
          },
          units: null,
          order: null,
          map: null,
        },
      );
      expect('refused' in made ? made.refused.detail : made.skipped).toBe(0);
      const got = new Map(hoursOf(empty).map((row) => [row.startS, comparable(row)]));
      empty.close();
      expect(expected.length).toBeGreaterThan(110);
      // Without a sample of its own the last hour is not over: the import waits for it.
      const closed = expected.filter(({ startS }) => startS < NOON - HOUR_S);
      let values = 0;
      for (const row of closed) {
        const back: Record<string, number | null> = got.get(row.startS) ?? {};
        for (const [name, value] of Object.entries(comparable(row))) {
          if (!isKept(name, core)) continue;
          const got = back[name] ?? null;
          if (value === null || got === null) expect(got, `${row.startS} ${name}`).toBe(value);
          // A direction is weighed by the mean speed of its interval, not by that of each sample.
          else if (name === DIRECTION) expect(Math.abs(((got - value + 540) % 360) - 180)).toBeLessThan(1);
          else expect(got, `${row.startS} ${name}`).toBeCloseTo(value, name === 'press_slp' ? 2 : 6);
          values += 1;
        }
      }
      expect(values).toBeGreaterThan(closed.length * 8);
    },
  );

  it('has the schema wview_extended, one unit system, and the length of each interval', async () => {
    const file = join(folder, 'cli.sdb');
    const { out } = await weatherglass(file, '--to', 'weewx', '--units', 'us');
    const rows = Number(/, (\d+) rows/.exec(out)?.[1]);
    using(openReadOnly(file), (db) => {
      const columns = db.prepare<[], string>("SELECT name FROM pragma_table_info('archive')").pluck().all();
      expect(columns.slice(0, 3)).toEqual(['dateTime', 'usUnits', 'interval']);
      expect(columns).toHaveLength(115);
      expect(columns).toEqual(
        expect.arrayContaining(['outTemp', 'inTemp', 'barometer', 'rain', 'windGust', 'radiation', 'UV']),
      );
      const spans = db
        .prepare<[], [number, number, number]>(
          'SELECT usUnits, "interval", count(*) FROM archive GROUP BY 1, 2 ORDER BY 2',
        )
        .raw()
        .all();
      expect(spans.map(([units, minutes]) => [units, minutes])).toEqual([
        [1, 5],
        [1, 60],
      ]);
      expect(spans.reduce((sum, [, , count]) => sum + count, 0)).toBe(rows);
      const overlaps = db
        .prepare<[], number>(
          'SELECT count(*) FROM archive a JOIN archive b ON b.dateTime > a.dateTime AND b.dateTime - b."interval" * 60 < a.dateTime',
        )
        .pluck()
        .get();
      expect(overlaps).toBe(0);
      const measured = ['inTemp', 'outTemp', 'inHumidity', 'outHumidity', 'pressure', 'rain', 'windSpeed'];
      const none = measured.map((name) => `${name} IS NULL`).join(' AND ');
      expect(db.prepare(`SELECT count(*) FROM archive WHERE ${none}`).pluck().get()).toBe(0);
    });
  });
});

/** Narrow quantities that WeeWX's schema has a column for and our import reads. */
const KEPT_NARROW = [1, 2, 3, 4, 5, 7, 8, 9, 10];
const isKept = (name: string, core: 'indoor' | 'outdoor'): boolean => {
  const quantity = /^q(\d+)$/.exec(name);
  if (quantity === null) return true;
  return KEPT_NARROW.includes(Number(quantity[1])) || (core === 'indoor' && [11, 12].includes(Number(quantity[1])));
};
