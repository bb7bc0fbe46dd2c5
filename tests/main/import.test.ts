import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { dispatch } from '../../src/main/cli.ts';
import { InThread } from '../../src/station/jobs/in-thread.ts';
import { takeFolder } from '../../src/station/store/rescue/data-folder.ts';
import { openBare } from '../../src/station/store/sqlite/database.ts';
import { asWeewx, madeWeather } from '../station/imports/made-files.ts';
import { command } from '../support/command.ts';

const folder = mkdtempSync(join(tmpdir(), 'weatherglass-import-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const data = join(folder, 'data');
const FROM_S = 1_500_000_000 - (1_500_000_000 % 3600);
const weewx = asWeewx(folder, madeWeather(FROM_S, FROM_S + 86_400));

const ENV = { ...process.env, HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder };
const weatherglass = (...args: string[]) => command(['import', ...args, '--data', data], ENV);

describe('import on the command line', () => {
  it('says what a file holds and writes nothing, imports, lists and undoes', async () => {
    const scan = await weatherglass(weewx, '--dry-run');
    expect(scan.code, scan.err).toBe(0);
    expect(scan.out).toMatch(/weewx: 288 rows from 2017-07-14 02:00 to 2017-07-15 02:00 UTC/);
    expect((await weatherglass(weewx, '--dry-run', '--air', 'both')).err).toMatch(/--air is both/);
    for (const look of [['--list'], ['--undo', '1']]) {
      const { code, out, err } = await weatherglass(...look);
      expect([code, out, err]).toEqual([1, '', expect.stringMatching(/^weatherglass: There is no database in /)]);
    }
    expect(existsSync(data), 'a look makes no folder').toBe(false);
    const mood = join(folder, 'mood.csv');
    writeFileSync(mood, 'Day,Mood\n2017-07-14,good\n');
    for (const [args, why] of [
      [[weewx], /Nothing was imported\. To import without a question, add --yes/],
      [[mood, '--yes'], /mood\.csv/],
      [[weewx, '--yes', '--units', 'C,hPa'], /The units C,hPa are not known/],
    ] as const) {
      const { code, err } = await weatherglass(...args);
      expect([code, err]).toEqual([1, expect.stringMatching(why)]);
      expect(existsSync(data), 'and neither does what brings nothing in').toBe(false);
    }
    const made = await weatherglass(weewx, '--yes', '--json');
    expect(JSON.parse(made.out)).toEqual({ job: 1, rows: 288, from: FROM_S, to: FROM_S + 86_400, skipped: 0 });
    const [job] = JSON.parse((await weatherglass('--list', '--json')).out) as {
      job: number;
      state: string;
      files: string[];
    }[];
    expect(job).toMatchObject({ job: 1, state: 'done', rows: 288, files: ['weewx.sdb'] });
    const again = await weatherglass(weewx, '--yes', '--json');
    expect(JSON.parse(again.out)).toMatchObject({ rows: 0, skipped: 288 });
    expect((await weatherglass('--undo', '1')).err).toMatch(/was not undone\. Add --yes/);
    expect(JSON.parse((await weatherglass('--undo', '1', '--yes', '--json')).out)).toEqual({ job: 1, rows: 288 });
    expect((await weatherglass('--undo', '1', '--yes')).err).toMatch(/no import with the number 1/);
  });

  it('goes on where another program has locked the database meanwhile', async () => {
    const run = InThread.prototype.run as (...job: unknown[]) => Promise<never>;
    const locked: Promise<never>[] = [];
    const running = vi.spyOn(InThread.prototype, 'run').mockImplementation(function (
      this: InThread,
      ...job: unknown[]
    ) {
      if (job[0] !== 'import' || locked.length > 0) return run.apply(this, job);
      const other = openBare(join(data, 'weatherglass.db'));
      other.exec('BEGIN IMMEDIATE');
      locked.push(run.apply(this, job).finally(() => other.close()));
      return locked[0]!;
    });
    const made = await weatherglass(weewx, '--yes', '--json');
    running.mockRestore();
    await expect(locked[0]).rejects.toMatchObject({ code: 'SQLITE_BUSY' });
    expect([made.code, made.err]).toEqual([0, '']);
    const { job, rows } = JSON.parse(made.out) as { job: number; rows: number };
    expect(rows).toBe(288);
    expect((await weatherglass('--undo', String(job), '--yes')).code).toBe(0);
  });

  it('stopped on the way says that what went in stays, and the same command goes on', async () => {
    const days = 20;
    const long = asWeewx(folder, madeWeather(FROM_S, FROM_S + days * 86_400), 5, 'long.sdb');
    const stop = new AbortController();
    let said = '';
    const write = (text: string): boolean => {
      said += text;
      // The second bar: a new folder is made for files that have been scanned.
      if (said.includes('\n') && Number(/(\d+) %/.exec(text)?.[1]) > 40) stop.abort();
      return true;
    };
    const terminal = { write, isTTY: true } as unknown as NodeJS.WriteStream;
    const io = { stdout: terminal, stderr: terminal, env: { ...ENV, XDG_DATA_HOME: join(folder, 'stopped') } };
    expect(await dispatch(['import', long, '--yes'], { ...io, stop: stop.signal })).toBe(1);
    expect(said.split('\n').slice(2)).toEqual([
      'weatherglass: Stopped as asked: what went in stays, and the same command goes on with the rest.',
      '',
    ]);
    const rows = async (): Promise<number> => {
      said = '';
      expect(await dispatch(['import', '--list', '--json'], io)).toBe(0);
      const jobs = JSON.parse(said) as { rows: number }[];
      expect(jobs).toHaveLength(1);
      return jobs[0]!.rows;
    };
    const before = await rows();
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(288 * days);
    expect(await dispatch(['import', long, '--yes'], io)).toBe(0);
    expect(await rows()).toBe(288 * days);
  });

  it('says what became of a file in the place of the database', async () => {
    const place = join(data, 'weatherglass.db');
    for (const name of ['weatherglass.db', 'weatherglass.db-wal', 'weatherglass.db-shm'])
      rmSync(join(data, name), { force: true });
    writeFileSync(place, 'hello, my letter\n');
    const { code, err } = await weatherglass('--list');
    expect([code, err]).toEqual([
      0,
      expect.stringMatching(/^weatherglass: The file in the database’s place was not .*file is not a database/),
    ]);
    // Once, in the same second too.
    expect((await weatherglass('--list')).err).toBe('');
  });

  it('says the way where the station, or another import, runs on that folder', async () => {
    const lock = takeFolder(data);
    try {
      const { code, err } = await weatherglass(weewx, '--yes');
      expect([code, err]).toEqual([
        1,
        expect.stringMatching(
          /Another program uses .*: the station, or another command\. .* import on its page, .* wait until it/,
        ),
      ]);
    } finally {
      lock.release();
    }
  });

  it('keeps made-up weather out of an imported history', async () => {
    await weatherglass(weewx, '--yes');
    const { code, out, err } = await command(['seed', '--days', '1', '--data', data], ENV);
    expect([code, out, err]).toEqual([
      1,
      '',
      expect.stringMatching(/has imported history\. Choose another folder with --data/),
    ]);
  });

  it('refuses odd words and files in one sentence', async () => {
    expect((await weatherglass()).code).toBe(64);
    expect((await weatherglass(weewx, '--list')).code).toBe(64);
    expect((await weatherglass(weewx, '--air', 'both')).err).toMatch(/--air is both/);
    expect((await weatherglass(weewx, '--units', 'C,hPa')).err).toMatch(/The units C,hPa are not known/);
    expect((await weatherglass(weewx, '--map', 'none')).err).toMatch(/There is no mapping/);
    expect((await weatherglass(join(folder, 'nothing.csv'), '--yes')).err).toMatch(/no such file or folder/);
    const torn = join(folder, 'torn.sdb');
    writeFileSync(torn, Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(4096, 7)]));
    const put = (name: string, bytes: string | Uint8Array): string => {
      writeFileSync(join(folder, name), bytes);
      return join(folder, name);
    };
    const long = put('long.csv', 'Time,Temperature (°C)\n');
    truncateSync(long, 1e9); // zeros without an end of line, on no disk
    symlinkSync(weewx, join(folder, 'link.sdb'));
    execFileSync('mkfifo', [join(folder, 'pipe.csv')]);
    const other = openBare(join(folder, 'other.db'));
    other.exec('CREATE TABLE archive (dateTime INTEGER, note TEXT)');
    other.close();
    const hostile = [
      torn,
      long,
      join(folder, 'link.sdb'),
      join(folder, 'pipe.csv'),
      join(folder, 'other.db'),
      folder,
      put('empty.csv', ''),
      put('nuls.csv', new Uint8Array(5000)),
      put('wide.csv', `${'a,'.repeat(1e6)}\n`),
      put('bomb.csv', gzipSync(Buffer.alloc(1e7))),
      put('bomb.zip', Buffer.from('504b0304140000000800', 'hex')),
    ];
    for (const file of hostile) {
      const { code, err, out } = await weatherglass(file, '--yes');
      expect([code, out, err.trim().split('\n').length], `${file}: ${err}`).toEqual([1, '', 1]);
    }
  });
});
