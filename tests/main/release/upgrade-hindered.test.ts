import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { writeJournal } from '../../../src/main/release/journal.ts';
import { leavingNote, takeNote } from '../../../src/main/release/note.ts';
import { resume, rollback, upgrade } from '../../../src/main/release/upgrade.ts';
import { install, machine, options, releases, to } from './on-machine.ts';

describe('an upgrade', () => {
  beforeEach(async () => {
    await install();
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
      /stop weatherglass.service failed: .* It could not be started again either: systemctl did not end within 60 s/,
    );
  });

  it('on a machine without systemd is refused before anything is touched', async () => {
    rmSync(join(machine.root, 'run/systemd'), { recursive: true });
    machine.calls.length = 0;
    await expect(to({ version: '1.1.0' })).rejects.toThrow('systemd does not run on this machine');
    await expect(rollback(machine, machine.layout, 60)).rejects.toThrow('no release older than');
    expect(machine.calls).toEqual([]);
  });

  it('whose program does not even start is refused before anything is touched', async () => {
    machine.calls.length = 0;
    await expect(to({ version: '1.1.0', kind: 'torn' })).rejects.toThrow('does not start (SyntaxError');
    expect(machine.calls.filter((call) => /systemctl (stop|restart)/.test(call))).toEqual([]);
    expect(machine.running).toBe('1.0.0');
  });

  it('that is killed goes on by itself: the guard is started before the station is stopped', async () => {
    machine.calls.length = 0;
    await to({ version: '1.1.0' });
    const [guard, stop] = ['start --no-block weatherglass-upgrade.service', 'stop weatherglass.service'].map((what) =>
      machine.calls.indexOf(`systemctl ${what}`),
    );
    expect(guard).toBeGreaterThan(-1);
    expect(stop).toBeGreaterThan(guard!);
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
    expect(releases()).toEqual(['1.0.0']); // 130 MB that nothing would lead to
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
    await expect(rollback(machine, machine.layout, 60)).rejects.toThrow(
      '1.0.0 has no window, but this station shows one',
    );
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
