import { join } from 'node:path';
import type { ParseArgsConfig } from 'node:util';
import { engineAt } from '../../hub/engine/open.ts';
import { FileDamaged } from '../../hub/json-file.ts';
import { NoticeFile } from '../../hub/notice-file.ts';
import { RegistryFile } from '../../hub/registry-file.ts';
import { startHub } from '../../hub/run.ts';
import { appRoot } from '../app-root.ts';
import { parseArguments } from '../arguments.ts';
import { systemClock } from '../clock.ts';
import type { Command, Io } from '../command.ts';
import { leave } from '../ending/leaving.ts';
import { onStopSignal } from '../ending/stop-signals.ts';
import { openLog, outliveReaders } from '../log.ts';
import { localUrl } from '../machine/addresses.ts';
import { connectionPorts } from '../machine/connection-ports.ts';
import { giveToOwner } from '../machine/ownership.ts';
import { systemd } from '../machine/systemd.ts';
import { UsageError, UserError } from '../user-error.ts';
import { programVersion } from '../version.ts';
import { runAlertCommand } from './hub-alerts.ts';
import { AUDIT_COMMANDS, auditOf, runAuditCommand, userOf } from './hub-audit.ts';
import { BULK_COMMANDS, runBulkCommand } from './hub-bulk.ts';
import { runEraseCommand } from './hub-erase.ts';
import { runExportCommand } from './hub-export.ts';
import { hubFolderForFirst, hubFolderThatIs } from './hub-folder.ts';
import { KEY_COMMANDS, runKeyCommand } from './hub-keys.ts';
import { NOTICE_COMMANDS, type NoticeParts, runNoticeCommand } from './hub-notices.ts';
import { PEOPLE_COMMANDS, runPeopleCommand } from './hub-people.ts';
import { runWaveCommand, WAVE_COMMANDS } from './hub-waves.ts';

const OPTIONS = {
  engine: { type: 'string' },
  host: { type: 'string', default: '127.0.0.1' },
  port: { type: 'string', default: '8010' },
  data: { type: 'string' },
  alerts: { type: 'string' },
  'allow-host': { type: 'string', multiple: true, default: [] },
} as const satisfies ParseArgsConfig['options'];

/** `hub` alone serves; a word behind it changes or shows who belongs to the fleet. */
export const run: Command = async (args, io) => {
  const [word] = args;
  const isOneOf = (words: readonly string[]): boolean => word !== undefined && words.includes(word);
  try {
    if (isOneOf(NOTICE_COMMANDS)) return await runNoticeCommand(args, io, noticeParts(io));
    if (isOneOf(WAVE_COMMANDS)) return await runWaveCommand(args, io);
    if (word === 'export') return await runExportCommand(args, io);
    if (word === 'erase') return await runEraseCommand(args, io);
    if (word === 'alerts') return await runAlertCommand(args, io);
    if (isOneOf(KEY_COMMANDS)) return await runKeyCommand(args, io);
    if (isOneOf(BULK_COMMANDS)) return await runBulkCommand(args, io);
    if (isOneOf(PEOPLE_COMMANDS)) return await runPeopleCommand(args, io);
    if (isOneOf(AUDIT_COMMANDS)) return await runAuditCommand(args, io);
    if (word !== undefined && !word.startsWith('-'))
      throw new UsageError(
        `weatherglass hub has no command "${word}"; it has ${[...KEY_COMMANDS, ...NOTICE_COMMANDS, 'alerts', 'erase', 'export', ...WAVE_COMMANDS, ...PEOPLE_COMMANDS, ...AUDIT_COMMANDS, ...BULK_COMMANDS].join(', ')}.`,
      );
    return await serve(args, io);
  } catch (error) {
    if (error instanceof FileDamaged) throw new UserError(`${error.message}.`);
    throw error;
  }
};

const noticeParts = (io: Io): NoticeParts => ({
  folderOf: (data) => hubFolderThatIs(data, io),
  noticesIn: (folder) => new NoticeFile(folder),
  registryIn: (folder) => new RegistryFile(folder).read(),
  told: (folder, by, did, what) => auditOf(folder).write({ who: userOf(by), by: 'command', did, to: null, what }),
  changed: giveToOwner,
});

async function serve(args: string[], io: Io): Promise<number> {
  const { values } = parseArguments(args, { command: 'hub', options: OPTIONS });
  if (values.engine === undefined)
    throw new UsageError('weatherglass hub needs --engine URL, such as --engine http://127.0.0.1:8428.');
  const engine = engineAt(values.engine);
  if (engine === null)
    throw new UsageError(
      `--engine is "${values.engine}", expected http://HOST:PORT (VictoriaMetrics) or influx+http://HOST:PORT.`,
    );
  outliveReaders();
  const manager = systemd(io.env);
  const log = openLog('info');
  const dataDir = hubFolderForFirst(values.data, io).folder;
  const running = await startHub({
    engine,
    dataDir,
    host: values.host,
    port: portOf(values.port),
    allowedHosts: values['allow-host'],
    pageDir: join(appRoot(), 'dist', 'fleet'),
    version: programVersion(),
    alertsFile: values.alerts ?? join(dataDir, 'alerts.yaml'),
    ports: connectionPorts(systemClock, log),
    clock: systemClock,
    log,
  });
  return new Promise<number>((done) => {
    const stop = async () => {
      manager.stopping();
      await running.stop();
    };
    onStopSignal(stop, (code) => {
      done(code);
      if (code !== 0) void leave(code);
    });
    const url = localUrl(values.host, running.port);
    io.stdout.write(`weatherglass hub ready ${url}\n`);
    void manager.ready(`the fleet's page is at ${url}`);
  });
}

function portOf(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535) throw new UsageError(`--port is "${text}", expected 0 to 65535.`);
  return port;
}
