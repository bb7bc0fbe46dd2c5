import { spawnSync } from 'node:child_process';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { askPort, facilitiesOf } from '../../../src/main/doctor/facilities.ts';
import { Pi, PROBE } from './healthy-pi.ts';

let pi: Pi;
beforeEach(() => {
  pi = new Pi();
});
afterEach(() => pi.remove());

interface Fault {
  fault: string;
  spoil: () => void;
  /** The check that finds it, its verdict, and what its command must contain. */
  id: string;
  status: 'warn' | 'fail';
  fix: string;
}

const faults: Fault[] = [
  {
    fault: 'I2C is switched off',
    spoil: () => {
      pi.drop('/dev/i2c-1');
      pi.put('/boot/firmware/config.txt', '#dtparam=i2c_arm=on\n');
    },
    id: 'i2c',
    status: 'fail',
    fix: 'dtparam=i2c_arm=on',
  },
  {
    fault: 'the module i2c-dev is not loaded',
    spoil: () => pi.drop('/dev/i2c-1'),
    id: 'i2c',
    status: 'fail',
    fix: 'modprobe i2c-dev',
  },
  {
    fault: 'the user is not in group i2c',
    spoil: () => {
      pi.put('/etc/group', 'video:x:44:pi\ninput:x:995:pi\ni2c:x:998:other\npi:x:1000:\n');
      pi.put('/proc/self/status', 'Uid:\t1000\nGid:\t1000\nGroups:\t44 995\n');
    },
    id: 'group-i2c',
    status: 'fail',
    fix: 'sudo usermod -aG i2c pi',
  },
  {
    fault: 'the session is older than the membership in group video',
    spoil: () => pi.put('/proc/self/status', 'Uid:\t1000\nGid:\t1000\nGroups:\t995 998\n'),
    id: 'group-video',
    status: 'warn',
    fix: 'log in again',
  },
  {
    fault: 'the user is not in group input',
    spoil: () => {
      pi.put('/etc/group', 'video:x:44:pi\ni2c:x:998:pi\ninput:x:995:\npi:x:1000:\n');
      pi.put('/proc/self/status', 'Uid:\t1000\nGid:\t1000\nGroups:\t44 998\n');
    },
    id: 'group-input',
    status: 'fail',
    fix: 'sudo usermod -aG input pi',
  },
  {
    fault: 'i2c-bus is built for another runtime',
    spoil: () => {
      pi.facilities.openBus = async () => {
        throw Object.assign(new Error('was compiled against a different Node.js version'), {
          code: 'ERR_DLOPEN_FAILED',
        });
      };
    },
    id: 'i2c-addon',
    status: 'fail',
    fix: 'npm run -s build:native',
  },
  {
    fault: 'the humidity chip does not answer',
    spoil: () => pi.chips({ '0x5f': null }),
    id: 'chip-humidity',
    status: 'fail',
    fix: 'i2cdetect -y 1',
  },
  {
    fault: 'a kernel driver holds the humidity chip',
    spoil: () => {
      pi.chips({ '0x5f': 'EBUSY' });
      pi.driver('005f', 'hts221', 'hts221_i2c');
    },
    id: 'chip-humidity',
    status: 'fail',
    fix: 'sudo modprobe -r hts221_i2c',
  },
  {
    fault: 'a kernel driver holds the pressure chip',
    spoil: () => {
      pi.chips({ '0x5c': 'EBUSY' });
      pi.driver('005c', 'st-press-i2c', 'st_pressure_i2c'); // the module's name is not the driver's
    },
    id: 'chip-pressure',
    status: 'fail',
    fix: "modprobe -r st_pressure_i2c && echo 'blacklist st_pressure_i2c' | sudo tee /etc/modprobe.d/weatherglass-st_pressure_i2c.conf",
  },
  {
    fault: 'a driver built into the kernel holds the magnetometer',
    spoil: () => {
      pi.chips({ '0x1c': 'EBUSY' });
      pi.driver('001c', 'st-magn-i2c', null);
    },
    id: 'chip-magnetometer',
    status: 'fail',
    fix: 'echo 1-001c | sudo tee /sys/bus/i2c/drivers/st-magn-i2c/unbind',
  },
  {
    fault: 'the humidity chip has lost its factory calibration',
    spoil: () => pi.chips({ '0x5f': { '0x0f': 0xbc } }),
    id: 'chip-humidity',
    status: 'fail',
    fix: 'the board is to be replaced',
  },
  {
    fault: 'the pressure chip sits at an address where no driver looks',
    spoil: () => pi.chips({ '0x5c': null, '0x5d': { '0x0f': 0xbd } }),
    id: 'chip-pressure',
    status: 'fail',
    fix: 'i2cdetect -y 1',
  },
  {
    fault: 'the bus knows no block transfers',
    spoil: () => pi.chips({ '0x1c': 'EOPNOTSUPP' }),
    id: 'chip-magnetometer',
    status: 'fail',
    fix: 'set sensors.i2c_bus',
  },
  {
    fault: 'another pressure chip sits in its place',
    spoil: () => pi.chips({ '0x5c': { '0x0f': 0xb1 } }),
    id: 'chip-pressure',
    status: 'fail',
    fix: 'LPS25H',
  },
  {
    fault: 'the magnetometer is missing',
    spoil: () => pi.chips({ '0x1c': null }),
    id: 'chip-magnetometer',
    status: 'warn',
    fix: 'i2cdetect',
  },
  {
    fault: 'a line of the bus is stuck',
    spoil: () => pi.chips({ '0x6a': 'ETIMEDOUT' }),
    id: 'chip-inertial',
    status: 'fail',
    fix: 'sudo poweroff',
  },
  {
    fault: 'transfers are lost on a long cable',
    spoil: () => pi.chips({ '0x39': 'EIO' }),
    id: 'chip-colour',
    status: 'warn',
    fix: 'i2c_arm_baudrate',
  },
  {
    fault: 'the modules of the 1-wire bus are not loaded',
    spoil: () => pi.drop('/sys/bus/w1'),
    id: 'one-wire',
    status: 'fail',
    fix: 'modprobe -a w1-gpio w1-therm',
  },
  {
    fault: 'the data line of the probe floats',
    spoil: () => {
      pi.drop(`/sys/bus/w1/devices/${PROBE}`);
      pi.put('/sys/bus/w1/devices/00-400000000000/id', '');
    },
    id: 'one-wire',
    status: 'warn',
    fix: '4.7 kOhm',
  },
  {
    fault: 'the probe only shows its power-on value',
    spoil: () =>
      pi.put(
        `/sys/bus/w1/devices/${PROBE}/w1_slave`,
        '50 05 4b 46 7f ff 0c 10 1c : crc=1c YES\n50 05 4b 46 7f ff 0c 10 1c t=85000\n',
      ),
    id: 'one-wire',
    status: 'warn',
    fix: 'w1_slave',
  },
  {
    fault: 'the settings name a probe that is not there',
    spoil: () => pi.settings({ sensors: 'probe_id: 28-000000000001' }),
    id: 'one-wire',
    status: 'fail',
    fix: `set sensors.probe_id to ${PROBE}`,
  },
  {
    fault: 'the Sense HAT overlay is missing',
    spoil: () => pi.drop('/sys/class/graphics/fb1'),
    id: 'framebuffer',
    status: 'fail',
    fix: 'dtoverlay=rpi-sense',
  },
  {
    fault: 'the LED controller is dead',
    spoil: () => {
      pi.drop('/sys/class/graphics/fb1');
      pi.put('/boot/firmware/config.txt', 'dtparam=i2c_arm=on\ndtoverlay=rpi-sense\n');
    },
    id: 'framebuffer',
    status: 'fail',
    fix: 'dmesg',
  },
  {
    fault: 'there is no joystick',
    spoil: () => pi.drop('/sys/class/input'),
    id: 'joystick',
    status: 'warn',
    fix: 'modprobe sensehat-joystick',
  },
  {
    fault: 'neither network nor clock chip gives the time',
    spoil: () => pi.drop('/run/systemd/timesync/synchronized'),
    id: 'clock',
    status: 'fail',
    fix: 'timedatectl set-ntp true',
  },
  {
    fault: 'the clock stands at the beginning of 1970',
    spoil: () => {
      pi.facilities.nowS = () => 3600;
    },
    id: 'clock',
    status: 'fail',
    fix: 'timedatectl',
  },
  {
    fault: 'only the clock chip gives the time',
    spoil: () => {
      pi.drop('/run/systemd/timesync/synchronized');
      pi.put('/sys/class/rtc/rtc0/name', 'rpi_rtc');
    },
    id: 'clock',
    status: 'warn',
    fix: 'timedatectl set-ntp true',
  },
  {
    fault: 'the voltage is too low now',
    spoil: () => pi.put('/sys/devices/platform/soc/soc:firmware/get_throttled', '50005\n'),
    id: 'power',
    status: 'fail',
    fix: 'official supply',
  },
  {
    fault: 'the voltage was too low once',
    spoil: () => pi.put('/sys/devices/platform/soc/soc:firmware/get_throttled', '0x10000\n'),
    id: 'power',
    status: 'warn',
    fix: 'official supply',
  },
  {
    fault: 'the voltage monitor of a kernel without the firmware file raises its alarm',
    spoil: () => {
      pi.drop('/sys/devices/platform/soc/soc:firmware');
      pi.put('/sys/class/hwmon/hwmon1/name', 'rpi_volt\n');
      pi.put('/sys/class/hwmon/hwmon1/in0_lcrit_alarm', '1\n');
    },
    id: 'power',
    status: 'fail',
    fix: 'official supply',
  },
  {
    fault: 'the CPU is too hot',
    spoil: () => pi.put('/sys/class/thermal/thermal_zone0/temp', '84000\n'),
    id: 'heat',
    status: 'warn',
    fix: 'air',
  },
  {
    fault: 'no CPU temperature is told',
    spoil: () => pi.drop('/sys/class/thermal'),
    id: 'heat',
    status: 'warn',
    fix: 'vcgencmd measure_temp',
  },
  {
    fault: 'the card has gone read-only',
    spoil: () => pi.put('/proc/mounts', '/dev/mmcblk0p2 / ext4 rw 0 0\n/dev/mmcblk0p2 / ext4 ro,noatime 0 0\n'),
    id: 'data',
    status: 'fail',
    fix: 'remount,rw /',
  },
  {
    fault: 'a file stands where the data folder should be',
    spoil: () => {
      pi.drop('/var/lib/weatherglass');
      pi.put('/var/lib/weatherglass', '');
    },
    id: 'data',
    status: 'fail',
    fix: 'mv /var/lib/weatherglass',
  },
  {
    fault: 'the disk is nearly full',
    spoil: () => {
      pi.facilities.room = async () => ({ freeBytes: 40e6, freeInodes: 900_000, inodes: 1_000_000 });
    },
    id: 'disk',
    status: 'fail',
    fix: 'journalctl --vacuum-size',
  },
  {
    fault: 'the disk has run out of inodes',
    spoil: () => {
      pi.facilities.room = async () => ({ freeBytes: 20e9, freeInodes: 12, inodes: 1_000_000 });
    },
    id: 'inodes',
    status: 'fail',
    fix: 'du --inodes',
  },
  {
    fault: 'the database is damaged',
    spoil: () => {
      pi.put('/var/lib/weatherglass/weatherglass.db', 'this was a database once '.repeat(400));
      pi.put('/var/lib/weatherglass/backups/weatherglass-20261119-030000.db', '');
      pi.put('/var/lib/weatherglass/backups/weatherglass-20261120-030000.db', '');
    },
    id: 'database',
    status: 'fail',
    fix: 'weatherglass restore /var/lib/weatherglass/backups/weatherglass-20261120-030000.db',
  },
  {
    fault: 'the database is damaged and nothing was ever backed up',
    spoil: () => pi.put('/var/lib/weatherglass/weatherglass.db', 'this was a database once '.repeat(400)),
    id: 'database',
    status: 'fail',
    fix: 'salvaged',
  },
  {
    fault: 'another program has the port',
    spoil: () => {
      pi.facilities.port = async () => 'taken';
    },
    id: 'port',
    status: 'fail',
    fix: "ss -ltnp 'sport = :8000'",
  },
  {
    fault: 'the site is not set',
    spoil: () => pi.settings({ site: '' }),
    id: 'site',
    status: 'warn',
    fix: 'site.latitude',
  },
  {
    fault: 'the altitude was forgotten',
    spoil: () => pi.settings({ site: 'latitude: 55.8, longitude: 12.5' }),
    id: 'site',
    status: 'warn',
    fix: 'site.altitude_m',
  },
  {
    fault: 'the settings hold an unknown key',
    spoil: () => pi.settings({ more: 'weather: nice\n' }),
    id: 'settings',
    status: 'fail',
    fix: 'config.yaml',
  },
];

describe('a root folder without a fault', () => {
  it('is found well by every check', async () => {
    const { code, findings } = await pi.examine('--json');
    expect([...findings.values()].filter(({ status }) => status !== 'ok')).toEqual([]);
    expect(code).toBe(0);
    expect(findings.size).toBeGreaterThan(20);
  });

  it('on a board of the first version misses no colour sensor', async () => {
    pi.chips({ '0x39': null });
    expect((await pi.examine('--json')).findings.get('chip-colour')).toMatchObject({ status: 'ok', fix: null });
  });

  it('draws through I2C where no kernel driver holds the LED controller', async () => {
    pi.drop('/sys/class/graphics/fb1');
    pi.chips({ '0x46': { '0xf0': 0x73 } });
    expect((await pi.examine('--json')).findings.get('framebuffer')).toMatchObject({ status: 'ok' });
    pi.link('/sys/bus/i2c/devices/1-0046/driver', '../../../../bus/i2c/drivers/simple-mfd-i2c');
    expect((await pi.examine('--json')).findings.get('framebuffer')).toMatchObject({ status: 'fail' });
  });

  it('needs no board when the settings name the simulator', async () => {
    pi.settings({ sensors: 'source: simulator' });
    pi.drop('/dev/i2c-1');
    pi.drop('/sys/class');
    expect((await pi.examine('--json')).code).toBe(0);
  });
});

describe('the doctor', () => {
  it.each(faults)('finds that $fault', async ({ spoil, id, status, fix }) => {
    spoil();
    const { code, findings } = await pi.examine('--json');
    expect(findings.get(id)).toMatchObject({ status, fix: expect.stringContaining(fix) });
    expect(code).toBe(
      Math.max(...[...findings.values()].map((finding) => ['ok', 'warn', 'fail'].indexOf(finding.status))),
    );
    expect(code).toBeGreaterThan(0);
  });

  it('blames a single fault on a single check', async () => {
    const alone = faults.filter(({ id }) => !['i2c', 'i2c-addon', 'settings', 'clock'].includes(id));
    const fixes: string[] = [];
    for (const { spoil, id } of alone) {
      pi.remove();
      pi = new Pi();
      spoil();
      const { findings } = await pi.examine('--json');
      const blamed = [...findings.values()].filter(({ status }) => status !== 'ok').map((finding) => finding.id);
      expect(blamed).toEqual([id]);
      fixes.push(findings.get(id)!.fix!);
    }
    // What looks like a command is one: the words for the reader stand behind it, in brackets.
    const commands = fixes.filter((fix) => /^(sudo|echo|ls|weatherglass|npm|i2cdetect|nano|mv) /.test(fix));
    expect(commands.length).toBeGreaterThan(15);
    const bare = commands.map((fix) => fix.replace(/ {3}\(.*\)$/, ''));
    expect(bare.filter((fix) => /, |[()]/.test(fix))).toEqual([]);
    expect(spawnSync('bash', ['-n'], { input: bare.join('\n'), encoding: 'utf8' })).toMatchObject({
      status: 0,
      stderr: '',
    });
  });

  it('prints one line per check, and below what is wrong the command that mends it', async () => {
    pi.chips({ '0x5f': null });
    const { code, text } = await pi.examine();
    expect(code).toBe(2);
    expect(text).toMatch(/^fail {2}Chip HTS221 +nothing answers at 0x5f.*\n +mend: .*i2cdetect/m);
    expect(text).toMatch(/^1 fault and 0 warnings in \d+ checks\.$/m);
    pi.chips({ '0x1c': null });
    expect((await pi.examine()).text).toMatch(/nothing answers at 0x1c: no compass$/m);
  });

  const installed = (mode = 'headless') => {
    pi.put('/opt/weatherglass/station.json', JSON.stringify({ mode, user: 'weatherglass', env: {} }));
    pi.put('/etc/systemd/system/weatherglass.service', '[Service]\nSupplementaryGroups=i2c video input\n');
    pi.put(
      '/etc/passwd',
      'root:x:0:0::/root:/bin/sh\npi:x:1000:1000::/home/pi:/bin/sh\nweatherglass:x:995:995::/:/bin/false\n',
    );
    pi.env = { WEATHERGLASS_STATION: '/opt/weatherglass/station.json' };
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

  it('names the whole of what mends a damaged database under a running service', async () => {
    installed();
    pi.put('/var/lib/weatherglass/weatherglass.db', 'this was a database once '.repeat(400));
    pi.put('/var/lib/weatherglass/backups/weatherglass-20261120-030000.db', '');
    expect((await pi.examine('--json')).findings.get('database')?.fix).toBe(
      'sudo systemctl stop weatherglass && sudo weatherglass restore /var/lib/weatherglass/backups/weatherglass-20261120-030000.db && sudo systemctl start weatherglass',
    );
  });

  it('tells the account behind sudo from root', async () => {
    pi.put('/proc/self/status', 'Uid:\t0\nGid:\t0\nGroups:\t0\n');
    pi.put('/etc/group', 'video:x:44:pi\ninput:x:995:pi\ni2c:x:998:\npi:x:1000:\n');
    expect((await pi.examine('--json')).findings.get('group-i2c')).toMatchObject({ status: 'ok' });
  });
});

describe('the port', () => {
  const { port } = facilitiesOf(null);
  const listening = async (answer: string) => {
    const server = createHttpServer((_request, response) => response.end(answer));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const close = () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    };
    return { number: (server.address() as AddressInfo).port, close };
  };

  it('is free, taken, or held by a station that runs already', async () => {
    const stranger = await listening('hello');
    expect(await port('127.0.0.1', stranger.number)).toBe('taken');
    await stranger.close();
    expect(await port('127.0.0.1', stranger.number)).toBe('free');
    const station = await listening('{"status":"ok","version":"1.0.0","uptime_s":12.5}');
    expect(await port('127.0.0.1', station.number)).toBe('ours');
    await station.close();
  });

  it('whose user is silent is not called another program’s: a busy station is silent, too', async () => {
    const server = createHttpServer(() => undefined);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port: number } = server.address() as AddressInfo;
    expect(await askPort('127.0.0.1', number, 100)).toBe('silent');
    server.closeAllConnections();
    server.close();
    pi.facilities.port = async () => 'silent';
    const { findings } = await pi.examine('--json');
    expect(findings.get('port')).toMatchObject({ status: 'warn', detail: expect.stringContaining('a busy station') });
  });

  it('cannot be opened on an address that is not this machine’s', async () => {
    expect(await port('192.0.2.1', 8000)).toBe('no-such-address');
  });
});
