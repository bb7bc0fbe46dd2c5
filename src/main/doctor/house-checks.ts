import { dirname, join } from 'node:path';
import { siteIsSet } from '../../config/config.ts';
import { ifThere } from '../../station/sensors/machine/files.ts';
import { BACKUP_FOLDER } from '../../station/store/rescue/backups/backup.ts';
import { DATABASE_FILE } from '../../station/store/store.ts';
import { foreign, type Sentence, sentence } from '../../words/sentence.ts';
import { type Check, command, fail, type Outcome, ok, type Patient, warn, word } from './check.ts';
import { mountOf } from './machine.ts';

const MB = 1e6;

/** The data folder, or what exists of the way to it: it is made at the first start. */
async function groundOf({ files, dataDir }: Patient): Promise<{ path: string; isFolder: boolean }> {
  for (let path = dataDir; ; path = dirname(path)) {
    const info = await ifThere(files.stat(path));
    if (info !== null || path === '/') return { path, isFolder: info?.isDirectory() ?? false };
  }
}

export const dataFolder: Check = {
  id: 'data',
  title: sentence('doctor.title.data'),
  asStation: 'always',
  async look(patient) {
    const { dataDir, machine, facilities } = patient;
    const { path, isFolder } = await groundOf(patient);
    if (!isFolder)
      return fail(
        sentence('doctor.data.no-folder', { path }),
        `mv ${word(path)} ${word(`${path}.aside`)} && mkdir -p ${word(dataDir)}`,
      );
    const { point, options } = mountOf(machine, path);
    if (options.includes('ro')) {
      const remount = `sudo mount -o remount,rw ${word(point)} && sudo dmesg | tail`;
      return fail(sentence('doctor.data.read-only', { path }), remount);
    }
    if (!(await facilities.writable(path))) {
      const give = `sudo install -d -o ${machine.user.name} ${word(dataDir)}`;
      return fail(sentence('doctor.data.forbidden', { user: machine.user.name, path }), give);
    }
    return ok(path === dataDir ? foreign(dataDir) : sentence('doctor.data.to-be-made', { path: dataDir }));
  },
};

export const diskSpace: Check = {
  id: 'disk',
  title: sentence('doctor.title.disk'),
  async look(patient) {
    const { path } = await groundOf(patient);
    const { freeBytes } = await patient.facilities.room(path);
    const megabytes = Math.floor(freeBytes / MB);
    const fix = 'sudo apt-get clean && sudo journalctl --vacuum-size=50M';
    if (freeBytes < 100 * MB) return fail(sentence('doctor.disk.full', { megabytes }), fix);
    if (freeBytes < 1000 * MB) return warn(sentence('doctor.disk.short', { megabytes }), fix);
    return ok(sentence('doctor.disk.free', { megabytes }));
  },
};

export const inodes: Check = {
  id: 'inodes',
  title: sentence('doctor.title.inodes'),
  async look(patient) {
    const { path } = await groundOf(patient);
    const { freeInodes, inodes } = await patient.facilities.room(path);
    if (inodes === 0) return ok(sentence('doctor.inodes.no-limit'));
    const share = freeInodes / inodes;
    const percent = (100 * share).toFixed(1);
    const free = sentence('doctor.inodes.free', { percent });
    const fix = command('sudo du --inodes -xd3 / | sort -n | tail', sentence('doctor.inodes.delete'));
    if (share < 0.01) return fail(sentence('doctor.inodes.full', { percent }), fix);
    return share < 0.05 ? warn(free, fix) : ok(free);
  },
};

export const database: Check = {
  id: 'database',
  title: sentence('doctor.title.database'),
  asStation: 'always',
  async look({ files, facilities, dataDir, placeOptions, demo, ofService }) {
    const path = join(dataDir, DATABASE_FILE);
    const info = await ifThere(files.stat(path));
    const serve = `weatherglass serve${demo ? ' --demo' : ''}${placeOptions}`;
    const start = ofService ? 'sudo systemctl restart weatherglass' : serve;
    const found = await facilities.waitingBeside(dataDir);
    const waiting = found && sentence('doctor.database.waiting', { samples: found.samples, sinceTs: found.sinceS });
    const sound = (words: Sentence): Outcome => (waiting ? warn(waiting, start) : ok(words));
    if (info === null) return sound(sentence('doctor.database.none'));
    // Its folder is the station's: a pipe of that name would be waited for without end.
    const isFile = info.isFile();
    const problem = isFile ? await facilities.checkDatabase(path) : '';
    if (problem === null) return sound(sentence('doctor.database.sound', { path }));
    const damaged = isFile
      ? sentence('doctor.database.damaged', { path, problem })
      : sentence('doctor.database.no-file', { path });
    if (waiting && isFile) return fail(damaged, command(start, waiting)); // a restore would set it aside
    const newest = await facilities.newestBackup(join(dataDir, BACKUP_FOLDER));
    if (newest === null) return fail(damaged, command(start, sentence('doctor.database.no-backup')));
    const restore = `weatherglass restore ${word(newest)}${placeOptions}`;
    const restart = `sudo systemctl stop weatherglass && sudo ${restore} && sudo systemctl start weatherglass`;
    return fail(damaged, ofService ? restart : restore);
  },
};

export const port: Check = {
  id: 'port',
  title: sentence('doctor.title.port'),
  async look({ facilities, address: { host, port: number }, configFile }) {
    if (number === 0) return ok(sentence('doctor.port.any'));
    switch (await facilities.port(host, number)) {
      case 'free':
        return ok(sentence('doctor.port.free', { port: number }));
      case 'ours':
        return ok(sentence('doctor.port.ours', { port: number }));
      case 'taken':
        return fail(
          sentence('doctor.port.taken', { port: number }),
          command(`sudo ss -ltnp 'sport = :${number}'`, sentence('doctor.port.or-set', { file: configFile })),
        );
      case 'silent':
        return warn(sentence('doctor.port.silent', { port: number }), `sudo ss -ltnp 'sport = :${number}'`);
      case 'denied':
        return fail(
          sentence('doctor.port.denied', { port: number }),
          sentence('doctor.port.set-8000', { file: configFile }),
        );
      case 'no-such-address':
        return fail(
          sentence('doctor.port.no-such-address', { host }),
          sentence('doctor.port.set-host', { file: configFile }),
        );
    }
  },
};

export const site: Check = {
  id: 'site',
  title: sentence('doctor.title.site'),
  async look({ config, configFile }) {
    const { latitude, longitude, altitude_m: altitudeM, name } = config.site;
    if (!siteIsSet(config)) {
      return warn(sentence('doctor.site.none'), sentence('doctor.site.set', { file: configFile }));
    }
    if (altitudeM === 0) {
      return warn(sentence('doctor.site.zero-altitude'), sentence('doctor.site.set-altitude', { file: configFile }));
    }
    return ok(foreign(`${name}: ${latitude}, ${longitude}, ${altitudeM} m`));
  },
};
