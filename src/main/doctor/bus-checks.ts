import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode, ifThere } from '../../station/sensors/machine/files.ts';
import { appRoot } from '../app-root.ts';
import { type Check, fail, notNeeded, ok, type Patient, warn } from './check.ts';
import { bootFix } from './machine.ts';

/** In a checkout it can be built; an installed release brought one, and without it was built on a machine of another kind. */
const buildFix = (): string =>
  existsSync(join(appRoot(), 'scripts/natives.mjs'))
    ? 'npm run -s build:native'
    : 'in the checkout: npm ci && npm run -s build:native && npm run -s dist:stage && sudo deploy/install.sh';

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
    // The installed service takes its groups from its unit, which knows those that were there when it was installed.
    const mend = user.service
      ? `sudo usermod -aG ${group} ${user.name} && sudo systemctl restart weatherglass`
      : `sudo usermod -aG ${group} ${user.name}   (then log in again)`;
    return fail(`${user.name} may not use ${opens}`, mend);
  },
});

export const addon: Check = {
  id: 'i2c-addon',
  title: 'i2c-bus package',
  asStation: 'with-board',
  async look({ facilities, config, wantsBoard, files }) {
    if (!wantsBoard) return notNeeded();
    try {
      const bus = await facilities.openBus(config.sensors.i2c_bus);
      await bus.close();
      return ok('built for this runtime');
    } catch (error) {
      const said = error instanceof Error ? error.message.split('\n')[0] : String(error);
      if (errorCode(error) === 'ENOENT' && (await ifThere(files.stat(`/dev/i2c-${config.sensors.i2c_bus}`))) === null) {
        return ok('cannot be tried before the bus is there');
      }
      // Opening touches no device: what fails here is the package.
      return fail(`cannot be loaded: ${said}`, buildFix());
    }
  },
};
