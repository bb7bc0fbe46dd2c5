import { type Check, fail, ok } from './check.ts';
import { word } from './shell-word.ts';

/** What systemd needs of the machine before it starts anything. Only where a unit stands behind the station. */
export const service: Check = {
  id: 'service',
  title: 'Service',
  async look({ machine: { user } }) {
    if (user.isGone)
      return fail(`there is no user ${user.name} any more: the service cannot start`, 'run the installer again');
    if (user.lost.length > 0) {
      const add = user.lost.map((group) => `sudo groupadd --system ${word(group)}`).join(' && ');
      return fail(
        `its unit names ${user.lost.join(', ')}, no group of this machine: the service cannot start`,
        `${add} && sudo udevadm control --reload && sudo udevadm trigger && sudo systemctl restart weatherglass`,
      );
    }
    return ok(`runs as ${user.name}`);
  },
};
