import { messageOf } from '../../base/system-error.ts';
import { hex, type I2cBus } from '../../station/sensors/bus/bus.ts';
import { type ChipFault, i2cFault } from '../../station/sensors/bus/bus-errors.ts';
import { holderOf, letGo } from '../../station/sensors/bus/holder.ts';
import type { Chip } from '../../station/sensors/chips/chip.ts';
import { ColourSensor } from '../../station/sensors/chips/colour-sensor.ts';
import {
  factoryCalibration,
  Hts221,
  humidityCalibrated,
  temperatureCalibrated,
} from '../../station/sensors/chips/hts221.ts';
import { Lps25h } from '../../station/sensors/chips/lps25h.ts';
import { Lsm9ds1Inertial } from '../../station/sensors/chips/lsm9ds1-inertial.ts';
import { Lsm9ds1Magnetometer } from '../../station/sensors/chips/lsm9ds1-magnetometer.ts';
import { ifThere } from '../../station/sensors/machine/files.ts';
import { asPart, type Sentence, sentence } from '../../words/sentence.ts';
import { type Check, command, fail, type Grade, notNeeded, type Outcome, ok, type Patient, warn } from './check.ts';

interface Part {
  id: string;
  title: Sentence;
  /** The station's own driver: it alone knows where the chip sits and what it calls itself. Only its `probe` is used here. */
  driver(bus: I2cBus): Chip<unknown>;
  /** Further check beyond the chip's identity; null if all is well. */
  more?(bus: I2cBus): Promise<Outcome | null>;
  without: Grade;
  measures: Sentence;
}

const atOnce = async () => undefined;

const PARTS: readonly Part[] = [
  {
    id: 'chip-humidity',
    title: sentence('doctor.title.chip', { chip: 'HTS221' }),
    driver: (bus) => new Hts221(bus, atOnce),
    more: calibrationOf,
    without: 'fail',
    measures: sentence('doctor.chip.humidity-and-temperature'),
  },
  {
    id: 'chip-pressure',
    title: sentence('doctor.title.chip', { chip: 'LPS25H' }),
    driver: (bus) => new Lps25h(bus, atOnce),
    without: 'fail',
    measures: sentence('doctor.chip.pressure'),
  },
  {
    id: 'chip-inertial',
    title: sentence('doctor.title.chip', { chip: 'LSM9DS1' }),
    driver: (bus) => new Lsm9ds1Inertial(bus, atOnce),
    without: 'warn',
    measures: sentence('doctor.chip.inertial'),
  },
  {
    id: 'chip-magnetometer',
    title: sentence('doctor.title.chip', { chip: 'LSM9DS1 M' }),
    driver: (bus) => new Lsm9ds1Magnetometer(bus, atOnce),
    without: 'warn',
    measures: sentence('doctor.chip.compass'),
  },
  {
    id: 'chip-colour',
    title: sentence('doctor.title.chip', { chip: 'TCS34xx' }),
    driver: (bus) => new ColourSensor(bus, atOnce, { steadyMs: () => 0 }),
    without: 'ok', // boards of the first version have none
    measures: sentence('doctor.chip.light'),
  },
];

export const chipChecks: readonly Check[] = PARTS.map((part) => ({
  id: part.id,
  title: part.title,
  asStation: 'with-board',
  look: (patient) => lookForPart(part, patient),
}));

async function lookForPart(part: Part, patient: Patient): Promise<Outcome> {
  const { wantsBoard, files, facilities, config } = patient;
  if (!wantsBoard) return notNeeded();
  const number = config.sensors.i2c_bus;
  if ((await ifThere(files.stat(`/dev/i2c-${number}`))) === null)
    return warn(sentence('doctor.chip.no-bus'), sentence('doctor.chip.fix-bus-first'));
  let bus: I2cBus;
  try {
    bus = await facilities.openBus(number);
  } catch (error) {
    const notAsked = sentence('doctor.chip.not-asked', { why: messageOf(error).split('\n')[0]! });
    return warn(notAsked, sentence('doctor.chip.fix-package-first'));
  }
  try {
    return await ask(part, bus, patient);
  } finally {
    await bus.close();
  }
}

async function ask(part: Part, bus: I2cBus, patient: Patient): Promise<Outcome> {
  const chip = part.driver(bus);
  try {
    await chip.probe();
    const answers = sentence('doctor.chip.answers', { address: hex(chip.address), measures: asPart(part.measures) });
    return (await part.more?.(bus)) ?? ok(answers);
  } catch (error) {
    return explain(part, chip.address, error, patient);
  }
}

async function calibrationOf(bus: I2cBus): Promise<Outcome | null> {
  const calibration = await factoryCalibration(bus);
  const [temperature, humidity] = [temperatureCalibrated(calibration), humidityCalibrated(calibration)];
  if (temperature && humidity) return null;
  const one = sentence(temperature ? 'doctor.chip.humidity' : 'doctor.chip.temperature');
  const lost = temperature || humidity ? one : sentence('doctor.chip.temperature-and-humidity');
  const off = command('sudo poweroff', sentence('doctor.chip.power-off-or-replace'));
  return fail(sentence('doctor.chip.damaged-calibration', { of: asPart(lost) }), off);
}

async function explain(part: Part, address: number, error: unknown, patient: Patient): Promise<Outcome> {
  const number = patient.config.sensors.i2c_bus;
  switch (i2cFault(error).kind) {
    case 'wrong-chip':
      if (part.without === 'ok') return ok(sentence('doctor.chip.unrelated-part'));
      return fail((error as ChipFault).words, command('sudo poweroff', sentence('doctor.chip.look-for-other-board')));
    case 'no-answer':
      if (part.without === 'ok') return ok(sentence('doctor.chip.first-version'));
      return (part.without === 'fail' ? fail : warn)(
        sentence('doctor.chip.no-answer', { address: hex(address), measures: asPart(part.measures) }),
        sentence('doctor.chip.reseat', { command: `sudo i2cdetect -y ${number}` }),
      );
    case 'claimed':
      return claimed(part, address, patient);
    case 'bus-stuck':
      return fail(sentence('doctor.chip.bus-stuck'), command('sudo poweroff', sentence('doctor.chip.power-off')));
    case 'permission':
      return fail(
        sentence('doctor.chip.bus-forbidden'),
        command(`sudo usermod -aG i2c ${patient.machine.user.name}`, sentence('doctor.group.then-log-in-again')),
      );
    case 'unsupported':
      return fail(
        sentence('doctor.chip.other-bus', { number }),
        command('i2cdetect -l', sentence('doctor.chip.set-bus', { file: patient.configFile })),
      );
    case 'transfer-error':
      return warn(
        sentence('doctor.chip.loses-transfers', { address: hex(address) }),
        `echo 'dtparam=i2c_arm_baudrate=10000' | sudo tee -a ${patient.machine.boot.path} && sudo reboot`,
      );
    default:
      return fail(sentence('doctor.chip.not-asked', { why: messageOf(error) }), `sudo i2cdetect -y ${number}`);
  }
}

/** A file for each module: a second one must not take the first one's place. */
async function claimed(part: Part, address: number, { files, config }: Patient): Promise<Outcome> {
  const holder = await holderOf(files, config.sensors.i2c_bus, address);
  if (holder === null)
    return fail(
      sentence('doctor.chip.held', { address: hex(address), measures: asPart(part.measures) }),
      'sudo apt full-upgrade && sudo reboot',
    );
  const { driver, module } = holder;
  const forGood =
    module === null ? '' : ` && echo 'blacklist ${module}' | sudo tee /etc/modprobe.d/weatherglass-${module}.conf`;
  const held = sentence('doctor.chip.held-by', { driver, address: hex(address), measures: asPart(part.measures) });
  return fail(held, `${letGo(holder)}${forGood}`);
}
