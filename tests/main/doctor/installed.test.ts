import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { become, describeMachine } from '../../../src/main/doctor/machine.ts';
import { NodeFiles } from '../../../src/main/machine/files.ts';
import { Pi } from './healthy-pi.ts';

let pi: Pi;
beforeEach(() => {
  pi = new Pi();
});
afterEach(() => pi.remove());

describe('the doctor of an installed station', () => {
  const installed = () => {
    pi.put('/usr/lib/weatherglass/station.json', JSON.stringify({ user: 'weatherglass', env: {} }));
    pi.put('/usr/lib/systemd/system/weatherglass.service', '[Service]\nSupplementaryGroups=i2c video input\n');
    pi.put(
      '/etc/passwd',
      'root:x:0:0::/root:/bin/sh\npi:x:1000:1000::/home/pi:/bin/sh\nweatherglass:x:995:995::/:/bin/false\n',
    );
    // As its command has it: with the environment of its record.
    pi.env = { WEATHERGLASS_STATION: '/usr/lib/weatherglass/station.json', XDG_DATA_HOME: '/var/lib' };
  };

  it('examines the installed station as its own user, with the groups of its unit', async () => {
    installed();
    const { findings } = await pi.examine('--json');
    for (const group of ['i2c', 'video', 'input'])
      expect(findings.get(`group-${group}`)).toMatchObject({
        status: 'ok',
        detail: expect.stringContaining('weatherglass'),
      });
  });

  it('looks at what the unit of the installed station sets, too', async () => {
    installed();
    const env = { NODE_ENV: 'production', WEATHERGLASS_SERVER__PORT: '99999' };
    pi.facilities.ofUnit = async () => ({ env, options: {} });
    expect((await pi.examine('--json')).findings.get('settings')).toMatchObject({
      status: 'fail',
      fix: 'sudo systemctl edit weatherglass   (the unit sets WEATHERGLASS_SERVER__PORT)',
    });
  });

  it('asks a running station where it says that it is, whatever is set, unless somebody names another place', async () => {
    installed();
    const asked: unknown[] = [];
    pi.facilities.port = async (...where) => {
      asked.push(where);
      return 'ours';
    };
    const told = { host: '127.0.0.1', port: 8124, dataDir: '/media/stick/weather' };
    pi.put('/run/weatherglass/address.json', JSON.stringify(told));
    pi.put('/media/stick/weather/weatherglass.db', 'this was a database once '.repeat(400));
    pi.put('/media/stick/weather/backups/weatherglass-20261120-030000.db', '');
    pi.dataDir = null;
    const { findings } = await pi.examine('--json');
    expect(findings.get('port')).toMatchObject({ status: 'ok', detail: '8124 is used by a running Weatherglass' });
    expect(findings.get('data')?.detail).toBe('/media/stick/weather');
    expect(findings.get('database')?.fix).toContain(
      '20261120-030000.db --data /media/stick/weather && sudo systemctl start',
    );
    await pi.examine('--json', '--port', '8000', '--data', '/var/lib/weatherglass');
    expect(asked).toEqual([
      ['127.0.0.1', 8124],
      ['0.0.0.0', 8000],
    ]);
  });

  it('hands on a folder that a station tells as one word of a command: it is copied behind sudo', async () => {
    installed();
    const dataDir = "/media/a stick; reboot 'now'";
    pi.put('/run/weatherglass/address.json', JSON.stringify({ host: '127.0.0.1', port: 8124, dataDir }));
    pi.put(`${dataDir}/weatherglass.db`, 'this was a database once '.repeat(400));
    pi.put(`${dataDir}/backups/weatherglass-20261120-030000.db`, '');
    pi.dataDir = null;
    const fix = (await pi.examine('--json')).findings.get('database')!.fix!;
    const printed = spawnSync('sh', ['-c', `sudo() { printf '%s\\n' "$@"; }; ${fix}`], { encoding: 'utf8' });
    expect(printed.stdout.split('\n')).toEqual(
      expect.arrayContaining([`${dataDir}/backups/weatherglass-20261120-030000.db`, '--data', dataDir]),
    );
  });

  it('names the whole of what mends a damaged database under a running service', async () => {
    installed();
    pi.put('/var/lib/weatherglass/weatherglass.db', 'this was a database once '.repeat(400));
    pi.put('/var/lib/weatherglass/backups/weatherglass-20261120-030000.db', '');
    expect((await pi.examine('--json')).findings.get('database')?.fix).toBe(
      'sudo systemctl stop weatherglass && sudo weatherglass restore /var/lib/weatherglass/backups/weatherglass-20261120-030000.db && sudo systemctl start weatherglass',
    );
  });

  it('names a folder that the unit sets, and leaves the service alone for one that is not its own', async () => {
    installed();
    const backup = '/media/stick/backups/weatherglass-20261120-030000.db';
    pi.put('/media/stick/weatherglass.db', 'this was a database once '.repeat(400));
    pi.put(backup, '');
    const restore = `weatherglass restore ${backup} --data /media/stick`;
    pi.dataDir = '/media/stick';
    expect((await pi.examine('--json')).findings.get('database')?.fix).toBe(restore);
    pi.drop('/media/stick/backups');
    expect((await pi.examine('--json')).findings.get('database')?.fix).toMatch(
      /^weatherglass serve --data \/media\/stick /,
    );
    pi.put(backup, '');
    pi.dataDir = null;
    pi.facilities.ofUnit = async () => ({ env: { WEATHERGLASS_DATA: '/media/stick' }, options: {} });
    expect((await pi.examine('--json')).findings.get('database')?.fix).toBe(
      `sudo systemctl stop weatherglass && sudo ${restore} && sudo systemctl start weatherglass`,
    );
  });

  it('says that a group of the unit was deleted, as root too, who takes the groups that there are', async () => {
    installed();
    pi.put('/etc/group', 'video:x:44:\ninput:x:995:\nweatherglass:x:995:\n');
    pi.put('/etc/systemd/system/weatherglass.service.d/more.conf', '[Service]\nSupplementaryGroups=a;b\n');
    expect((await pi.examine('--json')).findings.get('service')).toMatchObject({
      status: 'fail',
      detail: expect.stringContaining('a group that does not exist (i2c, a;b)'),
      fix: expect.stringContaining("groupadd --system i2c && sudo groupadd --system 'a;b' && sudo udevadm"),
    });
    const unit = '/usr/lib/systemd/system/weatherglass.service';
    const whose = { sudoUser: undefined, station: { user: 'weatherglass', unit } };
    const { user } = await describeMachine(new NodeFiles(pi.root), whose);
    const taken: unknown[] = [];
    const take = (what: unknown) => void taken.push(what);
    become(user, { setgroups: take, setgid: take, setuid: take });
    expect(taken).toEqual([[995, 44], 995, 995]);
    pi.put(
      '/etc/systemd/system/weatherglass.service.d/z.conf',
      '[Service]\nSupplementaryGroups=\nSupplementaryGroups=44\n',
    );
    expect((await pi.examine('--json')).findings.get('service')).toMatchObject({ status: 'ok' });
  });

  it('says that the account of the station is gone, and is not somebody else', async () => {
    installed();
    pi.put('/etc/passwd', 'root:x:0:0::/root:/bin/sh\npi:x:1000:1000::/home/pi:/bin/sh\n');
    const { code, findings } = await pi.examine('--json');
    expect(findings.get('service')).toMatchObject({
      status: 'fail',
      detail: 'user weatherglass does not exist: the service cannot start',
    });
    expect(code).toBe(2);
  });

  const spoiled: [string, (path: string) => void][] = [
    ['a folder', (path) => mkdirSync(path)],
    ['a link to itself', (path) => symlinkSync(path, path)],
    ['nonsense', (path) => writeFileSync(path, Buffer.from([0xff, 0xfe, 0, 10, 58, 58, 10, 0x1b, 0x5b]))],
  ];
  it.each(spoiled)('has an answer to each question where a file of the machine is %s', async (_how, spoil) => {
    const files = ['/etc/passwd', '/etc/group', '/proc/self/status', '/proc/mounts', '/dev/i2c-1'].concat(
      '/usr/lib/systemd/system/weatherglass.service',
      '/var/lib/weatherglass/weatherglass.db',
    );
    installed();
    const asked = (await pi.examine('--json')).findings.size;
    for (const file of files) {
      pi.remove();
      pi = new Pi();
      installed();
      const path = join(pi.root, file);
      rmSync(path, { force: true });
      spoil(path);
      expect((await pi.examine('--json')).findings.size, file).toBe(asked);
    }
  });

  it('waits for no pipe in the place of the database, which any program of the station could make', async () => {
    installed();
    spawnSync('mkfifo', [join(pi.root, 'var/lib/weatherglass/weatherglass.db')]);
    expect((await pi.examine('--json')).findings.get('database')).toMatchObject({
      status: 'fail',
      detail: '/var/lib/weatherglass/weatherglass.db: it is no file',
    });
  });
});
