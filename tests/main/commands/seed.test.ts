import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { startService } from '../../../src/main/service.ts';
import { loadSettings } from '../../../src/main/settings/settings.ts';
import { openReadOnly, using } from '../../../src/station/store/sqlite/database.ts';
import { command } from '../../support/command.ts';

const scratch = mkdtempSync(join(tmpdir(), 'weatherglass-seed-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
let folders = 0;
const fresh = () => join(scratch, String(folders++));
const weatherglass = (...args: string[]) => command(args, { HOME: scratch });

const END_S = 1_700_000_000;
const seeded = (data: string, endS: number, days = '1') =>
  weatherglass('seed', '--days', days, '--step', '300', '--end', String(endS), '--data', data);
const stampsIn = (data: string) =>
  using(openReadOnly(join(data, 'weatherglass.db')), (db) =>
    db.prepare<[], number>('SELECT ts_ms / 1000.0 FROM sample ORDER BY ts_ms').pluck().all(),
  );

describe('weatherglass seed', () => {
  it('writes no minute twice: what is there stays, and later days go on behind it', async () => {
    const data = fresh();
    const first = await seeded(data, END_S);
    expect([first.code, first.err]).toEqual([0, expect.stringContaining('1 day of simulated weather every 300 s')]);
    const before = stampsIn(data);
    expect(before).toHaveLength(288);
    for (const endS of [END_S, END_S - 3600]) {
      const again = await seeded(data, endS);
      expect([again.code, again.err]).toEqual([1, expect.stringMatching(/already has these days\. .*--end.*\.\n$/)]);
    }
    expect(stampsIn(data)).toEqual(before);
    const later = await seeded(data, END_S + 43_200);
    expect([later.code, later.err]).toEqual([0, expect.stringContaining('0.5 days of simulated weather')]);
    const after = stampsIn(data);
    expect(after.slice(0, 288)).toEqual(before);
    expect(after.slice(1).map((tS, i) => tS - after[i]!)).toEqual(Array(288 + 143).fill(300));
  });
});

describe('a folder of other files', () => {
  it('is left alone by seed, restore and import, which say where else to go', async () => {
    const [data, station] = [fresh(), fresh()];
    mkdirSync(data);
    writeFileSync(join(data, 'holiday.jpg'), '');
    mkdirSync(join(data, 'backups')); // a name that others have, too
    await seeded(station, END_S, '0.1');
    const refusal = `${data} is not the data folder of a station. Name an empty folder with --data DIR.`;
    const restored = await weatherglass('restore', join(station, 'weatherglass.db'), '--data', data);
    const imported = await weatherglass('import', join(station, 'weatherglass.db'), '--yes', '--data', data);
    for (const { code, out, err } of [await seeded(data, END_S), restored, imported])
      expect([code, out, err]).toEqual([1, '', `weatherglass: ${refusal}\n`]);
    expect(readdirSync(data).sort()).toEqual(['backups', 'holiday.jpg']);
  });
});

describe('a folder that lost its database', () => {
  it('takes a backup, and a station starts in it: only made-up weather stays away from what is kept there', async () => {
    const [data, station] = [fresh(), fresh()];
    for (const name of ['backups', 'crashes', 'kiosk', 'wanted-version'])
      mkdirSync(join(data, name), { recursive: true });
    expect((await seeded(data, END_S)).code).toBe(1);
    const looked = await weatherglass('import', '--list', '--data', data);
    expect(looked.err).toMatch(/^weatherglass: There is no database in /);
    await seeded(station, END_S, '0.1');
    cpSync(join(station, 'weatherglass.db'), join(data, 'backups/one.db'));
    const env = { HOME: scratch, XDG_CONFIG_HOME: '/nowhere' };
    const settings = loadSettings({ data, port: '0', host: '127.0.0.1', source: 'simulator' }, env);
    const { stop } = await startService(settings, { log: { info() {}, warn() {}, error() {} } as never });
    await stop();
    for (const name of readdirSync(data)) if (name.startsWith('weatherglass')) rmSync(join(data, name));
    expect(await weatherglass('restore', join(data, 'backups/one.db'), '--data', data)).toMatchObject({ code: 0 });
    expect(stampsIn(data)).toEqual(stampsIn(station));
  });
});

describe("a hub's folder", () => {
  it.each([
    ['seed', '--days', '1'],
    ['serve', '--source', 'simulator', '--port', '0'],
    ['import', '--list'],
    ['restore', 'backup.db'],
  ])('%s %s makes no station of it', async (...args) => {
    const [data, station] = [fresh(), fresh()];
    expect((await weatherglass('hub', 'add', 'North', '--data', data)).code).toBe(0);
    await seeded(station, END_S, '0.1');
    const backup = join(station, 'weatherglass.db');
    const files = readdirSync(data);
    const given = args.map((word) => (word === 'backup.db' ? backup : word));
    const { code, out, err } = await weatherglass(...given, '--data', data);
    expect([code, out, err]).toEqual([1, '', expect.stringMatching(/data folder of a (hub|station)[;.]/)]);
    expect(readdirSync(data)).toEqual(files);
    expect(existsSync(join(data, 'weatherglass.db'))).toBe(false);
  });

  it('is left to a station that is in it already: nobody who measures stops for it', async () => {
    const data = fresh();
    await seeded(data, END_S, '0.1');
    writeFileSync(join(data, 'people.json'), '');
    expect((await seeded(data, END_S + 3600, '0.1')).code).toBe(0);
  });
});
