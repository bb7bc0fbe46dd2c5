import { spawnSync } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeJournal } from '../../../src/main/release/journal.ts';
import { leavingNote, takeNote } from '../../../src/main/release/note.ts';
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
      text: '1.1.0 measures in place of 1.0.0; the dashboard is at http://127.0.0.1:8000',
    });
    expect(await to({ version: '1.2.0' })).toMatchObject({ good: true });
    expect(releases()).toEqual(['1.1.0', '1.2.0']);
    expect(existsSync(machine.layout.journalFile)).toBe(false);
    expect(existsSync(join(machine.dataDir, 'backups/before-upgrade.db'))).toBe(true);
  });

  it.each([
    ['crashes at its start', 'crashes', 'it ends by itself again and again'],
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
    expect(takeNote(machine.dataDir)).toMatchObject({
      text: expect.stringContaining('was taken back'),
      said: { code: 'upgrade.taken-back', given: { from: '1.0.0', to: '1.1.0', why, restored: false } },
    });
    expect(takeNote(machine.dataDir)).toBeNull();
  });

  it('that is taken back on a slow machine leaves the old one the time that the new one had', async () => {
    await to({ version: '1.0.1', kind: 'slow' }, { waitS: 180 });
    const { text } = await to({ version: '1.1.0', kind: 'silent-chips' }, { waitS: 180 });
    expect(text).toBe('The upgrade from 1.0.1 to 1.1.0 was taken back: no sensor gives a value. 1.0.1 measures again.');
  });

  it.each([
    ['dies at every start', true, 'it ends by itself again and again'],
    ['died and is not started again', false, 'it ended by itself, and systemd starts it no more'],
  ])('that %s is not waited for', async (_name, restarts, why) => {
    machine.restarts = restarts;
    const beganMs = machine.clock.steadyMs();
    const { text } = await to({ version: '1.1.0', kind: 'crashes' }, { waitS: 1200 });
    expect(text).toBe(`The upgrade from 1.0.0 to 1.1.0 was taken back: ${why}. 1.0.0 measures again.`);
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
      /The database is the one from before it\. 1\.0\.0 measures again/,
    );
    expect([machine.rows(), machine.running]).toEqual([rows + 3, '1.0.0']);
  });

  it('takes along the database of the folder that the station itself names, whoever set it', async () => {
    machine.overridden = { dataDir: join(machine.root, 'stick/weather') };
    machine.boot();
    await to({ version: '2.0.0', schema: 2, kind: 'one-sample' });
    expect([machine.schema(), machine.running]).toEqual([1, '1.0.0']);
    expect(existsSync(join(machine.dataDir, 'backups/before-upgrade.db'))).toBe(true);
    expect(takeNote(machine.dataDir)).toMatchObject({ text: expect.stringContaining('was taken back') });
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
    ['sync', /onto the disk \(sync did not end within 300 s\); nothing was changed/],
    ['backup', /could not be saved before the upgrade \(runuser did not end within \d+ s\); nothing was changed/],
    ['--version', /does not start \(runuser did not end within 300 s\); nothing was changed/],
  ])('of which %s hangs is given up with a sentence, and the old one runs', async (hanging, why) => {
    machine.hangs = (call) => call.includes(hanging);
    const outcome = await to({ version: '1.1.0' }).catch((error: Error) => ({ good: false, text: error.message }));
    expect(outcome).toMatchObject({ good: false, text: expect.stringMatching(why) });
    expect([machine.running, machine.layout.current]).toEqual(['1.0.0', '1.0.0']);
    expect(existsSync(machine.layout.journalFile)).toBe(false);
  });

  it.each(['systemctl show', 'systemctl reset-failed'])(
    'is judged by the station alone where %s hangs',
    async (hanging) => {
      machine.hangs = (call) => call.startsWith(hanging);
      expect(await to({ version: '1.1.0' })).toMatchObject({ good: true });
      expect(await to({ version: '1.2.0', kind: 'silent-chips' })).toMatchObject({ good: false });
      expect(machine.running).toBe('1.1.0');
    },
  );

  it('during which somebody spoils the settings is brought to its end', async () => {
    machine.hangs = (call) => {
      if (call.endsWith('daemon-reload')) machine.settings('server: { port: 8000 }\nno-such-section: 1\n');
      return false;
    };
    expect(await to({ version: '1.1.0', kind: 'silent-chips' })).toMatchObject({ good: false });
    expect([machine.running, existsSync(machine.layout.journalFile)]).toEqual(['1.0.0', false]);
    await expect(to({ version: '1.2.0' })).rejects.toThrow('no-such-section');
  });

  it('that cannot be stopped on the way back is killed, and goes back all the same', async () => {
    const staged = machine.staged({ version: '1.1.0', kind: 'silent-chips' });
    let stops = 0;
    machine.hangs = (call) => call === 'systemctl stop weatherglass.service' && ++stops === 2;
    expect(await upgrade(machine, machine.layout, staged, options())).toMatchObject({ good: false });
    expect(machine.calls).toContain('systemctl kill --signal=SIGKILL weatherglass.service');
    expect(machine.running).toBe('1.0.0');
  });

  it('after which systemd takes no more starts says that nothing runs, and what it was told', async () => {
    machine.hangs = (call) => / (stop|restart) /.test(call) && !call.includes('--user');
    await expect(to({ version: '1.1.0' })).rejects.toThrow(
      /stop weatherglass.service failed: .*; and it could not be started again: systemctl did not end within 60 s/,
    );
  });

  it('on a machine without systemd is refused before anything is touched', async () => {
    rmSync(join(machine.root, 'run/systemd'), { recursive: true });
    machine.calls.length = 0;
    await expect(to({ version: '1.1.0' })).rejects.toThrow('systemd does not run on this machine');
    await expect(rollback(machine, machine.layout, 60)).rejects.toThrow('no release before');
    expect(machine.calls).toEqual([]);
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

  it('of a window over a station without one cannot be gone back from by itself', async () => {
    const staged = machine.staged({ version: '1.1.0' }, true);
    await upgrade(machine, machine.layout, staged, options({ record: machine.record('kiosk') }));
    await expect(rollback(machine, machine.layout, 60)).rejects.toThrow('1.0.0 has no window, which this station has');
    expect(machine.running).toBe('1.1.0');
  });

  it('that fails leaves the release that one could go back to before', async () => {
    await to({ version: '1.1.0' });
    expect(await to({ version: '1.2.0', kind: 'crashes' })).toMatchObject({ good: false });
    expect(releases()).toEqual(['1.0.0', '1.1.0']);
    expect(await rollback(machine, machine.layout, 60)).toMatchObject({ good: true });
    expect(machine.running).toBe('1.0.0');
  });

  it.each(['enable', 'stop'])('of which systemctl refuses to %s leaves the old one running', async (verb) => {
    const { run } = machine;
    machine.run = async (program, args) =>
      program === 'systemctl' && args[0] === verb && args[1] === 'weatherglass.service'
        ? { code: 1, out: 'Connection timed out' }
        : run.call(machine, program, args);
    const outcome = await to({ version: '1.1.0' }).catch((error: Error) => ({ good: false, text: error.message }));
    expect(outcome).toMatchObject({ good: false, text: expect.stringContaining('Connection timed out') });
    expect(machine.running).toBe('1.0.0');
    expect(machine.layout.current).toBe('1.0.0');
  });

  it('that a full disk stops half-way is taken back', async () => {
    const { point } = machine.layout;
    machine.layout.point = (name, id) => {
      if (id !== '1.1.0') return point(name, id);
      throw Object.assign(new Error('ENOSPC'), {
        code: 'ENOSPC',
        syscall: 'symlink',
        path: '/opt/weatherglass/current',
      });
    };
    expect(await to({ version: '1.1.0' })).toMatchObject({
      good: false,
      text: expect.stringContaining('the disk is full'),
    });
    expect(machine.running).toBe('1.0.0');
  });

  it('that is taken back starts the old one also where no note can be left for it', async () => {
    mkdirSync(join(machine.dataDir, 'note-for-the-station.json/in-the-way'), { recursive: true });
    expect(await to({ version: '1.1.0', kind: 'silent-chips' })).toMatchObject({
      good: false,
      text: expect.stringContaining('1.0.0 measures again'),
    });
    expect(machine.running).toBe('1.0.0');
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

it('an upgrade of a window whose user is not there does not need that user’s own systemd', async () => {
  const window = (version: string) =>
    upgrade(machine, machine.layout, machine.staged({ version }, true), options({ record: machine.record('kiosk') }));
  machine.session = false;
  await window('1.0.0');
  expect(await window('1.1.0')).toMatchObject({ good: true, text: expect.stringContaining('next session of ada') });
  expect(machine.layout.current).toBe('1.1.0');
});

it('a cut that took the new release’s name away, but not the link to it, leaves what starts', async () => {
  await install();
  const { layout } = machine;
  const journal = {
    phase: 'switched',
    from: '1.0.0',
    to: '1.1.0',
    schema: 1,
    backup: null,
    waitS: 12,
    pid: 1,
  } as const;
  writeJournal(layout.journalFile, journal);
  rmSync(join(layout.home, 'current'));
  symlinkSync('releases/1.1.0', join(layout.home, 'current'));
  machine.boot();
  await resume(machine, layout);
  expect([layout.current, machine.running]).toEqual(['1.0.0', '1.0.0']);
});

it('a note for the station is not written through a link that lies there', () => {
  const foreign = join(machine.root, 'shadow');
  writeFileSync(foreign, 'root’s own');
  machine.history();
  symlinkSync(foreign, join(machine.dataDir, 'note-for-the-station.json.new'));
  symlinkSync(foreign, join(machine.dataDir, 'note-for-the-station.json'));
  const note = leavingNote(machine.dataDir, { ts: 1, severity: 'warn', text: 'taken back' });
  spawnSync(note[0]!, note.slice(1));
  expect(readFileSync(foreign, 'utf8')).toBe('root’s own');
  expect(takeNote(machine.dataDir)).toMatchObject({ text: 'taken back' });
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
  it('without a station says so', async () => {
    await expect(rollback(machine, machine.layout, 60)).rejects.toThrow('no station is installed here');
    expect(await resume(machine, machine.layout)).toBeNull();
    machine.layout.make(); // what an installation that was broken off leaves
    await expect(rollback(machine, machine.layout, 60)).rejects.toThrow('no station is installed here');
    expect(machine.calls).toEqual([]);
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
      const cut = await upgrade(machine, machine.layout, staged, options({ waitS: 12 })).then(
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

it('tells the settings that nobody could start with before it changes anything', async () => {
  await install();
  machine.settings('server: { port: many }\n');
  await expect(to({ version: '1.1.0' })).rejects.toThrow('server.port');
  expect(machine.running).toBe('1.0.0');
});
