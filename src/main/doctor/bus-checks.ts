import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../../base/system-error.ts';
import type { Config } from '../../config/config.ts';
import { errorCode, ifThere } from '../../station/sensors/machine/files.ts';
import { asPart, foreign, type Sentence, sentence } from '../../words/sentence.ts';
import { appRoot } from '../app-root.ts';
import { type Check, command, fail, notNeeded, ok, warn } from './check.ts';
import { bootFix } from './machine.ts';

export const board: Check = {
  id: 'board',
  title: sentence('doctor.title.board'),
  async look({ machine, config, wantsBoard }) {
    const model = asPart(machine.piModel === null ? sentence('doctor.board.no-pi') : foreign(machine.piModel));
    if (!wantsBoard) return ok(sentence('doctor.board.source', { model, source: config.sensors.source }));
    if (machine.piModel !== null) return ok(sentence('doctor.board.present', { model }));
    return warn(sentence('doctor.board.wanted', { model }), sentence('doctor.board.use-simulator'));
  },
};

export const i2cEnabled: Check = {
  id: 'i2c',
  title: sentence('doctor.title.i2c-bus'),
  async look({ wantsBoard, files, machine, config }) {
    if (!wantsBoard) return notNeeded();
    const path = `/dev/i2c-${config.sensors.i2c_bus}`;
    if ((await ifThere(files.stat(path))) !== null) return ok(sentence('doctor.i2c.there', { path }));
    const on = machine.boot.lines.some((line) => /^dtparam=(.*,)?i2c(_arm)?=on\b/.test(line));
    if (!on) return fail(sentence('doctor.i2c.off', { path }), bootFix(machine, 'dtparam=i2c_arm=on'));
    const load = 'sudo modprobe i2c-dev && echo i2c-dev | sudo tee /etc/modules-load.d/i2c-dev.conf';
    return fail(sentence('doctor.i2c.no-module', { path }), load);
  },
};

/** Check of a device group that a board needs. Being in the group file is not enough: a session keeps the groups of its login. */
export const groupCheck = (group: string, opens: Sentence, needed: (config: Config) => boolean): Check => ({
  id: `group-${group}`,
  title: sentence('doctor.title.group', { group }),
  async look({ wantsBoard, config, machine: { user } }) {
    if (!wantsBoard || !needed(config)) return ok(sentence('doctor.group.not-needed', { opens: asPart(opens) }));
    if (user.uid === 0) return ok(sentence('doctor.group.root'));
    if (user.effective.has(group)) return ok(sentence('doctor.group.may', { user: user.name, opens: asPart(opens) }));
    if (user.enrolled.has(group)) {
      const older = sentence('doctor.group.older-session', { user: user.name, group });
      return warn(older, sentence('doctor.group.log-in-again'));
    }
    // The installed service takes its groups from its unit, which knows those that were there when it was installed.
    const mend = user.service
      ? `sudo usermod -aG ${group} ${user.name} && sudo systemctl restart weatherglass`
      : command(`sudo usermod -aG ${group} ${user.name}`, sentence('doctor.group.then-log-in-again'));
    return fail(sentence('doctor.group.may-not', { user: user.name, opens: asPart(opens) }), mend);
  },
});

export const addon: Check = {
  id: 'i2c-addon',
  title: sentence('doctor.title.i2c-package'),
  asStation: 'with-board',
  async look({ facilities, config, wantsBoard, files }) {
    if (!wantsBoard) return notNeeded();
    try {
      const bus = await facilities.openBus(config.sensors.i2c_bus);
      await bus.close();
      return ok(sentence('doctor.i2c-package.built'));
    } catch (error) {
      const said = messageOf(error).split('\n')[0]!;
      if (errorCode(error) === 'ENOENT' && (await ifThere(files.stat(`/dev/i2c-${config.sensors.i2c_bus}`))) === null) {
        return ok(sentence('doctor.i2c-package.no-bus'));
      }
      // Opening touches no device: what fails here is the package. In a checkout it can be built.
      const fix = existsSync(join(appRoot(), 'scripts/natives.mjs'))
        ? 'npm run -s build:native'
        : 'sudo apt install --reinstall weatherglass';
      return fail(sentence('doctor.i2c-package.not-loaded', { why: said }), fix);
    }
  },
};
