import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { takeNote } from '../../../src/main/release/note.ts';
import { resume, rollback, type UpgradeOptions, upgrade } from '../../../src/main/release/upgrade.ts';
import { type Behaviour, FakeMachine, PowerCut } from '../../support/fake-machine.ts';

let machine: FakeMachine;
beforeEach(() => {
  machine = new FakeMachine();
});
afterEach(() => machine.remove());

const options = (more: Partial<UpgradeOptions> = {}): UpgradeOptions => ({ waitS: 60, allowOlder: false, ...more });
const to = (behaviour: Behaviour, more: Partial<UpgradeOptions> = {}) =>
  upgrade(machine, machine.layout, machine.staged(behaviour), options(more));
const install = (behaviour: Behaviour = { version: '1.0.0' }) => to(behaviour, { record: machine.record() });
const releases = () => readdirSync(machine.layout.releases).sort();

describe('a first install', () => {
  it('measures, is enabled, and hangs everything on one link', async () => {
    expect(await install()).toEqual({ good: true, text: '1.0.0 measures; the dashboard is at http://127.0.0.1:8000' });
    expect(readlinkSync(join(machine.root, 'etc/systemd/system/weatherglass.service'))).toBe(
      '/opt/weatherglass/current/units/weatherglass.service',
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
      text: '1.1.0 measures in place of 1.0.0; the dashboard is at http://127.0.0.1:8000',
    });
    expect(await to({ version: '1.2.0' })).toMatchObject({ good: true });
    expect(releases()).toEqual(['1.1.0', '1.2.0']);
    expect(existsSync(machine.layout.journalFile)).toBe(false);
    expect(existsSync(join(machine.dataDir, 'backups/before-upgrade.db'))).toBe(true);
  });

  it.each([
    ['crashes at its start', 'crashes', 'nobody answers'],
    ['starts and never measures', 'silent-chips', 'no sensor gives a value'],
    ['measures once and then no more', 'one-sample', 'no fresh sample'],
    ['answers at another port', 'wrong-port', 'nobody answers'],
  ] as const)('that %s is taken back by itself, with one note to the station', async (_name, kind, why) => {
    const rows = machine.rows();
    const { good, text } = await to({ version: '1.1.0', kind });
    expect(good).toBe(false);
    expect(text).toBe(`The upgrade from 1.0.0 to 1.1.0 was taken back: ${why}. 1.0.0 measures again.`);
    expect(machine.running).toBe('1.0.0');
    expect(machine.rows()).toBeGreaterThanOrEqual(rows);
    expect(releases()).toEqual(['1.0.0']);
    expect(takeNote(machine.dataDir)?.text).toContain('was taken back');
    expect(takeNote(machine.dataDir)).toBeNull();
  });

  it('that is taken back on a slow machine leaves the old one the time that the new one had', async () => {
    await to({ version: '1.0.1', kind: 'slow' }, { waitS: 180 });
    const { text } = await to({ version: '1.1.0', kind: 'crashes' }, { waitS: 180 });
    expect(text).toBe('The upgrade from 1.0.1 to 1.1.0 was taken back: nobody answers. 1.0.1 measures again.');
  });

  it('that moved the database on takes it back along', async () => {
    await to({ version: '2.0.0', schema: 2, kind: 'one-sample' });
    expect(machine.schema()).toBe(1);
    expect(machine.running).toBe('1.0.0');
    expect(machine.rows()).toBeGreaterThanOrEqual(3);
  });

  it('whose program does not even start is refused before anything is touched', async () => {
    machine.calls.length = 0;
    await expect(to({ version: '1.1.0', kind: 'torn' })).rejects.toThrow('does not start (SyntaxError');
    expect(machine.calls.filter((call) => /systemctl (stop|restart)/.test(call))).toEqual([]);
    expect(machine.running).toBe('1.0.0');
  });

  it('to a lower version is refused, unless asked for; the same version may come anew', async () => {
    await expect(to({ version: '0.9.0' })).rejects.toThrow('0.9.0 is older than the installed 1.0.0');
    expect(await to({ version: '1.0.0' })).toMatchObject({ good: true });
    expect(releases()).toEqual(['1.0.0', '1.0.0+2']);
    expect(await to({ version: '0.9.0' }, { allowOlder: true })).toMatchObject({ good: true });
  });

  it('is not begun when the database cannot be saved: the old one runs on', async () => {
    const { run } = machine;
    machine.run = async (program, args) =>
      args.includes('backup')
        ? { code: 1, out: 'The backup failed: the disk is full' }
        : run.call(machine, program, args);
    await expect(to({ version: '1.1.0' })).rejects.toThrow(
      'could not be saved before the upgrade (The backup failed: the disk is full)',
    );
    expect(machine.running).toBe('1.0.0');
    expect(existsSync(machine.layout.journalFile)).toBe(false);
  });

  it('to a station with a window stops the one without, whose answers would count as the new one’s', async () => {
    const staged = machine.staged({ version: '1.1.0' }, true);
    const verdict = await upgrade(machine, machine.layout, staged, options({ record: machine.record('kiosk') }));
    expect(verdict).toMatchObject({ good: true });
    expect(machine.calls).toContain('systemctl disable weatherglass.service');
    expect(existsSync(join(machine.root, 'etc/systemd/system/weatherglass.service'))).toBe(false);
    expect(machine.calls).toContain('systemctl --user -M ada@ restart --no-block weatherglass-kiosk.service');
  });

  it('to a window that never shows brings the station without one back', async () => {
    const staged = machine.staged({ version: '1.1.0', kind: 'crashes' }, true);
    const verdict = await upgrade(machine, machine.layout, staged, options({ record: machine.record('kiosk') }));
    expect(verdict).toMatchObject({ good: false });
    expect(machine.running).toBe('1.0.0');
    machine.boot();
    expect(machine.running).toBe('1.0.0');
  });
});

describe('a rollback', () => {
  it('goes to the release before, and forward again', async () => {
    await install();
    await to({ version: '1.1.0' });
    expect(await rollback(machine, machine.layout, 60)).toMatchObject({ good: true });
    expect(machine.running).toBe('1.0.0');
    expect(await rollback(machine, machine.layout, 60)).toMatchObject({ good: true });
    expect(machine.running).toBe('1.1.0');
  });
  it('says that there is nothing to go back to, or that the database has moved on', async () => {
    await install();
    await expect(rollback(machine, machine.layout, 60)).rejects.toThrow('no release before 1.0.0');
    await to({ version: '2.0.0', schema: 2 });
    await expect(rollback(machine, machine.layout, 60)).rejects.toThrow(
      /cannot read the present database .*before-upgrade\.db/,
    );
    expect(machine.running).toBe('2.0.0');
  });
});

describe.each([
  ['good', { version: '1.1.0' }],
  ['crashing', { version: '1.1.0', kind: 'crashes' }],
  ['schema-moving and failing', { version: '2.0.0', schema: 2, kind: 'one-sample' }],
] as [string, Behaviour][])('a power cut during the upgrade to a %s release', (_name, behaviour) => {
  it('leaves, at every single step, something that starts, with the history whole', async () => {
    for (let step = 0; ; step++) {
      machine.remove();
      machine = new FakeMachine();
      await install();
      const rows = machine.rows();
      const staged = machine.staged(behaviour);
      machine.cutAfter = step;
      const cut = await upgrade(machine, machine.layout, staged, options()).then(
        () => false,
        (error: unknown) => {
          if (error instanceof PowerCut) return true;
          throw error;
        },
      );
      if (!cut) {
        expect(step).toBeGreaterThan(20); // the cuts reached through to the end
        break;
      }
      const { guard } = machine.boot();
      // What the guard of the release before does at the boot; and a second cut in the middle of that is survived as well.
      if (guard) {
        machine.cutAfter = step % 9;
        await resume(machine, machine.layout).catch((error: unknown) => {
          if (!(error instanceof PowerCut)) throw error;
        });
        machine.boot();
        await resume(machine, machine.layout);
      }
      expect([machine.running, step]).toEqual([expect.stringMatching(/^(1\.0\.0|1\.1\.0)$/), step]);
      expect(existsSync(machine.layout.journalFile)).toBe(false);
      expect(machine.rows()).toBeGreaterThanOrEqual(rows);
    }
  });
});

it('tells the settings that cannot be judged before it changes anything', async () => {
  await install();
  machine.settings('server: { port: 0 }\n');
  await expect(to({ version: '1.1.0' })).rejects.toThrow('server.port is 0');
  expect(machine.running).toBe('1.0.0');
  mkdirSync(machine.dataDir, { recursive: true });
});
