import { i2cFault } from '../../station/sensors/bus/bus-errors.ts';
import { errorCode, ifThere } from '../../station/sensors/machine/files.ts';
import { type Check, fail, notNeeded, ok, type Patient, warn } from './check.ts';
import { bootFix } from './machine.ts';

const devicePath = ({ config }: Patient): string => `/dev/i2c-${config.sensors.i2c_bus}`;

export const board: Check = {
  id: 'board',
  title: 'Board',
  async look({ machine, config, wantsBoard }) {
    const model = machine.piModel ?? 'no Raspberry Pi';
    if (wantsBoard && machine.piModel === null) {
      return warn(
        `the settings ask for a Sense HAT, but this is ${model}`,
        'set sensors.source to simulator, or run on the Pi',
      );
    }
    return ok(wantsBoard ? `${model}, with a Sense HAT to be read` : `${model}; source ${config.sensors.source}`);
  },
};

export const i2cEnabled: Check = {
  id: 'i2c',
  title: 'I2C bus',
  async look(patient) {
    if (!patient.wantsBoard) return notNeeded();
    const { files, machine } = patient;
    const path = devicePath(patient);
    if ((await ifThere(files.stat(path))) !== null) return ok(`${path} is there`);
    const on = machine.boot.lines.some((line) => /^dtparam=(.*,)?i2c(_arm)?=on\b/.test(line));
    return on
      ? fail(
          `I2C is on, but ${path} is missing: the module i2c-dev is not loaded`,
          'sudo modprobe i2c-dev && echo i2c-dev | sudo tee /etc/modules-load.d/i2c-dev.conf',
        )
      : fail(`${path} is missing: I2C is switched off`, bootFix(machine, 'dtparam=i2c_arm=on'));
  },
};

/** One check per group of devices: being in the group file is not enough, a session keeps the groups of its login. */
export const groupCheck = (group: string, opens: string, needed: (patient: Patient) => boolean): Check => ({
  id: `group-${group}`,
  title: `Group ${group}`,
  async look(patient) {
    if (!needed(patient)) return ok(`not needed: nothing here uses ${opens}`);
    const { user } = patient.machine;
    if (user.uid === 0) return ok('root may use every device');
    if (user.effective.has(group)) return ok(`${user.name} may use ${opens}`);
    if (user.enrolled.has(group)) {
      return warn(
        `${user.name} is in group ${group}, but this session began before that`,
        'log in again, or: sudo reboot',
      );
    }
    return fail(`${user.name} may not use ${opens}`, `sudo usermod -aG ${group} ${user.name}   (then log in again)`);
  },
});

export const addon: Check = {
  id: 'i2c-addon',
  title: 'i2c-bus package',
  async look({ facilities, config, wantsBoard, files }) {
    if (!wantsBoard) return notNeeded();
    try {
      const bus = await facilities.openBus(config.sensors.i2c_bus);
      await bus.close();
      return ok('built for this runtime');
    } catch (error) {
      const said = error instanceof Error ? error.message.split('\n')[0] : String(error);
      if (i2cFault(error).kind === 'unsupported') return fail(`cannot be loaded: ${said}`, 'npm run -s build:native');
      if (errorCode(error) === 'ENOENT' && (await ifThere(files.stat(`/dev/i2c-${config.sensors.i2c_bus}`))) === null) {
        return ok('cannot be tried before the bus is there');
      }
      return fail(`cannot be used: ${said}`, 'npm run -s build:native');
    }
  },
};
