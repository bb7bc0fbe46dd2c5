import { chownSync, existsSync, lstatSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { takeNote } from '../../../src/main/release/note.ts';
import { install, machine, releases, to } from './on-machine.ts';

describe('a first install', () => {
  it('measures, is enabled, and hangs everything on one link', async () => {
    expect(await install()).toEqual({ good: true, text: '1.0.0 measures; the dashboard is at http://127.0.0.1:8000' });
    // A file: "systemctl disable" would remove a link to elsewhere, and the unit with it.
    const unit = join(machine.root, 'etc/systemd/system/weatherglass.service');
    expect(lstatSync(unit).isFile()).toBe(true);
    expect(readFileSync(unit, 'utf8')).toBe(
      readFileSync(join(machine.layout.release('1.0.0'), 'units/weatherglass.service'), 'utf8'),
    );
    expect(readlinkSync(join(machine.root, 'usr/local/bin/weatherglass'))).toBe(
      '/opt/weatherglass/current/deploy/weatherglass',
    );
    expect(readFileSync(join(machine.layout.release('1.0.0'), 'units/weatherglass.service'), 'utf8')).toContain(
      'SupplementaryGroups=i2c video\n',
    );
    machine.boot();
    expect(machine.running).toBe('1.0.0');
  });

  it('asks at the port that the settings name, or the unit’s own environment', async () => {
    machine.settings('server: { port: 8123 }\n');
    expect((await install()).text).toContain('8123');
    machine.dropIns = 'NODE_ENV=production "WEATHERGLASS_SERVER__PORT=9001"';
    expect(await to({ version: '1.1.0' })).toMatchObject({ good: true, text: expect.stringContaining('9001') });
  });

  it.each([
    ['an EnvironmentFile or a command line of one’s own says it', { port: 9300 }, '9300'],
    ['the settings let it take any', {}, '40001'],
  ])('asks where the station itself says that it listens: %s', async (_name, overridden, port) => {
    machine.settings('server: { port: 0 }\n');
    machine.overridden = overridden;
    expect(await install()).toMatchObject({ good: true, text: expect.stringContaining(port) });
    expect(await to({ version: '1.1.0' })).toMatchObject({ good: true, text: expect.stringContaining(port) });
    expect(await to({ version: '1.2.0', kind: 'crashes' })).toMatchObject({
      text: expect.stringContaining('1.1.0 measures again'),
    });
  });

  it('that does not measure stays, and says why', async () => {
    expect(await install({ version: '1.0.0', kind: 'silent-chips' })).toMatchObject({
      good: false,
      text: expect.stringContaining('no sensor gives a value'),
    });
    expect(machine.layout.current).toBe('1.0.0');
  });
});

describe('an upgrade', () => {
  beforeEach(async () => {
    await install();
  });

  it('that measures twice stays; the release before is kept, older ones go', async () => {
    expect(await to({ version: '1.1.0' })).toEqual({
      good: true,
      text: '1.1.0 has replaced 1.0.0 and measures; the dashboard is at http://127.0.0.1:8000',
    });
    expect(await to({ version: '1.2.0' })).toMatchObject({ good: true });
    expect(releases()).toEqual(['1.1.0', '1.2.0']);
    expect(existsSync(machine.layout.journalFile)).toBe(false);
    expect(existsSync(join(machine.dataDir, 'backups/before-upgrade.db'))).toBe(true);
  });

  it.each([
    ['crashes at its start', 'crashes', 'it keeps crashing'],
    ['starts and never measures', 'silent-chips', 'no sensor gives a value'],
    ['measures once and then no more', 'one-sample', 'no fresh sample'],
    ['answers at another port', 'wrong-port', 'no answer'],
  ] as const)('that %s is taken back by itself, with one note to the station', async (_name, kind, why) => {
    const rows = machine.rows();
    const { good, text } = await to({ version: '1.1.0', kind });
    expect(good).toBe(false);
    expect(text).toBe(`The upgrade from 1.0.0 to 1.1.0 was undone: ${why}. 1.0.0 measures again.`);
    expect(machine.running).toBe('1.0.0');
    expect(machine.rows()).toBeGreaterThanOrEqual(rows);
    expect(releases()).toEqual(['1.0.0']);
    expect(takeNote(machine.dataDir)).toMatchObject({
      text: expect.stringContaining('was undone'),
      said: { code: 'upgrade.taken-back', given: { from: '1.0.0', to: '1.1.0', why, restored: false } },
    });
    expect(takeNote(machine.dataDir)).toBeNull();
  });

  it('that is taken back on a slow machine leaves the old one the time that the new one had', async () => {
    await to({ version: '1.0.1', kind: 'slow' }, { waitS: 180 });
    const { text } = await to({ version: '1.1.0', kind: 'silent-chips' }, { waitS: 180 });
    expect(text).toBe('The upgrade from 1.0.1 to 1.1.0 was undone: no sensor gives a value. 1.0.1 measures again.');
  });

  it.each([
    ['dies at every start', true, 'it keeps crashing'],
    ['died and is not started again', false, 'it crashed, and systemd has stopped restarting it'],
  ])('that %s is not waited for', async (_name, restarts, why) => {
    machine.restarts = restarts;
    const beganMs = machine.clock.steadyMs();
    const { text } = await to({ version: '1.1.0', kind: 'crashes' }, { waitS: 1200 });
    expect(text).toBe(`The upgrade from 1.0.0 to 1.1.0 was undone: ${why}. 1.0.0 measures again.`);
    expect(machine.clock.steadyMs() - beganMs).toBeLessThan(60_000);
  });

  it('that moved the database on takes it back along', async () => {
    await to({ version: '2.0.0', schema: 2, kind: 'one-sample' });
    expect(machine.schema()).toBe(1);
    expect(machine.running).toBe('1.0.0');
    expect(machine.rows()).toBeGreaterThanOrEqual(3);
  });

  it('that spoiled the database takes back the one from before it', async () => {
    const rows = machine.rows();
    expect((await to({ version: '1.1.0', kind: 'damages' })).text).toMatch(
      /The database from before the upgrade is back in place\. 1\.0\.0 measures again/,
    );
    expect([machine.rows(), machine.running]).toEqual([rows + 3, '1.0.0']);
  });

  it('takes along the database of the folder that the station itself names, whoever set it', async () => {
    machine.overridden = { dataDir: join(machine.root, 'stick/weather') };
    machine.boot();
    await to({ version: '2.0.0', schema: 2, kind: 'one-sample' });
    expect([machine.schema(), machine.running]).toEqual([1, '1.0.0']);
    expect(existsSync(join(machine.dataDir, 'backups/before-upgrade.db'))).toBe(true);
    expect(takeNote(machine.dataDir)).toMatchObject({ text: expect.stringContaining('was undone') });
  });

  it.skipIf(process.getuid?.() !== 0)(
    'writes in no folder that is not the station’s own, whoever names it',
    async () => {
      machine.overridden = { dataDir: join(machine.root, 'somebody-else') };
      machine.boot();
      chownSync(machine.dataDir, 12_345, 12_345);
      await expect(to({ version: '1.1.0' })).rejects.toThrow('(Permission denied); nothing was changed');
      expect(machine.running).toBe('1.0.0');
    },
  );

  it.skipIf(process.getuid?.() !== 0)('takes the database along on a stick that knows no owners', async () => {
    machine.overridden = { dataDir: join(machine.root, 'stick') };
    machine.ownerless = machine.dataDir;
    machine.boot();
    chownSync(machine.dataDir, 12_345, 12_345); // as its mount says, of everything on it; nobody can change that
    await to({ version: '2.0.0', schema: 2, kind: 'one-sample' });
    expect([machine.schema(), machine.running]).toEqual([1, '1.0.0']);
  });

  it.each([
    ['an EnvironmentFile', (folder: string) => machine.environmentFile(`# a stick\nWEATHERGLASS_DATA="${folder}"\n`)],
    ['a command line of one’s own', (folder: string) => machine.startedBy(`serve --data ${folder} --port 8000`)],
  ])(
    'of a station that stands still takes along the database of the folder that only %s names',
    async (_name, name) => {
      machine.overridden = { dataDir: join(machine.root, 'stick/weather') };
      name(machine.dataDir);
      machine.boot();
      await machine.run('systemctl', ['stop', 'weatherglass.service']);
      await to({ version: '2.0.0', schema: 2, kind: 'one-sample' });
      expect([machine.schema(), machine.running]).toEqual([1, '1.0.0']);
    },
  );

  it.each([
    [
      'systemctl stop weatherglass.service',
      'systemctl stop weatherglass.service failed: systemctl did not end within 300 s',
    ],
    ['systemctl daemon-reload', 'systemctl daemon-reload failed: systemctl did not end within 60 s'],
    ['systemctl enable weatherglass-upgrade.service', 'systemctl did not end within 60 s'],
    ['systemctl enable weatherglass.service', 'systemctl did not end within 60 s'],
    ['sync', /to the disk \(sync did not end within 300 s\); nothing was changed/],
    ['backup', /could not be saved before the upgrade \(runuser did not end within \d+ s\); nothing was changed/],
    ['--version', /does not start \(runuser did not end within 300 s\); nothing was changed/],
  ])('of which %s hangs is given up with a sentence, and the old one runs', async (hanging, why) => {
    machine.hangs = (call) => call.includes(hanging);
    const outcome = await to({ version: '1.1.0' }).catch((error: Error) => ({ good: false, text: error.message }));
    expect(outcome).toMatchObject({ good: false, text: expect.stringMatching(why) });
    expect([machine.running, machine.layout.current]).toEqual(['1.0.0', '1.0.0']);
    expect(existsSync(machine.layout.journalFile)).toBe(false);
  });
});
