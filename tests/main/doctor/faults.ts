import { type Pi, PROBE } from './healthy-pi.ts';

export interface Fault {
  fault: string;
  spoil: (pi: Pi) => void;
  /** The check that finds it, its verdict, and what its command must contain. */
  id: string;
  status: 'warn' | 'fail';
  fix: string;
}

const finding =
  (status: Fault['status']) =>
  (id: string, fault: string, fix: string, spoil: Fault['spoil']): Fault => ({ fault, spoil, id, status, fix });
const [warns, fails] = [finding('warn'), finding('fail')];

/** What can be wrong with a Raspberry Pi, and who is to find it. */
export const faults: readonly Fault[] = [
  fails('i2c', 'I2C is switched off', 'dtparam=i2c_arm=on', (pi) => {
    pi.drop('/dev/i2c-1');
    pi.put('/boot/firmware/config.txt', '#dtparam=i2c_arm=on\n');
  }),
  fails('i2c', 'the module i2c-dev is not loaded', 'modprobe i2c-dev', (pi) => pi.drop('/dev/i2c-1')),
  fails('group-i2c', 'the user is not in group i2c', 'sudo usermod -aG i2c pi', (pi) => {
    pi.put('/etc/group', 'video:x:44:pi\ninput:x:995:pi\ni2c:x:998:other\npi:x:1000:\n');
    pi.put('/proc/self/status', 'Uid:\t1000\nGid:\t1000\nGroups:\t44 995\n');
  }),
  warns('group-video', 'the session is older than the membership in group video', 'log in again', (pi) =>
    pi.put('/proc/self/status', 'Uid:\t1000\nGid:\t1000\nGroups:\t995 998\n'),
  ),
  fails('group-input', 'the user is not in group input', 'sudo usermod -aG input pi', (pi) => {
    pi.put('/etc/group', 'video:x:44:pi\ni2c:x:998:pi\ninput:x:995:\npi:x:1000:\n');
    pi.put('/proc/self/status', 'Uid:\t1000\nGid:\t1000\nGroups:\t44 998\n');
  }),
  fails('i2c-addon', 'i2c-bus is built for another runtime', 'npm run -s build:native', (pi) => {
    pi.facilities.openBus = async () => {
      throw Object.assign(new Error('was compiled against a different Node.js version'), {
        code: 'ERR_DLOPEN_FAILED',
      });
    };
  }),
  fails('chip-humidity', 'the humidity chip does not answer', 'i2cdetect -y 1', (pi) => pi.chips({ '0x5f': null })),
  fails('chip-humidity', 'a kernel driver holds the humidity chip', 'sudo modprobe -r hts221_i2c', (pi) => {
    pi.chips({ '0x5f': 'EBUSY' });
    pi.driver('005f', 'hts221', 'hts221_i2c');
  }),
  fails(
    'chip-pressure',
    'a kernel driver holds the pressure chip',
    "modprobe -r st_pressure_i2c && echo 'blacklist st_pressure_i2c' | sudo tee /etc/modprobe.d/weatherglass-st_pressure_i2c.conf",
    (pi) => {
      pi.chips({ '0x5c': 'EBUSY' });
      pi.driver('005c', 'st-press-i2c', 'st_pressure_i2c'); // the module's name is not the driver's
    },
  ),
  fails(
    'chip-magnetometer',
    'a driver built into the kernel holds the magnetometer',
    'echo 1-001c | sudo tee /sys/bus/i2c/drivers/st-magn-i2c/unbind',
    (pi) => {
      pi.chips({ '0x1c': 'EBUSY' });
      pi.driver('001c', 'st-magn-i2c', null);
    },
  ),
  fails('chip-humidity', 'the humidity chip has lost its factory calibration', 'replace the board', (pi) =>
    pi.chips({ '0x5f': { '0x0f': 0xbc } }),
  ),
  fails('chip-pressure', 'the pressure chip sits at an address where no driver looks', 'i2cdetect -y 1', (pi) =>
    pi.chips({ '0x5c': null, '0x5d': { '0x0f': 0xbd } }),
  ),
  fails('chip-magnetometer', 'the bus knows no block transfers', 'set sensors.i2c_bus', (pi) =>
    pi.chips({ '0x1c': 'EOPNOTSUPP' }),
  ),
  fails('chip-pressure', 'another pressure chip sits in its place', 'LPS25H', (pi) =>
    pi.chips({ '0x5c': { '0x0f': 0xb1 } }),
  ),
  warns('chip-magnetometer', 'the magnetometer is missing', 'i2cdetect', (pi) => pi.chips({ '0x1c': null })),
  fails('chip-inertial', 'a line of the bus is stuck', 'sudo poweroff', (pi) => pi.chips({ '0x6a': 'ETIMEDOUT' })),
  warns('chip-colour', 'transfers are lost on a long cable', 'i2c_arm_baudrate', (pi) => pi.chips({ '0x39': 'EIO' })),
  fails('one-wire', 'the modules of the 1-wire bus are not loaded', 'modprobe -a w1-gpio w1-therm', (pi) =>
    pi.drop('/sys/bus/w1'),
  ),
  warns('one-wire', 'the data line of the probe floats', '4.7 kΩ', (pi) => {
    pi.drop(`/sys/bus/w1/devices/${PROBE}`);
    pi.put('/sys/bus/w1/devices/00-400000000000/id', '');
  }),
  warns('one-wire', 'the probe only shows its power-on value', 'w1_slave', (pi) =>
    pi.put(
      `/sys/bus/w1/devices/${PROBE}/w1_slave`,
      '50 05 4b 46 7f ff 0c 10 1c : crc=1c YES\n50 05 4b 46 7f ff 0c 10 1c t=85000\n',
    ),
  ),
  fails('one-wire', 'the settings name a probe that is not there', `set sensors.probe_id to ${PROBE}`, (pi) =>
    pi.settings({ sensors: 'probe_id: 28-000000000001' }),
  ),
  fails('framebuffer', 'the Sense HAT overlay is missing', 'dtoverlay=rpi-sense', (pi) =>
    pi.drop('/sys/class/graphics/fb1'),
  ),
  fails('framebuffer', 'the LED controller is dead', 'dmesg', (pi) => {
    pi.drop('/sys/class/graphics/fb1');
    pi.put('/boot/firmware/config.txt', 'dtparam=i2c_arm=on\ndtoverlay=rpi-sense\n');
  }),
  warns('joystick', 'there is no joystick', 'modprobe sensehat-joystick', (pi) => pi.drop('/sys/class/input')),
  fails('clock', 'neither network nor clock chip gives the time', 'timedatectl set-ntp true', (pi) =>
    pi.drop('/run/systemd/timesync/synchronized'),
  ),
  fails(
    'clock',
    'no service gives the time, which timedatectl could switch on',
    'sudo apt-get install systemd-timesyncd',
    (pi) => {
      pi.drop('/run/systemd/timesync/synchronized');
      pi.drop('/usr/lib/systemd/ntp-units.d');
    },
  ),
  fails('clock', 'the clock stands at the beginning of 1970', 'timedatectl', (pi) => {
    pi.facilities.nowS = () => 3600;
  }),
  warns('clock', 'only the clock chip gives the time', 'timedatectl set-ntp true', (pi) => {
    pi.drop('/run/systemd/timesync/synchronized');
    pi.put('/sys/class/rtc/rtc0/name', 'rpi_rtc');
  }),
  fails('power', 'the voltage is too low now', 'official supply', (pi) =>
    pi.put('/sys/devices/platform/soc/soc:firmware/get_throttled', '50005\n'),
  ),
  warns('power', 'the voltage was too low once', 'official supply', (pi) =>
    pi.put('/sys/devices/platform/soc/soc:firmware/get_throttled', '0x10000\n'),
  ),
  fails(
    'power',
    'the voltage monitor of a kernel without the firmware file raises its alarm',
    'official supply',
    (pi) => {
      pi.drop('/sys/devices/platform/soc/soc:firmware');
      pi.put('/sys/class/hwmon/hwmon1/name', 'rpi_volt\n');
      pi.put('/sys/class/hwmon/hwmon1/in0_lcrit_alarm', '1\n');
    },
  ),
  warns('heat', 'the CPU is too hot', 'air', (pi) => pi.put('/sys/class/thermal/thermal_zone0/temp', '84000\n')),
  warns('heat', 'no CPU temperature is told', 'vcgencmd measure_temp', (pi) => pi.drop('/sys/class/thermal')),
  fails('data', 'the card has gone read-only', 'remount,rw /', (pi) =>
    pi.put('/proc/mounts', '/dev/mmcblk0p2 / ext4 rw 0 0\n/dev/mmcblk0p2 / ext4 ro,noatime 0 0\n'),
  ),
  fails('data', 'a file stands where the data folder should be', 'mv /var/lib/weatherglass', (pi) => {
    pi.drop('/var/lib/weatherglass');
    pi.put('/var/lib/weatherglass', '');
  }),
  fails('disk', 'the disk is nearly full', 'journalctl --vacuum-size', (pi) => {
    pi.facilities.room = async () => ({ freeBytes: 40e6, freeInodes: 900_000, inodes: 1_000_000 });
  }),
  fails('inodes', 'the disk has run out of inodes', 'du --inodes', (pi) => {
    pi.facilities.room = async () => ({ freeBytes: 20e9, freeInodes: 12, inodes: 1_000_000 });
  }),
  fails(
    'database',
    'the database is damaged',
    'weatherglass restore /var/lib/weatherglass/backups/weatherglass-20261120-030000.db',
    (pi) => {
      pi.put('/var/lib/weatherglass/weatherglass.db', 'this was a database once '.repeat(400));
      pi.put('/var/lib/weatherglass/backups/weatherglass-20261119-030000.db', '');
      pi.put('/var/lib/weatherglass/backups/weatherglass-20261120-030000.db', '');
    },
  ),
  fails('database', 'the database is damaged and nothing was ever backed up', 'rescues what is readable', (pi) =>
    pi.put('/var/lib/weatherglass/weatherglass.db', 'this was a database once '.repeat(400)),
  ),
  fails('port', 'another program has the port', "ss -ltnp 'sport = :8000'", (pi) => {
    pi.facilities.port = async () => 'taken';
  }),
  warns('site', 'the site is not set', 'site.latitude', (pi) => pi.settings({ site: '' })),
  warns('site', 'the altitude was forgotten', 'site.altitude_m', (pi) =>
    pi.settings({ site: 'latitude: 55.8, longitude: 12.5' }),
  ),
  fails('settings', 'the settings hold an unknown key', 'config.yaml', (pi) =>
    pi.settings({ more: 'weather: nice\n' }),
  ),
];
