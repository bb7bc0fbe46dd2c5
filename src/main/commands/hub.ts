import { accessSync, constants, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ParseArgsConfig } from 'node:util';
import { makeFolder } from '../../base/make-folder.ts';
import { ApiError } from '../../http/api-error.ts';
import { FileDamaged } from '../../hub/files/json-file.ts';
import { startHub } from '../../hub/run.ts';
import { isStoreRefusal } from '../../station/store/sqlite/store-refusal.ts';
import { appRoot, programVersion } from '../app-root.ts';
import { numberOf, parseArguments } from '../arguments.ts';
import { systemClock } from '../clock.ts';
import type { Command, Io } from '../command.ts';
import { openLog, outliveReaders } from '../log.ts';
import { localUrl } from '../machine/addresses.ts';
import { connectionPorts } from '../machine/connection-ports.ts';
import { giveToOwner } from '../machine/ownership.ts';
import { systemd } from '../machine/systemd.ts';
import { untilStopped } from '../until-stopped.ts';
import { UsageError, UserError } from '../user-error.ts';
import { addCsv } from './hub/bulk.ts';
import { hubFolder } from './hub/folder.ts';
import { add, htpasswd, list, remove, revoke, rotate } from './hub/keys.ts';
import { notice, notices } from './hub/notices.ts';
import {
  addPerson,
  addToken,
  people,
  removePerson,
  renewPassword,
  revokeToken,
  setPerson,
  tokens,
} from './hub/people.ts';
import { erase, exportRows, keep } from './hub/readings.ts';
import { alerts, audit } from './hub/shown.ts';
import { wave, waves } from './hub/waves.ts';
import { engineOf } from './hub/work.ts';

const OPTIONS = {
  engine: { type: 'string' },
  host: { type: 'string', default: '127.0.0.1' },
  port: { type: 'string', default: '8010' },
  data: { type: 'string' },
  alerts: { type: 'string' },
  'allow-host': { type: 'string', multiple: true, default: [] },
} as const satisfies ParseArgsConfig['options'];

/** Commands of the fleet by their words, in the order in which a wrong word is told them. */
const COMMANDS: Readonly<Record<string, Command>> = {
  ...{ add, revoke, remove, rotate, list, htpasswd, notice, notices, alerts, erase, export: exportRows, keep },
  ...{ 'token add': addToken, 'token revoke': revokeToken, tokens, wave, waves },
  ...{ 'person add': addPerson, 'person set': setPerson, 'person password': renewPassword },
  ...{ 'person remove': removePerson, people, audit, 'add-csv': addCsv },
};

/** `hub` alone serves; a word behind it changes or shows who belongs to the fleet. */
export const run: Command = async (args, io) => {
  const [word, deed] = args;
  try {
    if (word === undefined || word.startsWith('-')) return await serve(args, io);
    const name = [`${word} ${deed}`, word].find((one) => Object.hasOwn(COMMANDS, one));
    if (name !== undefined) return await COMMANDS[name]!(args.slice(name.split(' ').length), io);
    const deeds = Object.keys(COMMANDS).flatMap((one) =>
      one.startsWith(`${word} `) ? [one.slice(word.length + 1)] : [],
    );
    if (deeds.length > 0)
      throw new UsageError(`weatherglass hub ${word} needs one of ${deeds.join(', ')}, and a NAME.`);
    const known = new Set(Object.keys(COMMANDS).map((name) => name.split(' ')[0]));
    throw new UsageError(`weatherglass hub has no command "${word}"; it has ${[...known].join(', ')}.`);
  } catch (error) {
    // Refusals of the hub's own code.
    if (error instanceof FileDamaged || error instanceof ApiError) throw new UserError(`${error.message}.`);
    throw error;
  }
};

async function serve(args: string[], io: Io): Promise<number> {
  const { values } = parseArguments(args, { command: 'hub', options: OPTIONS });
  if (values.engine === undefined)
    throw new UsageError('weatherglass hub needs --engine URL, such as --engine http://127.0.0.1:8428.');
  const engine = engineOf(values.engine);
  outliveReaders();
  const manager = systemd(io.env);
  const log = openLog('info');
  const { folder: dataDir, isNew } = hubFolder(values.data, io, true);
  const port = numberOf('--port', values.port, [0, 65_535], 5);
  /** Another hub has taken the folder: this one ends at once, as all that it saved would be saved over that one's. */
  const taken = Promise.withResolvers<never>();
  const stopped = untilStopped(io, {
    async start() {
      const lock = await lockOf(dataDir);
      const running = await startHub({
        engine,
        dataDir,
        host: values.host,
        port,
        allowedHosts: values['allow-host'],
        pageDir: join(appRoot(), 'dist', 'fleet'),
        version: programVersion(),
        alertsFile: values.alerts ?? join(dataDir, 'alerts.yaml'),
        keepLock() {
          makeFolder(dataDir, FOLDER);
          try {
            lock.keep();
          } catch (error) {
            if (!isStoreRefusal(error)) throw error;
            taken.reject(error);
          }
        },
        ports: connectionPorts(systemClock, log),
        clock: systemClock,
        log,
      }).catch((error: unknown) => {
        // Alone, either would make a hub’s of the folder. While the lock is held: later they may be another hub's.
        if (isNew) for (const name of ['hub.pid', 'hub.lock']) rmSync(join(dataDir, name), { force: true });
        lock.release();
        throw error;
      });
      return {
        port: running.port,
        async stop() {
          await running.stop();
          lock.release();
        },
      };
    },
    started(running) {
      const url = localUrl(values.host, running.port);
      io.stdout.write(`weatherglass hub ready ${url}\n`);
      void manager.ready(`the fleet's page is at ${url}`);
    },
    stopping: manager.stopping,
  });
  return Promise.race([stopped, taken.promise]);
}

const FOLDER = { mode: 0o700 };

/** One hub per folder: two would both tell its alerts and delete its old readings. SQLite is loaded for a hub that serves, and by no command. */
async function lockOf(folder: string) {
  const { FolderLock } = await import('../../station/store/rescue/folder/lock.ts');
  makeFolder(folder, FOLDER);
  accessSync(folder, constants.W_OK);
  const lock = new FolderLock(folder, 'hub');
  giveToOwner(folder);
  return lock;
}
