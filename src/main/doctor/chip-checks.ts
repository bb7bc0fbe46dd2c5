import { hex, type I2cBus } from '../../station/sensors/bus/bus.ts';
import { i2cFault } from '../../station/sensors/bus/bus-errors.ts';
import { ifThere } from '../../station/sensors/machine/files.ts';
import { type Check, fail, notNeeded, type Outcome, ok, type Patient, type Verdict, warn } from './check.ts';

interface Part {
  id: string;
  title: string;
  /** Address, identity register and the identities that are right there, the usual address first. */
  places: readonly (readonly [address: number, register: number, identities: readonly number[]])[];
  /** What a station without it is. */
  without: Verdict;
  measures: string;
}

const LPS22HB = 0xb1;
const COLOUR_IDENTITIES = [0x44, 0x4d, 0x90, 0x93];

const PARTS: readonly Part[] = [
  {
    id: 'chip-humidity',
    title: 'Chip HTS221',
    places: [[0x5f, 0x0f, [0xbc]]],
    without: 'fail',
    measures: 'humidity and temperature',
  },
  {
    id: 'chip-pressure',
    title: 'Chip LPS25H',
    places: [
      [0x5c, 0x0f, [0xbd]],
      [0x5d, 0x0f, [0xbd]],
    ],
    without: 'fail',
    measures: 'pressure',
  },
  {
    id: 'chip-inertial',
    title: 'Chip LSM9DS1',
    places: [
      [0x6a, 0x0f, [0x68]],
      [0x6b, 0x0f, [0x68]],
    ],
    without: 'warn',
    measures: 'acceleration and turning',
  },
  {
    id: 'chip-magnetometer',
    title: 'Chip LSM9DS1 M',
    places: [
      [0x1c, 0x0f, [0x3d]],
      [0x1e, 0x0f, [0x3d]],
    ],
    without: 'warn',
    measures: 'the compass',
  },
  {
    id: 'chip-colour',
    title: 'Chip TCS34xx',
    places: [
      [0x39, 0x92, COLOUR_IDENTITIES],
      [0x29, 0x92, COLOUR_IDENTITIES],
    ],
    without: 'ok', // boards of the first version have none
    measures: 'light and colour',
  },
];

export const chipChecks: readonly Check[] = PARTS.map((part) => ({
  id: part.id,
  title: part.title,
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
      'npm run -s build:native',
    );
  }
  try {
    return await ask(part, bus, patient);
  } finally {
    await bus.close();
  }
}

async function ask(part: Part, bus: I2cBus, patient: Patient): Promise<Outcome> {
  let silence: Outcome | null = null;
  for (const [address, register, identities] of part.places) {
    try {
      const [id = 0] = await bus.readBlock(address, register, 1);
      if (identities.includes(id)) return ok(`answers at ${hex(address)}: ${part.measures}`);
      if (part.without !== 'ok') return stranger(part, address, id);
    } catch (error) {
      const found = await explain(part, address, error, patient);
      if (found.status !== 'ok' && i2cFault(error).kind !== 'no-answer') return found;
      silence ??= found;
    }
  }
  return silence ?? ok('none on this board (first version), or an unrelated part in its place');
}

function stranger(part: Part, address: number, id: number): Outcome {
  if (id === LPS22HB) {
    return fail(
      `an LPS22HB at ${hex(address)} is not supported: it is on no Sense HAT`,
      'use a Sense HAT, whose chip is an LPS25H',
    );
  }
  return fail(
    `the part at ${hex(address)} calls itself ${hex(id)}: no ${part.title.slice(5)}`,
    'sudo poweroff, look for another board on the same bus, and start again',
  );
}

async function explain(part: Part, address: number, error: unknown, patient: Patient): Promise<Outcome> {
  const number = patient.config.sensors.i2c_bus;
  switch (i2cFault(error).kind) {
    case 'no-answer':
      if (part.without === 'ok') return ok('none on this board (first version)');
      return (part.without === 'fail' ? fail : warn)(
        `nothing answers at ${hex(address)}: no ${part.measures}`,
        `seat the board anew with the power off, then: sudo i2cdetect -y ${number}`,
      );
    case 'claimed':
      return claimed(part, address, patient);
    case 'bus-stuck':
      return fail('a line of the bus is held low', 'sudo poweroff, wait ten seconds, and start again');
    case 'permission':
      return fail(
        'the bus may not be opened',
        `sudo usermod -aG i2c ${patient.machine.user.name}   (then log in again)`,
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

/** The link to the driver ends in its name; modules spell it with underscores. */
async function claimed(part: Part, address: number, { files, config }: Patient): Promise<Outcome> {
  const device = `${config.sensors.i2c_bus}-${address.toString(16).padStart(4, '0')}`;
  const link = await ifThere(files.link(`/sys/bus/i2c/devices/${device}/driver`));
  const driver = link?.split('/').at(-1);
  if (!driver)
    return fail(`a kernel driver holds ${hex(address)}: no ${part.measures}`, 'sudo apt full-upgrade && sudo reboot');
  const module = driver.replaceAll('-', '_');
  return fail(
    `the kernel driver ${driver} holds ${hex(address)}: no ${part.measures}`,
    `sudo modprobe -r ${module} && echo 'blacklist ${module}' | sudo tee /etc/modprobe.d/weatherglass.conf`,
  );
}
