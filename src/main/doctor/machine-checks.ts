import { CpuTemperature } from '../../station/sensors/machine/cpu-temperature.ts';
import { type Files, ifThere } from '../../station/sensors/machine/files.ts';
import { FirmwareTool } from '../../station/sensors/machine/firmware-tool.ts';
import { parseThrottled } from '../../station/sensors/machine/throttling.ts';
import { sentence } from '../../words/sentence.ts';
import { type Check, fail, ok, type Patient, warn } from './check.ts';

const SYNCHRONISED = [
  '/run/systemd/timesync/synchronized',
  '/run/chrony/chronyd.pid',
  '/run/chronyd.pid',
  '/run/ntpd.pid',
];
/** No station with this program was ever started before. */
const EARLIEST_S = Date.UTC(2025, 0, 1) / 1000;

export const clock: Check = {
  id: 'clock',
  title: sentence('doctor.title.clock'),
  async look({ files, facilities, machine }) {
    // Each service that timedatectl can switch on brings a list; without one it refuses.
    const services = (await ifThere(files.list('/usr/lib/systemd/ntp-units.d'))) ?? [];
    const setNtp = services.length > 0 ? 'sudo timedatectl set-ntp true' : 'sudo apt-get install systemd-timesyncd';
    if (facilities.nowS() < EARLIEST_S) return fail(sentence('doctor.clock.past'), setNtp);
    const rtc = (await ifThere(files.stat('/sys/class/rtc/rtc0'))) !== null;
    for (const path of SYNCHRONISED) {
      if ((await ifThere(files.stat(path))) === null) continue;
      return ok(rtc ? sentence('doctor.clock.network-and-chip') : sentence('doctor.clock.network'));
    }
    if (rtc) return warn(sentence('doctor.clock.chip'), setNtp);
    if (machine.piModel === null) return warn(sentence('doctor.clock.no-sync'), setNtp); // in a container its host does
    return fail(sentence('doctor.clock.neither'), setNtp);
  },
};

const HWMON = '/sys/class/hwmon';
const THROTTLED = '/sys/devices/platform/soc/soc:firmware/get_throttled';
const UNDERVOLTAGE_NOW = 1 << 0;
const UNDERVOLTAGE_SINCE_BOOT = 1 << 16;
const SOFT_HEAT_LIMIT = 1 << 3; // bit 2, throttled, may as well be the voltage's doing

export const power: Check = {
  id: 'power',
  title: sentence('doctor.title.power'),
  async look(patient) {
    const flags = (await firmwareFlags(patient)) ?? (await voltageAlarm(patient.files));
    if (flags === null) return ok(sentence('doctor.not-told'));
    const better = sentence('doctor.power.better-supply');
    if (flags & UNDERVOLTAGE_NOW) return fail(sentence('doctor.power.low'), better);
    if (flags & UNDERVOLTAGE_SINCE_BOOT) return warn(sentence('doctor.power.was-low'), better);
    return ok(sentence('doctor.power.holds'));
  },
};

async function firmwareFlags({ files, facilities }: Patient): Promise<number | null> {
  const text = await ifThere(files.readText(THROTTLED));
  return parseThrottled(text ?? (await new FirmwareTool(facilities.runCommand).ask('get_throttled')) ?? '');
}

/** Kernels without the firmware's file still have the voltage monitor. */
async function voltageAlarm(files: Files): Promise<number | null> {
  for (const entry of (await ifThere(files.list(HWMON))) ?? []) {
    if ((await ifThere(files.readText(`${HWMON}/${entry}/name`)))?.trim() !== 'rpi_volt') continue;
    return (await ifThere(files.readText(`${HWMON}/${entry}/in0_lcrit_alarm`)))?.trim() === '1' ? UNDERVOLTAGE_NOW : 0;
  }
  return null;
}

const HOT_C = 80;

export const heat: Check = {
  id: 'heat',
  title: sentence('doctor.title.heat'),
  async look(patient) {
    const { files, facilities, wantsBoard } = patient;
    const cpuC = await new CpuTemperature(files, new FirmwareTool(facilities.runCommand)).read();
    if (cpuC === null && !wantsBoard) return ok(sentence('doctor.not-told'));
    if (cpuC === null)
      return warn(sentence('doctor.heat.no-temperature'), 'ls /sys/class/thermal && vcgencmd measure_temp');
    const flags = (await firmwareFlags(patient)) ?? 0;
    const held = (flags & SOFT_HEAT_LIMIT) !== 0;
    if (cpuC < HOT_C && !held) return ok(sentence('doctor.heat.fine', { celsius: cpuC }));
    const hot = sentence(held ? 'doctor.heat.throttled' : 'doctor.heat.hot', { celsius: cpuC });
    return warn(hot, sentence('doctor.heat.cool'));
  },
};
