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
import { type Check, fail, notNeeded, type Outcome, ok, type Patient, type Verdict, warn } from './check.ts';

interface Part {
  id: string;
  title: string;
  /** The station's own driver: it alone knows where the chip sits and what it calls itself. Only its `probe` is used here. */
  driver(bus: I2cBus): Chip<unknown>;
  /** What only reading tells beyond the identity; null when all is well. */
  more?(bus: I2cBus): Promise<Outcome | null>;
  /** What a station without it is. */
  without: Verdict;
  measures: string;
}

const atOnce = async () => undefined;

const PARTS: readonly Part[] = [
  {
    id: 'chip-humidity',
    title: 'Chip HTS221',
    driver: (bus) => new Hts221(bus, atOnce),
    more: calibrationOf,
    without: 'fail',
    measures: 'humidity and temperature',
  },
  {
    id: 'chip-pressure',
    title: 'Chip LPS25H',
    driver: (bus) => new Lps25h(bus, atOnce),
    without: 'fail',
    measures: 'pressure',
  },
  {
    id: 'chip-inertial',
    title: 'Chip LSM9DS1',
    driver: (bus) => new Lsm9ds1Inertial(bus, atOnce),
    without: 'warn',
    measures: 'acceleration and turning',
  },
  {
    id: 'chip-magnetometer',
    title: 'Chip LSM9DS1 M',
    driver: (bus) => new Lsm9ds1Magnetometer(bus, atOnce),
    without: 'warn',
    measures: 'compass',
  },
  {
    id: 'chip-colour',
    title: 'Chip TCS34xx',
    driver: (bus) => new ColourSensor(bus, atOnce, { steadyMs: () => 0 }),
    without: 'ok', // boards of the first version have none
    measures: 'light and colour',
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
    return warn('cannot be asked without the bus', 'mend the I2C bus first');
  let bus: I2cBus;
  try {
    bus = await facilities.openBus(number);
  } catch (error) {
    return warn(
      `cannot be asked: ${error instanceof Error ? error.message.split('\n')[0] : error}`,
      'mend the i2c-bus package first',
    );
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
    return (await part.more?.(bus)) ?? ok(`answers at ${hex(chip.address)}: ${part.measures}`);
  } catch (error) {
    return explain(part, chip.address, error, patient);
  }
}

async function calibrationOf(bus: I2cBus): Promise<Outcome | null> {
  const calibration = await factoryCalibration(bus);
  const lost = [
    ...(temperatureCalibrated(calibration) ? [] : ['temperature']),
    ...(humidityCalibrated(calibration) ? [] : ['humidity']),
  ];
  if (lost.length === 0) return null;
  return fail(
    `its factory calibration for ${lost.join(' and ')} is empty or damaged: it answers, but nothing it says means anything`,
    'sudo poweroff   (wait ten seconds and start again; if it stays, the board is to be replaced)',
  );
}

async function explain(part: Part, address: number, error: unknown, patient: Patient): Promise<Outcome> {
  const number = patient.config.sensors.i2c_bus;
  switch (i2cFault(error).kind) {
    case 'wrong-chip':
      if (part.without === 'ok') return ok('none on this board (first version), but an unrelated part in its place');
      return fail(
        (error as ChipFault).message,
        'sudo poweroff   (then look for another board on the same bus: a Sense HAT has an HTS221, an LPS25H and an LSM9DS1)',
      );
    case 'no-answer':
      if (part.without === 'ok') return ok('none on this board (first version)');
      return (part.without === 'fail' ? fail : warn)(
        `nothing answers at ${hex(address)}: no ${part.measures}`,
        `seat the board anew with the power off, then: sudo i2cdetect -y ${number}`,
      );
    case 'claimed':
      return claimed(part, address, patient);
    case 'bus-stuck':
      return fail('a line of the bus is held low', 'sudo poweroff   (wait ten seconds, and start again)');
    case 'permission':
      return fail(
        'the bus may not be opened',
        `sudo usermod -aG i2c ${patient.machine.user.name}   (then log in again)`,
      );
    case 'unsupported':
      return fail(
        `/dev/i2c-${number} does not know block transfers: it is another bus than the one a Sense HAT sits on`,
        `i2cdetect -l   (then set sensors.i2c_bus in ${patient.configFile})`,
      );
    case 'transfer-error':
      return warn(
        `transfers to ${hex(address)} are lost: a long or loose cable`,
        `echo 'dtparam=i2c_arm_baudrate=10000' | sudo tee -a ${patient.machine.boot.path} && sudo reboot`,
      );
    default:
      return fail(`cannot be asked: ${error instanceof Error ? error.message : error}`, `sudo i2cdetect -y ${number}`);
  }
}

/** A file for each module: a second one must not take the first one's place. */
async function claimed(part: Part, address: number, { files, config }: Patient): Promise<Outcome> {
  const holder = await holderOf(files, config.sensors.i2c_bus, address);
  if (holder === null)
    return fail(`a kernel driver holds ${hex(address)}: no ${part.measures}`, 'sudo apt full-upgrade && sudo reboot');
  const { driver, module } = holder;
  const forGood =
    module === null ? '' : ` && echo 'blacklist ${module}' | sudo tee /etc/modprobe.d/weatherglass-${module}.conf`;
  return fail(`the kernel driver ${driver} holds ${hex(address)}: no ${part.measures}`, `${letGo(holder)}${forGood}`);
}
