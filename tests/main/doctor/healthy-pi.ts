import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { run } from '../../../src/main/commands/doctor.ts';
import type { PlainFinding } from '../../../src/main/doctor/check.ts';
import type { Facilities } from '../../../src/main/doctor/facilities.ts';

export const PROBE = '28-0316a2794dff';
const CONFIG = '/home/pi/.config/weatherglass/config.yaml';
const allChips = {
  // With a factory calibration as chips carry it: two points for each line.
  '0x5f': {
    '0x0f': 0xbc,
    '0x30': 0x40,
    '0x31': 0x90,
    '0x32': 0xa0,
    '0x33': 0x40,
    '0x35': 0xc4,
    '0x3b': 0xe0,
    '0x3f': 0x03,
  },
  '0x5c': { '0x0f': 0xbd },
  '0x6a': { '0x0f': 0x68 },
  '0x1c': { '0x0f': 0x3d },
  '0x39': { '0x92': 0x90 },
};

/** The root folder of a Raspberry Pi on which everything is as it should be; a test then spoils one thing. */
export class Pi {
  readonly root = mkdtempSync(join(tmpdir(), 'weatherglass-pi-'));
  env: Record<string, string> = {};
  /** Named by whoever asks; null leaves it to the settings. */
  dataDir: string | null = '/var/lib/weatherglass';
  facilities: Partial<Facilities> = {
    nowS: () => Date.UTC(2026, 10, 21) / 1000,
    room: async () => ({ freeBytes: 20e9, freeInodes: 900_000, inodes: 1_000_000 }),
    port: async () => 'free',
    inputs: async () => null,
    hasProgram: async () => true,
  };

  constructor() {
    this.put('/proc/device-tree/model', 'Raspberry Pi 4 Model B Rev 1.4\0');
    this.put(
      '/proc/self/status',
      'Name:\tnode\nUid:\t1000\t1000\t1000\t1000\nGid:\t1000\t1000\t1000\t1000\nGroups:\t44 995 998 1000 \n',
    );
    this.put('/proc/mounts', '/dev/mmcblk0p2 / ext4 rw,noatime 0 0\n/dev/mmcblk0p1 /boot/firmware vfat rw 0 0\n');
    this.put('/etc/passwd', 'root:x:0:0:root:/root:/bin/bash\npi:x:1000:1000::/home/pi:/bin/bash\n');
    this.put('/etc/group', 'root:x:0:\nvideo:x:44:pi\ninput:x:995:pi\ni2c:x:998:other,pi\npi:x:1000:\n');
    this.put('/boot/firmware/config.txt', '# settings\ndtparam=i2c_arm=on\ndtoverlay=w1-gpio\n');
    this.chips({});
    this.put('/sys/class/graphics/fb0/name', 'vc4drmfb\n');
    this.put('/sys/class/graphics/fb1/name', 'RPi-Sense FB\n');
    this.put('/dev/fb1', '');
    this.put('/sys/class/input/event2/device/name', 'Raspberry Pi Sense HAT Joystick\n');
    this.put('/dev/input/event2', '');
    this.put(
      `/sys/bus/w1/devices/${PROBE}/w1_slave`,
      '62 01 4b 46 7f ff 0e 10 03 : crc=03 YES\n62 01 4b 46 7f ff 0e 10 03 t=22125\n',
    );
    this.put('/sys/bus/w1/devices/w1_bus_master1/w1_master_slaves', PROBE);
    this.put('/run/systemd/timesync/synchronized', '');
    this.put('/usr/lib/systemd/ntp-units.d/80-systemd-timesync.list', 'systemd-timesyncd.service\n');
    this.put('/sys/devices/platform/soc/soc:firmware/get_throttled', '0\n');
    this.put('/sys/class/thermal/thermal_zone0/type', 'cpu-thermal\n');
    this.put('/sys/class/thermal/thermal_zone0/temp', '52100\n');
    this.put('/var/lib/weatherglass/.keep', '');
    this.settings({});
  }

  put(path: string, text: string): void {
    mkdirSync(dirname(join(this.root, path)), { recursive: true });
    writeFileSync(join(this.root, path), text);
  }
  drop(path: string): void {
    rmSync(join(this.root, path), { recursive: true });
  }
  link(path: string, target: string): void {
    mkdirSync(dirname(join(this.root, path)), { recursive: true });
    symlinkSync(target, join(this.root, path));
  }
  /** A kernel driver at an address, with the links as sysfs has them. */
  driver(address: string, name: string, module: string | null): void {
    this.put(`/sys/bus/i2c/drivers/${name}/uevent`, '');
    if (module !== null) this.link(`/sys/bus/i2c/drivers/${name}/module`, `../../../../module/${module}`);
    this.link(`/sys/bus/i2c/devices/1-${address}/driver`, `../../drivers/${name}`);
  }
  forbid(path: string): void {
    chmodSync(join(this.root, path), 0o555);
  }
  /** All chips, but for what is named: other registers, an error, or null for none. */
  chips(changed: Record<string, Record<string, number> | string | null>): void {
    const chips = Object.entries({ ...allChips, ...changed }).filter(([, chip]) => chip !== null);
    this.put('/dev/i2c-1', JSON.stringify(Object.fromEntries(chips)));
  }
  settings({ site = 'latitude: 55.8, longitude: 12.5, altitude_m: 50', sensors = '', more = '' }): void {
    this.put(CONFIG, `site: {${site}}\nsensors: {${sensors}}\ndisplay: {enabled: true}\n${more}`);
  }

  async examine(...args: string[]): Promise<{ code: number; findings: Map<string, PlainFinding>; text: string }> {
    const text: string[] = [];
    const stdout = { isTTY: false, write: (piece: string) => text.push(piece) > 0 };
    const io = { stdout, stderr: stdout, env: { HOME: '/home/pi', ...this.env } } as unknown as Parameters<
      typeof run
    >[1];
    const data = this.dataDir === null ? [] : ['--data', this.dataDir];
    const code = await run(['--root', this.root, ...data, ...args], io, this.facilities);
    const { checks } = args.includes('--json')
      ? (JSON.parse(text.join('')) as { checks: PlainFinding[] })
      : { checks: [] };
    return { code, findings: new Map(checks.map((finding) => [finding.id, finding])), text: text.join('') };
  }

  remove(): void {
    rmSync(this.root, { recursive: true });
  }
}
