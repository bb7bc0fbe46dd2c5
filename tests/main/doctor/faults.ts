import { type Pi, PROBE } from './healthy-pi.ts';

export interface Fault {
  fault: string;
  spoil: (pi: Pi) => void;
  /** The check that finds it, its verdict, and what its command must contain. */
  id: string;
  status: 'warn' | 'fail';
  fix: string;
}

/** What can be wrong with a Raspberry Pi, and who is to find it. */
export const faults: readonly Fault[] = [
  {
    fault: 'I2C is switched off',
    spoil: (pi) => {
      pi.drop('/dev/i2c-1');
      pi.put('/boot/firmware/config.txt', '#dtparam=i2c_arm=on\n');
    },
    id: 'i2c',
    status: 'fail',
    fix: 'dtparam=i2c_arm=on',
  },
  {
    fault: 'the module i2c-dev is not loaded',
    spoil: (pi) => pi.drop('/dev/i2c-1'),
    id: 'i2c',
    status: 'fail',
    fix: 'modprobe i2c-dev',
  },
  {
    fault: 'the user is not in group i2c',
    spoil: (pi) => {
      pi.put('/etc/group', 'video:x:44:pi\ninput:x:995:pi\ni2c:x:998:other\npi:x:1000:\n');
      pi.put('/proc/self/status', 'Uid:\t1000\nGid:\t1000\nGroups:\t44 995\n');
    },
    id: 'group-i2c',
    status: 'fail',
    fix: 'sudo usermod -aG i2c pi',
  },
  {
    fault: 'the session is older than the membership in group video',
    spoil: (pi) => pi.put('/proc/self/status', 'Uid:\t1000\nGid:\t1000\nGroups:\t995 998\n'),
    id: 'group-video',
    status: 'warn',
    fix: 'log in again',
  },
  {
    fault: 'the user is not in group input',
    spoil: (pi) => {
      pi.put('/etc/group', 'video:x:44:pi\ni2c:x:998:pi\ninput:x:995:\npi:x:1000:\n');
      pi.put('/proc/self/status', 'Uid:\t1000\nGid:\t1000\nGroups:\t44 998\n');
    },
    id: 'group-input',
    status: 'fail',
    fix: 'sudo usermod -aG input pi',
  },
  {
    fault: 'i2c-bus is built for another runtime',
    spoil: (pi) => {
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
    spoil: (pi) => pi.chips({ '0x5f': null }),
    id: 'chip-humidity',
    status: 'fail',
    fix: 'i2cdetect -y 1',
  },
  {
    fault: 'a kernel driver holds the humidity chip',
    spoil: (pi) => {
      pi.chips({ '0x5f': 'EBUSY' });
      pi.driver('005f', 'hts221', 'hts221_i2c');
    },
    id: 'chip-humidity',
    status: 'fail',
    fix: 'sudo modprobe -r hts221_i2c',
  },
  {
    fault: 'a kernel driver holds the pressure chip',
    spoil: (pi) => {
      pi.chips({ '0x5c': 'EBUSY' });
      pi.driver('005c', 'st-press-i2c', 'st_pressure_i2c'); // the module's name is not the driver's
    },
    id: 'chip-pressure',
    status: 'fail',
    fix: "modprobe -r st_pressure_i2c && echo 'blacklist st_pressure_i2c' | sudo tee /etc/modprobe.d/weatherglass-st_pressure_i2c.conf",
  },
  {
    fault: 'a driver built into the kernel holds the magnetometer',
    spoil: (pi) => {
      pi.chips({ '0x1c': 'EBUSY' });
      pi.driver('001c', 'st-magn-i2c', null);
    },
    id: 'chip-magnetometer',
    status: 'fail',
    fix: 'echo 1-001c | sudo tee /sys/bus/i2c/drivers/st-magn-i2c/unbind',
  },
  {
    fault: 'the humidity chip has lost its factory calibration',
    spoil: (pi) => pi.chips({ '0x5f': { '0x0f': 0xbc } }),
    id: 'chip-humidity',
    status: 'fail',
    fix: 'replace the board',
  },
  {
    fault: 'the pressure chip sits at an address where no driver looks',
    spoil: (pi) => pi.chips({ '0x5c': null, '0x5d': { '0x0f': 0xbd } }),
    id: 'chip-pressure',
    status: 'fail',
    fix: 'i2cdetect -y 1',
  },
  {
    fault: 'the bus knows no block transfers',
    spoil: (pi) => pi.chips({ '0x1c': 'EOPNOTSUPP' }),
    id: 'chip-magnetometer',
    status: 'fail',
    fix: 'set sensors.i2c_bus',
  },
  {
    fault: 'another pressure chip sits in its place',
    spoil: (pi) => pi.chips({ '0x5c': { '0x0f': 0xb1 } }),
    id: 'chip-pressure',
    status: 'fail',
    fix: 'LPS25H',
  },
  {
    fault: 'the magnetometer is missing',
    spoil: (pi) => pi.chips({ '0x1c': null }),
    id: 'chip-magnetometer',
    status: 'warn',
    fix: 'i2cdetect',
  },
  {
    fault: 'a line of the bus is stuck',
    spoil: (pi) => pi.chips({ '0x6a': 'ETIMEDOUT' }),
    id: 'chip-inertial',
    status: 'fail',
    fix: 'sudo poweroff',
  },
  {
    fault: 'transfers are lost on a long cable',
    spoil: (pi) => pi.chips({ '0x39': 'EIO' }),
    id: 'chip-colour',
    status: 'warn',
    fix: 'i2c_arm_baudrate',
  },
  {
    fault: 'the modules of the 1-wire bus are not loaded',
    spoil: (pi) => pi.drop('/sys/bus/w1'),
    id: 'one-wire',
    status: 'fail',
    fix: 'modprobe -a w1-gpio w1-therm',
  },
  {
    fault: 'the data line of the probe floats',
    spoil: (pi) => {
      pi.drop(`/sys/bus/w1/devices/${PROBE}`);
      pi.put('/sys/bus/w1/devices/00-400000000000/id', '');
    },
    id: 'one-wire',
    status: 'warn',
    fix: '4.7 kΩ',
  },
  {
    fault: 'the probe only shows its power-on value',
    spoil: (pi) =>
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
    spoil: (pi) => pi.settings({ sensors: 'probe_id: 28-000000000001' }),
    id: 'one-wire',
    status: 'fail',
    fix: `set sensors.probe_id to ${PROBE}`,
  },
  {
    fault: 'the Sense HAT overlay is missing',
    spoil: (pi) => pi.drop('/sys/class/graphics/fb1'),
    id: 'framebuffer',
    status: 'fail',
    fix: 'dtoverlay=rpi-sense',
  },
  {
    fault: 'the LED controller is dead',
    spoil: (pi) => {
      pi.drop('/sys/class/graphics/fb1');
      pi.put('/boot/firmware/config.txt', 'dtparam=i2c_arm=on\ndtoverlay=rpi-sense\n');
    },
    id: 'framebuffer',
    status: 'fail',
    fix: 'dmesg',
  },
  {
    fault: 'there is no joystick',
    spoil: (pi) => pi.drop('/sys/class/input'),
    id: 'joystick',
    status: 'warn',
    fix: 'modprobe sensehat-joystick',
  },
  {
    fault: 'neither network nor clock chip gives the time',
    spoil: (pi) => pi.drop('/run/systemd/timesync/synchronized'),
    id: 'clock',
    status: 'fail',
    fix: 'timedatectl set-ntp true',
  },
  {
    fault: 'no service gives the time, which timedatectl could switch on',
    spoil: (pi) => {
      pi.drop('/run/systemd/timesync/synchronized');
      pi.drop('/usr/lib/systemd/ntp-units.d');
    },
    id: 'clock',
    status: 'fail',
    fix: 'sudo apt-get install systemd-timesyncd',
  },
  {
    fault: 'the clock stands at the beginning of 1970',
    spoil: (pi) => {
      pi.facilities.nowS = () => 3600;
    },
    id: 'clock',
    status: 'fail',
    fix: 'timedatectl',
  },
  {
    fault: 'only the clock chip gives the time',
    spoil: (pi) => {
      pi.drop('/run/systemd/timesync/synchronized');
      pi.put('/sys/class/rtc/rtc0/name', 'rpi_rtc');
    },
    id: 'clock',
    status: 'warn',
    fix: 'timedatectl set-ntp true',
  },
  {
    fault: 'the voltage is too low now',
    spoil: (pi) => pi.put('/sys/devices/platform/soc/soc:firmware/get_throttled', '50005\n'),
    id: 'power',
    status: 'fail',
    fix: 'official supply',
  },
  {
    fault: 'the voltage was too low once',
    spoil: (pi) => pi.put('/sys/devices/platform/soc/soc:firmware/get_throttled', '0x10000\n'),
    id: 'power',
    status: 'warn',
    fix: 'official supply',
  },
  {
    fault: 'the voltage monitor of a kernel without the firmware file raises its alarm',
    spoil: (pi) => {
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
    spoil: (pi) => pi.put('/sys/class/thermal/thermal_zone0/temp', '84000\n'),
    id: 'heat',
    status: 'warn',
    fix: 'air',
  },
  {
    fault: 'no CPU temperature is told',
    spoil: (pi) => pi.drop('/sys/class/thermal'),
    id: 'heat',
    status: 'warn',
    fix: 'vcgencmd measure_temp',
  },
  {
    fault: 'the card has gone read-only',
    spoil: (pi) => pi.put('/proc/mounts', '/dev/mmcblk0p2 / ext4 rw 0 0\n/dev/mmcblk0p2 / ext4 ro,noatime 0 0\n'),
    id: 'data',
    status: 'fail',
    fix: 'remount,rw /',
  },
  {
    fault: 'a file stands where the data folder should be',
    spoil: (pi) => {
      pi.drop('/var/lib/weatherglass');
      pi.put('/var/lib/weatherglass', '');
    },
    id: 'data',
    status: 'fail',
    fix: 'mv /var/lib/weatherglass',
  },
  {
    fault: 'the disk is nearly full',
    spoil: (pi) => {
      pi.facilities.room = async () => ({ freeBytes: 40e6, freeInodes: 900_000, inodes: 1_000_000 });
    },
    id: 'disk',
    status: 'fail',
    fix: 'journalctl --vacuum-size',
  },
  {
    fault: 'the disk has run out of inodes',
    spoil: (pi) => {
      pi.facilities.room = async () => ({ freeBytes: 20e9, freeInodes: 12, inodes: 1_000_000 });
    },
    id: 'inodes',
    status: 'fail',
    fix: 'du --inodes',
  },
  {
    fault: 'the database is damaged',
    spoil: (pi) => {
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
    spoil: (pi) => pi.put('/var/lib/weatherglass/weatherglass.db', 'this was a database once '.repeat(400)),
    id: 'database',
    status: 'fail',
    fix: 'rescues what is readable',
  },
  {
    fault: 'another program has the port',
    spoil: (pi) => {
      pi.facilities.port = async () => 'taken';
    },
    id: 'port',
    status: 'fail',
    fix: "ss -ltnp 'sport = :8000'",
  },
  {
    fault: 'the site is not set',
    spoil: (pi) => pi.settings({ site: '' }),
    id: 'site',
    status: 'warn',
    fix: 'site.latitude',
  },
  {
    fault: 'the altitude was forgotten',
    spoil: (pi) => pi.settings({ site: 'latitude: 55.8, longitude: 12.5' }),
    id: 'site',
    status: 'warn',
    fix: 'site.altitude_m',
  },
  {
    fault: 'the settings hold an unknown key',
    spoil: (pi) => pi.settings({ more: 'weather: nice\n' }),
    id: 'settings',
    status: 'fail',
    fix: 'config.yaml',
  },
];
