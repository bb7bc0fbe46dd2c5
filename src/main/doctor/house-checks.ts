import { dirname, join } from 'node:path';
import { siteIsSet } from '../../station/config.ts';
import { ifThere } from '../../station/sensors/machine/files.ts';
import { BACKUP_FOLDER } from '../../station/store/rescue/backups/backup.ts';
import { DATABASE_FILE } from '../../station/store/store.ts';
import { type Check, fail, ok, type Patient, warn } from './check.ts';
import { mountOf } from './machine.ts';
import { word } from './shell-word.ts';

const MB = 1e6;

/** The data folder, or what exists of the way to it: it is made at the first start. */
async function groundOf({ files, dataDir }: Patient): Promise<{ path: string; isFolder: boolean }> {
  for (let path = dataDir; ; path = dirname(path)) {
    const info = await ifThere(files.stat(path));
    if (info !== null || path === '/') return { path, isFolder: info?.kind === 'directory' };
  }
}

export const dataFolder: Check = {
  id: 'data',
  title: 'Data folder',
  asStation: 'always',
  async look(patient) {
    const { dataDir, machine, facilities } = patient;
    const { path, isFolder } = await groundOf(patient);
    if (!isFolder)
      return fail(`${path} is no folder`, `mv ${word(path)} ${word(`${path}.aside`)} && mkdir -p ${word(dataDir)}`);
    if (mountOf(machine, path).includes('ro')) {
      return fail(
        `${path} lies on a file system that is mounted read-only`,
        `sudo mount -o remount,rw ${word(mountPoint(patient, path))} && sudo dmesg | tail`,
      );
    }
    if (!(await facilities.writable(path))) {
      return fail(
        `${machine.user.name} may not write to ${path}`,
        `sudo install -d -o ${machine.user.name} ${word(dataDir)}`,
      );
    }
    return ok(path === dataDir ? dataDir : `${dataDir} will be made at the first start`);
  },
};

const mountPoint = ({ machine }: Patient, path: string): string =>
  machine.mounts.find(({ point }) => point === '/' || path === point || path.startsWith(`${point}/`))?.point ?? '/';

export const diskSpace: Check = {
  id: 'disk',
  title: 'Disk space',
  async look(patient) {
    const { path } = await groundOf(patient);
    const { freeBytes } = await patient.facilities.room(path);
    const free = `${Math.floor(freeBytes / MB)} MB free`;
    const fix = 'sudo apt-get clean && sudo journalctl --vacuum-size=50M';
    if (freeBytes < 100 * MB) return fail(`${free}: nothing will be stored soon`, fix);
    if (freeBytes < 1000 * MB) return warn(`${free}: a year of history takes about 300 MB`, fix);
    return ok(free);
  },
};

export const inodes: Check = {
  id: 'inodes',
  title: 'Inodes',
  async look(patient) {
    const { path } = await groundOf(patient);
    const { freeInodes, inodes } = await patient.facilities.room(path);
    if (inodes === 0) return ok('this file system has no limit of them');
    const share = freeInodes / inodes;
    const free = `${(100 * share).toFixed(1)} % free`;
    const fix = 'sudo du --inodes -xd3 / | sort -n | tail   (and delete what is too many)';
    if (share < 0.01) return fail(`${free}: no file can be made soon, although there is room`, fix);
    return share < 0.05 ? warn(free, fix) : ok(free);
  },
};

export const database: Check = {
  id: 'database',
  title: 'Database',
  asStation: 'always',
  async look({ files, facilities, machine, dataDir, elsewhere }) {
    const path = join(dataDir, DATABASE_FILE);
    const info = await ifThere(files.stat(path));
    if (info === null) return ok('none yet');
    // Its folder is the station's: a pipe of that name would be waited for without end.
    const problem = info.kind === 'file' ? await facilities.checkDatabase(path) : 'it is no file';
    if (problem === null) return ok(`${path} is sound`);
    const newest = await facilities.newestBackup(join(dataDir, BACKUP_FOLDER));
    const restart = (command: string) =>
      machine.user.service
        ? `sudo systemctl stop weatherglass && sudo ${command} && sudo systemctl start weatherglass`
        : command;
    return fail(
      `${path}: ${problem}`,
      newest === null
        ? `${machine.user.service ? 'sudo systemctl restart weatherglass' : 'weatherglass serve'}   (there is no backup; what can be read is salvaged at the start)`
        : restart(`weatherglass restore ${word(newest)}${elsewhere ? ` --data ${word(dataDir)}` : ''}`),
    );
  },
};

export const port: Check = {
  id: 'port',
  title: 'Port',
  async look({ facilities, address: { host, port: number }, configFile }) {
    if (number === 0) return ok('a free one is picked at every start');
    switch (await facilities.port(host, number)) {
      case 'free':
        return ok(`${number} is free`);
      case 'ours':
        return ok(`${number} is in use by a running Weatherglass`);
      case 'taken':
        return fail(
          `${number} is taken by another program`,
          `sudo ss -ltnp 'sport = :${number}'   (or set server.port in ${configFile})`,
        );
      case 'silent':
        return warn(
          `${number} is in use, and whoever uses it did not answer within 8 s: a busy station, or another program`,
          `sudo ss -ltnp 'sport = :${number}'`,
        );
      case 'denied':
        return fail(`${number} may not be used by an ordinary user`, `set server.port to 8000 in ${configFile}`);
      case 'no-such-address':
        return fail(`${host} is no address of this machine`, `set server.host to 0.0.0.0 in ${configFile}`);
    }
  },
};

export const site: Check = {
  id: 'site',
  title: 'Site',
  async look({ config, configFile }) {
    const { latitude, longitude, altitude_m: altitudeM, name } = config.site;
    if (!siteIsSet(config)) {
      return warn(
        'nobody has said where the station stands: no sun, no nights, no seasons',
        `set site.latitude, site.longitude and site.altitude_m in ${configFile}`,
      );
    }
    if (altitudeM === 0) {
      return warn(
        'the altitude is 0 m: off by 1.2 hPa for every 10 m that are not so',
        `set site.altitude_m in ${configFile}`,
      );
    }
    return ok(`${name}: ${latitude}, ${longitude}, ${altitudeM} m`);
  },
};
