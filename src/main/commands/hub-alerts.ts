import { join } from 'node:path';
import { AlertSettingsFile, receiversOf } from '../../hub/alerts/settings.ts';
import { testReceivers } from '../../hub/alerts/test-receivers.ts';
import { parseArguments } from '../arguments.ts';
import { systemClock } from '../clock.ts';
import type { Io } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { openLog } from '../log.ts';
import { connectionPorts } from '../machine/connection-ports.ts';
import { hubFolderThatIs } from './hub-folder.ts';

const OPTIONS = {
  data: { type: 'string' },
  alerts: { type: 'string' },
  test: { type: 'boolean', default: false },
} as const;

/** Command `hub alerts`: who receives the alerts, and with `--test` what each of them answers to a test. */
export async function runAlertCommand([, ...args]: string[], io: Io): Promise<number> {
  const { values } = parseArguments(args, { command: 'hub alerts', options: OPTIONS });
  const path = values.alerts ?? join(hubFolderThatIs(values.data, io), 'alerts.yaml');
  const settings = new AlertSettingsFile(path).read();
  const ports = connectionPorts(systemClock, openLog('warn'));
  const receivers = receiversOf(settings, ports, 0);
  if (receivers.length === 0) io.stderr.write(`weatherglass: nobody receives alerts; ${path} names no receivers.\n`);
  if (!values.test) {
    for (const { name, groups, kinds } of receivers)
      io.stdout.write(`${name}  ${groups.join(', ') || 'all stations'}  ${[...kinds].join(', ')}\n`);
    return EXIT.done;
  }
  const answers = await testReceivers(settings, receivers, ports, systemClock);
  for (const { name, isTaken, text } of answers) io.stdout.write(`${name}  ${isTaken ? 'ok' : 'FAILED'}  ${text}\n`);
  return answers.every(({ isTaken }) => isTaken) ? EXIT.done : EXIT.refused;
}
